#include "scree/experiments/broad_cost.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scree/broad/fixed_cubes.hpp"
#include "scree/broad/sorted_cells.hpp"

namespace scree::bench {
namespace {

TEST(BroadCost, CubesOfTheDenseCloudHoldTwentyBallsInside) {
  const BallCloud cloud = dense_cloud(20000);
  CubeTables t;
  broad::sort_into_cubes(cloud.view(), 0, kCube, t);
  double sum = 0, n = 0;
  const double side = std::cbrt(20000 * 0.7276 / 20);
  const auto lo = broad::cube_of(t, {1, 1, 1}), hi = broad::cube_of(t, {side - 1, side - 1, side - 1});
  for (auto z = lo.z; z <= hi.z; ++z)
    for (auto y = lo.y; y <= hi.y; ++y)
      for (auto x = lo.x; x <= hi.x; ++x) {
        sum += t.b[std::size_t(broad::cube_index(t, {x, y, z}))];
        ++n;
      }
  EXPECT_GT(n, 500);
  EXPECT_NEAR(sum / n, 20, 0.5);
}

TEST(BroadCost, CubesOfTheSparseCloudHoldOneWholeBall) {
  for (const std::size_t n : {10, 100, 1000, 3000}) {
    BallCloud cloud = sparse_cloud(n);
    const BroadCost cost = broad_cost("fixed_cubes", "sparse", cloud);
    EXPECT_EQ(cost.mean_b, 1);
    EXPECT_EQ(cost.max_b, 1);
    EXPECT_EQ(cost.mean_a, 1);
    EXPECT_EQ(cost.n_contacts, 0);
  }
}

TEST(BroadCost, AllMethodsCountTheSameContacts) {
  BallCloud cloud = dense_cloud(500);
  const double contacts = broad_cost("brute_force", "dense", cloud).n_contacts;
  EXPECT_GT(contacts, 1000);
  EXPECT_EQ(broad_cost("fixed_cubes", "dense", cloud).n_contacts, contacts);
  EXPECT_EQ(broad_cost("sorted_cells", "dense", cloud).n_contacts, contacts);
  EXPECT_EQ(broad_cost("verlet_list", "dense", cloud).n_contacts, contacts);
}

TEST(BroadCost, CountsTheTestsOfTheHalfShell) {
  // Cells are wide enough for all of five balls: each pair is tested once.
  BallCloud cloud = dense_cloud(5);
  for (Vec3d& x : cloud.x) x = 0.1 * x;
  EXPECT_EQ(broad::sort_into_cells(cloud.view(), Real(1)).grid.n_tests(), 10u);
}

TEST(FittedExponent, IsThatOfTheLastDecade) {
  Curve curve;
  for (const double n : {10, 20, 50, 100, 200, 500, 1000}) curve.emplace_back(n, n < 100 ? 1.0 : 1e-3 * n * n);
  EXPECT_NEAR(fitted_exponent(curve), 2, 1e-12);
  EXPECT_LT(fitted_exponent(curve, 2), 2);
  EXPECT_TRUE(std::isnan(fitted_exponent({{10, 1}})));
}

TEST(CrossOver, IsWhereTheCurvesMeetForGood) {
  Curve linear, square;
  for (const double n : {10, 20, 50, 100, 200}) {
    linear.emplace_back(n, 64 * n);
    square.emplace_back(n, n * n);
  }
  EXPECT_NEAR(cross_over(linear, square), 64, 1e-9);
  EXPECT_TRUE(std::isnan(cross_over(square, linear)));
}

}  // namespace
}  // namespace scree::bench
