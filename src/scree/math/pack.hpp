// Four numbers go through the same arithmetic together (SIMD), with the words of select.hpp. What happens in a lane
// depends on that lane alone, so it does not matter for a single bit which contacts share a pack.
#pragma once
#include <cmath>
#include <cstdint>

#include "scree/math/quat.hpp"
#include "scree/math/select.hpp"
#include "scree/math/vec3.hpp"
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace scree {

static_assert(sizeof(Real) == 8, "packs hold doubles");

inline constexpr int kLanes = 4;

struct Mask {
  typedef std::int64_t Lanes __attribute__((vector_size(32)));
  Lanes lanes;

  Mask() : lanes{} {}
  Mask(Lanes l) : lanes(l) {}
  Mask(const Mask& m) : lanes(m.lanes) {}
  Mask& operator=(const Mask& m) {
    lanes = m.lanes;
    return *this;
  }

  friend Mask operator&(Mask a, Mask b) { return {a.lanes & b.lanes}; }
  friend Mask operator|(Mask a, Mask b) { return {a.lanes | b.lanes}; }
  friend Mask operator!(Mask a) { return {~a.lanes}; }
};

struct Pack {
  typedef double Lanes __attribute__((vector_size(32)));
  typedef double InMemory __attribute__((vector_size(32), aligned(8)));
  Lanes lanes;

  Pack() = default;
  // The copy is written out: gcc then copies vectors, and not structures in pieces through memory.
  Pack(const Pack& p) : lanes(p.lanes) {}
  Pack& operator=(const Pack& p) {
    lanes = p.lanes;
    return *this;
  }
  Pack(double s) : lanes{s, s, s, s} {}  // implicit: constants of a law meet packs everywhere
  explicit Pack(Lanes v) : lanes(v) {}

  // Loads four doubles that follow each other, on any boundary of a double.
  static Pack load(const double* p) { return Pack(*reinterpret_cast<const InMemory*>(p)); }
  void store(double* p) const { *reinterpret_cast<InMemory*>(p) = lanes; }

  friend Pack operator+(Pack a, Pack b) { return Pack(a.lanes + b.lanes); }
  friend Pack operator-(Pack a, Pack b) { return Pack(a.lanes - b.lanes); }
  friend Pack operator*(Pack a, Pack b) { return Pack(a.lanes * b.lanes); }
  friend Pack operator/(Pack a, Pack b) { return Pack(a.lanes / b.lanes); }
  friend Pack operator-(Pack a) { return Pack(-a.lanes); }
  friend Pack& operator+=(Pack& a, Pack b) { return a = a + b; }
  friend Pack& operator-=(Pack& a, Pack b) { return a = a - b; }
  friend Mask operator<(Pack a, Pack b) { return {Mask::Lanes(a.lanes < b.lanes)}; }
  friend Mask operator>(Pack a, Pack b) { return {Mask::Lanes(a.lanes > b.lanes)}; }
  friend Mask operator<=(Pack a, Pack b) { return {Mask::Lanes(a.lanes <= b.lanes)}; }
  friend Mask operator>=(Pack a, Pack b) { return {Mask::Lanes(a.lanes >= b.lanes)}; }
};

inline Pack fma(const Pack& a, const Pack& b, const Pack& c) { return Pack(fma_lanes(a.lanes, b.lanes, c.lanes)); }
inline Pack fnma(const Pack& a, const Pack& b, const Pack& c) { return Pack(fnma_lanes(a.lanes, b.lanes, c.lanes)); }
inline Pack fms(const Pack& a, const Pack& b, const Pack& c) { return Pack(fms_lanes(a.lanes, b.lanes, c.lanes)); }
inline Pack fnms(const Pack& a, const Pack& b, const Pack& c) { return Pack(fnms_lanes(a.lanes, b.lanes, c.lanes)); }

template <>
struct MaskOfT<Pack> {
  using type = Mask;
};
// Not ==, which clang++ would then want to compare vectors of packs by.
inline Mask equal(Pack a, Pack b) { return {Mask::Lanes(a.lanes == b.lanes)}; }
inline Mask both(Mask a, Mask b) { return a & b; }
inline Pack select(Mask m, Pack a, Pack b) { return Pack(m.lanes ? a.lanes : b.lanes); }

// Bit l of the result is that of lane l.
inline unsigned bits(Mask m) {
#if defined(__AVX2__)
  return unsigned(_mm256_movemask_pd(__m256d(m.lanes)));
#else
  unsigned r = 0;
  for (int l = 0; l < kLanes; ++l) r |= unsigned(m.lanes[l] & 1) << l;
  return r;
#endif
}
// Does the reverse of bits().
inline Mask lanes_of(unsigned bits) {
  const std::int64_t b = std::int64_t(bits);
  return {Mask::Lanes{-(b & 1), -(b >> 1 & 1), -(b >> 2 & 1), -(b >> 3 & 1)}};
}
inline bool any(Mask m) { return bits(m) != 0; }
inline bool all(Mask m) { return bits(m) == 15; }
namespace detail {
// For each set of lanes, given as bits, this lists the lanes in it, in order, as pairs of 32-bit numbers; then the
// first of them again.
struct LaneOrders {
  alignas(32) std::int32_t halves[1 << kLanes][2 * kLanes];
  constexpr LaneOrders() : halves{} {
    for (int which = 1; which < 1 << kLanes; ++which) {
      int n = 0, first = -1;
      for (int l = 0; l < kLanes; ++l)
        if (which >> l & 1)
          first = first < 0 ? l : first, halves[which][2 * n] = 2 * l, halves[which][2 * n + 1] = 2 * l + 1, ++n;
      for (; n < kLanes; ++n) halves[which][2 * n] = 2 * first, halves[which][2 * n + 1] = 2 * first + 1;
    }
  }
};
inline constexpr LaneOrders kLaneOrders;
}  // namespace detail
// The lanes of `which` (bits) come first, in order; the others repeat the first of them, or the first lane if there are
// none.
inline Pack compress(const Pack& a, unsigned which) {
  const std::int32_t* const order = detail::kLaneOrders.halves[which];
#if defined(__AVX2__)
  const __m256i at = _mm256_load_si256(reinterpret_cast<const __m256i*>(order));
  return Pack(Pack::Lanes(_mm256_permutevar8x32_ps(__m256(a.lanes), at)));
#else
  Pack r;
  for (int l = 0; l < kLanes; ++l) r.lanes[l] = a.lanes[order[2 * l] / 2];
  return r;
#endif
}
// Lane l gets what lane l + 1 had, the last one what the first had.
inline Pack rotated(const Pack& a) { return Pack(__builtin_shufflevector(a.lanes, a.lanes, 1, 2, 3, 0)); }
inline Mask first_lanes(std::int64_t n) { return {Mask::Lanes(Mask::Lanes{0, 1, 2, 3} < n)}; }

inline Pack sqrt(Pack a) {
  Pack r;
  for (int l = 0; l < kLanes; ++l) r.lanes[l] = std::sqrt(a.lanes[l]);
  return r;
}
// Adds lane by lane, in order.
inline double sum(Pack a) { return ((a.lanes[0] + a.lanes[1]) + a.lanes[2]) + a.lanes[3]; }

// Returns the larger or the smaller of two numbers, and the second where they are equal or one is NaN.
inline Pack larger(const Pack& a, const Pack& b) {
#if defined(__AVX2__)
  return Pack(Pack::Lanes(_mm256_max_pd(__m256d(a.lanes), __m256d(b.lanes))));
#else
  return select(a > b, a, b);
#endif
}
inline Pack smaller(const Pack& a, const Pack& b) {
#if defined(__AVX2__)
  return Pack(Pack::Lanes(_mm256_min_pd(__m256d(a.lanes), __m256d(b.lanes))));
#else
  return select(a < b, a, b);
#endif
}

inline Pack magnitude(const Pack& a) { return Pack(Pack::Lanes(Mask::Lanes(a.lanes) & INT64_MAX)); }
inline double largest_lane(const Pack& p) {
  const Pack two = larger(p, Pack(__builtin_shufflevector(p.lanes, p.lanes, 2, 3, 0, 1)));
  return larger(two, rotated(two)).lanes[0];
}
inline double least_lane(const Pack& p) {
  const Pack two = smaller(p, Pack(__builtin_shufflevector(p.lanes, p.lanes, 2, 3, 0, 1)));
  return smaller(two, rotated(two)).lanes[0];
}

using Vec3Pack = Vec3T<Pack>;

namespace detail {
typedef double Two __attribute__((vector_size(16)));
typedef double TwoInMemory __attribute__((vector_size(16), aligned(8)));
inline Two load_two(const double* p) { return *reinterpret_cast<const TwoInMemory*>(p); }
inline void store_two(double* p, Two v) { *reinterpret_cast<TwoInMemory*>(p) = v; }
}  // namespace detail

// Holds pairs of numbers, gathered into two packs.
struct PackPair {
  Pack first, second;
};
template <class T>
inline PackPair gather_pairs(const T* a, const std::uint32_t* i) {
  static_assert(sizeof(T) == 2 * sizeof(double));
  const auto load = [&](std::uint32_t k) { return detail::load_two(reinterpret_cast<const double*>(a + k)); };
  const Pack::Lanes even = __builtin_shufflevector(load(i[0]), load(i[2]), 0, 1, 2, 3);
  const Pack::Lanes odd = __builtin_shufflevector(load(i[1]), load(i[3]), 0, 1, 2, 3);
  return {Pack(__builtin_shufflevector(even, odd, 0, 4, 2, 6)), Pack(__builtin_shufflevector(even, odd, 1, 5, 3, 7))};
}

// Takes the first number of each pair alone.
template <class T>
inline Pack gather_first(const T* a, const std::uint32_t* i) {
  static_assert(sizeof(T) == 2 * sizeof(double));
  const auto first = [&](std::uint32_t k) { return *reinterpret_cast<const double*>(a + k); };
  return Pack(Pack::Lanes{first(i[0]), first(i[1]), first(i[2]), first(i[3])});
}

inline Pack gather(const double* a, const std::uint32_t* i) {
  return Pack(Pack::Lanes{a[i[0]], a[i[1]], a[i[2]], a[i[3]]});
}

// Returns a vector as a row: x, y, z, 0. It reads its 24 bytes and no more.
inline Pack row_of(const Vec3& v) {
#if defined(__AVX2__)
  return Pack(_mm256_maskload_pd(&v.x, _mm256_setr_epi64x(-1, -1, -1, 0)));
#else
  return Pack(Pack::Lanes{v.x, v.y, v.z, 0});
#endif
}
// Converts four rows to vectors, or back with zero at the end of the rows.
inline Vec3Pack from_rows(const Pack& r0, const Pack& r1, const Pack& r2, const Pack& r3) {
  const Pack::Lanes xz_a = __builtin_shufflevector(r0.lanes, r1.lanes, 0, 4, 2, 6);  // x0 x1 z0 z1
  const Pack::Lanes xz_b = __builtin_shufflevector(r2.lanes, r3.lanes, 0, 4, 2, 6);
  const Pack::Lanes y_a = __builtin_shufflevector(r0.lanes, r1.lanes, 1, 5, 3, 7);
  const Pack::Lanes y_b = __builtin_shufflevector(r2.lanes, r3.lanes, 1, 5, 3, 7);
  return {Pack(__builtin_shufflevector(xz_a, xz_b, 0, 1, 4, 5)), Pack(__builtin_shufflevector(y_a, y_b, 0, 1, 4, 5)),
          Pack(__builtin_shufflevector(xz_a, xz_b, 2, 3, 6, 7))};
}

inline Vec3Pack gather(const Vec3* a, const std::uint32_t* i) {
  return from_rows(row_of(a[i[0]]), row_of(a[i[1]]), row_of(a[i[2]]), row_of(a[i[3]]));
}
// Returns a[i] - a[j] and a[i] + a[j]: the difference of rows is half the work of that of gathered vectors.
inline Vec3Pack gather_difference(const Vec3* a, const std::uint32_t* i, const std::uint32_t* j) {
  const auto row = [&](int l) { return row_of(a[i[l]]) - row_of(a[j[l]]); };
  return from_rows(row(0), row(1), row(2), row(3));
}
inline Vec3Pack gather_sum(const Vec3* a, const std::uint32_t* i, const std::uint32_t* j) {
  const auto row = [&](int l) { return row_of(a[i[l]]) + row_of(a[j[l]]); };
  return from_rows(row(0), row(1), row(2), row(3));
}

// Loads four vectors that follow each other.
inline Vec3Pack load_four(const Vec3* a) {
  using detail::load_two;
  const double* p = &a->x;
  const Pack::Lanes xy = __builtin_shufflevector(load_two(p), load_two(p + 6), 0, 1, 2, 3);      // x0 y0 x2 y2
  const Pack::Lanes zx = __builtin_shufflevector(load_two(p + 2), load_two(p + 8), 0, 1, 2, 3);  // z0 x1 z2 x3
  const Pack::Lanes yz = __builtin_shufflevector(load_two(p + 4), load_two(p + 10), 0, 1, 2, 3);
  return {Pack(__builtin_shufflevector(xy, zx, 0, 5, 2, 7)), Pack(__builtin_shufflevector(xy, yz, 1, 4, 3, 6)),
          Pack(__builtin_shufflevector(zx, yz, 0, 5, 2, 7))};
}
inline void store_four(const Vec3Pack& v, Vec3* a) {
  double* p = &a->x;
  const Pack::Lanes xy = __builtin_shufflevector(v.x.lanes, v.y.lanes, 0, 4, 2, 6);
  const Pack::Lanes zx = __builtin_shufflevector(v.z.lanes, v.x.lanes, 0, 5, 2, 7);
  const Pack::Lanes yz = __builtin_shufflevector(v.y.lanes, v.z.lanes, 1, 5, 3, 7);
  detail::store_two(p, __builtin_shufflevector(xy, xy, 0, 1));
  detail::store_two(p + 2, __builtin_shufflevector(zx, zx, 0, 1));
  detail::store_two(p + 4, __builtin_shufflevector(yz, yz, 0, 1));
  detail::store_two(p + 6, __builtin_shufflevector(xy, xy, 2, 3));
  detail::store_two(p + 8, __builtin_shufflevector(zx, zx, 2, 3));
  detail::store_two(p + 10, __builtin_shufflevector(yz, yz, 2, 3));
}

namespace detail {
// Calls f(to(lane), x and y, z) for the first n lanes, in order.
template <class To, class F>
void each_lane(const Vec3Pack& v, int n, To&& to, F&& f) {
  const Pack::Lanes even = __builtin_shufflevector(v.x.lanes, v.y.lanes, 0, 4, 2, 6);  // x0 y0 x2 y2
  const Pack::Lanes odd = __builtin_shufflevector(v.x.lanes, v.y.lanes, 1, 5, 3, 7);
  const Two xy[kLanes] = {__builtin_shufflevector(even, even, 0, 1), __builtin_shufflevector(odd, odd, 0, 1),
                          __builtin_shufflevector(even, even, 2, 3), __builtin_shufflevector(odd, odd, 2, 3)};
  for (int l = 0; l < n; ++l) f(to(l), xy[l], v.z.lanes[l]);
}
}  // namespace detail

// Sets to(l) = lane l, or to(l) += lane l, for the first n lanes, in order, where to(l) is a Vec3&.
template <class To>
void store_each(const Vec3Pack& v, int n, To&& to) {
  detail::each_lane(v, n, to, [](Vec3& at, detail::Two xy, double z) {
    detail::store_two(&at.x, xy);
    at.z = z;
  });
}
template <class To>
void add_each(const Vec3Pack& v, int n, To&& to) {
  detail::each_lane(v, n, to, [](Vec3& at, detail::Two xy, double z) {
    detail::store_two(&at.x, detail::load_two(&at.x) + xy);
    at.z += z;
  });
}

using QuatPack = QuatT<Pack>;
inline QuatPack transposed(const QuatPack& q) {
  const Pack::Lanes wx_even = __builtin_shufflevector(q.w.lanes, q.x.lanes, 0, 4, 2, 6);
  const Pack::Lanes wx_odd = __builtin_shufflevector(q.w.lanes, q.x.lanes, 1, 5, 3, 7);
  const Pack::Lanes yz_even = __builtin_shufflevector(q.y.lanes, q.z.lanes, 0, 4, 2, 6);
  const Pack::Lanes yz_odd = __builtin_shufflevector(q.y.lanes, q.z.lanes, 1, 5, 3, 7);
  return {Pack(__builtin_shufflevector(wx_even, yz_even, 0, 1, 4, 5)),
          Pack(__builtin_shufflevector(wx_odd, yz_odd, 0, 1, 4, 5)),
          Pack(__builtin_shufflevector(wx_even, yz_even, 2, 3, 6, 7)),
          Pack(__builtin_shufflevector(wx_odd, yz_odd, 2, 3, 6, 7))};
}
inline QuatPack load_four(const Quat* q) {
  return transposed({Pack::load(&q[0].w), Pack::load(&q[1].w), Pack::load(&q[2].w), Pack::load(&q[3].w)});
}
inline void store_four(const QuatPack& q, Quat* to) {
  const QuatPack rows = transposed(q);
  rows.w.store(&to[0].w), rows.x.store(&to[1].w), rows.y.store(&to[2].w), rows.z.store(&to[3].w);
}

}  // namespace scree
