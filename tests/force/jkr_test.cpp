#include "scree/force/jkr.hpp"

#include <gtest/gtest.h>

#include "force/impact.hpp"

namespace scree::force {
namespace {

constexpr Real kW = 0.02, kE = 3, kR = 0.7;

LawParams jkr() {
  LawParams law;
  law.normal = NormalLaw::kJkr;
  law.E_star = kE;
  law.adhesion = kW;
  return law;
}
NormalForce at(const LawParams& law, Real xi, Springs& s) {
  ContactInput in = resting_contact(xi);
  in.r_star = kR;
  return JkrNormal::evaluate(law, in, s);
}

// The printed equations, with a as the parameter.
Real overlap(Real a) { return a * a / kR - std::sqrt(2 * kPi * kW * a / kE); }
Real force(Real a) { return 4 * kE * a * a * a / (3 * kR) - std::sqrt(8 * kPi * kW * kE * a * a * a); }

TEST(JkrNormal, FollowsThePrintedCurveOnItsStableBranch) {
  const Real a_c = std::cbrt(kPi * kW * kR * kR / (8 * kE));
  Springs s;
  s.touched = 1;
  for (Real a = a_c * (1 + 1e-6); a < 1000 * a_c; a *= 1.01) {
    const NormalForce r = at(jkr(), overlap(a), s);
    ASSERT_NEAR(r.radius, a, 1e-9 * a + 1e-5 * a_c * (a < 1.001 * a_c));
    ASSERT_NEAR(r.force, force(a), 1e-9 * (std::abs(force(a)) + kW * kR));
  }
}

TEST(JkrNormal, NewtonNeedsFewIterationsFromTearingToHugeOverlaps) {
  for (Real d = 1e-15; d < 1e12; d *= 3) {
    const Real x = d - Real(0.4724703937105774);
    const Real y = JkrNormal::stable_root(x);
    ASSERT_NEAR(y * y * y * y - y, x, 4e-15 * (1 + std::abs(x))) << d;
  }
}

TEST(JkrNormal, PullOffForceAndTearingDistance) {
  Springs s;
  EXPECT_EQ(at(jkr(), -1e-9, s).force, 0) << "has not touched yet";
  at(jkr(), 0, s);
  const Real reach = cohesive_reach(jkr(), kR);
  // The curve of the printed equations turns back at the tearing distance.
  Real lowest = 0;
  for (Real a = 1e-4; a < 1; a += 1e-6) lowest = std::min(lowest, overlap(a));
  EXPECT_NEAR(reach, -lowest, 1e-9);

  Real largest_pull = 0;
  for (int i = 0; i <= 100000; ++i) largest_pull = std::min(largest_pull, at(jkr(), -reach * i / 100001, s).force);
  EXPECT_NEAR(largest_pull, -1.5 * kPi * kW * kR, 1e-9);
  // At fixed distance it tears at 5/9 of the largest pull.
  EXPECT_NEAR(at(jkr(), -reach * (1 - 1e-12), s).force, -5.0 / 6 * kPi * kW * kR, 1e-6);
  EXPECT_EQ(at(jkr(), -reach * (1 + 1e-9), s).force, 0);
  EXPECT_EQ(s.touched, 0u);
  EXPECT_EQ(at(jkr(), -reach / 2, s).force, 0) << "torn bodies do not stick again before they touch";
}

TEST(JkrNormal, ThePotentialIsTheIntegralOfTheForce) {
  Springs s;
  s.touched = 1;
  const Real lo = -0.9 * cohesive_reach(jkr(), kR), hi = 0.3, h = (hi - lo) / 20000;
  Real work = 0;
  for (int i = 0; i < 20000; ++i) work += h * at(jkr(), lo + (i + Real(0.5)) * h, s).force;
  const NormalForce a = at(jkr(), lo, s), b = at(jkr(), hi, s);
  EXPECT_NEAR(b.held + b.cohesion - a.held - a.cohesion, work, 1e-6 * work);
  EXPECT_GT(a.held, 0);
  EXPECT_LT(a.cohesion, 0);
}

TEST(JkrNormal, AStickyImpactLosesTheEnergyOfJohnsonAndPollock) {
  const Real loss = 7.09 * std::cbrt(std::pow(kW, 5) * std::pow(kR, 4) / (kE * kE));
  const Real slow = std::sqrt(2 * loss);
  const Impact r = throw_at(jkr(), {.v = 2 * slow, .r = kR, .dt = 2e-4});
  EXPECT_NEAR(r.restitution, std::sqrt(1 - 0.25), 2e-3);
  EXPECT_NEAR(r.lost.cohesion_lost + r.lost.contact_loss, loss, 2e-3 * loss);
  EXPECT_NEAR(r.residual(), 0, 1e-3);
  EXPECT_TRUE(throw_at(jkr(), {.v = 0.95 * slow, .r = kR, .dt = 2e-4, .limit = 200}).stuck);
  EXPECT_FALSE(throw_at(jkr(), {.v = 1.05 * slow, .r = kR, .dt = 2e-4, .limit = 200}).stuck);
}

TEST(JkrNormal, WithoutAdhesionItIsHertz) {
  LawParams weak = jkr(), hertz = jkr();
  weak.adhesion = 0;
  Springs s;
  ContactInput in = resting_contact(0.1);
  EXPECT_EQ(JkrNormal::evaluate(weak, in, s).force, HertzNormal::evaluate(hertz, in, s).force);
  weak.adhesion = 1e-14;
  EXPECT_NEAR(JkrNormal::evaluate(weak, in, s).force, HertzNormal::evaluate(hertz, in, s).force, 1e-6);
}

}  // namespace
}  // namespace scree::force
