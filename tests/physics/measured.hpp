// Compares a measured number with its closed form and leaves both in the test's record: run with
// --gtest_output=json:FILE to read them (docs/verification.md is written from there).
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace scree::test {

inline void record(const std::string& what, double got, double expected) {
  testing::Test::RecordProperty(what, fmt::format("{:.8g} expected {:.8g} deviation {:.2e}", got, expected,
                                                  expected != 0 ? got / expected - 1 : got));
}

// Relative to the expected value.
inline void expect_close(const std::string& what, double got, double expected, double tolerance) {
  record(what, got, expected);
  EXPECT_NEAR(got, expected, tolerance * std::abs(expected)) << what;
}
// Absolute, for what is expected to vanish or is an angle.
inline void expect_within(const std::string& what, double got, double expected, double tolerance) {
  record(what, got, expected);
  EXPECT_NEAR(got, expected, tolerance) << what;
}
// Not more than a bound, for residuals and drifts.
inline void expect_below(const std::string& what, double got, double bound) {
  testing::Test::RecordProperty(what, fmt::format("{:.3e} bound {:.1e}", got, bound));
  EXPECT_LT(got, bound) << what;
}

}  // namespace scree::test
