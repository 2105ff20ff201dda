// A closed system, without walls and gravity, keeps its momentum and its angular momentum to round-off: contact forces
// are equal and opposite and act at one common point, and every scheme moves bodies along their velocities.
#include "physics/cloud.hpp"
#include "physics/measured.hpp"

namespace scree::test {
namespace {

constexpr double kR = 0.01;

struct Momenta {
  Vec3d p{0, 0, 0}, l{0, 0, 0};
  double p_scale = 0, l_scale = 0;  // sums of magnitudes
};
Momenta momenta_of(const SmallWorld& w) {
  Momenta sum;
  const Bodies& b = w.s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double m = b.mass[i], r = b.radius[i];
    const Vec3d p = m * Vec3d(b.v[i]), l = cross(b.x[i], p) + 0.4 * m * r * r * Vec3d(b.omega[i]);
    sum.p += p, sum.l += l;
    sum.p_scale += norm(p), sum.l_scale += norm(l);
  }
  return sum;
}

LawParams busy_law(NormalLaw normal) {
  LawParams law = linear_law(2e4, Real(0.2), Real(0.5));
  law.normal = normal;
  law.zeta_t = Real(0.1);
  law.E_star = Real(1e7), law.G_star = Real(3e6);
  law.beta_n = Real(0.2);
  law.adhesion = normal == NormalLaw::kJkr ? Real(0.2) : 0;
  law.cohesive_force = Real(0.05);
  if (normal == NormalLaw::kHertz || normal == NormalLaw::kJkr) law.tangential = TangentialLaw::kMindlin;
  law.rolling = law.twisting = RollingLaw::kSpring;
  law.mu_rolling = law.mu_twisting = Real(0.1);
  law.eta_rolling = law.eta_twisting = Real(0.3);
  return law;
}

// Balls that fly at each other from all sides.
SmallWorld imploding_cloud(const LawParams& law, Integrator integrator) {
  SmallWorld w(law, 2500, 1e-5);
  w.model.settings.integrator = integrator;
  w.open();
  add_lattice(w, 4, 4, 4, kR, {-3.6 * kR, -3.6 * kR, -3.6 * kR}, 0.3, 4);
  for (std::size_t i = 0; i < w.s.bodies.size(); ++i) w.s.bodies.v[i] -= Vec3(20.0 * w.s.bodies.x[i]);
  w.begin();
  return w;
}

TEST(Momentum, AClosedCloudKeepsMomentumAndAngularMomentumForEveryLaw) {
  for (const auto normal :
       {NormalLaw::kLinear, NormalLaw::kKelvinVoigtCohesive, NormalLaw::kHertz, NormalLaw::kDmt, NormalLaw::kJkr}) {
    SmallWorld w = imploding_cloud(busy_law(normal), Integrator::kVelocityVerlet);
    const Momenta before = momenta_of(w);
    std::size_t most = 0;
    for (int k = 0; k < 3000; ++k) w.run(1), most = std::max(most, count_contacts(w.s.contacts));
    EXPECT_GT(most, 30u);  // else nothing was tested
    const Momenta after = momenta_of(w);
    const std::string name = fmt::format("law_{}", int(normal));
    expect_below(name + "_p", norm(after.p - before.p) / before.p_scale, 1e-13);
    expect_below(name + "_l", norm(after.l - before.l) / before.l_scale, 1e-13);
  }
}

TEST(Momentum, PredictorCorrectorKeepsMomentumToo) {
  SmallWorld w = imploding_cloud(busy_law(NormalLaw::kLinear), Integrator::kPredictorCorrector);
  const Momenta before = momenta_of(w);
  w.run(3000);
  const Momenta after = momenta_of(w);
  expect_below("p", norm(after.p - before.p) / before.p_scale, 1e-13);
  expect_below("l", norm(after.l - before.l) / before.l_scale, 1e-13);
}

TEST(Momentum, ForcesOfAPairAreEqualAndOppositeAndMeetInOnePoint) {
  SmallWorld w = imploding_cloud(busy_law(NormalLaw::kLinear), Integrator::kVelocityVerlet);
  int seen = 0;
  for (int k = 0; k < 300; ++k) {
    w.run(10);
    Vec3d f{0, 0, 0}, tau{0, 0, 0};
    double f_scale = 0, tau_scale = 0;
    const Bodies& b = w.s.bodies;
    for (std::size_t i = 0; i < b.size(); ++i) {
      const Vec3d lever = cross(b.x[i], Vec3d(b.wrench[i].f));
      f += Vec3d(b.wrench[i].f), tau += lever + Vec3d(b.wrench[i].tau);
      f_scale += norm(b.wrench[i].f), tau_scale += norm(lever) + norm(b.wrench[i].tau);
    }
    EXPECT_LE(norm(f), 1e-14 * f_scale);
    EXPECT_LE(norm(tau), 1e-14 * tau_scale);
    seen += f_scale > 0;
  }
  EXPECT_GT(seen, 200);
}

}  // namespace
}  // namespace scree::test
