// Powers of two and logarithms in lanes, against the library's, one by one.
#include "scree/math/exp_log.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace scree {
namespace {

using Two = LanesOf<2>::Real;
using Four = LanesOf<4>::Real;

TEST(ExpLog, PowersOfTwoAreRightToTwoUnitsInTheLastPlace) {
  std::mt19937_64 rng(1);
  std::uniform_real_distribution<double> wide(-1000, 1000), narrow(-1, 1);
  for (int trial = 0; trial < 100000; ++trial) {
    const double x = wide(rng), y = narrow(rng);
    const Two p = exp2_inside(Two{x, y});
    ASSERT_NEAR(p[0] / std::exp2(x), 1, 5e-16) << x;
    ASSERT_NEAR(p[1] / std::exp2(y), 1, 5e-16) << y;
  }
  const Two exact = exp2_inside(Two{10, -3});
  EXPECT_EQ(exact[0], 1024);
  EXPECT_EQ(exact[1], 0.125);
}

TEST(ExpLog, WhatIsTooSmallStaysANumberToDivideBy) {
  const Two p = exp2_of(Two{-5000, -1020});
  EXPECT_EQ(p[0], 0x1p-1020);
  EXPECT_EQ(p[1], 0x1p-1020);
}

TEST(ExpLog, LogarithmsAreRightAlsoNearOne) {
  std::mt19937_64 rng(2);
  std::uniform_real_distribution<double> exponent(-1000, 1000), small(1e-12, 1);
  for (int trial = 0; trial < 100000; ++trial) {
    const double x = std::exp2(exponent(rng)), y = 1 + std::pow(small(rng), 4), z = 1 / y;
    const Four l = log2_of(Four{x, y, z, 1});
    ASSERT_NEAR(l[0], std::log2(x), 5e-16 * std::abs(std::log2(x)) + 1e-18);
    ASSERT_NEAR(l[1], std::log2(y), 5e-16 * std::abs(std::log2(y)));
    ASSERT_NEAR(l[2], std::log2(z), 5e-16 * std::abs(std::log2(z)));
    ASSERT_EQ(l[3], 0);
  }
}

}  // namespace
}  // namespace scree
