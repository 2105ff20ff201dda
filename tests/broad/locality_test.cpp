#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "broad/clouds.hpp"

namespace scree::broad::test {
namespace {

Balls reordered(const Balls& b, const std::vector<std::uint32_t>& order) {
  Balls out;
  for (const std::uint32_t i : order) out.add(b.x[i], double(b.r[i]), b.owner[i]);
  return out;
}

TEST(LocalityOrder, IsAPermutationWithCarriedBodiesFirstInTheirOldOrder) {
  std::mt19937_64 rng(20040);
  Balls b = random_balls(rng, 3000, 0.5, 1, 0.5, 0.2);
  b.x[10].x = std::numeric_limits<double>::quiet_NaN();
  b.owner[10] = kDynamic;
  b.x[20].y = std::numeric_limits<double>::infinity();
  b.owner[20] = 1;
  const auto order = locality_order(b.cloud(), 2);
  auto all = order;
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> expected(b.size());
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_EQ(all, expected);
  const auto n_kinematic =
      std::size_t(std::count_if(b.owner.begin(), b.owner.end(), [](int o) { return o != kDynamic; }));
  EXPECT_GT(n_kinematic, 400u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.begin() + std::ptrdiff_t(n_kinematic)));
  for (std::size_t p = 0; p < order.size(); ++p) EXPECT_EQ(b.owner[order[p]] != kDynamic, p < n_kinematic);
  EXPECT_EQ(order.back(), 10u);
}

TEST(LocalityOrder, DoneTwiceChangesNothing) {
  std::mt19937_64 rng(20041);
  const Balls b = random_balls(rng, 2000, 0.5, 1, 0.5, 0.1);
  const Balls once = reordered(b, locality_order(b.cloud(), 4));
  const auto again = locality_order(once.cloud(), 4);
  EXPECT_TRUE(std::is_sorted(again.begin(), again.end()));
}

TEST(LocalityOrder, BringsNeighboursTogether) {
  std::mt19937_64 rng(20042);
  const Balls b = random_balls(rng, 5000, 0.9, 1, 0.5);
  const Balls near_by = reordered(b, locality_order(b.cloud(), 2));
  const auto mean_step = [](const Balls& balls) {
    double sum = 0;
    for (const RawPair& p : by_brute_force(balls, 0)) sum += double(p.j - p.i);
    return sum;
  };
  EXPECT_LT(mean_step(near_by), 0.2 * mean_step(b));
}

TEST(LocalityOrder, TakesEmptyAndFarFlungClouds) {
  Balls b;
  EXPECT_TRUE(locality_order(b.cloud(), 1).empty());
  b.add({0, 0, 0}, 0);
  b.add({1e100, 0, 0}, 0);
  b.add({-1e100, 1, 0}, 0);
  EXPECT_EQ(locality_order(b.cloud(), 0), (std::vector<std::uint32_t>{2, 0, 1}));
  EXPECT_EQ(locality_order(b.cloud(), 1e-9), (std::vector<std::uint32_t>{2, 0, 1}));
}

}  // namespace
}  // namespace scree::broad::test
