#include "scree/force/linear.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "force/impact.hpp"

namespace scree::force {
namespace {

LawParams linear(Real zeta, bool attraction) {
  LawParams law;
  law.k_n = 1;
  law.zeta_n = zeta;
  law.attraction = attraction;
  return law;
}

TEST(LinearNormal, AnUndampedImpactHasTheClosedFormOverlapForceAndTime) {
  LawParams law = linear(0, false);
  law.k_n = 1e5;
  const Shot shot{.v = 2, .m = Real(0.1), .dt = 1e-7};
  const Impact r = throw_at(law, shot);
  const Real omega = std::sqrt(law.k_n / shot.m);
  EXPECT_NEAR(r.restitution, 1, 1e-6);
  EXPECT_NEAR(r.max_overlap, shot.v / omega, 1e-6 * shot.v / omega);
  EXPECT_NEAR(r.max_force, shot.v * std::sqrt(law.k_n * shot.m), 1e-6 * r.max_force);
  EXPECT_NEAR(r.duration, std::numbers::pi / omega, 3 * shot.dt);
}

TEST(LinearNormal, RestitutionIsThatOfTheDampedOscillatorForBothEndings) {
  const Real zeta[] = {0.05, 0.2, 0.5, 0.7, 0.8};
  const Real cut[] = {0.8588, 0.5717, 0.2984, 0.2103, 0.1798};
  const Real pulled[] = {0.8545, 0.5266, 0.1630, 0.0460, 0.0152};
  for (int i = 0; i < 5; ++i) {
    SCOPED_TRACE(zeta[i]);
    EXPECT_NEAR(throw_at(linear(zeta[i], false), {}).restitution, cut[i], 2e-4);
    EXPECT_NEAR(throw_at(linear(zeta[i], true), {}).restitution, pulled[i], 2e-4);
  }
}

TEST(LinearNormal, ContactTimeDependsOnTheEnding) {
  const Real zeta = 0.5, w = std::sqrt(1 - zeta * zeta), pi = std::numbers::pi;
  EXPECT_NEAR(throw_at(linear(zeta, true), {}).duration, pi / w, 1e-3);
  // Force k xi + gamma v is zero at t = (pi - atan(2 zeta w/(1 - 2 zeta^2)))/w.
  EXPECT_NEAR(throw_at(linear(zeta, false), {}).duration, (pi - std::atan2(2 * zeta * w, 1 - 2 * zeta * zeta)) / w,
              1e-3);
}

TEST(LinearNormal, PullsOnlyIfAttractionIsAllowed) {
  EXPECT_EQ(throw_at(linear(0.3, false), {}).min_force, 0);
  EXPECT_LT(throw_at(linear(0.3, true), {}).min_force, -0.1);
}

TEST(LinearNormal, TheThreeWaysToGiveADashpotAreOneAndTheSame) {
  const Real k = 3e4, m = 0.02, zeta = 0.1, gamma = 2 * zeta * std::sqrt(k * m);
  LawParams by_zeta, by_gamma, by_rate;
  by_zeta.k_n = by_gamma.k_n = by_rate.k_n = k;
  by_zeta.zeta_n = zeta;
  by_gamma.gamma_n = gamma;
  by_rate.rate_n = gamma / m;
  ContactInput in = resting_contact(1e-3);
  in.v_n = 0.7;
  in.m_star = m;
  for (const LawParams& law : {by_zeta, by_gamma, by_rate}) {
    Springs s;
    EXPECT_NEAR(LinearNormal::evaluate(law, in, s).force, k * 1e-3 + gamma * 0.7, 1e-12 * k);
  }
}

TEST(LinearNormal, TouchingWithoutOverlapGivesNoForce) {
  ContactInput in = resting_contact(0);
  in.v_n = 1;
  Springs s;
  Energies e;
  EXPECT_EQ(norm(evaluate(linear(0.5, true), in, s, e).f), 0);
}

}  // namespace
}  // namespace scree::force
