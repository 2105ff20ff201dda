// These are sine, cosine and tangent of any number, and the angles back: asin, acos, atan, atan2.
//
// The coefficients come from tools/elementary_coefficients.py.
#pragma once

#include "scree/math/elementary/number.hpp"

namespace scree::elementary {

inline constexpr double kHalfPi[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};

// The quadrant gives x = rest + quadrant pi / 2, where |rest| is not above pi / 4 (and a rounding). Only its last two
// bits count.
template <class V>
struct Quadrant {
  Twice<V> rest;
  Word<V> quadrant;
};

// Below this angle pi / 2 in three numbers has digits enough.
inline constexpr double kLargeAngle = 0x1p26;

// Holds the 128 bits of a product.
struct WholeWords {
  std::uint64_t high, low;
};
SCREE_HD inline WholeWords whole_words(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const std::uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), middle2 = a0 * b1 + (middle & 0xffffffffu);
  return {a1 * b1 + (middle >> 32) + (middle2 >> 32), (middle2 << 32) | (low & 0xffffffffu)};
}

// Reduces a finite number from 2^26 on, by those bits of 2 / pi whose product with it is below 4 (Payne and Hanek
// 1983).
SCREE_HD inline Quadrant<double> large_angle(double x) {
  // The bits are 0, then those of 2 / pi = 0.1010...
  constexpr std::uint64_t kBits[20] = {0,
                                       0xa2f9836e4e441529,
                                       0xfc2757d1f534ddc0,
                                       0xdb6295993c439041,
                                       0xfe5163abdebbc561,
                                       0xb7246e3a424dd2e0,
                                       0x06492eea09d1921c,
                                       0xfe1deb1cb129a73e,
                                       0xe88235f52ebb4484,
                                       0xe99c7026b45f7e41,
                                       0x3991d639835339f4,
                                       0x9c845f8bbdf9283b,
                                       0x1ff897ffde05980f,
                                       0xef2f118b5a0a6d1f,
                                       0x6d367ecf27cb09b7,
                                       0x4f463f669e5fea2d,
                                       0x7527bac7ebe5f17b,
                                       0x3d0739f78a5292ea,
                                       0x6bfb5fb11f8d5d08,
                                       0x56033046fc7b6bab};
  const std::uint64_t bits = words(x) & ~kSignBit;
  const std::uint64_t m = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
  const int exponent = int(bits >> 52) - 1075, from = exponent - 2 + 64;  // x = m 2^exponent
  const int word = from >> 6, off = from & 63;
  const auto window = [&](int k) {
    return (kBits[word + k] << off) | (off == 0 ? 0 : kBits[word + k + 1] >> (64 - off));
  };
  // The product is m 2^exponent (2 / pi) / 4 without its whole part, in 192 bits.
  const WholeWords p2 = whole_words(m, window(2)), p1 = whole_words(m, window(1));
  std::uint64_t r2 = p2.low, r1 = p1.low + p2.high;
  std::uint64_t r0 = m * window(0) + p1.high + (r1 < p1.low ? 1 : 0);
  std::uint64_t quadrant = r0 >> 62;
  r0 = (r0 << 2) | (r1 >> 62), r1 = (r1 << 2) | (r2 >> 62), r2 <<= 2;
  // From one half on it is the next quadrant, less what is missing.
  const bool next = r0 >> 63;
  if (next) {
    ++quadrant;
    r2 = ~r2 + 1, r1 = ~r1 + (r2 == 0 ? 1 : 0), r0 = ~r0 + (r2 == 0 && r1 == 0 ? 1 : 0);
  }
  // The first 106 bits that are not 0 go into two numbers.
  int zeros = 0;
  if (r0 == 0) r0 = r1, r1 = r2, r2 = 0, zeros = 64;
  const int left = r0 == 0 ? 0 : leading_zeros(r0);
  if (left > 0) r0 = (r0 << left) | (r1 >> (64 - left)), r1 = (r1 << left) | (r2 >> (64 - left));
  zeros += left;
  const double unit = number<double>(std::uint64_t(1023 - 53 - zeros) << 52);
  const double hi = double(r0 >> 11) * unit;
  const double lo = double(((r0 & 0x7ff) << 42) | (r1 >> 22)) * (unit * 0x1p-53);
  const Twice<double> angle = times(Twice<double>{hi, lo}, Twice<double>{kHalfPi[0], kHalfPi[1]});
  const bool negative = next != (x < 0);
  return {{negative ? -angle.hi : angle.hi, negative ? -angle.lo : angle.lo}, x < 0 ? 0 - quadrant : quadrant};
}

template <class V>
SCREE_HD inline Quadrant<V> quadrant_of(V x) {
  const V shifted = mad(x, 0x1.45f306dc9c883p-1, all<V>(kShift)), k = shifted - kShift;
  const Twice<V> first = whole_product(k, all<V>(kHalfPi[0])), second = whole_product(k, all<V>(kHalfPi[1]));
  Twice<V> r = sum(x - first.hi, -first.lo);
  const Twice<V> s = sum(r.hi, -second.hi);
  const V low = mad(-k, kHalfPi[2], (r.lo + s.lo) - second.lo);
  Quadrant<V> q{sum_of_larger(s.hi, low), words(shifted)};
  const auto large = magnitude(x) > kLargeAngle;
  if (any(large)) [[unlikely]] {
    if constexpr (kAlone<V>) {
      if (magnitude(x) < kInfinity) return large_angle(x);
    } else {
      for (unsigned l = 0; l < sizeof(V) / 8; ++l) {
        const double at = x[l];
        if (!(magnitude(at) > kLargeAngle && magnitude(at) < kInfinity)) continue;
        const Quadrant<double> alone = large_angle(at);
        q.rest.hi[l] = alone.rest.hi, q.rest.lo[l] = alone.rest.lo, q.quadrant[l] = alone.quadrant;
      }
    }
  }
  // The rest of an infinity or NaN is NaN.
  q.rest.hi = magnitude(x) < kInfinity ? q.rest.hi : all<V>(kNan);
  return q;
}

template <class V>
SCREE_HD inline Twice<V> sine_of_rest(const Twice<V>& r) {
  const V u = product(r.hi, r.hi);
  const V p = horner(u, -0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019936p-13, 0x1.71de3a54604eap-19,
                     -0x1.ae64541249fb1p-26, 0x1.61217ea9b7ed1p-33, -0x1.ab179a62d26edp-41);
  const V of_low = mad(product(u, all<V>(-0.5)), r.lo, r.lo);
  return sum_of_larger(r.hi, mad(product(u, r.hi), p, of_low));
}
template <class V>
SCREE_HD inline Twice<V> cosine_of_rest(const Twice<V>& r) {
  const Twice<V> u = whole_product(r.hi, r.hi);
  const V p = horner(u.hi, 0x1.5555555555555p-5, -0x1.6c16c16c16966p-10, 0x1.a01a019f4e7a2p-16, -0x1.27e4fa17941a8p-22,
                     0x1.1eeb68a05cf19p-29, -0x1.907d6ee97cd28p-37);
  const Twice<V> w = sum_of_larger(all<V>(1), product(u.hi, all<V>(-0.5)));
  const V low = mad(u.lo, -0.5, mad(-r.hi, r.lo, w.lo));
  return sum_of_larger(w.hi, mad(product(u.hi, u.hi), p, low));
}

template <class V>
struct SineCosine {
  V sin, cos;
};
template <class V>
SCREE_HD inline SineCosine<V> sincos(V x) {
  const Quadrant<V> q = quadrant_of(x);
  const V s = sine_of_rest(q.rest).hi, c = cosine_of_rest(q.rest).hi;
  const auto turned = (q.quadrant & 1) != 0;
  const V sine = turned ? c : s, cosine = turned ? s : c;
  const V with_signs = number<V>(words(sine) ^ ((q.quadrant & 2) << 62));
  // The choices keep the last place of tiny numbers, and the sign of 0.
  return {magnitude(x) < 0x1p-27 ? x : with_signs, number<V>(words(cosine) ^ (((q.quadrant + 1) & 2) << 62))};
}
template <class V>
SCREE_HD inline V sin(V x) {
  return sincos(x).sin;
}
template <class V>
SCREE_HD inline V cos(V x) {
  return sincos(x).cos;
}
template <class V>
SCREE_HD inline V tan(V x) {
  const Quadrant<V> q = quadrant_of(x);
  const Twice<V> s = sine_of_rest(q.rest), c = cosine_of_rest(q.rest);
  const auto turned = (q.quadrant & 1) != 0;
  const Twice<V> n{turned ? -c.hi : s.hi, turned ? -c.lo : s.lo}, d{turned ? s.hi : c.hi, turned ? s.lo : c.lo};
  const Twice<V> t = quotient(n, d);
  return magnitude(x) < 0x1p-27 ? x : t.hi + t.lo;
}

// Returns the angle between the x axis and (x, y), both >= 0 and not both 0, up to pi / 2.

template <class V>
SCREE_HD inline Twice<V> steepness(const Twice<V>& x, const Twice<V>& y) {
  const auto steep = y.hi > x.hi;
  const Twice<V> big{steep ? y.hi : x.hi, steep ? y.lo : x.lo}, small{steep ? x.hi : y.hi, steep ? x.lo : y.lo};
  // The argument is folded by atan(t) = pi / 4 + atan((t - 1) / (t + 1)).
  const auto fold = small.hi > product(big.hi, all<V>(0.41421356));
  const Twice<V> difference = sum(small.hi, -big.hi), total = sum(big.hi, small.hi);
  const Twice<V> n{fold ? difference.hi : small.hi, fold ? difference.lo + (small.lo - big.lo) : small.lo};
  const Twice<V> d{fold ? total.hi : big.hi, fold ? total.lo + (small.lo + big.lo) : big.lo};
  const Twice<V> q = quotient(n, d);
  const V u = product(q.hi, q.hi), u2 = product(u, u);
  const V even = horner(u2, -0x1.5555555555555p-2, -0x1.2492492492461p-3, -0x1.745d1744b4cf9p-4, -0x1.11110ad52ac36p-4,
                        -0x1.af19a81b63e67p-5, -0x1.5fc93e6eaccc4p-5, -0x1.bedd352a6ad2ep-6);
  const V odd = horner(u2, 0x1.9999999999999p-3, 0x1.c71c71c718cf2p-4, 0x1.3b13b106d027cp-4, 0x1.e1e0de83efe58p-5,
                       0x1.857f9e5104a11p-5, 0x1.3105b28b19e47p-5, 0x1.87e10235bc2a6p-7);
  const V low = mad(product(u, q.hi), mad(u, odd, even), mad(-u, q.lo, q.lo));
  // The angle is then base + or - the angle of q.
  const V sign = steep ? all<V>(-1) : all<V>(1);
  const V base = fold ? all<V>(kHalfPi[0] / 2) : (steep ? all<V>(kHalfPi[0]) : all<V>(0));
  const V base_low = fold ? all<V>(kHalfPi[1] / 2) : (steep ? all<V>(kHalfPi[1]) : all<V>(0));
  const Twice<V> s = sum_of_larger(base, product(sign, q.hi));
  return sum_of_larger(s.hi, s.lo + mad(sign, low, base_low));
}
template <class V>
SCREE_SMALL inline Twice<V> beyond_right_angle(const Twice<V>& angle) {
  const Twice<V> s = sum_of_larger(all<V>(2 * kHalfPi[0]), -angle.hi);
  return {s.hi, s.lo + (2 * kHalfPi[1] - angle.lo)};
}

template <class V>
SCREE_HD inline V atan2(V y, V x) {
  V b = magnitude(x), a = magnitude(y);
  const auto infinite = (a == kInfinity) | (b == kInfinity);
  const auto none = (a == 0) & (b == 0);
  const V a_here = a == kInfinity ? all<V>(1) : all<V>(0), b_here = b == kInfinity ? all<V>(1) : all<V>(0);
  a = infinite ? a_here : a, b = infinite ? b_here : (none ? all<V>(1) : b);
  const V direct = a / b, larger = a > b ? a : b;
  // The scale leads away from numbers too large to add and too small to have a last place.
  const V scale = larger > 0x1p1000 ? all<V>(0x1p-100) : (larger < 0x1p-800 ? all<V>(0x1p400) : all<V>(1));
  const Twice<V> angle = steepness(Twice<V>{b * scale, all<V>(0)}, Twice<V>{a * scale, all<V>(0)});
  const Twice<V> other = beyond_right_angle(angle);
  const V forward = direct < 0x1p-60 ? direct : angle.hi + angle.lo, backward = other.hi + other.lo;
  const auto behind = (words(x) & kSignBit) != 0;
  const V r = with_sign(behind ? backward : forward, y);
  return x == x ? (y == y ? r : y) : x;
}
template <class V>
SCREE_HD inline V atan(V x) {
  return atan2(x, all<V>(1));
}
// Returns sqrt(1 - x^2).
template <class V>
SCREE_SMALL inline Twice<V> other_leg(V x) {
  const Twice<V> square = whole_product(x, x), rest = sum(all<V>(1), -square.hi);
  return root(sum_of_larger(rest.hi, rest.lo - square.lo));
}
template <class V>
SCREE_HD inline V asin(V x) {
  const V a = magnitude(x);
  const Twice<V> angle = steepness(other_leg(a), Twice<V>{a, all<V>(0)});
  const V r = a < 0x1p-27 ? x : with_sign(angle.hi + angle.lo, x);
  return a <= 1 ? r : all<V>(kNan);
}
template <class V>
SCREE_HD inline V acos(V x) {
  const V a = magnitude(x);
  const Twice<V> angle = steepness(Twice<V>{a, all<V>(0)}, other_leg(a));
  const Twice<V> other = beyond_right_angle(angle);
  const V r = x < 0 ? other.hi + other.lo : angle.hi + angle.lo;
  return a <= 1 ? r : all<V>(kNan);
}

}  // namespace scree::elementary
