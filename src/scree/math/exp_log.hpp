// These are fast 2^x and log2(x) for the norms of superellipsoids, which take seven of them each: within 5e-16 of
// themselves, two to four units in the last place; elementary.hpp is within one and costs three times as much. They
// have no branches and no tables, and take a number or any number of lanes.
//
// The coefficients are Chebyshev interpolants, computed with 60 digits: 2^f to 3e-18 for |f| <= 1/2, and
// log2((1 + z) / (1 - z)) / z in z^2 to 4e-18 for (1 + z) / (1 - z) from sqrt(1/2) to sqrt(2).
#pragma once
#include <cstdint>

#include "scree/math/elementary/number.hpp"

namespace scree {

// It holds for |x| up to 1020.
template <class V>
SCREE_SMALL inline V exp2_inside(V x) {
  using elementary::mad, elementary::all, elementary::kShift, elementary::number, elementary::words;
  const V shifted = x + kShift;
  const V f = x - (shifted - kShift), f2 = f * f, f4 = f2 * f2;
  const V p01 = mad(f, all<V>(0.69314718055994530925), all<V>(0.99999999999999999693));
  const V p23 = mad(f, all<V>(0.055504108664821627039), all<V>(0.24022650695910159567));
  const V p45 = mad(f, all<V>(0.0013333558146406470697), all<V>(0.0096181291075872566681));
  const V p67 = mad(f, all<V>(0.000015252733841556772589), all<V>(0.00015403530463724354209));
  const V p89 = mad(f, all<V>(1.0178057087733941105e-7), all<V>(1.3215432535912376166e-6));
  const V pab = mad(f, all<V>(4.455817908336064493e-10), all<V>(7.0741942972885210056e-9));
  const V p = mad(f4, mad(f4, mad(f2, pab, p89), mad(f2, p67, p45)), mad(f2, p23, p01));
  return number<V>(words(p) + (words(shifted) << 52));
}

// It holds for x <= 0. The result is not below 2^-1020, so that it stays a number to divide by.
template <class V>
SCREE_SMALL inline V exp2_of(V x) {
  const V low = elementary::all<V>(-1020);
  return exp2_inside(x < low ? low : x);
}

// It holds for numbers > 0 that are not denormal.
template <class V>
SCREE_SMALL inline V log2_of(V x) {
  using elementary::mad, elementary::all, elementary::number, elementary::words;
  constexpr std::uint64_t kOne = __builtin_bit_cast(std::uint64_t, 1.0);
  constexpr std::uint64_t kToRootOfHalf = kOne - 0x3fe6a09e667f3bcdull;  // puts 1 in the middle of the range
  constexpr double kToNumber = 0x1p52;
  const elementary::Word<V> bits = words(x), exponent = (bits + kToRootOfHalf) >> 52;  // plus 1023
  const V m = number<V>(bits - ((exponent << 52) - kOne));
  const V e = number<V>(exponent | __builtin_bit_cast(std::uint64_t, kToNumber)) - (kToNumber + 1023);
  const V z = (m - 1) / (m + 1), u = z * z, u2 = u * u;
  const V p01 = mad(u, all<V>(0.96179669392598972877), all<V>(2.8853900817779268115));
  const V p23 = mad(u, all<V>(0.41219858584090053448), all<V>(0.5770780163455202295));
  const V p45 = mad(u, all<V>(0.26233435250418301904), all<V>(0.32059853491395986095));
  const V p67 = mad(u, all<V>(0.21365895694319269427), all<V>(0.22091308423117679618));
  return mad(z, mad(u2 * u2, mad(u2, p67, p45), mad(u2, p23, p01)), e);
}

}  // namespace scree
