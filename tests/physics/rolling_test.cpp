// Balls that slide, roll and spin on a rough floor.
//
// With I = 2/5 m R^2 and friction mu m g cos(theta) at most:
//   thrown without spin, a ball slides until t = 2 v_0/(7 mu g) and then rolls with 5/7 v_0;
//   on a slope it rolls with g sin(theta)/(1 + 2/5) as long as tan(theta) < 7/2 mu, else it slides with
//   g (sin(theta) - mu cos(theta)) and spins up with 5/2 mu g cos(theta)/R;
//   with a rolling couple of at most mu_r R F_n it rests for tan(theta) < mu_r, else it rolls with
//   g (sin(theta) - mu_r cos(theta))/(1 + 2/5);
//   a twisting couple mu_s R F_n slows a spin about the normal by 5/2 mu_s g/R.
#include "physics/impact.hpp"
#include "physics/measured.hpp"

namespace scree::test {
namespace {

// Stiff enough for an overlap at rest of 1e-4 R, so that the lever arm is R to that.
constexpr double kR = 0.01, kDensity = 2500, kStiffness = 1e5, kG = 9.81, kDt = 1e-5;

LawParams rough_law(double mu) {
  LawParams law = linear_law(Real(kStiffness), Real(0.3), Real(mu));
  law.zeta_t = Real(0.3);
  return law;
}

// A ball at rest on the floor z = 0 under a gravity that leans by theta towards +x: a slope.
SmallWorld ball_on_slope(const LawParams& law, double theta, const Vec3& v = {0, 0, 0}, const Vec3& omega = {0, 0, 0}) {
  SmallWorld w(law, Real(kDensity), kDt);
  w.gravity({Real(kG * std::sin(theta)), 0, Real(-kG * std::cos(theta))}).plane({0, 0, 0}, {0, 0, 1}).open();
  const double overlap = sphere_mass(kR, kDensity) * kG * std::cos(theta) / kStiffness;
  w.ball(Real(kR), {0, 0, kR - overlap}, v, omega);
  w.begin();
  return w;
}
std::uint64_t steps(double seconds) { return std::uint64_t(std::llround(seconds / kDt)); }

// Mean accelerations between two times, after the springs have found their place.
struct Rates {
  double a, alpha;
};
Rates rates_of(SmallWorld& w, double settle, double measure) {
  w.run(steps(settle));
  const Vec3 v = w.s.bodies.v[0], omega = w.s.bodies.omega[0];
  w.run(steps(measure));
  return {double(w.s.bodies.v[0].x - v.x) / measure, double(w.s.bodies.omega[0].y - omega.y) / measure};
}

TEST(Rolling, AThrownBallSlidesUntilItRollsWithFiveSeventhsOfItsSpeed) {
  for (const double mu : {0.2, 0.5}) {
    for (const double v_0 : {0.3, 1.0}) {
      SCOPED_TRACE(fmt::format("mu {}, v_0 {}", mu, v_0));
      SmallWorld w = ball_on_slope(rough_law(mu), 0, {Real(v_0), 0, 0});
      const double t_roll = 2 * v_0 / (7 * mu * kG);
      const std::string name = fmt::format("mu_{}_v_{}", mu, v_0);
      w.run(steps(t_roll / 2));
      expect_close(name + "_halfway", w.s.bodies.v[0].x, v_0 - mu * kG * w.time(), 1e-3);
      // The first step at which the friction is no longer that of sliding.
      const double full = mu * sphere_mass(kR, kDensity) * kG;
      while (std::abs(w.s.bodies.wrench[0].f.x) > 0.99 * full && w.time() < 2 * t_roll) w.run(1);
      // Sliding ends in the spring: a quarter of its period 2 pi sqrt(2/7 m/k_t) is all the time it may take.
      expect_within(name + "_time", w.time(), t_roll, kPi / 2 * std::sqrt(sphere_mass(kR, kDensity) / kStiffness));
      w.run(steps(t_roll));
      const Bodies& b = w.s.bodies;
      expect_close(name + "_v", b.v[0].x, 5.0 / 7 * v_0, 1e-4);
      expect_close(name + "_R_omega", b.omega[0].y * kR, 5.0 / 7 * v_0, 2e-4);
      EXPECT_NEAR(b.wrench[0].f.x, 0, 1e-6 * full);
    }
  }
}

TEST(Rolling, ABallOnASlopeRollsBelowSevenHalvesOfMuAndSlidesAbove) {
  const double mu = 0.2;
  for (const double tangent : {0.1, 0.3, 0.5, 0.65, 0.75, 1.0, 2.0}) {
    SCOPED_TRACE(fmt::format("tan theta {}", tangent));
    const double theta = std::atan(tangent);
    SmallWorld w = ball_on_slope(rough_law(mu), theta);
    const Rates r = rates_of(w, 0.02, 0.02);
    const bool rolls = tangent < 3.5 * mu;
    const double a = kG * (rolls ? std::sin(theta) / 1.4 : std::sin(theta) - mu * std::cos(theta));
    const double alpha = rolls ? a / kR : 2.5 * mu * kG * std::cos(theta) / kR;
    expect_close(fmt::format("tan_{}_a", tangent), r.a, a, 1e-3);
    expect_close(fmt::format("tan_{}_alpha", tangent), r.alpha, alpha, 1e-3);
  }
}

LawParams resisting_law(double mu_rolling) {
  LawParams law = rough_law(0.8);
  law.rolling = RollingLaw::kSpring;
  law.mu_rolling = Real(mu_rolling);
  law.eta_rolling = Real(0.3);
  return law;
}

TEST(Rolling, RollingResistanceHoldsABallBelowItsAngleAndBrakesItAbove) {
  const double mu_r = 0.2;
  for (const double tangent : {0.05, 0.15, 0.19, 0.21, 0.3, 0.6}) {
    SCOPED_TRACE(fmt::format("tan theta {}", tangent));
    const double theta = std::atan(tangent);
    SmallWorld w = ball_on_slope(resisting_law(mu_r), theta);
    // Slowly onto the slope, so that the springs are not overshot: gravity leans in step by step.
    for (int k = 0; k <= 1000; ++k) {
      const double lean = theta * k / 1000;
      w.s.gravity = {Real(kG * std::sin(lean)), 0, Real(-kG * std::cos(lean))};
      w.run(10);
    }
    const Rates r = rates_of(w, 0.05, 0.05);
    if (tangent < mu_r) {
      expect_within(fmt::format("tan_{}_speed", tangent), w.s.bodies.v[0].x, 0, 1e-6);
      EXPECT_NEAR(w.s.bodies.x[0].x, 0, 0.01 * kR);
    } else {
      expect_close(fmt::format("tan_{}_a", tangent), r.a, kG * (std::sin(theta) - mu_r * std::cos(theta)) / 1.4, 2e-3);
    }
  }
}

TEST(Rolling, RollingResistanceStopsARollingBall) {
  // On the level: a = mu_r g/(1 + 2/5), so it comes to rest after v^2/(2 a).
  const double mu_r = 0.1, v_0 = 0.2, a = mu_r * kG / 1.4;
  SmallWorld w = ball_on_slope(resisting_law(mu_r), 0, {Real(v_0), 0, 0}, {0, Real(v_0 / kR), 0});
  w.run(steps(v_0 / a / 2));
  expect_close("v_halfway", w.s.bodies.v[0].x, v_0 / 2, 5e-3);
  w.run(steps(v_0 / a));
  expect_close("way", w.s.bodies.x[0].x, v_0 * v_0 / (2 * a), 5e-3);
  expect_within("v_end", w.s.bodies.v[0].x, 0, 1e-6);
}

TEST(Rolling, TwistingResistanceStopsASpinAtASteadyRate) {
  LawParams law = rough_law(0.5);
  law.twisting = RollingLaw::kSpring;
  law.mu_twisting = Real(0.1);
  law.eta_twisting = Real(0.3);
  const double spin = 20, alpha = 2.5 * 0.1 * kG / kR;
  SmallWorld w = ball_on_slope(law, 0, {0, 0, 0}, {0, 0, Real(spin)});
  for (const double share : {0.25, 0.5, 0.75}) {
    w.run(steps(0.25 * spin / alpha));
    expect_within(fmt::format("spin_at_{}", share), w.s.bodies.omega[0].z / spin, 1 - share, 5e-3);
  }
  w.run(steps(spin / alpha));
  expect_within("spin_end", w.s.bodies.omega[0].z / spin, 0, 1e-6);
  // Without twisting resistance nothing slows it: the contact has no arm.
  SmallWorld free = ball_on_slope(rough_law(0.5), 0, {0, 0, 0}, {0, 0, Real(spin)});
  free.run(steps(spin / alpha));
  EXPECT_NEAR(free.s.bodies.omega[0].z, spin, 1e-9 * spin);
}

}  // namespace
}  // namespace scree::test
