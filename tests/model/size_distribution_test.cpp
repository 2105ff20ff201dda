#include "scree/model/size_distribution.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "setup/insert_fixture.hpp"

namespace scree {
namespace {

struct Moments {
  double mean = 0, deviation = 0, cube = 0, least = kNever, most = 0;
};
Moments drawn(const SizeDistribution& d, int n = 400000) {
  RandomStream random{17, 0};
  Moments m;
  double square = 0;
  for (int k = 0; k < n; ++k) {
    const double x = draw_size(d, random);
    m.mean += x / n;
    square += x * x / n;
    m.cube += x * x * x / n;
    m.least = std::min(m.least, x);
    m.most = std::max(m.most, x);
  }
  m.deviation = std::sqrt(square - m.mean * m.mean);
  return m;
}

void expect_bounds_and_cube(const SizeDistribution& d, const Moments& m) {
  EXPECT_GE(m.least, double(smallest_size(d)));
  EXPECT_LE(m.most, double(largest_size(d)));
  EXPECT_NEAR(m.cube, double(mean_cube(d)), 0.01 * m.cube);
}

TEST(Size, FixedDrawsNothing) {
  RandomStream random{1, 0};
  EXPECT_EQ(draw_size(fixed_size(Real(0.5)), random), Real(0.5));
  EXPECT_EQ(random.draws, 0u);
  EXPECT_EQ(mean_cube(fixed_size(Real(0.5))), Real(0.125));
}

TEST(Size, UniformHasTheMomentsOfTheTextbook) {
  const SizeDistribution d = uniform_size(1, 3);
  const Moments m = drawn(d);
  EXPECT_NEAR(m.mean, 2, 0.005);
  EXPECT_NEAR(m.deviation, 2 / std::sqrt(12.0), 0.005);
  EXPECT_NEAR(double(mean_cube(d)), 10, 1e-5);  // (81 - 1) / 8
  expect_bounds_and_cube(d, m);
}

TEST(Size, TriangularHasTheMomentsOfTheTextbook) {
  const SizeDistribution d{Distribution::kTriangular, 1, 4, 2, 0, {}, {}};
  const Moments m = drawn(d);
  EXPECT_NEAR(m.mean, 7.0 / 3, 0.005);
  EXPECT_NEAR(m.deviation, std::sqrt((1 + 16 + 4 - 4 - 2 - 8) / 18.0), 0.005);
  expect_bounds_and_cube(d, m);
  // Mode at an end: density 2 (x - 1) on [1, 2], so E[x^3] = 2 (31/5 - 15/4).
  EXPECT_NEAR(double(mean_cube({Distribution::kTriangular, 1, 2, 2, 0, {}, {}})), 4.9, 1e-5);
}

TEST(Size, NormalWithWideCutOffsIsNormal) {
  const SizeDistribution d{Distribution::kNormal, Real(0.001), 20, 10, 1, {}, {}};
  const Moments m = drawn(d);
  EXPECT_NEAR(m.mean, 10, 0.01);
  EXPECT_NEAR(m.deviation, 1, 0.01);
  EXPECT_NEAR(double(mean_cube(d)), 1030, 1e-3);  // mean^3 + 3 mean deviation^2
  expect_bounds_and_cube(d, m);
}

TEST(Size, NormalCutOnBothSidesKeepsItsShape) {
  const SizeDistribution d{Distribution::kNormal, 9, 12, 10, 1, {}, {}};
  const Moments m = drawn(d);
  // phi(-1) - phi(2) over Phi(2) - Phi(-1)
  EXPECT_NEAR(m.mean, 10 + (0.2419707245 - 0.0539909665) / (0.9772498681 - 0.1586552539), 0.005);
  expect_bounds_and_cube(d, m);
}

TEST(Size, LognormalMeanAndDeviationAreOfTheSizeItself) {
  const SizeDistribution d{Distribution::kLognormal, Real(1e-6), Real(1e3), 2, 1, {}, {}};
  const Moments m = drawn(d);
  EXPECT_NEAR(m.mean, 2, 0.01);
  EXPECT_NEAR(m.deviation, 1, 0.02);
  EXPECT_NEAR(double(mean_cube(d)), 8 * std::pow(1.25, 3), 1e-3);  // mean^3 (1 + (dev/mean)^2)^3
  EXPECT_NEAR(m.cube, double(mean_cube(d)), 0.05 * m.cube);        // a long tail
}

TEST(Size, CutOffsThatNoDrawMeetsGiveTheNearestOfThem) {
  const SizeDistribution d{Distribution::kNormal, 1, 2, 100, Real(0.001), {}, {}};
  RandomStream random{1, 0};
  EXPECT_EQ(draw_size(d, random), Real(2));
  EXPECT_EQ(mean_cube(d), Real(8));
}

TEST(Size, NormalWithoutDeviationIsItsMean) {
  const SizeDistribution d{Distribution::kNormal, 1, 5, 3, 0, {}, {}};
  RandomStream random{1, 0};
  EXPECT_EQ(draw_size(d, random), Real(3));
  EXPECT_EQ(mean_cube(d), Real(27));
}

TEST(Size, TableIsLinearBetweenItsRows) {
  const SizeDistribution d{Distribution::kTable, 1, 4, 0, 0, {1, 2, 4}, {0, Real(0.25), 1}};
  const Moments m = drawn(d);
  EXPECT_NEAR(m.mean, 0.25 * 1.5 + 0.75 * 3, 0.01);
  EXPECT_NEAR(double(mean_cube(d)), 0.25 * 15.0 / 4 + 0.75 * 30, 1e-5);
  expect_bounds_and_cube(d, m);
}

TEST(Size, FirstRowOfATableAboveZeroHoldsThatShare) {
  const SizeDistribution d{Distribution::kTable, 1, 2, 0, 0, {1, 2}, {Real(0.5), 1}};
  RandomStream random{5, 0};
  int ones = 0;
  for (int k = 0; k < 10000; ++k) ones += draw_size(d, random) == Real(1);
  EXPECT_NEAR(ones, 5000, 200);
  EXPECT_NEAR(double(mean_cube(d)), 0.5 + 0.5 * 15.0 / 4, 1e-6);
}

TEST(Size, TableInPercentIsTheSameTable) {
  const SizeDistribution parts{Distribution::kTable, 1, 4, 0, 0, {1, 2, 4}, {0, Real(0.25), 1}};
  const SizeDistribution percent{Distribution::kTable, 1, 4, 0, 0, {1, 2, 4}, {0, 25, 100}};
  RandomStream a{3, 0}, b{3, 0};
  for (int k = 0; k < 100; ++k) EXPECT_NEAR(double(draw_size(parts, a)), double(draw_size(percent, b)), 1e-5);
}

TEST(Size, SharesAreByNumber) {
  RandomStream random{9, 0};
  int n[3] = {};
  for (int k = 0; k < 100000; ++k) ++n[draw_share({Real(0.5), Real(0.2), Real(0.3)}, random)];
  EXPECT_NEAR(n[0], 50000, 700);
  EXPECT_NEAR(n[1], 20000, 700);
  EXPECT_NEAR(n[2], 30000, 700);
  EXPECT_EQ(draw_share({1}, random), 0u);
}

}  // namespace
}  // namespace scree
