// A single head-on impact, with the ball against a floor and against another ball.
//
// With m* and R* the effective mass and radius and v the speed of approach:
//   linear  omega_0 = sqrt(k/m*), depth v/omega_0, force v sqrt(k m*), time pi/omega_0; damped by zeta with pulling
//           allowed (end at zero overlap) e = exp(-pi zeta/w), time pi/(omega_0 w), w = sqrt(1 - zeta^2); with the
//           force cut at zero (Schwager & Poeschel 2007) e = exp(-zeta/w (pi - arctan(2 zeta w/(1 - 2 zeta^2))));
//   Hertz   depth (15 m* v^2/(16 E* sqrt(R*)))^(2/5), force 4/3 E* sqrt(R* depth^3), time 2.943275 depth/v.
#include "physics/impact.hpp"
#include "physics/measured.hpp"

namespace scree::test {
namespace {

constexpr double kR = 0.01, kDensity = 2500, kSpeed = 0.5;
constexpr double kStiffness = 1e5, kEStar = 1e9;

// The same impact in four settings; m* and R* differ.
struct Setting {
  const char* name;
  double m_star, r_star;
  SmallWorld world;
};
std::vector<Setting> settings(const LawParams& law, double dt) {
  const double m = sphere_mass(kR, kDensity), m_small = sphere_mass(kR / 2, kDensity);
  std::vector<Setting> all;
  all.push_back({"floor", m, kR, ball_on_floor(law, kR, kDensity, {0, 0, Real(-kSpeed)}, dt)});
  all.push_back({"equal_balls", m / 2, kR / 2, two_balls(law, kR, kR, kDensity, kSpeed / 2, kSpeed / 2, dt)});
  all.push_back({"ball_at_rest", m / 2, kR / 2, two_balls(law, kR, kR, kDensity, kSpeed, 0, dt)});
  all.push_back({"small_and_large", m * m_small / (m + m_small), kR / 3,
                 two_balls(law, kR, kR / 2, kDensity, kSpeed / 3, 2 * kSpeed / 3, dt)});
  return all;
}

double speed_apart(const SmallWorld& w) {
  const Bodies& b = w.s.bodies;
  return b.size() == 1 ? b.v[0].z : b.v[w.at(1)].x - b.v[w.at(0)].x;
}

double linear_dt(double m_star, double share) { return kPi * std::sqrt(m_star / kStiffness) / share; }

TEST(SingleImpact, LinearSpringGivesDepthForceAndTimeOfTheOscillator) {
  for (Setting& s : settings(linear_law(kStiffness), linear_dt(sphere_mass(kR, kDensity) / 9, 1000))) {
    SCOPED_TRACE(s.name);
    const double omega_0 = std::sqrt(kStiffness / s.m_star);
    const Peaks p = follow_impact(s.world);
    const std::string name = s.name;
    expect_close(name + "_depth", p.depth, kSpeed / omega_0, 1e-5);
    expect_close(name + "_force", p.force, kSpeed * std::sqrt(kStiffness * s.m_star), 1e-5);
    expect_close(name + "_time", p.time, kPi / omega_0, 1e-5);
    expect_close(name + "_restitution", speed_apart(s.world) / kSpeed, 1, 1e-5);
  }
}

TEST(SingleImpact, LinearDashpotGivesTheRestitutionOfItsEnding) {
  // The table of Schwager & Poeschel's formulas; ours must agree with the table and the run with both.
  const double zeta[] = {0.05, 0.2, 0.5, 0.7, 0.8};
  const double cut[] = {0.8588, 0.5717, 0.2984, 0.2103, 0.1798};
  const double pulled[] = {0.8545, 0.5266, 0.1630, 0.0460, 0.0152};
  for (const bool attraction : {true, false}) {
    for (int k = 0; k < 5; ++k) {
      const double expected = attraction ? pulled[k] : cut[k];
      EXPECT_NEAR(restitution_for_zeta(Real(zeta[k]), attraction), expected, 5.1e-5);
      LawParams law = linear_law(kStiffness, Real(zeta[k]));
      law.attraction = attraction;
      for (Setting& s : settings(law, linear_dt(sphere_mass(kR, kDensity) / 9, 700))) {
        SCOPED_TRACE(fmt::format("{}, zeta {}, attraction {}", s.name, zeta[k], attraction));
        const Peaks p = follow_impact(s.world);
        const std::string name = fmt::format("{}_zeta_{}_{}", s.name, zeta[k], attraction ? "pulled" : "cut");
        // Damping is of first order in dt: zeta omega_0 dt is 4e-3 at most.
        expect_within(name, speed_apart(s.world) / kSpeed, restitution_for_zeta(Real(zeta[k]), attraction), 1e-3);
        if (attraction) {
          const double w = std::sqrt(1 - zeta[k] * zeta[k]);
          expect_close(name + "_time", p.time, kPi * std::sqrt(s.m_star / kStiffness) / w, 2e-3);
        }
      }
    }
  }
}

double hertz_depth(double m_star, double r_star) {
  return std::pow(15 * m_star * kSpeed * kSpeed / (16 * kEStar * std::sqrt(r_star)), 0.4);
}
double hertz_dt(double share) {
  const double m = sphere_mass(kR, kDensity);
  return 2.943275 * hertz_depth(m, kR) / kSpeed / share;
}

TEST(SingleImpact, HertzGivesDepthForceAndTime) {
  for (Setting& s : settings(hertz_law(kEStar), hertz_dt(3000))) {
    SCOPED_TRACE(s.name);
    const double depth = hertz_depth(s.m_star, s.r_star);
    const Peaks p = follow_impact(s.world);
    const std::string name = s.name;
    expect_close(name + "_depth", p.depth, depth, 1e-5);
    expect_close(name + "_force", p.force, 4.0 / 3 * kEStar * std::sqrt(s.r_star) * std::pow(depth, 1.5), 1e-5);
    expect_close(name + "_time", p.time, 2.943275 * depth / kSpeed, 2e-5);
    expect_close(name + "_restitution", speed_apart(s.world) / kSpeed, 1, 1e-5);
  }
}

TEST(SingleImpact, HertzDampingGivesThePrescribedRestitutionWithBothEndings) {
  // Tsuji et al. 1992 follow the contact to zero overlap, Thornton et al. 2013 to zero force.
  for (const bool attraction : {true, false}) {
    for (const double e : {0.2, 0.5, 0.8, 0.95}) {
      const LawParams law = hertz_law(kEStar, hertz_beta_for_restitution(Real(e), attraction), attraction);
      for (Setting& s : settings(law, hertz_dt(5000))) {
        SCOPED_TRACE(fmt::format("{}, e {}, attraction {}", s.name, e, attraction));
        follow_impact(s.world);
        expect_within(fmt::format("{}_e_{}_{}", s.name, e, attraction ? "tsuji" : "thornton"),
                      speed_apart(s.world) / kSpeed, e, 2e-3);
      }
    }
  }
}

TEST(SingleImpact, TsujisDampingWithTheForceCutGivesTheKnownHigherRestitution) {
  // beta of the other ending: 0.2, 0.5, 0.8, 0.95 become 0.325, 0.550, 0.808, 0.9505.
  const double wanted[] = {0.2, 0.5, 0.8, 0.95}, known[] = {0.325, 0.550, 0.808, 0.9505};
  for (int k = 0; k < 4; ++k) {
    const LawParams law = hertz_law(kEStar, hertz_beta_for_restitution(Real(wanted[k]), true), false);
    SmallWorld w = ball_on_floor(law, kR, kDensity, {0, 0, Real(-kSpeed)}, hertz_dt(5000));
    follow_impact(w);
    expect_within(fmt::format("e_{}", wanted[k]), speed_apart(w) / kSpeed, known[k], 1e-3);
  }
}

TEST(SingleImpact, RestitutionDoesNotDependOnSpeed) {
  const LawParams linear = linear_law(kStiffness, zeta_for_restitution(0.6, false));
  const LawParams hertz = hertz_law(kEStar, hertz_beta_for_restitution(0.6, false));
  for (const double v : {0.01, 0.1, 1.0, 10.0}) {
    SmallWorld a = ball_on_floor(linear, kR, kDensity, {0, 0, Real(-v)}, linear_dt(sphere_mass(kR, kDensity), 2000));
    follow_impact(a);
    EXPECT_NEAR(speed_apart(a) / v, 0.6, 1e-3) << v;
    // A Hertz contact lasts as v^(-1/5).
    SmallWorld b = ball_on_floor(hertz, kR, kDensity, {0, 0, Real(-v)}, hertz_dt(5000) * std::pow(v / kSpeed, -0.2));
    follow_impact(b);
    EXPECT_NEAR(speed_apart(b) / v, 0.6, 1e-3) << v;
  }
}

}  // namespace
}  // namespace scree::test
