// Integrals of the thickness of an overlap over pieces where it is linear.
//
// Seen along the contact normal, in two coordinates across it. With barycentric weights l_i and depths d_i at the
// corners of a triangle of area A, and h_n the complete homogeneous symmetric polynomial (the sum of all products of
// n factors, with repetition):
//   int delta^n         = 2A n! / (n+2)! h_n(d1, d2, d3)
//   int l_i delta^n     = 2A n! / (n+3)! h_n(d1, d2, d3, d_i)
//   int l_i l_j delta^n = 2A n! / (n+4)! h_n(d1, d2, d3, d_i, d_j), twice that for i = j.
// All terms are of one sign, so that nothing is lost to rounding however thin or shallow the piece is.
#pragma once
#include "scree/math/vec2.hpp"
#include "scree/narrow/patch.hpp"

namespace scree::polyhedron {

// Sums over the pieces; lengths are measured from a point near the patch.
struct Moments {
  Real j4 = 0, j3 = 0;
  Vec2 first = {0, 0};          // integral of x delta^3
  Real xx = 0, xy = 0, yy = 0;  // of x x^T delta^3
  Real depth = 0;
};

// n! / (n + 2)! and so on.
inline constexpr Real kJ4 = Real(1) / 30, kJ3 = Real(1) / 20, kFirst = Real(1) / 120, kSecond = Real(1) / 840;

struct Corner {
  Vec2 at;
  Real depth;
};

// h_1 to h_3 of some numbers, and of the same numbers and one more: h_n(.., d) = h_n(..) + d h_{n-1}(.., d).
struct Symmetric3 {
  Real h1, h2, h3;
  SCREE_HD Symmetric3 and_also(Real d) const {
    const Real k1 = h1 + d, k2 = h2 + d * k1;
    return {k1, k2, h3 + d * k2};
  }
};

// Twice the area is `area2`; it counts with its sign.
SCREE_HD inline void add_triangle(const Corner& a, const Corner& b, const Corner& c, Real area2, Moments& sum) {
  const Real d = a.depth;
  const Symmetric3 one{d, d * d, d * d * d}, all = one.and_also(b.depth).and_also(c.depth);
  // h_4 by hand: one more step of the recurrence.
  const Symmetric3 two = one.and_also(b.depth);
  const Real h4 = d * one.h3 + b.depth * two.h3 + c.depth * all.h3;
  sum.j4 += kJ4 * area2 * h4;
  sum.j3 += kJ3 * area2 * all.h3;
  const Symmetric3 wa = all.and_also(a.depth), wb = all.and_also(b.depth), wc = all.and_also(c.depth);
  sum.first += kFirst * area2 * (wa.h3 * a.at + wb.h3 * b.at + wc.h3 * c.at);
  const Real aa = 2 * wa.and_also(a.depth).h3, bb = 2 * wb.and_also(b.depth).h3, cc = 2 * wc.and_also(c.depth).h3;
  const Real ab = wa.and_also(b.depth).h3, bc = wb.and_also(c.depth).h3, ca = wc.and_also(a.depth).h3;
  const Vec2 ma = aa * a.at + ab * b.at + ca * c.at, mb = ab * a.at + bb * b.at + bc * c.at,
             mc = ca * a.at + bc * b.at + cc * c.at;
  const Real w = kSecond * area2;
  sum.xx += w * (ma.x * a.at.x + mb.x * b.at.x + mc.x * c.at.x);
  sum.xy += w * (ma.x * a.at.y + mb.x * b.at.y + mc.x * c.at.y);
  sum.yy += w * (ma.y * a.at.y + mb.y * b.at.y + mc.y * c.at.y);
}

// The same with the depth at the origin and none at p and q: a side of a cone with its tip at the origin.
SCREE_HD inline void add_cone_side(const Vec2& p, const Vec2& q, Real depth, Real area2, Moments& sum) {
  const Real d3 = depth * depth * depth;
  sum.j4 += kJ4 * area2 * d3 * depth;
  sum.j3 += kJ3 * area2 * d3;
  sum.first += kFirst * area2 * d3 * (p + q);
  const Real w = kSecond * area2 * d3;
  sum.xx += w * 2 * (p.x * p.x + p.x * q.x + q.x * q.x);
  sum.xy += w * (2 * (p.x * p.y + q.x * q.y) + p.x * q.y + q.x * p.y);
  sum.yy += w * 2 * (p.y * p.y + p.y * q.y + q.y * q.y);
}

// Axes across the normal, and the point the coordinates are measured from; all in the frame of the result.
struct PatchFrame {
  Vec3 e1, e2, origin;
};

// Two vectors whose squares add up to the second moment xx, xy, yy: the columns of its square root, the only choice
// that stays continuous where the moment is the same in all directions.
SCREE_HD inline void to_vectors(Real xx, Real xy, Real yy, const PatchFrame& frame, Vec3& g1, Vec3& g2) {
  xx = std::fmax(xx, Real(0)), yy = std::fmax(yy, Real(0));
  const Real root = std::sqrt(std::fmax(xx * yy - xy * xy, Real(0))), trace = std::sqrt(xx + yy + 2 * root);
  const Real over = trace > 0 ? 1 / trace : Real(0);
  g1 = over * ((xx + root) * frame.e1 + xy * frame.e2);
  g2 = over * (xy * frame.e1 + (yy + root) * frame.e2);
}

// False if there is no area.
SCREE_HD inline bool to_patch(const Moments& sum, const PatchFrame& frame, Patch& patch) {
  if (!(sum.j3 > 0 && sum.j4 > 0)) return false;
  const Real over_j3 = 1 / sum.j3;
  const Vec2 c = over_j3 * sum.first;
  patch.j4 = sum.j4, patch.j3 = sum.j3, patch.depth = sum.depth;
  patch.centre = frame.origin + c.x * frame.e1 + c.y * frame.e2;
  to_vectors(over_j3 * sum.xx - c.x * c.x, over_j3 * sum.xy - c.x * c.y, over_j3 * sum.yy - c.y * c.y, frame, patch.g1,
             patch.g2);
  return true;
}

}  // namespace scree::polyhedron
