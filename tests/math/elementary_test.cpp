// Lanes and numbers alone have the same bits; tests/accuracy/elementary.cpp measures errors and edges.
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "scree/math/elementary_pack.hpp"

namespace scree {
namespace {

std::vector<double> arguments() {
  std::vector<double> x{0,   -0.0, 1,    -1,    0.5,    -0.5,   2,      0x1p-1074, -0x1p-1022, 0x1p-30,
                        1e5, -1e8, 1e22, 1e300, -745.2, 709.79, 1024.0, INFINITY,  -INFINITY,  NAN};
  std::mt19937_64 rng(5);
  for (int k = 0; k < 400; ++k) {
    const std::uint64_t w = rng();
    x.push_back(std::bit_cast<double>(w));
    x.push_back(std::ldexp(double(std::int64_t(w)), -60 - int(w % 8)));  // usual sizes
  }
  return x;
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

// f(x, y), for lanes of any number.
template <int n, class F>
void expect_lanes_as_alone(const char* name, F&& f) {
  const std::vector<double> all = arguments();
  for (std::size_t k = 0; k < all.size(); ++k) {
    typename LanesOf<n>::Real x{}, y{};
    for (std::size_t l = 0; l < n; ++l) x[l] = all[(k + l) % all.size()], y[l] = all[(k + 7 * l + 3) % all.size()];
    const typename LanesOf<n>::Real r = f(x, y);
    for (std::size_t l = 0; l < n; ++l) {
      const double alone = f(double(x[l]), double(y[l]));
      ASSERT_TRUE(same(r[l], alone)) << name << " " << x[l] << " " << y[l] << ": " << r[l] << " and " << alone;
    }
  }
}
template <class F>
void expect_same_bits(const char* name, F&& f) {
  expect_lanes_as_alone<1>(name, f);
  expect_lanes_as_alone<2>(name, f);
  expect_lanes_as_alone<4>(name, f);
  expect_lanes_as_alone<8>(name, f);
  const Pack p = f(Pack(0.7), Pack(1.3));
  EXPECT_TRUE(same(p.lanes[2], f(0.7, 1.3))) << name;
}

#define EXPECT_SAME_BITS(f) expect_same_bits(#f, [](auto x, auto) { return f(x); })
TEST(Elementary, LanesAsAlone) {
  EXPECT_SAME_BITS(exp2);
  EXPECT_SAME_BITS(exp);
  EXPECT_SAME_BITS(expm1);
  EXPECT_SAME_BITS(log2);
  EXPECT_SAME_BITS(log);
  EXPECT_SAME_BITS(log1p);
  EXPECT_SAME_BITS(acosh);
  EXPECT_SAME_BITS(cbrt);
  EXPECT_SAME_BITS(sin);
  EXPECT_SAME_BITS(cos);
  EXPECT_SAME_BITS(tan);
  EXPECT_SAME_BITS(asin);
  EXPECT_SAME_BITS(acos);
  EXPECT_SAME_BITS(atan);
  expect_same_bits("pow", [](auto x, auto y) { return pow(x, y); });
  expect_same_bits("hypot", [](auto x, auto y) { return hypot(x, y); });
  expect_same_bits("atan2", [](auto x, auto y) { return atan2(x, y); });
}

TEST(Elementary, SineAndCosineTogetherAsAlone) {
  for (const double x : arguments()) {
    const auto both = sincos(x);
    EXPECT_TRUE(same(both.sin, sin(x)) && same(both.cos, cos(x))) << x;
    EXPECT_TRUE(same(sincos(Pack(x)).cos.lanes[1], both.cos)) << x;
  }
}

TEST(Elementary, WholePowersOfTwoAreExact) {
  for (int k = -1074; k < 1024; ++k) {
    const double x = std::ldexp(1.0, k);
    EXPECT_EQ(exp2(double(k)), x);
    EXPECT_EQ(log2(x), k);
    EXPECT_EQ(pow(2.0, double(k)), x);
    if (k % 3 == 0) {
      EXPECT_EQ(cbrt(x), std::ldexp(1.0, k / 3));
    }
  }
}

TEST(Elementary, GammaOfWholeNumbersAreFactorials) {
  double factorial = 1;
  for (int n = 1; n < 20; ++n) {
    EXPECT_DOUBLE_EQ(lgamma(n + 1.0), log(factorial *= n));
  }
  EXPECT_TRUE(std::isnan(lgamma(-0.5)));
  EXPECT_EQ(lgamma(0.0), INFINITY);
}

}  // namespace
}  // namespace scree
