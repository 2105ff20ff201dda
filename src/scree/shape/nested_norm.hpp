// A norm inside a norm, and its derivatives:
//   h(c) = (a^q2 + |r3 c3|^q2)^(1/q2),  a = (|r1 c1|^q1 + |r2 c2|^q1)^(1/q1),  q1, q2 > 1.
//
// A superellipsoid is the unit ball of one such norm (its gauge), and its support function is another (the dual norm),
// so everything about its surface is in here: the gradient of the support function is the surface point with normal c,
// the gradient of the gauge is the normal at a surface point, the Hessian of the support function holds the radii of
// curvature. No angles, no poles.
//
// Everything is written with shares: w1 + w2 = 1 are the parts of a^q1, W_a + W3 = 1 the parts of h^q2. Then
//   p_i = h omega_i / c_i with omega = (W_a w1, W_a w2, W3),
// and in the second derivatives nothing cancels, however flat or sharp the surface is.
#pragma once
#include "scree/math/quat.hpp"
#if !defined(__CUDACC__)
#include "scree/math/exp_log.hpp"
#endif

namespace scree {

struct NestedNorm {
  Vec3 r;
  Real q1, q2, inv_q1, inv_q2;
  // Ratios |r2 c2| / |r1 c1| (either way) and a / |r3 c3| (either way) below these count as these in shares and second
  // derivatives. On a flat side of eps = 0.1 components spread over hundreds of powers of ten, and still their powers
  // must be numbers.
  Real least1, least2;
};

SCREE_HD inline NestedNorm nested_norm(const Vec3& r, Real q1, Real q2) {
  return {r, q1, q2, 1 / q1, 1 / q2, std::exp2(-960 / q1), std::exp2(-960 / q2)};
}

// A symmetric matrix.
struct Sym3 {
  Real xx, yy, zz, xy, xz, yz;
};
SCREE_HD constexpr Vec3 operator*(const Sym3& m, const Vec3& v) {
  return {dot({m.xx, m.xy, m.xz}, v), dot({m.xy, m.yy, m.yz}, v), dot({m.xz, m.yz, m.zz}, v)};
}
SCREE_HD constexpr Real trace(const Sym3& m) { return m.xx + m.yy + m.zz; }

struct NormShares {
  Real h;
  Real w1, w2;  // of |r1 c1|^q1 and |r2 c2|^q1 in their sum
  Real W_a, W3;
  Vec3 inv_c;  // 1 / c_i, of components held off 0
  Vec3 p;      // the gradient; 0 where c_i is
};

namespace detail {
inline constexpr Real kNoZero = Real(1e-300);  // to divide by

SCREE_HD inline bool is_ellipsoid(const NestedNorm& n) { return n.q1 == 2 && n.q2 == 2; }

// log2((larger^q + smaller^q) / larger^q), and the share of the smaller. `ratio` is log2(smaller / larger).
struct LogSum {
  Real log_sum, share;
};
SCREE_HD inline LogSum log_sum(Real ratio, Real q) {
  const Real t = std::exp2(q * ratio);
  return {std::log2(1 + t), t / (1 + t)};
}
}  // namespace detail

// The ellipsoid has shorter formulas, without shares.
SCREE_HD inline NormShares ellipsoid_norm(const NestedNorm& n, const Vec3& c) {
  NormShares s{};
  const Vec3 y = componentwise(n.r, c);
  s.h = norm(y);
  s.p = (1 / s.h) * componentwise(n.r, y);
  return s;
}

SCREE_HD inline NormShares norm_shares(const NestedNorm& n, const Vec3& direction) {
  if (detail::is_ellipsoid(n)) return ellipsoid_norm(n, direction);
  const auto y_of = [](Real r, Real c) {
    const Real y = std::fabs(r * c);
    return y > detail::kNoZero ? y : detail::kNoZero;
  };
  const Real y1 = y_of(n.r.x, direction.x), y2 = y_of(n.r.y, direction.y);
  Real y3 = y_of(n.r.z, direction.z);
  const bool first = y1 > y2;
  Real hi = first ? y1 : y2, lo = first ? y2 : y1;
  const Real up = hi < n.least2 * y3 ? n.least2 * y3 / hi : Real(1);
  hi *= up, lo *= up;
  lo = lo > n.least1 * hi ? lo : n.least1 * hi;
  y3 = y3 > n.least2 * hi ? y3 : n.least2 * hi;
  const Real to_third = std::log2(hi / y3);  // beside the next line, not after it
  const detail::LogSum inner = detail::log_sum(std::log2(lo / hi), n.q1);
  const Real log_a = n.inv_q1 * inner.log_sum, ratio = to_third + log_a;  // log2(a / y3)
  const bool a_larger = ratio > 0;
  const detail::LogSum outer = detail::log_sum(a_larger ? -ratio : ratio, n.q2);
  const Real log_h = fma(n.inv_q2, outer.log_sum, a_larger ? log_a : Real(0));
  const Real h = (a_larger ? hi : y3) * std::exp2(log_h);
  const Real w_lo = inner.share, w_hi = 1 - w_lo, W_lo = outer.share, W_hi = 1 - W_lo;
  const Real w1 = first ? w_hi : w_lo, w2 = first ? w_lo : w_hi;
  const Real W_a = a_larger ? W_hi : W_lo, W3 = a_larger ? W_lo : W_hi;
  const Vec3 inv_c{std::copysign(n.r.x / (first ? hi : lo), direction.x),
                   std::copysign(n.r.y / (first ? lo : hi), direction.y), std::copysign(n.r.z / y3, direction.z)};
  const Vec3 p{direction.x == 0 ? Real(0) : h * W_a * w1 * inv_c.x, direction.y == 0 ? Real(0) : h * W_a * w2 * inv_c.y,
               direction.z == 0 ? Real(0) : h * W3 * inv_c.z};
  return {h, w1, w2, W_a, W3, inv_c, p};
}

#if !defined(__CUDACC__)
namespace detail {
// Several norms at once, lane by lane.
template <int n>
struct LaneNorms {
  using V = typename LanesOf<n>::Real;
  using Which = typename LanesOf<n>::Int;
  V c1, c2, c3, r1, r2, r3;
  V hi, lo, y3, t, u, h;
  Which first, a_larger;
};
template <int n>
[[gnu::always_inline]] inline LaneNorms<n> lane_norms(const NestedNorm* const (&norms)[n], const Vec3* const (&c)[n]) {
  using V = typename LaneNorms<n>::V;
  LaneNorms<n> l;
  V q1, q2, inv_q1, inv_q2, least1, least2;
  for (int k = 0; k < n; ++k) {
    l.c1[k] = c[k]->x, l.c2[k] = c[k]->y, l.c3[k] = c[k]->z;
    l.r1[k] = norms[k]->r.x, l.r2[k] = norms[k]->r.y, l.r3[k] = norms[k]->r.z;
    q1[k] = norms[k]->q1, q2[k] = norms[k]->q2, inv_q1[k] = norms[k]->inv_q1, inv_q2[k] = norms[k]->inv_q2;
    least1[k] = norms[k]->least1, least2[k] = norms[k]->least2;
  }
  const auto larger = [](V v, V w) { return v > w ? v : w; };
  const auto y_of = [&](V r, V x) {
    const V v = r * x;
    return larger(larger(v, -v), V{} + kNoZero);
  };
  const V y1 = y_of(l.r1, l.c1), y2 = y_of(l.r2, l.c2), y3 = y_of(l.r3, l.c3);
  l.first = y1 > y2;
  const V hi = l.first ? y1 : y2, lo = l.first ? y2 : y1, least_hi = least2 * y3;
  l.hi = larger(hi, least_hi);
  l.lo = larger(hi < least_hi ? lo * (least_hi / hi) : lo, least1 * l.hi);
  l.y3 = larger(y3, least2 * l.hi);
  const V to_third = log2_of<n>(l.hi / l.y3);  // beside the next line, not after it
  l.t = exp2_of<n>(q1 * log2_of<n>(l.lo / l.hi));
  const V log_a = inv_q1 * log2_of<n>(1 + l.t);
  const V ratio = to_third + log_a;  // log2(a / y3)
  l.a_larger = ratio > 0;
  l.u = exp2_of<n>(q2 * (l.a_larger ? -ratio : ratio));
  const V log_h = fma_lanes<V>(inv_q2, log2_of<n>(1 + l.u), l.a_larger ? log_a : V{});
  l.h = (l.a_larger ? l.hi : l.y3) * exp2_of<n>(log_h);
  return l;
}
}  // namespace detail

// Two at once, through the same arithmetic: less than half the time of one after the other.
inline void norm_shares(const NestedNorm& n_a, const Vec3& direction_a, const NestedNorm& n_b, const Vec3& direction_b,
                        NormShares& a, NormShares& b) {
  using Two = detail::LaneNorms<2>::V;
  if (detail::is_ellipsoid(n_a) && detail::is_ellipsoid(n_b)) {
    a = ellipsoid_norm(n_a, direction_a), b = ellipsoid_norm(n_b, direction_b);
    return;
  }
  const detail::LaneNorms<2> n = detail::lane_norms<2>({&n_a, &n_b}, {&direction_a, &direction_b});
  const Two w_hi = 1 / (1 + n.t), w_lo = n.t * w_hi, W_hi = 1 / (1 + n.u), W_lo = n.u * W_hi;
  const Two w1 = n.first ? w_hi : w_lo, w2 = n.first ? w_lo : w_hi;
  const Two W_a = n.a_larger ? W_hi : W_lo, W3 = n.a_larger ? W_lo : W_hi;
  const auto with_sign = [](Two k, Two c) { return c < 0 ? -k : k; };
  const Two k1 = with_sign(n.r1 / (n.first ? n.hi : n.lo), n.c1), k2 = with_sign(n.r2 / (n.first ? n.lo : n.hi), n.c2);
  const Two k3 = with_sign(n.r3 / n.y3, n.c3), h_a = n.h * W_a;
  const Two p1 = n.c1 == 0 ? Two{} : h_a * w1 * k1, p2 = n.c2 == 0 ? Two{} : h_a * w2 * k2;
  const Two p3 = n.c3 == 0 ? Two{} : n.h * W3 * k3;
  a = {n.h[0], w1[0], w2[0], W_a[0], W3[0], {k1[0], k2[0], k3[0]}, {p1[0], p2[0], p3[0]}};
  b = {n.h[1], w1[1], w2[1], W_a[1], W3[1], {k1[1], k2[1], k3[1]}, {p1[1], p2[1], p3[1]}};
}
inline void norm_values(const NestedNorm& n_a, const Vec3& c_a, const NestedNorm& n_b, const Vec3& c_b, Real& a,
                        Real& b) {
  if (detail::is_ellipsoid(n_a) && detail::is_ellipsoid(n_b)) {
    a = norm(componentwise(n_a.r, c_a)), b = norm(componentwise(n_b.r, c_b));
    return;
  }
  const detail::LaneNorms<2> n = detail::lane_norms<2>({&n_a, &n_b}, {&c_a, &c_b});
  a = n.h[0], b = n.h[1];
}
#else
SCREE_HD inline void norm_shares(const NestedNorm& n_a, const Vec3& c_a, const NestedNorm& n_b, const Vec3& c_b,
                                 NormShares& a, NormShares& b) {
  a = norm_shares(n_a, c_a), b = norm_shares(n_b, c_b);
}
SCREE_HD inline void norm_values(const NestedNorm& n_a, const Vec3& c_a, const NestedNorm& n_b, const Vec3& c_b,
                                 Real& a, Real& b) {
  a = norm_shares(n_a, c_a).h, b = norm_shares(n_b, c_b).h;
}
#endif

SCREE_HD inline Real norm_value(const NestedNorm& n, const Vec3& c) {
  if (detail::is_ellipsoid(n)) return norm(componentwise(n.r, c));
  return norm_shares(n, c).h;
}
// It does not change when c is made longer.
SCREE_HD constexpr const Vec3& gradient(const NormShares& s) { return s.p; }

SCREE_HD inline Sym3 hessian(const NestedNorm& n, const NormShares& s) {
  if (detail::is_ellipsoid(n)) {
    const Real k = 1 / s.h;
    const Vec3& p = s.p;
    return {k * fms(n.r.x, n.r.x, p.x * p.x),
            k * fms(n.r.y, n.r.y, p.y * p.y),
            k * fms(n.r.z, n.r.z, p.z * p.z),
            -k * p.x * p.y,
            -k * p.x * p.z,
            -k * p.y * p.z};
  }
  const Real alpha = n.q1 - 1, beta = n.q2 - 1;
  const Vec3 k = s.inv_c;
  const Real h1 = s.h * s.W_a * s.w1 * k.x, h2 = s.h * s.W_a * s.w2 * k.y, h3 = s.h * s.W3 * k.z;
  const Real b3 = beta * s.W3;
  return {h1 * k.x * fma(s.w1, b3, alpha * s.w2),
          h2 * k.y * fma(s.w2, b3, alpha * s.w1),
          h3 * k.z * beta * s.W_a,
          -h1 * k.y * s.w2 * (alpha - b3),
          -h1 * k.z * b3,
          -h2 * k.z * b3};
}

// Third derivatives, which are the same in any order of indices.
struct ThirdDerivatives {
  Real xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz;
};
// T[u, v], a vector.
SCREE_HD constexpr Vec3 contract(const ThirdDerivatives& t, const Vec3& u, const Vec3& v) {
  const Real xx = u.x * v.x, yy = u.y * v.y, zz = u.z * v.z;
  const Real xy = fma(u.x, v.y, u.y * v.x), xz = fma(u.x, v.z, u.z * v.x), yz = fma(u.y, v.z, u.z * v.y);
  const Vec3 same{xx, yy, zz}, mixed{xy, xz, yz};
  return {dot({t.xxx, t.xyy, t.xzz}, same) + dot({t.xxy, t.xxz, t.xyz}, mixed),
          dot({t.xxy, t.yyy, t.yzz}, same) + dot({t.xyy, t.xyz, t.yyz}, mixed),
          dot({t.xxz, t.yyz, t.zzz}, same) + dot({t.xyz, t.xzz, t.yzz}, mixed)};
}
// By the logarithmic derivatives of the factors of the Hessian, d ln / d ln c_k.
SCREE_HD inline ThirdDerivatives third_derivatives(const NestedNorm& n, const NormShares& s) {
  if (detail::is_ellipsoid(n)) {
    const Sym3 H = hessian(n, s);
    const Vec3 p = (-1 / s.h) * s.p;
    return {3 * p.x * H.xx,
            fma(p.y, H.xx, 2 * p.x * H.xy),
            fma(p.z, H.xx, 2 * p.x * H.xz),
            fma(p.x, H.yy, 2 * p.y * H.xy),
            dot(p, {H.yz, H.xz, H.xy}),
            fma(p.x, H.zz, 2 * p.z * H.xz),
            3 * p.y * H.yy,
            fma(p.z, H.yy, 2 * p.y * H.yz),
            fma(p.y, H.zz, 2 * p.z * H.yz),
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
  const Real p1 = fma(s.w1, b3, alpha * s.w2), p2 = fma(s.w2, b3, alpha * s.w1);
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
