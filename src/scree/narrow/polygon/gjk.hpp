// The method of Gilbert, Johnson & Keerthi (IEEE J. Robotics Automation 4, 1988, 193-203) finds in 2-D the point of the
// Minkowski difference A - B nearest to the origin, by segments of it that come nearer and nearer.
//
// It tells bodies apart from bodies that overlap. The overlap is then measured on the whole difference, which in 2-D is
// walked round in nA + nB steps (difference.hpp): the expanding polygon, expanded to the end at once.
#pragma once
#include "scree/narrow/polygon/candidates.hpp"
#include "scree/narrow/polygon/difference.hpp"

namespace scree::polygon {

// Holds a vertex of A - B.
struct DifferencePoint {
  int a, b;
  Vec2 w;
};
SCREE_HD inline DifferencePoint difference_point(const Pair& pair, int a, int b) {
  return {a, b, pair.vertex_a(a) - pair.vertex_b(b)};
}

struct Simplex {
  DifferencePoint x[2];
  int n;
  Vec2 nearest;  // point nearest to the origin
};
// Returns the part of the segment x-y that holds its point nearest to the origin.
SCREE_HD inline Simplex nearest_part(const DifferencePoint& x, const DifferencePoint& y) {
  const Vec2 u = y.w - x.w;
  const Real t = -dot(x.w, u);
  if (!(t > 0)) return {{x, x}, 1, x.w};
  if (!(t < norm2(u))) return {{y, y}, 1, y.w};
  return {{x, y}, 2, x.w + (t / norm2(u)) * u};
}
SCREE_HD inline bool encloses_origin(const Vec2& x, const Vec2& y, const Vec2& z) {
  const Real xy = cross(x, y), yz = cross(y, z), zx = cross(z, x);
  return (xy >= 0 && yz >= 0 && zx >= 0) || (xy <= 0 && yz <= 0 && zx <= 0);
}

// Returns the direction from the nearest point to the origin, in which B lies. A segment gives it by its own direction,
// not by the nearest point, which may be short and is the difference of long vectors.
SCREE_HD inline Vec2 direction(const Simplex& simplex) {
  if (simplex.n == 1) return normalized(-simplex.nearest);
  const Vec2 square = normalized(turned_left(simplex.x[1].w - simplex.x[0].w));
  return dot(square, simplex.x[0].w) < 0 ? square : -square;
}

SCREE_HD inline Plane gjk(const Pair& pair, const Plane& start, LinkCounters& counters) {
  const DifferencePoint first = difference_point(pair, start.a, start.b);
  Simplex simplex{{first, first}, 1, first.w};
  Plane plane = start;
  const int most = pair.a.n_vertices + pair.b.n_vertices + 8;
  for (int k = 1; k <= most; ++k) {
    const Real length = norm(simplex.nearest);
    bool overlap = !(length > kTouching * pair.size);
    if (!overlap) {
      plane = climbed_plane(pair, direction(simplex), plane.a, plane.b, counters);
      plane.iterations = k;
      const DifferencePoint w = difference_point(pair, plane.a, plane.b);
      const Simplex to_first = nearest_part(simplex.x[0], w);
      if (simplex.n == 1) {
        if (!(norm(to_first.nearest) < length)) break;
        simplex = to_first;
        continue;
      }
      overlap = encloses_origin(simplex.x[0].w, simplex.x[1].w, w.w);
      if (!overlap) {
        const Simplex to_second = nearest_part(simplex.x[1], w);
        const Simplex& nearer = norm2(to_first.nearest) < norm2(to_second.nearest) ? to_first : to_second;
        if (!(norm(nearer.nearest) < length)) break;
        simplex = nearer;
      }
    }
    if (overlap) {
      plane = best_edge_plane(pair);
      plane.iterations = k;
      return plane;
    }
  }
  return settled(pair, plane, counters);
}

}  // namespace scree::polygon
