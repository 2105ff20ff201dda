// These are powers and logarithms: 2^x, e^x, e^x - 1, log2 x, ln x, ln(1 + x), arcosh x, x^y. The logarithm has twice
// the digits of a number, since a power multiplies its error by up to a thousand.
//
// The coefficients come from tools/elementary_coefficients.py.
#pragma once
#include "scree/math/elementary/number.hpp"

namespace scree::elementary {

inline constexpr double kLn2 = 0x1.62e42fefa39efp-1, kLn2Low = 0x1.abc9e3b39803fp-56;
inline constexpr double kLog2E = 0x1.71547652b82fep+0, kLog2ELow = 0x1.777d0ffda0d24p-56;

// The parts obey 2^(x.hi + x.lo) = (1 + p + rest) 2^k, with k the whole number next to the sum.
template <class V>
struct Power {
  V p, rest, k;
  Scale<V> scale;
};
template <class V>
SCREE_HD inline Power<V> power_of(Twice<V> x) {
  constexpr double kLimit = 1100;  // all is 0 or infinite beyond it
  const auto inside = magnitude(x.hi) < kLimit;
  x.lo = inside ? x.lo : all<V>(0);
  x.hi = x.hi < -kLimit ? all<V>(-kLimit) : x.hi;
  x.hi = x.hi > kLimit ? all<V>(kLimit) : x.hi;
  const V shifted = x.hi + kShift, k = shifted - kShift;
  const Twice<V> f = sum(x.hi - k, x.lo);
  const Twice<V> p = whole_product(f.hi, all<V>(kLn2));
  const V of_low = product(f.lo, all<V>(kLn2));
  const V rest = mad(of_low, p.hi, of_low) + mad(f.hi, kLn2Low, p.lo);
  const Twice<V> square = whole_product(f.hi, f.hi);
  const V f2 = square.hi;
  const V even = horner(f2, 0x1.ebfbdff82c58fp-3, 0x1.3b2ab6fba4e78p-7, 0x1.430912f86bf4ep-13, 0x1.62c022401d5c2p-20,
                        0x1.e4cf1cc5c8b02p-28, 0x1.c48f8c2305624p-36);
  const V odd = horner(f2, 0x1.c6b08d704a0c2p-5, 0x1.5d87fe78a526dp-10, 0x1.ffcbfc6712438p-17, 0x1.b524fad88ed30p-24,
                       0x1.e9d419696e0e9p-32);
  const V of_square = mad(f.hi, odd, even);
  return {p.hi, mad(f2, of_square, mad(square.lo, of_square, rest)), k, power_of_two(shifted)};
}
template <class V>
SCREE_HD inline V value(const Power<V>& e) {
  const Twice<V> s = sum_of_larger(all<V>(1), e.p);
  return (s.hi + (s.lo + e.rest)) * e.scale.first * e.scale.second;
}
template <class V>
SCREE_SMALL inline Twice<V> times_log2_e(V x) {
  const Twice<V> p = whole_product(x, all<V>(kLog2E));
  return {p.hi, mad(x, kLog2ELow, p.lo)};
}

template <class V>
SCREE_HD inline V exp2(V x) {
  return value(power_of(Twice<V>{x, all<V>(0)}));
}
template <class V>
SCREE_HD inline V exp(V x) {
  return value(power_of(times_log2_e(x)));
}
template <class V>
SCREE_HD inline V expm1(V x) {
  const Power<V> e = power_of(times_log2_e(x));
  // The result is (1 + p + rest) 2^k - 1; from 2^60 on the 1 does not matter.
  const V two_k = e.scale.first * e.scale.second;
  const auto small = e.k < 60;
  const Twice<V> whole = sum(two_k, all<V>(-1)), s = sum_of_larger(whole.hi, product(e.p, two_k));
  const V low = s.hi + ((s.lo + whole.lo) + product(e.rest, two_k));
  const V r = small ? low : value(e);
  return magnitude(x) < 0x1p-54 ? x : r;
}

// Returns log2(x.hi + x.lo), which is -infinity for 0 and NaN below. If with_low is set, x.lo may be other than 0.
template <bool with_low = true, class V>
SCREE_HD inline Twice<V> log2_of_sum(const Twice<V>& x) {
  constexpr std::uint64_t kOne = __builtin_bit_cast(std::uint64_t, 1.0);
  constexpr std::uint64_t kToRootOfHalf = kOne - 0x3fe6a09e667f3bcdull;  // puts 1 in the middle of the range
  const auto denormal = x.hi < 0x1p-1022;
  const V normal = denormal ? x.hi * 0x1p54 : x.hi;
  const Word<V> bits = words(normal), exponent = (bits + kToRootOfHalf) >> 52;  // plus 1023
  const V m = number<V>(bits - ((exponent << 52) - kOne));
  const V e = number<V>(exponent | __builtin_bit_cast(std::uint64_t, 0x1p52)) -
              (denormal ? all<V>(0x1p52 + 1023 + 54) : all<V>(0x1p52 + 1023));
  V n = m - 1, n_low = all<V>(0);
  const V d = m + 1;
  V d_low = m - (d - 1);
  if constexpr (with_low) {
    const V lo = denormal ? x.lo * 0x1p54 : x.lo;
    const V m_low = product(lo, number<V>((2047 - exponent) << 52)) * 0.5;
    const Twice<V> s = sum_of_larger(n, m_low);
    n = s.hi, n_low = s.lo, d_low = d_low + m_low;
  }
  // The series is that of log2(m) = log2((1 + z) / (1 - z)), z = (m - 1) / (m + 1).
  const V r = 1 / d, z = product(n, r);
  V rest = mad(-z, d_low, mad(-z, d, n));
  if constexpr (with_low) rest = rest + n_low;
  const V z_low = product(rest, r);
  const Twice<V> u = times(Twice<V>{z, z_low}, Twice<V>{z, z_low});
  const V u2 = product(u.hi, u.hi);
  const V even = horner(u2, 0x1.a61762a7aded9p-2, 0x1.0c9a84991f51dp-2, 0x1.89f38d4ad74fap-3, 0x1.356fc6df3d9a3p-3);
  const V odd = horner(u2, 0x1.484b13d7c0366p-2, 0x1.c68f56d2b8bc9p-3, 0x1.5ba4f42598068p-3, 0x1.39b1e43dfa5e8p-3);
  const auto plus = [](const Twice<V>& p, double c, double c_low) {
    const Twice<V> s = sum_of_larger(all<V>(c), p.hi);
    return Twice<V>{s.hi, s.lo + (p.lo + c_low)};
  };
  const V tail = product(u.hi, mad(u.hi, odd, even));
  const Twice<V> s2 = plus({tail, all<V>(0)}, 0x1.2776c50ef9bfep-1, 0x1.e4b29ccc535d4p-55);
  const Twice<V> s1 = plus(times(s2, u), 0x1.ec709dc3a03fdp-1, 0x1.d27f05548af0cp-55);
  const Twice<V> s0 = plus(times(s1, u), 0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55);
  const Twice<V> p = times(s0, Twice<V>{z, z_low});
  const Twice<V> s = sum_of_larger(e, p.hi);
  Twice<V> log = sum_of_larger(s.hi, s.lo + p.lo);
  // The special cases are 0, infinity, NaN and numbers below 0.
  const auto regular = (x.hi > 0) & (x.hi < kInfinity);
  const V special = x.hi == 0 ? all<V>(-kInfinity) : (x.hi > 0 ? x.hi : all<V>(kNan));
  log.hi = regular ? log.hi : special;
  log.lo = regular ? log.lo : all<V>(0);
  return log;
}
// Returns the natural logarithm, given that to base 2.
template <class V>
SCREE_SMALL inline V natural(const Twice<V>& log2) {
  const Twice<V> p = times(log2, Twice<V>{all<V>(kLn2), all<V>(kLn2Low)});
  const V l = p.hi + p.lo;
  return magnitude(log2.hi) < kInfinity ? l : log2.hi;
}

template <class V>
SCREE_HD inline V log2(V x) {
  return log2_of_sum<false>(Twice<V>{x, all<V>(0)}).hi;
}
template <class V>
SCREE_HD inline V log(V x) {
  return natural(log2_of_sum<false>(Twice<V>{x, all<V>(0)}));
}
template <class V>
SCREE_HD inline V log1p(V x) {
  Twice<V> s = sum(all<V>(1), x);
  s.lo = s.hi < kInfinity ? s.lo : all<V>(0);
  const V l = natural(log2_of_sum(s));
  return magnitude(x) < 0x1p-54 ? x : l;
}
// Returns ln(x + sqrt(x^2 - 1)), for x >= 1.
template <class V>
SCREE_HD inline V acosh(V x) {
  constexpr double kLarge = 0x1p500;  // there the root is x
  const auto large = x > kLarge;
  const V y = large ? all<V>(2) : x;
  const Twice<V> square = whole_product(y, y), less = sum(square.hi, all<V>(-1));
  const Twice<V> r = root(sum_of_larger(less.hi, less.lo + square.lo));
  Twice<V> s = sum(y, r.hi);
  s = sum_of_larger(s.hi, s.lo + r.lo);
  s.hi = large ? x : s.hi, s.lo = large ? all<V>(0) : s.lo;
  const Twice<V> l = log2_of_sum(s), more = sum(l, Twice<V>{large ? all<V>(1) : all<V>(0), all<V>(0)});
  const V a = natural(more);
  const V beyond = x == kInfinity ? x : a;
  return x >= 1 ? beyond : all<V>(kNan);
}

template <class V>
SCREE_HD inline V pow(V x, V y) {
  constexpr double kWhole = 0x1p52;  // all numbers are whole from there on
  const auto is_whole = [](V v) { return (v >= kWhole) | ((v + kWhole) - kWhole == v); };
  const V base = magnitude(x), size = magnitude(y);
  const Twice<V> log = log2_of_sum<false>(Twice<V>{base, all<V>(0)});
  const Twice<V> p = whole_product(y, log.hi);
  V r = value(power_of(Twice<V>{p.hi, mad(y, log.lo, p.lo)}));
  const auto whole = is_whole(size), twice_whole = is_whole(size * 0.5);
  const auto infinite = size == kInfinity;
  const Word<V> sign = words(x) & kSignBit;
  r = whole ? (twice_whole ? r : number<V>(words(r) | sign)) : (((x < 0) & (base < kInfinity)) ? all<V>(kNan) : r);
  const auto one = (x == 1) | (y == 0) | ((base == 1) & infinite);
  return one ? all<V>(1) : r;
}

}  // namespace scree::elementary
