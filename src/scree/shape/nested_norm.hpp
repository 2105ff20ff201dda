// A nested norm is a norm inside a norm, with its derivatives:
//   h(c) = (a^q2 + |r3 c3|^q2)^(1/q2),  a = (|r1 c1|^q1 + |r2 c2|^q1)^(1/q1),  q1, q2 > 1.
//
// A superellipsoid is the unit ball of one such norm (its gauge), and its support function is another (the dual norm),
// so everything about its surface is in here: the gradient of the support function is the surface point with normal c,
// the gradient of the gauge is the normal at a surface point, the Hessian of the support function holds the radii of
// curvature. There are no angles and no poles.
//
// Everything is written with shares: w1 + w2 = 1 are the parts of a^q1, W_a + W3 = 1 the parts of h^q2. Then
//   p_i = h omega_i / c_i with omega = (W_a w1, W_a w2, W3),
// and in the second derivatives nothing cancels, however flat or sharp the surface is.
#pragma once
#include "scree/math/elementary.hpp"
#include "scree/math/exp_log.hpp"
#include "scree/math/quat.hpp"

namespace scree {

struct NestedNorm {
  Vec3 r;
  Real q1, q2, inv_q1, inv_q2;
  // Ratios |r2 c2| / |r1 c1| (either way) and a / |r3 c3| (either way) below these count as equal to them in shares and
  // second derivatives. On a flat side of eps = 0.1 components spread over hundreds of powers of ten, and still their
  // powers must be numbers.
  Real least1, least2;
};

SCREE_HD inline NestedNorm nested_norm(const Vec3& r, Real q1, Real q2) {
  return {r, q1, q2, 1 / q1, 1 / q2, scree::exp2(-960 / q1), scree::exp2(-960 / q2)};
}

// This is a symmetric matrix.
struct Sym3 {
  Real xx, yy, zz, xy, xz, yz;
};
SCREE_HD constexpr Vec3 operator*(const Sym3& m, const Vec3& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
SCREE_HD constexpr Real trace(const Sym3& m) { return m.xx + m.yy + m.zz; }

struct NormShares {
  Real h;
  Real w1, w2;  // shares of |r1 c1|^q1 and |r2 c2|^q1 in their sum
  Real W_a, W3;
  Vec3 inv_c;  // 1 / c_i, with components held off 0
  Vec3 p;      // the gradient; 0 where c_i is
};

namespace detail {
inline constexpr Real kNoZero = Real(1e-300);  // safe to divide by

SCREE_HD inline bool is_ellipsoid(const NestedNorm& n) { return n.q1 == 2 && n.q2 == 2; }
}  // namespace detail

// The ellipsoid has shorter formulas, without shares.
SCREE_HD inline NormShares ellipsoid_norm(const NestedNorm& n, const Vec3& c) {
  NormShares s{};
  const Vec3 y = componentwise(n.r, c);
  s.h = norm(y);
  s.p = (1 / s.h) * componentwise(n.r, y);
  return s;
}

namespace detail {
// Holds one norm, or several at once, lane by lane: V is a number or a vector of them.
template <class V>
struct NormInput {
  Vec3T<V> r, c;
  V q1, q2, inv_q1, inv_q2, least1, least2;
};
SCREE_HD inline NormInput<Real> input(const NestedNorm& n, const Vec3& c) {
  return {n.r, c, n.q1, n.q2, n.inv_q1, n.inv_q2, n.least1, n.least2};
}

template <class V>
struct NormPowers {
  V hi, lo, y3;  // powers of |r1 c1| and |r2 c2|, |r3 c3|, held off 0
  V t, u;        // (lo / hi)^q1, and the smaller by the larger of a^q2 and y3^q2
  V h;
  decltype(V{} < V{}) first, a_larger;
};

// Computes log2(a / b) and log2(c / d), in lanes of their own where there are lanes.
template <class V>
struct BothLogs {
  V a, c;
};
template <class V>
SCREE_SMALL inline BothLogs<V> both_logs(V a, V b, V c, V d) {
#if defined(__CUDACC__)
  return {log2_of(a / b), log2_of(c / d)};
#else
  if constexpr (std::is_same_v<V, Real>) {
    using Lanes = LanesOf<2>::Real;
    const Lanes l = log2_of(Lanes{a, c} / Lanes{b, d});
    return {l[0], l[1]};
  } else if constexpr (sizeof(V) == 16) {
    const auto join = [](V v, V w) { return __builtin_shufflevector(v, w, 0, 1, 2, 3); };
    const LanesOf<4>::Real l = log2_of(join(a, c) / join(b, d));
    return {__builtin_shufflevector(l, l, 0, 1), __builtin_shufflevector(l, l, 2, 3)};
  } else {
    return {log2_of(a / b), log2_of(c / d)};
  }
#endif
}

template <class V>
SCREE_SMALL inline NormPowers<V> norm_powers(const NormInput<V>& n) {
  using elementary::all;
  const auto larger = [](V v, V w) { return v > w ? v : w; };
  const auto y_of = [&](V r, V x) { return larger(elementary::magnitude(r * x), all<V>(kNoZero)); };
  const V y1 = y_of(n.r.x, n.c.x), y2 = y_of(n.r.y, n.c.y), y3 = y_of(n.r.z, n.c.z);
  NormPowers<V> l;
  l.first = y1 > y2;
  const V hi = l.first ? y1 : y2, lo = l.first ? y2 : y1, least_hi = n.least2 * y3;
  l.hi = larger(hi, least_hi);
  l.lo = larger(hi < least_hi ? lo * (least_hi / hi) : lo, n.least1 * l.hi);
  l.y3 = larger(y3, n.least2 * l.hi);
  const BothLogs<V> logs = both_logs(l.lo, l.hi, l.hi, l.y3);
  l.t = exp2_of(n.q1 * logs.a);
  const V log_lo = log2_of(1 + l.t), log_a = n.inv_q1 * log_lo;
  const V ratio = elementary::mad(n.inv_q1, log_lo, logs.c);  // log2(a / y3)
  l.a_larger = ratio > 0;
  l.u = exp2_of(n.q2 * -elementary::magnitude(ratio));
  const V log_h = elementary::mad(n.inv_q2, log2_of(1 + l.u), l.a_larger ? log_a : all<V>(0));
  l.h = (l.a_larger ? l.hi : l.y3) * exp2_inside(log_h);
  return l;
}

template <class V>
struct LaneShares {
  V h, w1, w2, W_a, W3;
  Vec3T<V> inv_c, p;
};
template <class V>
SCREE_SMALL inline LaneShares<V> lane_shares(const NormInput<V>& n) {
  using elementary::all;
  const NormPowers<V> l = norm_powers(n);
  const V w_hi = 1 / (1 + l.t), w_lo = l.t * w_hi, W_hi = 1 / (1 + l.u), W_lo = l.u * W_hi;
  const V w1 = l.first ? w_hi : w_lo, w2 = l.first ? w_lo : w_hi;
  const V W_a = l.a_larger ? W_hi : W_lo, W3 = l.a_larger ? W_lo : W_hi;
  const Vec3T<V> k{elementary::with_sign(n.r.x / (l.first ? l.hi : l.lo), n.c.x),
                   elementary::with_sign(n.r.y / (l.first ? l.lo : l.hi), n.c.y),
                   elementary::with_sign(n.r.z / l.y3, n.c.z)};
  const V h_a = l.h * W_a, none = all<V>(0);
  return {l.h,
          w1,
          w2,
          W_a,
          W3,
          k,
          {n.c.x == 0 ? none : h_a * w1 * k.x, n.c.y == 0 ? none : h_a * w2 * k.y, n.c.z == 0 ? none : l.h * W3 * k.z}};
}

#if !defined(__CUDACC__)
using Two = LanesOf<2>::Real;
template <int n>
SCREE_SMALL inline NormInput<typename LanesOf<n>::Real> input(const NestedNorm* const (&norms)[n],
                                                              const Vec3* const (&c)[n]) {
  const auto each = [](auto&& value) {
    static_assert(n == 2 || n == 4);
    if constexpr (n == 2)
      return LanesOf<2>::Real{value(0), value(1)};
    else
      return LanesOf<4>::Real{value(0), value(1), value(2), value(3)};
  };
  return {{each([&](int k) { return norms[k]->r.x; }), each([&](int k) { return norms[k]->r.y; }),
           each([&](int k) { return norms[k]->r.z; })},
          {each([&](int k) { return c[k]->x; }), each([&](int k) { return c[k]->y; }),
           each([&](int k) { return c[k]->z; })},
          each([&](int k) { return norms[k]->q1; }),
          each([&](int k) { return norms[k]->q2; }),
          each([&](int k) { return norms[k]->inv_q1; }),
          each([&](int k) { return norms[k]->inv_q2; }),
          each([&](int k) { return norms[k]->least1; }),
          each([&](int k) { return norms[k]->least2; })};
}
// Returns the values of several norms, taking powers for ellipsoids, too.
template <int n>
[[gnu::always_inline]] inline typename LanesOf<n>::Real norm_values(const NestedNorm* const (&norms)[n],
                                                                    const Vec3* const (&c)[n]) {
  return norm_powers(input<n>(norms, c)).h;
}
#endif
}  // namespace detail

SCREE_HD inline NormShares norm_shares(const NestedNorm& n, const Vec3& direction) {
  if (detail::is_ellipsoid(n)) return ellipsoid_norm(n, direction);
  const detail::LaneShares<Real> s = detail::lane_shares(detail::input(n, direction));
  return {s.h, s.w1, s.w2, s.W_a, s.W3, s.inv_c, s.p};
}

// Two norms go at once through the same arithmetic, in less than half the time of one after the other, and with the
// same bits.
SCREE_HD inline void norm_shares(const NestedNorm& n_a, const Vec3& c_a, const NestedNorm& n_b, const Vec3& c_b,
                                 NormShares& a, NormShares& b) {
#if !defined(__CUDACC__)
  if (!detail::is_ellipsoid(n_a) && !detail::is_ellipsoid(n_b)) {
    const detail::LaneShares<detail::Two> s = detail::lane_shares(detail::input<2>({&n_a, &n_b}, {&c_a, &c_b}));
    const auto lane = [](const Vec3T<detail::Two>& v, int l) { return Vec3{v.x[l], v.y[l], v.z[l]}; };
    a = {s.h[0], s.w1[0], s.w2[0], s.W_a[0], s.W3[0], lane(s.inv_c, 0), lane(s.p, 0)};
    b = {s.h[1], s.w1[1], s.w2[1], s.W_a[1], s.W3[1], lane(s.inv_c, 1), lane(s.p, 1)};
    return;
  }
#endif
  a = norm_shares(n_a, c_a), b = norm_shares(n_b, c_b);
}

SCREE_HD inline Real norm_value(const NestedNorm& n, const Vec3& c) {
  if (detail::is_ellipsoid(n)) return norm(componentwise(n.r, c));
  return detail::norm_powers(detail::input(n, c)).h;
}
SCREE_HD inline void norm_values(const NestedNorm& n_a, const Vec3& c_a, const NestedNorm& n_b, const Vec3& c_b,
                                 Real& a, Real& b) {
#if !defined(__CUDACC__)
  if (!detail::is_ellipsoid(n_a) && !detail::is_ellipsoid(n_b)) {
    const detail::Two h = detail::norm_values<2>({&n_a, &n_b}, {&c_a, &c_b});
    a = h[0], b = h[1];
    return;
  }
#endif
  a = norm_value(n_a, c_a), b = norm_value(n_b, c_b);
}
// It does not change when c is made longer.
SCREE_HD constexpr const Vec3& gradient(const NormShares& s) { return s.p; }

SCREE_HD inline Sym3 hessian(const NestedNorm& n, const NormShares& s) {
  if (detail::is_ellipsoid(n)) {
    const Real k = 1 / s.h;
    const Vec3& p = s.p;
    return {k * (n.r.x * n.r.x - p.x * p.x),
            k * (n.r.y * n.r.y - p.y * p.y),
            k * (n.r.z * n.r.z - p.z * p.z),
            -k * p.x * p.y,
            -k * p.x * p.z,
            -k * p.y * p.z};
  }
  const Real alpha = n.q1 - 1, beta = n.q2 - 1;
  const Vec3 k = s.inv_c;
  const Real h1 = s.h * s.W_a * s.w1 * k.x, h2 = s.h * s.W_a * s.w2 * k.y, h3 = s.h * s.W3 * k.z;
  const Real b3 = beta * s.W3;
  return {h1 * k.x * (s.w1 * b3 + alpha * s.w2),
          h2 * k.y * (s.w2 * b3 + alpha * s.w1),
          h3 * k.z * beta * s.W_a,
          -h1 * k.y * s.w2 * (alpha - b3),
          -h1 * k.z * b3,
          -h2 * k.z * b3};
}

// Holds third derivatives, which are the same in any order of indices.
struct ThirdDerivatives {
  Real xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz;
};
// Returns T[u, v], a vector.
SCREE_HD constexpr Vec3 contract(const ThirdDerivatives& t, const Vec3& u, const Vec3& v) {
  const Real xx = u.x * v.x, yy = u.y * v.y, zz = u.z * v.z;
  const Real xy = u.x * v.y + u.y * v.x, xz = u.x * v.z + u.z * v.x, yz = u.y * v.z + u.z * v.y;
  return {t.xxx * xx + t.xyy * yy + t.xzz * zz + t.xxy * xy + t.xxz * xz + t.xyz * yz,
          t.xxy * xx + t.yyy * yy + t.yzz * zz + t.xyy * xy + t.xyz * xz + t.yyz * yz,
          t.xxz * xx + t.yyz * yy + t.zzz * zz + t.xyz * xy + t.xzz * xz + t.yzz * yz};
}
// They follow from the logarithmic derivatives of the factors of the Hessian, d ln / d ln c_k.
SCREE_HD inline ThirdDerivatives third_derivatives(const NestedNorm& n, const NormShares& s) {
  if (detail::is_ellipsoid(n)) {
    const Sym3 H = hessian(n, s);
    const Vec3 p = (-1 / s.h) * s.p;
    return {3 * p.x * H.xx,
            p.y * H.xx + 2 * p.x * H.xy,
            p.z * H.xx + 2 * p.x * H.xz,
            p.x * H.yy + 2 * p.y * H.xy,
            p.x * H.yz + p.y * H.xz + p.z * H.xy,
            p.x * H.zz + 2 * p.z * H.xz,
            3 * p.y * H.yy,
            p.z * H.yy + 2 * p.y * H.yz,
            p.y * H.zz + 2 * p.z * H.yz,
            3 * p.z * H.zz};
  }
  const Real alpha = n.q1 - 1, beta = n.q2 - 1;
  const Vec3 k = s.inv_c;
  const Vec3 ln_h{s.W_a * s.w1, s.W_a * s.w2, s.W3};
  const Vec3 ln_w1{n.q1 * s.w2, -n.q1 * s.w2, 0}, ln_w2{-n.q1 * s.w1, n.q1 * s.w1, 0};
  const Vec3 ln_Wa = n.q2 * s.W3 * Vec3{s.w1, s.w2, -1}, ln_W3 = n.q2 * s.W_a * Vec3{-s.w1, -s.w2, 1};
  const Real b3 = beta * s.W3;
  const Real base1 = s.h * s.W_a * s.w1 * k.x * k.x, base2 = s.h * s.W_a * s.w2 * k.y * k.y;
  const Real base3 = s.h * s.W_a * s.W3 * beta * k.z * k.z;
  const Real p1 = s.w1 * b3 + alpha * s.w2, p2 = s.w2 * b3 + alpha * s.w1;
  const Vec3 d1 =
      base1 * (p1 * (ln_h + ln_Wa + ln_w1 - Vec3{2, 0, 0}) + s.w1 * b3 * (ln_w1 + ln_W3) + alpha * s.w2 * ln_w2);
  const Vec3 d2 =
      base2 * (p2 * (ln_h + ln_Wa + ln_w2 - Vec3{0, 2, 0}) + s.w2 * b3 * (ln_w2 + ln_W3) + alpha * s.w1 * ln_w1);
  const Vec3 d3 = base3 * (ln_h + ln_Wa + ln_W3 - Vec3{0, 0, 2});
  const Real d12z = -s.h * s.W_a * s.w1 * s.w2 * k.x * k.y * ((alpha - b3) * (ln_h.z + ln_Wa.z) - b3 * ln_W3.z);
  return {d1.x * k.x, d1.y * k.y, d1.z * k.z, d2.x * k.x, d12z * k.z,
          d3.x * k.x, d2.y * k.y, d2.z * k.z, d3.y * k.y, d3.z * k.z};
}

}  // namespace scree
