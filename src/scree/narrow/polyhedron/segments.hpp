// Finds the shortest link of two segments (Nezami et al. 2006, special case 1 and Appendix A).
#pragma once
#include "scree/math/vec3.hpp"

namespace scree::polyhedron {

SCREE_HD constexpr Real clamp01(Real t) { return t < 0 ? Real(0) : t > 1 ? Real(1) : t; }

// Holds the parameters in [0, 1] of the nearest points of p0 + s u and q0 + t w.
struct SegmentLink {
  Real s, t;
};

// Projecting both on a plane parallel to them, as the paper does, leaves the same minimum, because the offset along
// that plane's normal is constant; so this is solved in space. Parallel segments have many shortest links: the one in
// the middle of their overlap is taken.
SCREE_HD inline SegmentLink link_of_segments(const Vec3& p0, const Vec3& u, const Vec3& q0, const Vec3& w) {
  const Vec3 r = p0 - q0;
  const Real A = dot(u, u), B = dot(u, w), C = dot(w, w), D = dot(u, r), E = dot(w, r);
  const Real delta = fms(A, C, B * B);
  Real s;
  if (delta > Real(1e-14) * A * C) {
    s = clamp01(fms(B, E, C * D) / delta);
  } else {
    // With q0 and q0 + w in units of u, the middle of their overlap with [0, 1] is taken.
    const Real s0 = -D / A, s1 = s0 + B / A;
    const Real lo = s0 < s1 ? s0 : s1, hi = s0 < s1 ? s1 : s0;
    s = clamp01((clamp01(lo) + clamp01(hi)) / 2);
  }
  Real t = fma(B, s, E) / C;
  if (t < 0) {
    t = 0;
    s = clamp01(-D / A);
  } else if (t > 1) {
    t = 1;
    s = clamp01((B - D) / A);
  }
  return {s, t};
}

}  // namespace scree::polyhedron
