// Whole numbers from any number, the same ones on every processor.
#include "scree/math/whole.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace scree {
namespace {

template <class Int>
void expect_the_nearest_of_the_type() {
  using Limits = std::numeric_limits<Int>;
  const double beyond = 2.0 * double(Limits::max() / 2 + 1), infinity = std::numeric_limits<double>::infinity();
  for (const double v : {beyond, 2 * beyond, 1e300, infinity}) EXPECT_EQ(whole<Int>(v), Limits::max());
  for (const double v : {-2 * beyond, -1e300, -infinity}) EXPECT_EQ(whole<Int>(v), Limits::min());
  EXPECT_EQ(whole<Int>(std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(whole<Int>(std::nextafter(beyond, 0.0)), Int(std::nextafter(beyond, 0.0)));
  EXPECT_EQ(whole<Int>(-0.0), 0);
  EXPECT_EQ(whole<Int>(3.99), 3);
}

TEST(Whole, IsTheNearestOfTheType) {
  expect_the_nearest_of_the_type<int>();
  expect_the_nearest_of_the_type<std::int64_t>();
  expect_the_nearest_of_the_type<std::uint32_t>();
  expect_the_nearest_of_the_type<std::uint64_t>();
  EXPECT_EQ(whole<int>(-3.99), -3);
  EXPECT_EQ(whole_floor<int>(-3.01), -4);
  EXPECT_EQ(whole_ceil<int>(-3.99), -3);
  EXPECT_EQ(whole_floor<std::int64_t>(-1e19), std::numeric_limits<std::int64_t>::min());
}

}  // namespace
}  // namespace scree
