// Elementary functions are made of numbers (double, or GCC's vectors of doubles, any number of lanes), their bits, and
// sums of two numbers, which have twice the digits. Nothing here or on top of it branches on a value but by `any`, and
// no result depends on what the other lanes hold.
#pragma once
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "scree/math/fma.hpp"

namespace scree {

#if !defined(__CUDACC__)
template <int n>
struct LanesOf {
  typedef double Real __attribute__((vector_size(8 * n)));
  typedef std::int64_t Int __attribute__((vector_size(8 * n)));
  typedef std::uint64_t Word __attribute__((vector_size(8 * n)));
};

template <class V>
concept LaneVector = !std::is_class_v<V> && std::is_same_v<V, typename LanesOf<sizeof(V) / 8>::Real>;
#endif

namespace elementary {

template <class V>
struct WordsOf;
template <>
struct WordsOf<double> {
  using Word = std::uint64_t;
};
#if !defined(__CUDACC__)
template <LaneVector V>
struct WordsOf<V> {
  using Word = typename LanesOf<sizeof(V) / 8>::Word;
};
#endif
template <class V>
using Word = typename WordsOf<V>::Word;

template <class V>
inline constexpr bool kAlone = std::is_same_v<V, double>;

// Puts c in every lane.
template <class V>
SCREE_SMALL inline V all(double c) {
  if constexpr (kAlone<V>)
    return c;
  else
    return c - V{};
}

template <class V>
SCREE_SMALL inline Word<V> words(V v) {
  if constexpr (kAlone<V>)
    return __builtin_bit_cast(std::uint64_t, v);
  else
    return Word<V>(v);
}
template <class V>
SCREE_SMALL inline V number(Word<V> w) {
  if constexpr (kAlone<V>)
    return __builtin_bit_cast(double, w);
  else
    return V(w);
}

template <class M>
SCREE_SMALL inline bool any(M m) {
  if constexpr (std::is_arithmetic_v<M>) {
    return bool(m);
  } else {
    bool is = false;
    for (unsigned l = 0; l < sizeof(M) / 8; ++l) is |= m[l] != 0;
    return is;
  }
}

// The word must not be 0.
SCREE_SMALL inline int leading_zeros(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  return __clzll((long long)(word));
#else
  return __builtin_clzll(word);
#endif
}

template <class V>
SCREE_SMALL inline V mad(V a, V b, V c) {
  if constexpr (kAlone<V>)
    return fma(a, b, c);
  else
    return fma_lanes(a, b, c);
}
template <class V>
requires(!kAlone<V>) SCREE_SMALL inline V mad(V a, double b, V c) { return mad(a, all<V>(b), c); }
// A product that is added to something is rounded, also by a compiler that was told to contract.
template <class V>
SCREE_SMALL inline V product(V a, V b) {
#if defined(__has_builtin) && !defined(__CUDACC__)  // this code does not contract anyway
#if __has_builtin(__builtin_assoc_barrier)
  return __builtin_assoc_barrier(a * b);
#endif
#endif
  return a * b;
}

template <class V>
SCREE_SMALL inline V root(V v) {
  if constexpr (kAlone<V>) {
    return std::sqrt(v);
  } else {
    V r = v;
    for (unsigned l = 0; l < sizeof(V) / 8; ++l) r[l] = std::sqrt(v[l]);
    return r;
  }
}

inline constexpr std::uint64_t kSignBit = 0x8000000000000000u;
inline constexpr double kInfinity = __builtin_inf(), kNan = __builtin_nan("");

template <class V>
SCREE_SMALL inline V magnitude(V v) {
  return number<V>(words(v) & ~kSignBit);
}
// Returns |v| with the sign of s.
template <class V>
SCREE_SMALL inline V with_sign(V v, V s) {
  return number<V>((words(v) & ~kSignBit) | (words(s) & kSignBit));
}

// Returns c0 + x (c1 + x (c2 + ...)).
template <class V>
SCREE_SMALL inline V horner(V, double c) {
  return all<V>(c);
}
template <class V, class... Rest>
SCREE_SMALL inline V horner(V x, double c, double next, Rest... rest) {
  return mad(x, horner(x, next, rest...), all<V>(c));
}

// Added to a number below 2^51 it leaves the nearest whole number in the last bits.
inline constexpr double kShift = 0x1.8p52;

// Returns 2^k for each whole number k = words(kShift + k), |k| < 2000, as a product of two, since it may be no number.
template <class V>
struct Scale {
  V first, second;
};
template <class V>
SCREE_SMALL inline Scale<V> power_of_two(V shifted) {
  constexpr std::uint64_t kBias = 1023;
  const Word<V> k = words(shifted) - (__builtin_bit_cast(std::uint64_t, kShift) - 4096);  // plus 4096
  const Word<V> half = k >> 1;
  return {number<V>((half - (2048 - kBias)) << 52), number<V>(((k - half) - (2048 - kBias)) << 52)};
}

// The number is hi + lo, where lo is below the last place of hi.
template <class V>
struct Twice {
  V hi, lo;
};
template <class V>
SCREE_SMALL inline Twice<V> sum(V a, V b) {
  const V s = a + b, from_b = s - a;
  return {s, (a - (s - from_b)) + (b - from_b)};
}
// It must hold that |a| >= |b|, or a = 0.
template <class V>
SCREE_SMALL inline Twice<V> sum_of_larger(V a, V b) {
  const V s = a + b;
  return {s, (a - s) + b};
}
template <class V>
SCREE_SMALL inline Twice<V> whole_product(V a, V b) {
  const V p = product(a, b);
  return {p, mad(a, b, -p)};
}
template <class V>
SCREE_SMALL inline Twice<V> times(const Twice<V>& a, const Twice<V>& b) {
  const Twice<V> p = whole_product(a.hi, b.hi);
  return {p.hi, mad(a.lo, b.hi, mad(a.hi, b.lo, p.lo))};
}
template <class V>
SCREE_SMALL inline Twice<V> quotient(const Twice<V>& n, const Twice<V>& d) {
  const V q = n.hi / d.hi;
  return {q, mad(-q, d.lo, mad(-q, d.hi, n.hi) + n.lo) / d.hi};
}
template <class V>
SCREE_SMALL inline Twice<V> sum(const Twice<V>& a, const Twice<V>& b) {
  const Twice<V> s = sum(a.hi, b.hi);
  return sum_of_larger(s.hi, s.lo + (a.lo + b.lo));
}
template <class V>
SCREE_SMALL inline Twice<V> root(const Twice<V>& v) {
  const V s = root(v.hi);
  const V lo = (mad(-s, s, v.hi) + v.lo) / (s + s);
  return {s, v.hi == 0 ? v.hi : lo};
}
}  // namespace elementary
}  // namespace scree
