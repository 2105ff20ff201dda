// These are the cube root, the hypotenuse and the logarithm of the gamma function.
//
// The coefficients come from tools/elementary_coefficients.py.
#pragma once
#include "scree/math/elementary/powers.hpp"

namespace scree::elementary {

template <class V>
SCREE_HD inline V cbrt(V x) {
  const V a = magnitude(x);
  const auto denormal = a < 0x1p-1022;
  const Word<V> bits = words(denormal ? a * 0x1p54 : a), exponent = bits >> 52;
  // The number is x = 2^(3 k + j) m, with m from 1 to 2 and j = 0, 1 or 2.
  const V m = number<V>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
  const V e = number<V>(exponent | __builtin_bit_cast(std::uint64_t, 0x1p52)) -
              (denormal ? all<V>(0x1p52 + 1023 + 54) : all<V>(0x1p52 + 1023));
  const V shifted = mad(e - 1, 1.0 / 3, all<V>(kShift)), k = shifted - kShift, j = mad(k, -3.0, e);
  const V cube = m * (j == 2 ? all<V>(4) : (j == 1 ? all<V>(2) : all<V>(1)));
  // The estimate approaches cube^(-1/3) to 1e-5, then to 1e-14.
  const V first = horner(m, 0x1.c713e2847cbe6p+0, -0x1.8dd4bd7d34771p+0, 0x1.3a267a3d49ad4p+0, -0x1.2c4b958d54c08p-1,
                         0x1.37ce9e9ed0a1dp-3, -0x1.0e87006cbe6bbp-6) *
                  (j == 2 ? all<V>(0x1.428a2f98d728bp-1) : (j == 1 ? all<V>(0x1.965fea53d6e3dp-1) : all<V>(1)));
  const V h = mad(product(cube * first, first), -first, all<V>(1));
  const V r = mad(product(first, h), mad(h, 2.0 / 9, all<V>(1.0 / 3)), first);
  // One step of Newton takes the whole of y^3.
  const V y = cube * r * r;
  const Twice<V> y2 = whole_product(y, y);
  const V rest = mad(-y2.lo, y, mad(-y2.hi, y, cube));
  const V root = mad(rest, product(r, r) * (1.0 / 3), y);
  const Scale<V> scale = power_of_two(shifted);
  const V result = with_sign(root * scale.first * scale.second, x);
  return ((a > 0) & (a < kInfinity)) ? result : x;
}

template <class V>
SCREE_HD inline V hypot(V x, V y) {
  const V a = magnitude(x), b = magnitude(y);
  const V big = a > b ? a : b;
  const V to = big > 0x1p500 ? all<V>(0x1p-600) : (big < 0x1p-450 ? all<V>(0x1p600) : all<V>(1));
  const V back = big > 0x1p500 ? all<V>(0x1p600) : (big < 0x1p-450 ? all<V>(0x1p-600) : all<V>(1));
  const V p = a * to, q = b * to;
  const Twice<V> r = root(sum(whole_product(p, p), whole_product(q, q)));
  const V length = (r.hi + r.lo) * back;
  const auto infinite = (a == kInfinity) | (b == kInfinity);
  return infinite ? all<V>(kInfinity) : length;
}

// Returns ln gamma(2 + t), |t| <= 1/2, of one number.
SCREE_HD inline Twice<double> ln_gamma_from_2(const Twice<double>& t) {
  constexpr int n = 24;
  constexpr double kHigh[n] = {
      0x1.b0ee6072093cep-2,   0x1.4a34cc4a60fa6p-2,  -0x1.13e001a557607p-4,  0x1.51322ac7d8483p-6,
      -0x1.e404fc218f5eep-8,  0x1.7add6eadb6c2dp-9,  -0x1.38ac5c2bf9197p-10, 0x1.0b36af8639a56p-11,
      -0x1.d3fd4c768e899p-13, 0x1.a127b0f13b842p-14, -0x1.78de5bf0048f1p-15, 0x1.580dcefdc24cdp-16,
      -0x1.3cbc90ceb4d29p-17, 0x1.25979e6537ad7p-18, -0x1.11b3b7feecd0ep-19, 0x1.006592c4c81f2p-20,
      -0x1.e2380eca7eebbp-22, 0x1.c7453d6156e89p-23, -0x1.b1eb546f8e976p-24, 0x1.9c316988b82d9p-25,
      -0x1.6bc9f7cfed9fdp-26, 0x1.5b062f10bd4e9p-27, -0x1.fb10eb4db3351p-28, 0x1.e67f5639f8010p-29};
  constexpr double kLow[n] = {0x1.6cb9417336f68p-58,  0x1.1873d1891b9c4p-56,  0x1.fa61ce341057bp-58,
                              0x1.b1c2b82b21f81p-60,  -0x1.e13197a1d6f31p-62, -0x1.ca0459c6a28d6p-65,
                              -0x1.77801cf421319p-67, -0x1.9172c45495085p-66, -0x1.44eb450d926acp-67,
                              -0x1.7e571677f438ap-68, 0x1.4f9cc630f0235p-74,  -0x1.af84c4234b60ap-70};
  Twice<double> s{kHigh[n - 1], 0};
  for (int k = n - 2; k >= 0; --k) s = sum(Twice<double>{kHigh[k], kLow[k]}, times(s, t));
  return times(s, t);
}
SCREE_HD inline Twice<double> ln_of(const Twice<double>& x) {
  return times(log2_of_sum(x), Twice<double>{kLn2, kLn2Low});
}

// Takes positive numbers; of others it returns NaN. It takes one number at a time, because volumes of shapes need it
// and nothing in a step does.
SCREE_HD inline double lgamma(double x) {
  if (!(x > 0)) return x == 0 ? kInfinity : kNan;
  if (x == kInfinity) return x;
  const auto single = [](const Twice<double>& v) { return v.hi + v.lo; };
  const auto minus = [](const Twice<double>& v) { return Twice<double>{-v.hi, -v.lo}; };
  if (x < 0x1p-60) return single(minus(ln_of({x, 0})));
  // The argument goes down or up to 2 + t by gamma(x + 1) = x gamma(x).
  if (x < 1.5) {
    const Twice<double> t = x < 0.5 ? Twice<double>{x, 0} : sum(x, -1.0);
    if (x >= 0.5) return single(sum(ln_gamma_from_2(t), minus(ln_of({x, 0}))));
    // Here gamma(x) = gamma(2 + x) / (x (1 + x)).
    const Twice<double> both = times(sum(1.0, x), Twice<double>{x, 0});
    return single(sum(ln_gamma_from_2(t), minus(ln_of(both))));
  }
  if (x < 12) {
    Twice<double> factors{1, 0};
    double y = x;
    while (y > 2.5) y -= 1, factors = times(factors, Twice<double>{y, 0});
    return single(sum(ln_gamma_from_2({y - 2, 0}), ln_of(factors)));
  }
  if (x > 0x1p1000) {  // (ln x - 1) x, which may be infinite
    return single(times(sum(ln_of({x, 0}), Twice<double>{-1, 0}), Twice<double>{x * 0x1p-100, 0})) * 0x1p100;
  }
  // The result is (x - 1/2) ln x - x + ln(2 pi) / 2 + Stirling's series.
  constexpr double kStirling[] = {-0x1.6c16c16c16c17p-9, 0x1.a01a01a01a01ap-11,  -0x1.3813813813814p-11,
                                  0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10, 0x1.a41a41a41a41ap-8,
                                  -0x1.e4286cb0f5398p-6, 0x1.6fe96381e0680p-3,   -0x1.6476701181f3ap+0};
  const double v = 1 / x, v2 = product(v, v);
  double series = 0;
  for (int k = 8; k >= 0; --k) series = fma(series, v2, kStirling[k]);
  series = product(product(series, v2), v);
  const Twice<double> ln = ln_of({x, 0});
  Twice<double> s = times(sum(x, -0.5), ln);
  s = sum(s, Twice<double>{-x, 0});
  s = sum(s, Twice<double>{0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55});
  s = sum(s, Twice<double>{product(v, 0x1.5555555555555p-4), series});
  return single(s);
}

}  // namespace scree::elementary
