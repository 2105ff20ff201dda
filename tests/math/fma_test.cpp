// fma has one rounding, of one number and of lanes, whatever the processor has for it.
#include "scree/math/fma.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>

#include "scree/math/pack.hpp"

namespace scree {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }

// (1 + e)(1 - e) - 1 = -e^2: the product alone would be rounded to 1.
TEST(Fma, KeepsWhatAProductRoundsAway) {
  const double e = 0x1p-40;
  EXPECT_EQ(fma(1 + e, 1 - e, -1.0), -0x1p-80);
  EXPECT_EQ(fma(1 + float(0x1p-20), 1 - float(0x1p-20), -1.0f), float(-0x1p-40));
  EXPECT_EQ(sum(fma(Pack(1 + e), Pack(1 - e), Pack(-1))), -4 * 0x1p-80);
  const Vec3 v = fma(1 + e, Vec3{1 - e, 2, 3}, Vec3{-1, 0, 0});
  EXPECT_EQ(v.x, -0x1p-80);
}

template <int n>
struct LanesOf {
  typedef double Real __attribute__((vector_size(8 * n)));
};
template <int n>
void expect_lanes_as_numbers(const double (&a)[8], const double (&b)[8], const double (&c)[8]) {
  using Lanes = typename LanesOf<n>::Real;
  Lanes x{}, y{}, z{};
  for (int l = 0; l < n; ++l) x[l] = a[l], y[l] = b[l], z[l] = c[l];
  const Lanes r = fma_lanes(x, y, z), minus = fnma_lanes(x, y, z), less = fms_lanes(x, y, z),
              both = fnms_lanes(x, y, z);
  const auto same = [](double p, double q) { return bits_of(p) == bits_of(q) || (std::isnan(p) && std::isnan(q)); };
  for (int l = 0; l < n; ++l)
    EXPECT_TRUE(same(r[l], fma(a[l], b[l], c[l])) && same(minus[l], fma(-a[l], b[l], c[l])) &&
                same(less[l], fma(a[l], b[l], -c[l])) && same(both[l], fma(-a[l], b[l], -c[l])))
        << a[l] << ' ' << b[l] << ' ' << c[l];
}

// Sums that cancel to the last bits, numbers near the smallest, signed zeros, infinities.
TEST(Fma, OfLanesIsThatOfNumbers) {
  std::mt19937_64 random(7);
  const double edges[] = {0.0, -0.0, 1.0, 0x1p-1074, -0x1p-1022, 0x1p1023, kInfinity, -kInfinity};
  for (int round = 0; round < 20000; ++round) {
    double a[8], b[8], c[8];
    for (int l = 0; l < 8; ++l) {
      const auto number = [&] {
        const std::uint64_t mantissa = random() >> 12, exponent = 1023 - 3 + random() % 7;
        return std::bit_cast<double>(mantissa | exponent << 52 | (random() & 1) << 63);
      };
      a[l] = number(), b[l] = number();
      c[l] = random() % 2 ? -(a[l] * b[l]) : number();
      if (random() % 16 == 0) a[l] = edges[random() % 8], c[l] = edges[random() % 8];
      if (a[l] * b[l] + c[l] != a[l] * b[l] + c[l])
        c[l] = 1, a[l] = 1;  // numbers that are none have no sign to compare
    }
    expect_lanes_as_numbers<2>(a, b, c), expect_lanes_as_numbers<4>(a, b, c), expect_lanes_as_numbers<8>(a, b, c);
  }
}

}  // namespace
}  // namespace scree
