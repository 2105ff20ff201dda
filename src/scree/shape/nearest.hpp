// Nearest points on wall surfaces are found in the surface's own frame. The formulas are exact, without iteration.
#pragma once
#include "scree/shape/shapes.hpp"

namespace scree {

// Returns the nearest point of the segment a-b to x.
SCREE_HD inline Vec3 nearest_on_segment(const Vec3& a, const Vec3& b, const Vec3& x) {
  const Vec3 d = b - a;
  const Real t = dot(x - a, d);
  if (t <= 0) return a;
  const Real l2 = norm2(d);
  return t >= l2 ? b : fma(t / l2, d, a);
}

// Returns the nearest point of a convex plate: the foot of the perpendicular if it lies inside all edges, else a point
// on an edge.
SCREE_HD inline Vec3 nearest_on_plate(const PlateView& plate, const Vec3& x) {
  bool inside = true;
  Vec3 best{};
  Real best2 = -1;
  for (int k = 0; k < plate.n_vertices; ++k) {
    const Vec3 a = plate.vertices[k], b = plate.vertices[k + 1 < plate.n_vertices ? k + 1 : 0];
    const Real outside =
        fms(b.y - a.y, x.x - a.x, (b.x - a.x) * (x.y - a.y));  // > 0: right of a counter-clockwise edge
    if (outside <= 0) continue;
    inside = false;
    const Vec3 p = nearest_on_segment(a, b, x);
    const Real d2 = norm2(x - p);
    if (best2 < 0 || d2 < best2) best2 = d2, best = p;
  }
  return inside ? Vec3{x.x, x.y, 0} : best;
}

// Returns the nearest point of a frustum on the meridian through x (side = +1), or on the one opposite to it (side =
// -1). The nearest point of a surface of revolution always lies on the meridian of x itself. On the axis any meridian
// will do: the one along x of the frame is taken.
SCREE_HD inline Vec3 nearest_on_frustum(const Frustum& f, const Vec3& x, Real side) {
  const Real rho = std::sqrt(fma(x.x, x.x, x.y * x.y));
  const Real cx = rho > 0 ? x.x / rho : Real(1), cy = rho > 0 ? x.y / rho : Real(0);
  const Vec3 p = nearest_on_segment({f.r0, 0, f.z0}, {f.r1, 0, f.z1}, {side * rho, 0, x.z});
  return {side * p.x * cx, side * p.x * cy, p.z};
}

}  // namespace scree
