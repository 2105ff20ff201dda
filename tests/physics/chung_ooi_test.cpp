// The eight impact benchmarks of Chung & Ooi 2011 (Granular Matter 13, 643-656), Hertz and Mindlin contacts.
//
// Floors are rigid, as in the paper: the floor's own E is taken so high that E* = E/(1 - nu^2) and G* = G/(2 - nu) of
// the ball. (A floor of the ball's material would give depths of tests 2 that are 32 % larger; the ratio of tangential
// to normal stiffness, on which tests 4 to 6 depend, is the same for both.) Contacts end at zero force and have
// no tangential dashpot. The time step is at most 1 % of the Rayleigh time.
//
// Signs: the floor is z = 0, balls move in +x. The friction on them points to -x and spins them about +y, so that
// omega_y > 0 is forward rolling; the paper counts it negative. Speed of the surface at the contact: V_s = v_x - R
// omega_y. While a ball slides through the whole contact, with e the restitution, V_n > 0 the speed of approach:
//   v_x' = v_x - mu (1 + e) V_n,  R omega' = R omega + 5/2 mu (1 + e) V_n,  V_s' = V_s - 7/2 mu (1 + e) V_n.
//
// Where the spring of the contact is seen too, the run is compared with the same law integrated on its own.
#include "physics/impact.hpp"
#include "physics/measured.hpp"

namespace scree::test {
namespace {

struct Stuff {
  const char* name;
  double young, poisson, density;
};
constexpr Stuff kGlass{"glass", 48e9, 0.20, 2800}, kLimestone{"limestone", 20e9, 0.25, 2500};
constexpr Stuff kAluminium2{"aluminium", 70e9, 0.30, 2699}, kMagnesium{"magnesium", 40e9, 0.35, 1800};
constexpr Stuff kAluminiumOxide{"aluminium_oxide", 380e9, 0.23, 4000}, kCastIron{"cast_iron", 100e9, 0.25, 7000};
constexpr Stuff kAluminium{"aluminium", 70e9, 0.33, 2700}, kSteel{"steel", 208e9, 0.3, 7850};
constexpr Stuff kPolyethylene{"polyethylene", 1e9, 0.4, 1400}, kNylon{"nylon", 2.5e9, 0.4, 1000};
constexpr Stuff kCopper{"copper", 120e9, 0.35, 8900};

Material material_of(const Stuff& s) { return {s.name, Real(s.density), Real(s.young), Real(s.poisson), 0}; }
const Material kRigid{"rigid", 1, Real(1e30), 0, 0};

LawParams law_between(const Material& a, const Material& b, double e, double mu) {
  LawParams law = hertz_law(effective_young(a, b), hertz_beta_for_restitution(Real(e), false));
  law.tangential = mu > 0 ? TangentialLaw::kMindlin : TangentialLaw::kNone;
  law.G_star = effective_shear(a, b);
  law.mu = Real(mu);
  return law;
}
LawParams on_rigid_floor(const Stuff& s, double e, double mu) { return law_between(material_of(s), kRigid, e, mu); }

// 1 % of the time a Rayleigh wave takes round the ball.
double fine_step(const Stuff& s, double r) {
  const double shear = s.young / (2 * (1 + s.poisson));
  return 0.01 * kPi * r * std::sqrt(s.density / shear) / (0.1631 * s.poisson + 0.8766);
}

struct Rebound {
  Vec3 v, omega;
  double surface_x(double r) const { return v.x - r * omega.y; }
};
// A ball that hits the floor with speed v_n, and with v_x and a forward spin.
Rebound rebound_of(const Stuff& s, double r, double e, double mu, double v_n, double v_x, double spin) {
  SmallWorld w = ball_on_floor(on_rigid_floor(s, e, mu), r, s.density, {Real(v_x), 0, Real(-v_n)}, fine_step(s, r),
                               {0, Real(spin), 0});
  follow_impact(w);
  return {w.s.bodies.v[0], w.s.bodies.omega[0]};
}

// The equations of motion of one ball on a rigid floor, written down again and stepped finely: force kept while the
// contact gets stiffer, let down with k_t while it gets softer, lever arm to the middle of the overlap.
Rebound integrate_impact(const Stuff& s, double r, double e, double mu, double v_n, double v_x, double spin) {
  const double m = sphere_mass(r, s.density), E_star = s.young / (1 - s.poisson * s.poisson);
  const double G_star = s.young / (2 * (1 + s.poisson) * (2 - s.poisson));
  const double beta = double(hertz_beta_for_restitution(Real(e), false));
  const double depth = std::pow(15 * m * v_n * v_n / (16 * E_star * std::sqrt(r)), 0.4);
  const double dt = depth / v_n / 20000;
  double xi = 0, k_t = 0, f_t = 0, z = v_n, x = v_x, omega = spin;
  do {
    xi += dt * z;
    const double a = std::sqrt(r * xi), s_n = 2 * E_star * a, arm = r - xi / 2;
    const double f_n = std::max(0.0, s_n * xi / 1.5 + 2 * beta * std::sqrt(s_n * m) * z);
    const double k = 8 * G_star * a;
    if (k < k_t) f_t *= k / k_t;
    k_t = k;
    f_t = std::clamp(f_t + k_t * (x - arm * omega) * dt, -mu * f_n, mu * f_n);
    z -= dt * f_n / m;
    x -= dt * f_t / m;
    omega += dt * f_t * arm / (0.4 * m * r * r);
  } while (xi + dt * z > 0);
  return {{Real(x), 0, Real(-z)}, {0, Real(omega), 0}};
}

TEST(ChungOoi, Test1TwoEqualSpheresGiveHertzPeaks) {
  struct Reference {
    Stuff stuff;
    double depth, force, time;
  };
  for (const Reference& ref :
       {Reference{kGlass, 274.11e-6, 10.697e3, 40.34e-6}, Reference{kLimestone, 368.30e-6, 7.108e3, 54.20e-6}}) {
    const Material m = material_of(ref.stuff);
    SmallWorld w =
        two_balls(law_between(m, m, 1, 0.35), 0.01, 0.01, ref.stuff.density, 10, 10, fine_step(ref.stuff, 0.01));
    const Peaks p = follow_impact(w);
    const std::string name = ref.stuff.name;
    expect_close(name + "_depth", p.depth, ref.depth, 2e-4);
    expect_close(name + "_force", p.force, ref.force, 2e-4);
    expect_close(name + "_time", p.time, ref.time, 2e-4);
  }
}

TEST(ChungOoi, Test2SphereOnARigidPlaneGivesHertzPeaks) {
  struct Reference {
    Stuff stuff;
    double depth, force, time;
  };
  for (const Reference& ref :
       {Reference{kAluminium2, 49.72e-6, 11.370e3, 731.7e-6}, Reference{kMagnesium, 52.12e-6, 7.233e3, 767.1e-6}}) {
    SmallWorld w = ball_on_floor(on_rigid_floor(ref.stuff, 1, 0.35), 0.1, ref.stuff.density, {0, 0, Real(-0.2)},
                                 fine_step(ref.stuff, 0.1));
    const Peaks p = follow_impact(w);
    const std::string name = ref.stuff.name;
    expect_close(name + "_depth", p.depth, ref.depth, 2e-4);
    expect_close(name + "_force", p.force, ref.force, 2e-4);
    expect_close(name + "_time", p.time, ref.time, 2e-4);
  }
}

TEST(ChungOoi, Test3ObtainedRestitutionIsThePrescribedOne) {
  for (const Stuff& stuff : {kAluminiumOxide, kCastIron}) {
    for (const double e : {0.2, 0.4, 0.6, 0.8, 1.0}) {
      const Rebound after = rebound_of(stuff, 2.5e-3, e, 0, 3.9, 0, 0);
      expect_within(fmt::format("{}_e_{}", stuff.name, e), after.v.z / 3.9, e, 2e-3);
    }
  }
}

// Angles from the normal of the floor, in degrees.
struct Oblique {
  double e_t, omega, psi;
};
template <class Impact>
Oblique oblique_impact(const Stuff& stuff, double theta, Impact&& impact) {
  const double r = 2.5e-3, v = 3.9, rad = kPi / 180;
  const Rebound after = impact(stuff, r, 0.98, 0.092, v * std::cos(theta * rad), v * std::sin(theta * rad), 0);
  return {after.v.x / (v * std::sin(theta * rad)), -after.omega.y, std::atan2(after.surface_x(r), after.v.z) / rad};
}

TEST(ChungOoi, Test4ObliqueImpactFollowsTheDigitisedCurves) {
  const double theta[] = {5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 85};
  const double e_t[] = {.948, .687, .624, .616, .634, .684, .737, .781, .845, .893, .932, .966, .983};
  const double omega[] = {-19, -213, -378, -511, -599, -617, -582, -545, -457, -357, -246, -126, -63};
  const double psi[] = {3.8, -1.6, -5.5, -7.5, -7.5, -3.5, 3.4, 11.6, 29.4, 47.8, 64.6, 78.7, 84.5};
  for (int k = 0; k < 13; ++k) {
    SCOPED_TRACE(fmt::format("theta {}", theta[k]));
    const Oblique o = oblique_impact(kAluminiumOxide, theta[k], rebound_of);
    const std::string name = fmt::format("theta_{}", theta[k]);
    // Sliding throughout from 32.5 degrees on, where all laws agree; below, the law of the spring is seen (5 %). On top
    // comes what reading points off a printed curve costs: 1 % of each axis, that is 7 rad/s and 1 degree.
    double part = theta[k] > 32.5 ? 0.01 : 0.05, reading = 1;
    // Up to 10 degrees the contact sticks, and the digitised points are those of a spring F_t = k_t xi_t: it gives
    // -16 rad/s at 5 degrees, where the increments of Mindlin's law give -47. No agreement is asked for there beyond
    // the order of magnitude; the next test holds the run against its own law.
    if (theta[k] <= 10) part = 0.1, reading = 5;
    expect_within(name + "_e_t", o.e_t, e_t[k], part * e_t[k] + 0.004);
    expect_within(name + "_omega", o.omega, omega[k], part * std::abs(omega[k]) + 7 * reading);
    expect_within(name + "_psi", o.psi, psi[k], part * std::abs(psi[k]) + reading);
  }
}

TEST(ChungOoi, Test4StickingImpactsFollowMindlinsIncrements) {
  for (const Stuff& stuff : {kAluminiumOxide, kAluminium}) {
    for (const double theta : {5, 10, 15, 20, 25, 30}) {
      SCOPED_TRACE(fmt::format("{}, theta {}", stuff.name, theta));
      const Oblique got = oblique_impact(stuff, theta, rebound_of);
      const Oblique expected = oblique_impact(stuff, theta, integrate_impact);
      const std::string name = fmt::format("{}_theta_{}", stuff.name, theta);
      expect_within(name + "_e_t", got.e_t, expected.e_t, 3e-3);
      expect_within(name + "_omega", got.omega, expected.omega, 2);
      expect_within(name + "_psi", got.psi, expected.psi, 0.1);
    }
  }
}

TEST(ChungOoi, Test4SlidingImpactsFollowTheFormulas) {
  const double r = 2.5e-3, v = 3.9, e = 0.98, mu = 0.092, rad = kPi / 180;
  for (const Stuff& stuff : {kAluminiumOxide, kAluminium}) {
    for (const double theta : {35, 40, 50, 60, 70, 80, 85}) {
      SCOPED_TRACE(fmt::format("{}, theta {}", stuff.name, theta));
      const Oblique o = oblique_impact(stuff, theta, rebound_of);
      const double tangent = std::tan(theta * rad), v_n = v * std::cos(theta * rad);
      const std::string name = fmt::format("{}_theta_{}", stuff.name, theta);
      // The lever arm is R less half the overlap: 0.2 % (0.3 % for the alloy).
      expect_close(name + "_e_t", o.e_t, 1 - mu * (1 + e) / tangent, 1e-3);
      expect_close(name + "_omega", o.omega, -2.5 * mu * (1 + e) * v_n / r, 4e-3);
      expect_within(name + "_psi", o.psi, std::atan((tangent - 3.5 * mu * (1 + e)) / e) / rad, 0.1);
    }
  }
}

TEST(ChungOoi, Test5SlidingSpinDoesNotDependOnTheTangentialSpeed) {
  const double r = 10e-6, v_n = 5, mu = 0.3, e = 1;
  struct Case {
    Stuff stuff;
    double tolerance;  // half the mean overlap over R: the lever arm
  };
  for (const Case& c : {Case{kSteel, 5e-3}, Case{kPolyethylene, 2e-2}}) {
    for (const double ratio : {7.5, 10.0, 15.0, 25.0}) {  // V_x/(mu V_n); sliding from 7/2 (1 + e) = 7 on
      const Rebound after = rebound_of(c.stuff, r, e, mu, v_n, ratio * mu * v_n, 0);
      expect_close(fmt::format("{}_ratio_{}", c.stuff.name, ratio), -after.omega.y * r / (mu * v_n), -2.5 * (1 + e),
                   c.tolerance);
    }
    // A ball that comes in slowly enough to stick spins less: the curve rises from zero to the plateau.
    double last = 0;
    for (const double ratio : {1.0, 2.0, 3.0, 4.0}) {
      const double spin = rebound_of(c.stuff, r, e, mu, v_n, ratio * mu * v_n, 0).omega.y * r / (mu * v_n);
      EXPECT_GT(spin, last);
      EXPECT_LT(spin, 5.05);
      last = spin;
    }
  }
}

// Tests 6 and 8: with e = 0.5 the dashpot presses on the surfaces at once, while the tangential spring has yet to
// be stretched. The contact does not slide before that is done, so that up to 2 % of the friction's momentum are
// missing from the formula, less the faster the spin. The integrated law knows this.
void expect_beta(const std::string& name, double beta, const Stuff& stuff, double r, double v_s) {
  const double v_n = 0.2, mu = 0.4, e = 0.5;
  const double integrated = -integrate_impact(stuff, r, e, mu, v_n, 0, -v_s / r).surface_x(r) / v_s;
  expect_within(name, beta, -1 + 3.5 * mu * (1 + e) * v_n / v_s, 0.02);
  expect_within(name + "_integrated", beta, integrated, 1e-3);
}

TEST(ChungOoi, Test6SpinningSphereOnAPlaneLosesSurfaceSpeedBySliding) {
  const double r = 0.1, v_n = 0.2, mu = 0.4, e = 0.5;
  for (const Stuff& stuff : {kAluminium, kNylon}) {
    for (const double v_s : {0.5, 0.8, 1.2, 2.0, 3.0}) {  // sliding from 7/2 mu (1 + e) V_n = 0.42 m/s on
      const Rebound after = rebound_of(stuff, r, e, mu, v_n, 0, -v_s / r);
      expect_beta(fmt::format("{}_v_s_{}", stuff.name, v_s), -after.surface_x(r) / v_s, stuff, r, v_s);
    }
  }
}

TEST(ChungOoi, Test7EqualSurfaceSpeedsGiveNoFriction) {
  for (const Stuff& stuff : {kAluminium, kCopper}) {
    for (const double spin : {1.0, 10.0, 40.0}) {
      const Material m = material_of(stuff);
      SmallWorld w = two_balls(law_between(m, m, 0.5, 0.4), 0.1, 0.1, stuff.density, 0.2, 0.2, fine_step(stuff, 0.1));
      w.s.bodies.omega[0] = {0, Real(spin), 0};
      w.s.bodies.omega[1] = {0, Real(-spin), 0};
      follow_impact(w);
      const Bodies& b = w.s.bodies;
      const std::string name = fmt::format("{}_spin_{}", stuff.name, spin);
      expect_within(name + "_change", b.omega[w.at(0)].y / spin - 1, 0, 1e-12);
      expect_within(name + "_v_z", b.v[w.at(0)].z, 0, 1e-14);
      EXPECT_NEAR(-b.omega[w.at(1)].y, spin, 1e-12 * spin);
    }
  }
}

TEST(ChungOoi, Test8AHugeSphereActsAsThePlaneOfTest6) {
  const double r = 0.1, v_n = 0.2, mu = 0.4, e = 0.5;
  struct Case {
    Stuff stuff;
    double stiffer;
  };
  for (const Case& c : {Case{kAluminium, 1000}, Case{kAluminium, 1}, Case{kNylon, 1000}, Case{kNylon, 1}}) {
    for (const double v_s : {0.5, 0.8, 1.2, 2.0}) {
      const Material small = material_of(c.stuff);
      Material huge = small;
      huge.young *= Real(c.stiffer);
      SmallWorld w(law_between(small, huge, e, mu), small.density, fine_step(c.stuff, r));
      w.model.body_types.push_back(sphere_type("huge", 0, 1000 * small.density));
      w.open();
      w.ball(Real(r), {-r, 0, 0}, {Real(v_n), 0, 0}, {0, Real(v_s / r), 0});
      const std::size_t b = w.ball(Real(0.5), {0.5, 0, 0});
      w.s.bodies.type[b] = 1;
      w.s.bodies.mass[b] *= 1000;
      follow_impact(w);
      // The contact lies at +x of the small ball: its surface moves with v_z - R omega_y.
      const Bodies& bodies = w.s.bodies;
      const std::size_t a = w.at(0);
      const double beta = (bodies.v[a].z - r * bodies.omega[a].y) / v_s;
      expect_beta(fmt::format("{}_{}_v_s_{}", c.stuff.name, c.stiffer, v_s), beta, c.stuff, r, v_s);
    }
  }
}

}  // namespace
}  // namespace scree::test
