// 2^x and log2(x) of several numbers at once, for powers of numbers that are no powers of two: about one unit in the
// last place, no branches, no tables. GCC's vectors: any number of lanes.
//
// The coefficients are Chebyshev interpolants, computed with 60 digits: 2^f to 3e-18 for |f| <= 1/2, and
// log2((1 + z) / (1 - z)) / z in z^2 to 4e-18 for (1 + z) / (1 - z) from sqrt(1/2) to sqrt(2).
#pragma once
#include <bit>
#include <cstdint>

#include "scree/math/elementary/number.hpp"

namespace scree {

// Held between 2^-1020 and 2^1020, so that what is too small stays a number to divide by.
template <int n>
inline typename LanesOf<n>::Real exp2_of(typename LanesOf<n>::Real x) {
  using V = typename LanesOf<n>::Real;
  using I = typename LanesOf<n>::Int;
  constexpr double kLimit = 1020, kShift = 0x1.8p52;  // adding it rounds to a whole number, in the last bits
  const V low = V{} - kLimit, high = V{} + kLimit;
  x = x < low ? low : x;
  x = x > high ? high : x;
  const V shifted = x + kShift;
  const V f = x - (shifted - kShift), f2 = f * f, f4 = f2 * f2;
  const V p01 = 0.99999999999999999693 + 0.69314718055994530925 * f;
  const V p23 = 0.24022650695910159567 + 0.055504108664821627039 * f;
  const V p45 = 0.0096181291075872566681 + 0.0013333558146406470697 * f;
  const V p67 = 0.00015403530463724354209 + 0.000015252733841556772589 * f;
  const V p89 = 1.3215432535912376166e-6 + 1.0178057087733941105e-7 * f;
  const V pab = 7.0741942972885210056e-9 + 4.455817908336064493e-10 * f;
  const V p = (p01 + f2 * p23) + f4 * ((p45 + f2 * p67) + f4 * (p89 + f2 * pab));
  return V(I(p) + (I(shifted) << 52));
}

// Of numbers > 0 that are not denormal.
template <int n>
inline typename LanesOf<n>::Real log2_of(typename LanesOf<n>::Real x) {
  using V = typename LanesOf<n>::Real;
  using W = typename LanesOf<n>::Word;
  constexpr std::uint64_t kOne = std::bit_cast<std::uint64_t>(1.0);
  constexpr std::uint64_t kToRootOfHalf = kOne - 0x3fe6a09e667f3bcdull;  // so that 1 is in the middle of the range
  constexpr double kShift = 0x1p52;
  const W bits = W(x);
  const W exponent = (bits + kToRootOfHalf) >> 52;  // plus 1023
  const V m = V(bits - ((exponent << 52) - kOne));
  const V e = V(exponent | std::bit_cast<std::uint64_t>(kShift)) - (kShift + 1023);
  const V z = (m - 1) / (m + 1), u = z * z, u2 = u * u;
  const V p = (2.8853900817779268115 + 0.96179669392598972877 * u) +
              u2 * (0.5770780163455202295 + 0.41219858584090053448 * u) +
              (u2 * u2) * ((0.32059853491395986095 + 0.26233435250418301904 * u) +
                           u2 * (0.22091308423117679618 + 0.21365895694319269427 * u));
  return e + z * p;
}

}  // namespace scree
