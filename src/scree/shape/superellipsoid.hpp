// A superellipsoid (Barr 1981) consists of the points with
//   F(x) = (|x1/r1|^(2/eps1) + |x2/r2|^(2/eps1))^(eps1/eps2) + |x3/r3|^(2/eps2) <= 1,
// with semi-axes r, squareness eps1 in the plane of the first two axes and eps2 along the third: towards 0 a box, 1 an
// ellipsoid, towards 2 an octahedron.
//
// Wellmann et al. 2008 go from a normal to the surface point through two angles (their Eqs. 2 and 4). Here the body is
// the unit ball of a nested norm and its support function the dual norm (nested_norm.hpp), which is the same map
// without angles, to the last digits.
#pragma once
#include <vector>

#include "scree/math/elementary.hpp"
#include "scree/shape/nested_norm.hpp"

namespace scree {

// It is plain data, by value wherever it is needed, centred and in its own frame.
struct Superellipsoid {
  NestedNorm support;  // h(c), the farthest reach along c
  NestedNorm gauge;    // 1 on the surface, less inside; F = gauge^(2 / eps2)
  Real radius;         // radius of the bounding sphere
  Real inradius;       // radius of the largest ball inside
  Real mean_radius;    // radius of the ball with the same volume

  SCREE_HD constexpr const Vec3& r() const { return support.r; }
  SCREE_HD constexpr Real eps1() const { return 2 * gauge.inv_q1; }
  SCREE_HD constexpr Real eps2() const { return 2 * gauge.inv_q2; }
};

inline constexpr Real kLeastSquareness = Real(0.1), kMostSquareness = Real(1.9);

// Throws InputError unless the semi-axes are > 0 and finite and both exponents lie in [0.1, 1.9]: beyond, the surface
// is a box or an octahedron to all that double precision can tell of its normals.
Superellipsoid make_superellipsoid(const Vec3& r, Real eps1, Real eps2);
// Returns the ball of radius 1.
Superellipsoid unit_ball();
// Multiplies all lengths by `factor`.
SCREE_HD inline Superellipsoid scaled(Superellipsoid s, Real factor) {
  s.support.r *= factor;
  s.gauge.r *= 1 / factor;
  s.radius *= factor, s.inradius *= factor, s.mean_radius *= factor;
  return s;
}

SCREE_HD inline Real support_value(const Superellipsoid& s, const Vec3& c) { return norm_value(s.support, c); }
// Returns the surface point with outward normal c, of any length.
SCREE_HD inline Vec3 support_point(const Superellipsoid& s, const Vec3& c) {
  return gradient(norm_shares(s.support, c));
}
// Returns its derivative by c: for unit c the eigenvalues across c are the principal radii of curvature.
SCREE_HD inline Sym3 support_derivative(const Superellipsoid& s, const Vec3& c) {
  return hessian(s.support, norm_shares(s.support, c));
}
SCREE_HD inline Real inside_outside(const Superellipsoid& s, const Vec3& x) {
  return scree::pow(norm_value(s.gauge, x), s.gauge.q2);
}
// Returns the outward normal at the surface point on the ray through x, of unit length.
SCREE_HD inline Vec3 normal_at(const Superellipsoid& s, const Vec3& x) {
  return normalized(gradient(norm_shares(s.gauge, x)));
}
// Returns half the sides of the box along the axes of the world; R rotates body to world.
SCREE_HD inline Vec3 half_extents(const Superellipsoid& s, const Mat3& R) {
  return {support_value(s, R.row0), support_value(s, R.row1), support_value(s, R.row2)};
}

// These are the principal radii of curvature where the unit normal is c, the smaller one first. They are 0 on a ridge
// (eps > 1), infinite or very large on a flat side (eps < 1).
struct Radii {
  Real smaller, larger;
};
Radii radii_of_curvature(const Superellipsoid& s, const Vec3& c);
// This is a symmetric matrix on two axes across a normal, as of radii of curvature.
struct Sym2 {
  Real xx, yy, xy;
};
SCREE_HD constexpr Sym2 operator+(const Sym2& m, const Sym2& n) { return {m.xx + n.xx, m.yy + n.yy, m.xy + n.xy}; }
// Two bodies that touch have the relative radii R' >= R'' of Hertz's theory (Johnson 1985, Sec. 4.1) and sqrt(R' R'').
// Flat sides and ridges are real here, so each body's radii are first held between `least` and `most` times the radius
// of the ball of its volume.
struct ContactRadii {
  Radii relative;
  Real effective;
};
inline constexpr Real kLeastRadius = Real(0.05), kMostRadius = 10;
// The unit normal c is in A's frame.
ContactRadii contact_radii(const Superellipsoid& a, const Superellipsoid& b, const Mat3& R_ab, const Vec3& c,
                           Real least = kLeastRadius, Real most = kMostRadius);
// The radii of curvature of both are on the same two axes.
ContactRadii contact_radii(const Superellipsoid& a, const Sym2& radii_a, const Superellipsoid& b, const Sym2& radii_b,
                           Real least = kLeastRadius, Real most = kMostRadius);
// The other body is a flat wall.
ContactRadii contact_radii(const Superellipsoid& a, const Vec3& c, Real least = kLeastRadius, Real most = kMostRadius);
// Returns the R* of the ball on a flat wall that presses with the same force at the same overlap. An elliptical contact
// has F = 4/3 E* sqrt(R_e) (overlap / F2)^(3/2), with Johnson's factor F2 of R'/R'', here by a fit that is right to 0.6
// % up to R'/R'' = 100.
Real hertz_radius(const ContactRadii& radii);

Real volume(const Superellipsoid& s);
Vec3 inertia(const Superellipsoid& s);  // principal moments about its axes, for density 1

// This is a closed surface for pictures: a cube of n x n squares a side, blown up along rays from the centre. All
// vertices lie on the surface; triangles are counter-clockwise seen from outside.
struct SurfaceMesh {
  std::vector<Vec3> vertices;
  std::vector<int> triangles;  // three a triangle
};
SurfaceMesh triangulate(const Superellipsoid& s, int n = 12);

}  // namespace scree
