#include "scree/setup/step_count.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace scree {
namespace {

TEST(StepCount, CountsSteps) {
  EXPECT_EQ(steps_until(1, 0.1), 10u);
  EXPECT_EQ(steps_until(0.3, 0.1), 3u);  // 0.3 / 0.1 is above 2.9999999999999996
  EXPECT_EQ(steps_until(0.31, 0.1), 4u);
  EXPECT_EQ(steps_until(0, 0.1), 0u);
  EXPECT_EQ(steps_in(0.1, 1e-3), 100u);
  EXPECT_EQ(steps_in(1e-6, 1e-3), 1u);
  EXPECT_EQ(steps_in(0, 1e-3), 0u);
}

TEST(StepCount, NeverGoesBeyondWhatTimeCanTell) {
  constexpr double kInf = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();
  const auto most = std::uint64_t(kMostSteps);
  for (const double time : {1e15, 1e300, kInf}) {
    EXPECT_EQ(steps_until(time, 1e-5), most);
    EXPECT_EQ(steps_in(time, 1e-5), most);
  }
  EXPECT_EQ(steps_until(kNaN, 1e-5), 0u);
  EXPECT_EQ(steps_in(kNaN, 1e-5), 0u);
  EXPECT_EQ(steps_until(-1, 1e-5), 0u);
}

}  // namespace
}  // namespace scree
