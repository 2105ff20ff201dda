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
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
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
  const Real log_h = n.inv_q2 * outer.log_sum + (a_larger ? log_a : Real(0));
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
// Two at once, through the same arithmetic: less than half the time of one after the other.
inline void norm_shares(const NestedNorm& n_a, const Vec3& direction_a, const NestedNorm& n_b, const Vec3& direction_b,
                        NormShares& a, NormShares& b) {
  using Two = LanesOf<2>::Real;
  using Four = LanesOf<4>::Real;
  if (detail::is_ellipsoid(n_a) && detail::is_ellipsoid(n_b)) {
    a = ellipsoid_norm(n_a, direction_a), b = ellipsoid_norm(n_b, direction_b);
    return;
  }
  const Two x = {direction_a.x, direction_b.x}, y = {direction_a.y, direction_b.y}, z = {direction_a.z, direction_b.z};
  const Two r1 = {n_a.r.x, n_b.r.x}, r2 = {n_a.r.y, n_b.r.y}, r3 = {n_a.r.z, n_b.r.z};
  const Two least1 = {n_a.least1, n_b.least1}, least2 = {n_a.least2, n_b.least2};
  const auto larger = [](Two u, Two v) { return u > v ? u : v; };
  const auto y_of = [&](Two r, Two c) {
    const Two v = r * c;
    return larger(v < 0 ? -v : v, Two{detail::kNoZero, detail::kNoZero});
  };
  const Two y1 = y_of(r1, x), y2 = y_of(r2, y);
  Two y3 = y_of(r3, z);
  const auto first = y1 > y2;
  Two hi = first ? y1 : y2, lo = first ? y2 : y1;
  const Two least_hi = least2 * y3, up = hi < least_hi ? least_hi / hi : Two{1, 1};
  hi *= up;
  lo = larger(lo * up, least1 * hi);
  y3 = larger(y3, least2 * hi);
  const Two inner = lo / hi, outer = hi / y3;
  const Four logs = log2_of<4>(Four{inner[0], inner[1], outer[0], outer[1]});
  const Two t = exp2_of<2>(Two{n_a.q1, n_b.q1} * Two{logs[0], logs[1]});
  const Two log_a = Two{n_a.inv_q1, n_b.inv_q1} * log2_of<2>(1 + t);
  const Two ratio = Two{logs[2], logs[3]} + log_a;  // log2(a / y3)
  const auto a_larger = ratio > 0;
  const Two u = exp2_of<2>(Two{n_a.q2, n_b.q2} * (a_larger ? -ratio : ratio));
  const Two log_h = Two{n_a.inv_q2, n_b.inv_q2} * log2_of<2>(1 + u) + (a_larger ? log_a : Two{});
  const Two h = (a_larger ? hi : y3) * exp2_of<2>(log_h);
  const Two w_hi = 1 / (1 + t), w_lo = t * w_hi, W_hi = 1 / (1 + u), W_lo = u * W_hi;
  const Two w1 = first ? w_hi : w_lo, w2 = first ? w_lo : w_hi, W_a = a_larger ? W_hi : W_lo,
            W3 = a_larger ? W_lo : W_hi;
  const auto with_sign = [](Two k, Two c) { return c < 0 ? -k : k; };
  const Two k1 = with_sign(r1 / (first ? hi : lo), x), k2 = with_sign(r2 / (first ? lo : hi), y);
  const Two k3 = with_sign(r3 / y3, z);
  const Two h_a = h * W_a;
  const Two p1 = x == 0 ? Two{} : h_a * w1 * k1, p2 = y == 0 ? Two{} : h_a * w2 * k2, p3 = z == 0 ? Two{} : h * W3 * k3;
  a = {h[0], w1[0], w2[0], W_a[0], W3[0], {k1[0], k2[0], k3[0]}, {p1[0], p2[0], p3[0]}};
  b = {h[1], w1[1], w2[1], W_a[1], W3[1], {k1[1], k2[1], k3[1]}, {p1[1], p2[1], p3[1]}};
}
#else
SCREE_HD inline void norm_shares(const NestedNorm& n_a, const Vec3& c_a, const NestedNorm& n_b, const Vec3& c_b,
                                 NormShares& a, NormShares& b) {
  a = norm_shares(n_a, c_a), b = norm_shares(n_b, c_b);
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

// Third derivatives, which are the same in any order of indices.
struct ThirdDerivatives {
  Real xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz;
};
// T[u, v], a vector.
SCREE_HD constexpr Vec3 contract(const ThirdDerivatives& t, const Vec3& u, const Vec3& v) {
  const Real xx = u.x * v.x, yy = u.y * v.y, zz = u.z * v.z;
  const Real xy = u.x * v.y + u.y * v.x, xz = u.x * v.z + u.z * v.x, yz = u.y * v.z + u.z * v.y;
  return {t.xxx * xx + t.xyy * yy + t.xzz * zz + t.xxy * xy + t.xxz * xz + t.xyz * yz,
          t.xxy * xx + t.yyy * yy + t.yzz * zz + t.xyy * xy + t.xyz * xz + t.yyz * yz,
          t.xxz * xx + t.yyz * yy + t.zzz * zz + t.xyz * xy + t.xzz * xz + t.yzz * yz};
}
// By the logarithmic derivatives of the factors of the Hessian, d ln / d ln c_k.
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
