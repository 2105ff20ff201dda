// The common normal of two superellipsoids is found as published: Wellmann, Lillie & Wriggers, Engineering Computations
// 25 (2008) 432-442.
//
// The direction c(alpha) is given by two angles about the line of centres (Eq. 6); p_A(c) and p_B(-c) are the surface
// points with these normals, d = p_B - p_A, and |d|^2 is minimised over alpha by Newton's method with
// Levenberg-Marquardt's shift and Armijo's step length. As soon as c.d > 0 at any c looked at the bodies are apart.
//
// The paper leaves open what is chosen here: the shift is -lambda_min + 1e-3 |lambda|_max where lambda_min <= 1e-12
// lambda_max; steps of at most 1 rad; halving from 1 with slope factor 1e-4, at most 40 times; the angles are laid out
// again about the current c where |alpha_2| > 1.2 (they have a pole); components of c below 1e-9 count as 1e-9 in
// derivatives, where the paper moves such points "slightly". The surface points and all derivatives come from the
// support function (nested_norm.hpp) and not from surface angles: the same numbers to 1e-13, without their poles.
#pragma once
#include "scree/math/elementary.hpp"
#include "scree/narrow/superellipsoid/support_gap.hpp"

namespace scree::superellipsoid {

struct NormalSettings {
  Real margin;              // stop as soon as a slab is wider
  Real tolerance;           // area: for the gradient of |d|^2 by the angles, 1e-6 in the paper's tests
  int max_iterations = 50;  // as in the paper
};

namespace detail {

// The direction is c(alpha) = cos a1 cos a2 e1 + sin a1 cos a2 e2 + sin a2 e3, with its derivatives.
struct AngleFrame {
  Vec3 e1, e2, e3;
};
SCREE_HD inline AngleFrame frame_about(const Vec3& c) {
  const Vec3 e2 = any_perpendicular(c);
  return {c, e2, cross(c, e2)};
}
struct OfAngles {
  Vec3 c, c_1, c_2, c_11, c_12, c_22;
};
SCREE_HD inline OfAngles direction_at(const AngleFrame& f, Real alpha1, Real alpha2) {
  const Real s1 = scree::sin(alpha1), k1 = scree::cos(alpha1), s2 = scree::sin(alpha2), k2 = scree::cos(alpha2);
  OfAngles o;
  o.c = fma(s2, f.e3, fma(s1 * k2, f.e2, k1 * k2 * f.e1));
  o.c_1 = fms(k1 * k2, f.e2, s1 * k2 * f.e1);
  o.c_2 = fma(k2, f.e3, fnms(s1 * s2, f.e2, k1 * s2 * f.e1));
  o.c_11 = fnms(s1 * k2, f.e2, k1 * k2 * f.e1);
  o.c_12 = fnma(k1 * s2, f.e2, s1 * s2 * f.e1);
  o.c_22 = -o.c;
  return o;
}

SCREE_HD inline Vec3 between_points(const Pair& pair, const Vec3& c) {
  NormShares a, b;
  norm_shares(pair.a.support, c, pair.b.support, pair.turn_to_b(c), a, b);
  return pair.X.p - gradient(a) - pair.X.R * gradient(b);
}

// The objective is |d|^2 with its derivatives by the angles.
struct Objective {
  Vec3 d;
  Real value;
  Flat gradient;
  FlatSym hessian;
};
SCREE_HD inline Vec3 off_axes(Vec3 c) {
  constexpr Real kLeast = Real(1e-9);
  for (int k = 0; k < 3; ++k)
    if (std::fabs(c[k]) < kLeast) c[k] = c[k] < 0 ? -kLeast : kLeast;
  return c;
}
SCREE_HD inline Objective objective(const Pair& pair, const OfAngles& o, const Vec3& d) {
  const Vec3 c_a = off_axes(o.c), c_b = off_axes(pair.turn_to_b(o.c));
  const NormShares a = norm_shares(pair.a.support, c_a), b = norm_shares(pair.b.support, c_b);
  const Sym3 H_a = scree::hessian(pair.a.support, a), H_b = scree::hessian(pair.b.support, b);
  const ThirdDerivatives T_a = third_derivatives(pair.a.support, a), T_b = third_derivatives(pair.b.support, b);
  const auto M = [&](const Vec3& v) { return H_a * v + pair.X.R * (H_b * pair.turn_to_b(v)); };
  const auto T = [&](const Vec3& u, const Vec3& v) {
    return contract(T_a, u, v) + pair.X.R * contract(T_b, pair.turn_to_b(u), pair.turn_to_b(v));
  };
  const Vec3 d_1 = -M(o.c_1), d_2 = -M(o.c_2);
  const Vec3 d_11 = -(M(o.c_11) + T(o.c_1, o.c_1)), d_12 = -(M(o.c_12) + T(o.c_1, o.c_2));
  const Vec3 d_22 = -(M(o.c_22) + T(o.c_2, o.c_2));
  return {d,
          norm2(d),
          {2 * dot(d, d_1), 2 * dot(d, d_2)},
          {2 * (dot(d_1, d_1) + dot(d, d_11)), 2 * (dot(d_2, d_2) + dot(d, d_22)), 2 * (dot(d_1, d_2) + dot(d, d_12))}};
}

SCREE_HD inline FlatSym made_positive(const FlatSym& m) {
  const Real mean = (m.xx + m.yy) / 2, half = (m.xx - m.yy) / 2, off = std::sqrt(fma(half, half, m.xy * m.xy));
  const Real least = mean - off, most = mean + off, size = std::fabs(mean) + off;
  if (least > Real(1e-12) * most) return m;
  return plus_unit(m, -least + Real(1e-3) * size);
}

}  // namespace detail

// Makes one start. The result is put in the form of the other method, so that both get the same proof.
SCREE_HD inline Search common_normal(const Pair& pair, const Vec3& start, const NormalSettings& how) {
  using namespace detail;
  Search s;
  AngleFrame frame = frame_about(start);
  const Real rounding = Real(4e-15) * pair.size();  // rounding of d; else the last step would never be short enough
  Real alpha1 = 0, alpha2 = 0;
  OfAngles o = direction_at(frame, 0, 0);
  Vec3 d = between_points(pair, o.c);
  s.evaluations = 1;
  const auto finish = [&](SearchEnd end) {
    s.at = gap_at(pair, direction_from_a(pair, o.c));
    s.end = end;
    return s;
  };
  for (;; ++s.iterations) {
    if (dot(o.c, d) > how.margin) return finish(SearchEnd::kApart);  // before any derivative is computed
    const Objective f = objective(pair, o, d);
    if (norm2(f.gradient) <= how.tolerance * how.tolerance) return finish(SearchEnd::kConverged);
    if (s.iterations >= how.max_iterations) return finish(SearchEnd::kStalled);
    Flat step = solve(made_positive(f.hessian), {-f.gradient.x, -f.gradient.y});
    shorten(step, 1);
    bool found = false;
    for (int halving = 0; halving <= 40 && !found; ++halving) {
      const Real slope = fma(step.x, f.gradient.x, step.y * f.gradient.y);
      const OfAngles tried = direction_at(frame, alpha1 + step.x, alpha2 + step.y);
      const Vec3 d_tried = between_points(pair, tried.c);
      ++s.evaluations;
      found = norm2(d_tried) <= f.value + Real(1e-4) * slope + rounding * std::sqrt(f.value);
      if (found || dot(tried.c, d_tried) > how.margin) {
        o = tried, d = d_tried, alpha1 += step.x, alpha2 += step.y;
        if (!found) return ++s.iterations, finish(SearchEnd::kApart);
      }
      step = {step.x / 2, step.y / 2};
    }
    if (!found) return finish(SearchEnd::kStalled);
    if (std::fabs(alpha2) > Real(1.2)) {
      frame = frame_about(normalized(o.c));
      alpha1 = alpha2 = 0;
      o = direction_at(frame, 0, 0);
    }
  }
}

}  // namespace scree::superellipsoid
