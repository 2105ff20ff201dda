#include "scree/force/dmt.hpp"

#include <gtest/gtest.h>

#include "force/impact.hpp"

namespace scree::force {
namespace {

LawParams dmt() {
  LawParams law;
  law.normal = NormalLaw::kDmt;
  law.E_star = 1;
  law.adhesion = 0.01;
  return law;
}

TEST(DmtNormal, PullOffForceActsUpToZeroOverlapAndNotBeyond) {
  Springs s;
  const Real pull = 2 * 3.14159265358979 * 0.01 * 1;
  EXPECT_NEAR(DmtNormal::evaluate(dmt(), resting_contact(0), s).force, -pull, 1e-12);
  EXPECT_NEAR(DmtNormal::evaluate(dmt(), resting_contact(1e-12), s).force, -pull, 1e-12);
  EXPECT_EQ(DmtNormal::evaluate(dmt(), resting_contact(-1e-12), s).force, 0);
  EXPECT_EQ(cohesive_reach(dmt(), 1), 0);
}

TEST(DmtNormal, FrictionSeesTheHertzForce) {
  Springs s;
  LawParams hertz = dmt();
  hertz.normal = NormalLaw::kHertz;
  EXPECT_DOUBLE_EQ(DmtNormal::evaluate(dmt(), resting_contact(0.1), s).grip,
                   HertzNormal::evaluate(hertz, resting_contact(0.1), s).force);
}

TEST(DmtNormal, AnUndampedImpactGivesBackAllEnergy) {
  const Impact r = throw_at(dmt(), {});
  EXPECT_NEAR(r.restitution, 1, 1e-4);
  EXPECT_NEAR(r.residual(), 0, 1e-4);
}

TEST(DmtNormal, TheDashpotDoesNotPullBeyondThePullOffForceUnlessAllowed) {
  LawParams law = dmt();
  law.beta_n = 0.5;
  const Real pull = DmtNormal::pull_off(law, Real(1));
  EXPECT_NEAR(throw_at(law, {.limit = 20}).min_force, -pull, 1e-12);
  law.attraction = true;
  EXPECT_LT(throw_at(law, {.limit = 20}).min_force, -1.1 * pull);
}

}  // namespace
}  // namespace scree::force
