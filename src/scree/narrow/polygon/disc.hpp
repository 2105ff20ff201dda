// Shallow overlaps are proved at a cost that does not grow with the number of vertices.
//
// No translation shorter than r parts two bodies if a disc of radius r about the origin lies in their Minkowski
// difference A - B. That holds if some closed chain of points of A - B goes once round the origin with all its sides at
// least r away. Our chain leads from the vertex of A - B that the plane touches, along the boundary to both sides until
// the straight way to the difference of the centres is far enough away, and then straight there. A shallow overlap
// takes one or two edges a side. Every side is checked, so the answer yes is a proof; the answer no says nothing, and
// the walk round the whole difference (difference.hpp) decides.
#pragma once
#include "scree/narrow/polygon/pair.hpp"

namespace scree::polygon {

// Holds a vertex of A - B, as the vertices it is the difference of.
struct DifferenceCorner {
  int a, b;
};
SCREE_HD inline Vec2 position(const Pair& pair, const DifferenceCorner& at) {
  return pair.vertex_a(at.a) - pair.vertex_b(at.b);
}

// Goes one edge on along the boundary, counter-clockwise, and returns its normal. Edges of A and reversed edges of B
// alternate by direction.
SCREE_HD inline Vec2 step_left(const Pair& pair, DifferenceCorner& at) {
  const Vec2 of_a = pair.normal_a(at.a), of_b = pair.normal_b(at.b);
  const bool a_first = cross(of_a, of_b) > 0;
  (a_first ? at.a : at.b) = a_first ? pair.a.next(at.a) : pair.b.next(at.b);
  return a_first ? of_a : of_b;
}
SCREE_HD inline Vec2 step_right(const Pair& pair, DifferenceCorner& at) {
  const int a = pair.a.previous(at.a), b = pair.b.previous(at.b);
  const Vec2 of_a = pair.normal_a(a), of_b = pair.normal_b(b);
  const bool a_first = cross(of_a, of_b) < 0;
  (a_first ? at.a : at.b) = a_first ? a : b;
  return a_first ? of_a : of_b;
}

SCREE_HD inline bool disc_fits(const Pair& pair, const Plane& plane, Real r) {
  const Vec2 hub = pair.a.centre - pair.X * pair.b.centre;
  // The hub lies under the origin as seen from the plane. The edges walked along face the way the plane does, so that
  // the chain cannot go round twice.
  if (!(dot(plane.n, hub) < 0)) return false;
  const int most = pair.a.n_vertices + pair.b.n_vertices;
  const auto side_fits = [&](bool left) {
    DifferenceCorner at{plane.a, plane.b};
    for (int k = 0; k < most; ++k) {
      const Vec2 from = position(pair, at);
      const Real to_hub = left ? cross(from, hub) : cross(hub, from);
      if (to_hub >= r * norm(hub - from)) return true;
      const Vec2 normal = left ? step_left(pair, at) : step_right(pair, at);
      if (!(dot(normal, plane.n) > 0 && dot(normal, from) >= r)) return false;
    }
    return false;
  };
  return side_fits(true) && side_fits(false);
}

}  // namespace scree::polygon
