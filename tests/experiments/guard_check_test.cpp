#include "scree/experiments/guard_check.hpp"

#include <gtest/gtest.h>

namespace scree::bench {
namespace {

TEST(GuardCheck, TheSchemeAloneIsSometimesTooDeepAndTheGuardLetsNoneOfThosePass) {
  const GuardCheck check = check_guard(RandomPairs(7), 2000);
  EXPECT_GT(check.asked, 1900u);
  EXPECT_GT(check.deeper, 20u);  // else there would be nothing to guard
  EXPECT_GT(check.worst_excess, 0.1);
  EXPECT_GE(check.fresh, check.deeper / 2);
  EXPECT_LT(check.fresh, check.asked / 4);
  EXPECT_EQ(check.wrong_passed, 0u);
  EXPECT_EQ(check.ladder_wrong, 0u);
  EXPECT_TRUE(check.clean());
}

TEST(GuardCheck, HoldsAlongMotions) {
  const PairMotions motions = make_pair_motions({.motions = 1, .steps = 200, .classes = {"tetrahedra", "slender"}});
  const GuardCheck check = check_guard(motions);
  EXPECT_EQ(check.asked, 400u);
  EXPECT_TRUE(check.clean());
}

TEST(GuardCheck, AddsUp) {
  GuardCheck sum, other;
  other.asked = 3, other.wrong_passed = 1, other.worst_excess = 2, other.worst_id = 5;
  sum.asked = 4, sum.worst_excess = 1, sum.worst_id = 7;
  sum.add(other);
  EXPECT_EQ(sum.asked, 7u);
  EXPECT_EQ(sum.worst_id, 5);
  EXPECT_FALSE(sum.clean());
}

}  // namespace
}  // namespace scree::bench
