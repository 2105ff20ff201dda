// A pair is two superellipsoids in A's frame, and the gap across a direction c from A to B:
//   g(c) = c.s - h_A(c) - h_B(c),  s from centre to centre,  grad g = d = p_B(c) - p_A(c),  Hess g = -(H_A + H_B).
// Above 0 the slab across c parts the bodies, which is the exclusion test of Wellmann et al. 2008. The largest g of all
// directions is the distance, or for bodies that overlap, minus the least translation that parts them.
#pragma once
#include "scree/math/pose.hpp"
#include "scree/shape/superellipsoid.hpp"

namespace scree::superellipsoid {

struct Pair {
  const Superellipsoid& a;
  const Superellipsoid& b;
  Pose X;  // pose of B in A's frame

  SCREE_HD Vec3 turn_to_b(const Vec3& d) const { return turned_back(X.R, d); }
  SCREE_HD Real size() const { return a.radius + b.radius; }
};

// The direction is a unit vector from A to B in both frames. On a flat side of a body the small components of the
// normal tell the place (eps = 0.1: the middle half of a side lies within 1e-6 of its normal), so each frame keeps the
// digits of its own components. Between the frames the two agree to rounding, which is to rotate a body by 1e-16.
struct Direction {
  Vec3 a, b;
};

SCREE_HD inline Direction direction_from_a(const Pair& pair, const Vec3& c) { return {c, pair.turn_to_b(c)}; }
SCREE_HD inline Direction direction_from_b(const Pair& pair, const Vec3& c) { return {pair.X.R * c, c}; }
// Points from centre to centre; bodies with the same centre get any direction, the same every time.
SCREE_HD inline Direction centre_line(const Pair& pair) {
  const Real l = norm(pair.X.p);
  return direction_from_a(pair, l > Real(1e-12) * pair.size() ? pair.X.p / l : Vec3{0, 0, 1});
}

// Returns the width of the slab alone.
SCREE_HD inline Real slab(const Pair& pair, const Direction& c) {
  Real h_a, h_b;
  norm_values(pair.a.support, c.a, pair.b.support, c.b, h_a, h_b);
  return dot(c.a, pair.X.p) - h_a - h_b;
}

// Holds two unit vectors across c, in both frames.
struct Across {
  Vec3 a1, a2, b1, b2;
};
// The first vector points along the axis nearest to the plane across c, in the frame of c. Radii of curvature across a
// flat side differ by up to 1e20; along its own axes they stay apart.
SCREE_HD inline void along_axes(const Vec3& c, Vec3& e1, Vec3& e2) {
  const Real x = std::fabs(c.x), y = std::fabs(c.y), z = std::fabs(c.z);
  const bool by_x = x < y && x < z, by_y = !by_x && y < z, by_z = !by_x && !by_y;
  const Real small = by_x ? c.x : by_y ? c.y : c.z;
  const Real k = 1 / std::sqrt(fnma(small, small, Real(1)));
  e1 = {k * fnma(small, c.x, Real(by_x)), k * fnma(small, c.y, Real(by_y)), k * fnma(small, c.z, Real(by_z))};
  e2 = cross(c, e1);
}
SCREE_HD inline Across across(const Pair& pair, const Direction& c, bool axes_of_a) {
  Across e;
  along_axes(axes_of_a ? c.a : c.b, e.a1, e.a2);
  if (axes_of_a) {
    e.b1 = pair.turn_to_b(e.a1), e.b2 = pair.turn_to_b(e.a2);
  } else {
    e.b1 = e.a1, e.b2 = e.a2;
    e.a1 = pair.X.R * e.b1, e.a2 = pair.X.R * e.b2;
  }
  return e;
}

// Small vectors and matrices lie in the plane across c.
struct Flat {
  Real x, y;
};
SCREE_HD constexpr Real norm2(const Flat& v) { return fma(v.x, v.x, v.y * v.y); }
using FlatSym = Sym2;
SCREE_HD constexpr FlatSym plus_unit(const FlatSym& m, Real s) { return {m.xx + s, m.yy + s, m.xy}; }
SCREE_HD constexpr Flat operator*(const FlatSym& m, const Flat& v) {
  return {fma(m.xx, v.x, m.xy * v.y), fma(m.xy, v.x, m.yy * v.y)};
}
// Returns what is left of yy when xx is eliminated: positive, with xx, if the matrix is. Radii of flat sides are beyond
// any determinant.
SCREE_HD constexpr Real remainder(const FlatSym& m) { return fnma(m.xy / m.xx, m.xy, m.yy); }
SCREE_HD constexpr bool is_positive(const FlatSym& m) { return m.xx > 0 && remainder(m) > 0; }
SCREE_HD constexpr Flat solve(const FlatSym& m, const Flat& v) {
  const Real k = m.xy / m.xx, y = (v.y - k * v.x) / (m.yy - k * m.xy);
  return {v.x / m.xx - k * y, y};
}
SCREE_HD constexpr FlatSym restricted(const Sym3& H, const Vec3& e1, const Vec3& e2) {
  const Vec3 h1 = H * e1;
  return {dot(e1, h1), dot(e2, H * e2), dot(e2, h1)};
}

// Holds all there is to know about one direction, with the second derivatives across it.
struct GapPoint {
  Direction c;
  Across e;
  Vec3 p_a, p_b;  // where the normals are c and -c, in A's frame
  Real gap;
  Flat d_t;          // the part across c, from p_a to p_b
  FlatSym M_a, M_b;  // radii of curvature
};
SCREE_HD inline GapPoint gap_at(const Pair& pair, const Direction& c) {
  GapPoint g;
  NormShares a, b;
  norm_shares(pair.a.support, c.a, pair.b.support, c.b, a, b);
  g.c = c;
  const Sym3 H_a = hessian(pair.a.support, a), H_b = hessian(pair.b.support, b);
  g.e = across(pair, c, trace(H_a) > trace(H_b));
  g.gap = dot(c.a, pair.X.p) - a.h - b.h;
  g.p_a = gradient(a);
  g.p_b = pair.X.p - pair.X.R * gradient(b);
  const Vec3 d = g.p_b - g.p_a;
  g.d_t = {dot(d, g.e.a1), dot(d, g.e.a2)};
  g.M_a = restricted(H_a, g.e.a1, g.e.a2);
  g.M_b = restricted(H_b, g.e.b1, g.e.b2);
  return g;
}

SCREE_HD inline Direction turned(const Direction& c, const Across& e, const Flat& by) {
  const Real k = 1 / std::sqrt(1 + norm2(by));
  return {k * fma(by.y, e.a2, fma(by.x, e.a1, c.a)), k * fma(by.y, e.b2, fma(by.x, e.b1, c.b))};
}

}  // namespace scree::superellipsoid
