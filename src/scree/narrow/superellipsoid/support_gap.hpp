// Newton's method on the support gap g of pair.hpp finds the direction with the widest slab.
//
// Wellmann et al. 2008 minimise |d|^2 over two angles (common_normal.hpp). Both have their solution where d is parallel
// to c, but d is the gradient of g: there are no angles and no third derivatives, and for bodies apart g has one
// maximum only. On the plane across c a Newton step is (M + g I) delta = d_t, with M the sum of the two tensors of
// radii of curvature.
//
// The normal of a flat side hardly changes along it, and that of a ridge jumps: there a step that is good in c is poor
// in the points, and the other way round. If a Newton step fails, each body gives the normal at the point that Newton's
// step would move it to, and the two are weighed by how far each body's point moves.
#pragma once
#include "scree/narrow/superellipsoid/pair.hpp"

namespace scree::superellipsoid {

enum class SearchEnd : std::uint8_t {
  kApart,      // some slab is wider than the margin
  kConverged,  // the points lie over each other to the tolerance
  kStalled     // too many iterations, or no way up
};

struct SearchSettings {
  Real margin;              // stop as soon as a slab is wider
  Real tolerance;           // length: bounds |d_t|, how far the points may lie beside each other
  int max_iterations = 50;  // as in the paper
};

struct Search {
  GapPoint at;
  Real left = 0;  // how far the points may lie beside each other after a last step, beyond what at.d_t says
  int iterations = 0, evaluations = 0;
  SearchEnd end = SearchEnd::kStalled;
};

namespace detail {

// Returns M + g I, or where that is not positive something that is, so that the step goes uphill all the same. The
// judgement takes each axis in its own scale: radii of 1e20 and 1 side by side are as good as two of 1.
SCREE_HD inline FlatSym safe_matrix(const FlatSym& M, Real gap, Real least_radius) {
  const FlatSym m = plus_unit(M, gap);
  const Real rest = remainder(m);
  if (m.xx > 0 && rest > Real(1e-10) * m.yy) return m;
  const Real mean = (m.xx + m.yy) / 2, half = (m.xx - m.yy) / 2, off = std::sqrt(fma(half, half, m.xy * m.xy));
  const Real least = mean > 0 ? m.xx / (mean + off) * rest : mean - off;
  // Far from concave the shift acts as if the surfaces were as curved as they are, the other way round.
  const Real shift = least < -least_radius ? -2 * least : 2 * least_radius;
  return {fma(m.xx, 1 + Real(1e-9), shift), fma(m.yy, 1 + Real(1e-9), shift), m.xy};
}

SCREE_HD inline void shorten(Flat& v, Real longest) {
  const Real l2 = norm2(v);
  if (l2 > longest * longest) {
    const Real k = longest / std::sqrt(l2);
    v.x *= k, v.y *= k;
  }
}

// Says what a step must bring: a part of the gain that the slope promises (Newton's step on a parabola brings half of
// it), or, where rounding hides any gain, points less far beside each other.
struct Demand {
  Real gain, beside2;
};
inline constexpr Demand kGood{Real(0.3), Real(0.25)}, kUseful{Real(1e-4), Real(0.98)};

template <class Point>  // with its gap and d_t
SCREE_HD bool is_better(const Point& next, const Point& now, const Flat& step, Demand demand, Real rounding) {
  const Real slope = fma(step.x, now.d_t.x, step.y * now.d_t.y);
  if (slope > rounding) {
    if (next.gap >= fma(demand.gain, slope, now.gap)) return true;
    return norm2(next.d_t) <= Real(0.25) * norm2(now.d_t) && next.gap >= now.gap - rounding;
  }
  return norm2(next.d_t) <= demand.beside2 * norm2(now.d_t) && next.gap >= now.gap - rounding;
}

// Returns how far the normal rotates when the surface point with normal c moves by H step, on the plane across c.
SCREE_HD inline Flat turn_of_normal(const Superellipsoid& s, const NormShares& shares, const Vec3& c, const Vec3& e1,
                                    const Vec3& e2, const Flat& step) {
  const Vec3 p = gradient(shares) + hessian(s.support, shares) * fma(step.x, e1, step.y * e2);
  const Vec3 n = gradient(norm_shares(s.gauge, p));
  const Real along = dot(n, c), least = Real(0.1) * norm(n);
  const Real k = 1 / (along > least ? along : least);
  return {k * dot(n, e1), k * dot(n, e2)};
}
SCREE_HD inline Flat turn_of_normal(const Superellipsoid& s, const Vec3& c, const Vec3& e1, const Vec3& e2,
                                    const Flat& step) {
  return turn_of_normal(s, norm_shares(s.support, c), c, e1, e2, step);
}

// Returns the step as the surface points see it.
SCREE_HD inline Flat step_of_points(const Pair& pair, const GapPoint& g, const Flat& newton) {
  const Flat by_a = turn_of_normal(pair.a, g.c.a, g.e.a1, g.e.a2, newton);
  const Flat by_b = turn_of_normal(pair.b, g.c.b, g.e.b1, g.e.b2, newton);
  // The result is the mean of the two, weighed with M_a and M_b; it is written from the flatter body, whose answer is
  // small and keeps its digits.
  const bool a_flatter = g.M_a.xx + g.M_a.yy > g.M_b.xx + g.M_b.yy;
  const Flat& base = a_flatter ? by_a : by_b;
  const Flat& other = a_flatter ? by_b : by_a;
  const Flat more = solve(safe_matrix(g.M_a + g.M_b, 0, Real(1e-12) * pair.size()),
                          (a_flatter ? g.M_b : g.M_a) * Flat{other.x - base.x, other.y - base.y});
  return {base.x + more.x, base.y + more.y};
}

SCREE_HD inline int least_component(const Vec3& c) {
  const Real x = std::fabs(c.x), y = std::fabs(c.y), z = std::fabs(c.z);
  return x < y && x < z ? 0 : y < z ? 1 : 2;
}
// Returns the component along axis k of the unit normal where p has moved by `way` along that axis.
SCREE_HD inline Real normal_after(const Superellipsoid& s, Vec3 p, int k, Real way) {
  p[k] += way;
  const Vec3 n = gradient(norm_shares(s.gauge, p));
  return n[k] / norm(n);
}

// Two bodies may be straight, each along an axis of its own, as two rods that cross: each point can move along its line
// only, and the component of the normal along that line tells where it is. Both components are set at once, each to its
// own digits.
SCREE_HD inline Flat step_of_two_lines(const Pair& pair, const GapPoint& g) {
  const int i = least_component(g.c.a), j = least_component(g.c.b);
  const Flat a{g.e.a1[i], g.e.a2[i]}, b{g.e.b1[j], g.e.b2[j]};  // the two axes in the plane across c
  const Real area = fms(a.x, b.y, a.y * b.x);
  if (!(std::fabs(area) > Real(1e-3))) return {0, 0};
  // The equation is d_t = way_a a - way_b b.
  const Real way_a = fms(g.d_t.x, b.y, g.d_t.y * b.x) / area, way_b = fms(g.d_t.x, a.y, g.d_t.y * a.x) / area;
  const Vec3 p_b = pair.turn_to_b(pair.X.p - g.p_b);  // seen from the other side of B, where its normal is c
  const Real to_a = normal_after(pair.a, g.p_a, i, way_a) - g.c.a[i];
  const Real to_b = normal_after(pair.b, p_b, j, -way_b) - g.c.b[j];
  return {fms(to_a, b.y, to_b * a.y) / area, fms(to_b, a.x, to_a * b.x) / area};
}

// If Newton's step to `there` was poor, it tries the step of the points, the better of the two, that of two lines, or
// shorter ones of Newton.
SCREE_HD inline bool find_way_up(const Pair& pair, Search& s, Flat newton, const GapPoint& there, Real rounding) {
  const bool usable = is_better(there, s.at, newton, kUseful, rounding);
  Flat step = step_of_points(pair, s.at, newton);
  shorten(step, 1);
  for (int attempt = 0; attempt < 21; ++attempt) {
    const GapPoint next = gap_at(pair, turned(s.at.c, s.at.e, step));
    ++s.evaluations;
    if (is_better(next, s.at, step, kUseful, rounding)) {
      s.at = usable && norm2(there.d_t) < norm2(next.d_t) ? there : next;
      return true;
    }
    if (usable) {
      s.at = there;
      return true;
    }
    if (attempt > 0) newton = {newton.x / 4, newton.y / 4};
    step = attempt == 0 ? step_of_two_lines(pair, s.at) : newton;
    shorten(step, 1);
  }
  return false;
}

}  // namespace detail

// Makes a step of Newton without new points: to first order they move with the radii of curvature.
SCREE_HD inline void glide(const Flat& step, GapPoint& g) {
  const Flat a = g.M_a * step, b = g.M_b * step;
  g.p_a = fma(a.y, g.e.a2, fma(a.x, g.e.a1, g.p_a));
  g.p_b = fnma(b.y, g.e.a2, fnma(b.x, g.e.a1, g.p_b));
  g.gap += fma(step.x, g.d_t.x, step.y * g.d_t.y) / 2;
  g.c = turned(g.c, g.e, step);
}

// Makes the last step. On ridges, where a small distance beside each other is a large angle, it mends the angle.
SCREE_HD inline void polish(GapPoint& g) {
  const FlatSym m = plus_unit(g.M_a + g.M_b, g.gap);
  if (!is_positive(m)) return;
  const Flat step = solve(m, g.d_t);
  if (norm2(step) < Real(1e-8)) glide(step, g);
}

namespace detail {

// Bounds how much the tensor of radii changes, relative to its trace, when the normal c rotates by `step`: from the
// logarithmic derivatives of its components, which are 3 p_k / h of an ellipsoid and no more than about twice the sum
// of the exponents by each ln c_k otherwise.
SCREE_HD inline Real change_of_radii(const Superellipsoid& s, const Vec3& c, const Vec3& step) {
  if (scree::detail::is_ellipsoid(s.support)) return 3 * norm(step) * s.radius / s.inradius;
  const auto share = [](Real by, Real of) { return std::fabs(by) / (std::fabs(of) + Real(1e-300)); };
  const Real x = share(step.x, c.x), y = share(step.y, c.y), z = share(step.z, c.z), xy = x > y ? x : y;
  return (2 * (s.support.q1 + s.support.q2) + 4) * (xy > z ? xy : z);
}

// Bounds how far the points would lie beside each other after a step of Newton, by what the radii change on the way.
SCREE_HD inline Real left_beside(const Pair& pair, const GapPoint& g, const Flat& step) {
  const Real l = std::sqrt(norm2(step));
  const Real a = change_of_radii(pair.a, g.c.a, fma(step.x, g.e.a1, step.y * g.e.a2)) * (g.M_a.xx + g.M_a.yy);
  const Real b = change_of_radii(pair.b, g.c.b, fma(step.x, g.e.b1, step.y * g.e.b2)) * (g.M_b.xx + g.M_b.yy);
  return l * (a + b) / 2;
}

}  // namespace detail

SCREE_HD inline Search widest_slab(const Pair& pair, const Direction& start, const SearchSettings& how) {
  Search s;
  s.at = gap_at(pair, start);
  s.evaluations = 1;
  const Real rounding = Real(1e-14) * pair.size(), close2 = how.tolerance * how.tolerance;
  const Real near2 = Real(1e4) * close2;  // farther on, points would leave their surfaces
  for (;; ++s.iterations) {
    if (s.at.gap > how.margin) return s.end = SearchEnd::kApart, s;
    if (norm2(s.at.d_t) <= close2) return s.end = SearchEnd::kConverged, s;
    if (s.iterations >= how.max_iterations) return s;
    Flat step = solve(detail::safe_matrix(s.at.M_a + s.at.M_b, s.at.gap, Real(1e-12) * pair.size()), s.at.d_t);
    detail::shorten(step, 1);
    if (norm2(s.at.d_t) <= near2 && (s.left = detail::left_beside(pair, s.at, step)) <= how.tolerance) {
      glide(step, s.at);
      s.at.d_t = {0, 0};
      return s.end = SearchEnd::kConverged, ++s.iterations, s;
    }
    s.left = 0;
    const GapPoint next = gap_at(pair, turned(s.at.c, s.at.e, step));
    ++s.evaluations;
    if (detail::is_better(next, s.at, step, detail::kGood, rounding))
      s.at = next;
    else if (!detail::find_way_up(pair, s, step, next, rounding))
      return s;
  }
}

}  // namespace scree::superellipsoid
