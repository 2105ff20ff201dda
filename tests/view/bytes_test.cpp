#include "scree/view/bytes.hpp"

#include <gtest/gtest.h>

#include <random>

#include "scree/frames/json.hpp"
#include "view/sample_run.hpp"

namespace scree::view {
namespace {

// All 63488 finite half floats come back as themselves.
TEST(Half, IsExactForEveryHalfFloat) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    if (((bits >> 10) & 0x1f) == 0x1f) continue;  // infinities and NaN
    const auto half = std::uint16_t(bits);
    ASSERT_EQ(half_of(float_of(half)), half) << bits;
  }
}

// Of any float the nearest half float: no other one is nearer, and of two as near the even one.
TEST(Half, RoundsToTheNearest) {
  std::mt19937_64 rng(7);
  for (int trial = 0; trial < 20000; ++trial) {
    const float value = std::ldexp(std::uniform_real_distribution<float>(-1, 1)(rng), int(rng() % 44) - 27);
    const std::uint16_t half = half_of(value);
    const double error = std::abs(double(float_of(half)) - double(value));
    for (const int step : {-1, 1}) {
      const auto other = std::uint16_t(half + step);
      if ((other & 0x7c00u) == 0x7c00u || ((half & 0x7fffu) == 0 && step < 0)) continue;
      const double other_error = std::abs(double(float_of(other)) - double(value));
      ASSERT_LE(error, other_error) << value;
      const bool tie = error == other_error && error > 0;
      ASSERT_TRUE(!tie || (half & 1) == 0) << value;
    }
  }
}

TEST(Half, HoldsOnToTheLargestAndDropsWhatIsNoNumber) {
  EXPECT_EQ(float_of(half_of(1e9f)), 65504.0f);
  EXPECT_EQ(float_of(half_of(-1e9f)), -65504.0f);
  EXPECT_EQ(float_of(half_of(std::numeric_limits<float>::infinity())), 65504.0f);
  EXPECT_EQ(half_of(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(half_of(1e-12f), 0);
}

TEST(Json, IsValidForAnyBytes) {
  std::mt19937_64 rng(11);
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text(rng() % 40, '\0');
    for (char& c : text) c = char(rng());
    const std::string quoted = json::text(text);
    ASSERT_TRUE(sample_run::JsonCheck::is_valid(quoted)) << quoted;
    // What comes out is UTF-8: quoting it again finds nothing to replace.
    ASSERT_FALSE(sample_run::has(text, "\xef\xbf\xbd")) << "the sampler should not hit this";
    const std::string again = json::text(quoted);
    const auto count = [](const std::string& s) {
      std::size_t n = 0;
      for (std::size_t at = 0; (at = s.find("\xef\xbf\xbd", at)) != std::string::npos; at += 3) ++n;
      return n;
    };
    ASSERT_EQ(count(again), count(quoted));
  }
}

TEST(Json, KeepsWhatIsFineAndEscapesWhatIsNot) {
  EXPECT_EQ(json::text("a \"b\" \\ \n\t\x01 \xc3\xa9 \xf0\x9f\xaa\xa8"),
            "\"a \\\"b\\\" \\\\ \\n\\t\\u0001 \xc3\xa9 \xf0\x9f\xaa\xa8\"");
  EXPECT_EQ(json::text("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");  // half a surrogate pair
  EXPECT_EQ(json::text("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");                  // "/" in two bytes
  EXPECT_EQ(json::number(0.1), "0.1");
  EXPECT_EQ(json::number(std::nan("")), "null");
  EXPECT_EQ(json::number(-INFINITY), "null");
  EXPECT_EQ(json::vector({1, -0.5, INFINITY}), "[1,-0.5,null]");
}

}  // namespace
}  // namespace scree::view
