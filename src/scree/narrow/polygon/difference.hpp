// The guard of overlapping pairs finds the plane with the greatest gap among all edge normals of both polygons.
//
// The Minkowski difference of two convex polygons is a convex polygon whose edges are the edges of A and the reversed
// edges of B, merged by direction. The distance of the origin from the line of each edge is -g(n) for the normal n of
// that edge, so a disc of radius min(-g) lies in the difference and no smaller translation parts the bodies. While n
// turns once round, the extreme vertex of the other body goes once round too, in one pass of nA + nB steps without
// storage.
//
// If the bodies are apart, the line of some edge says so (g > 0): in the plane edge normals are enough to tell.
#pragma once
#include "scree/narrow/polygon/pair.hpp"

namespace scree::polygon {

// Goes on from `from`, counter-clockwise, to the vertex farthest along d.
SCREE_HD inline int advance(const PolygonView& s, const Vec2& d, int from) {
  for (int k = 0; k < s.n_vertices; ++k) {
    const int next = s.next(from);
    if (!(dot(d, s.vertices[next] - s.vertices[from]) > 0)) break;
    from = next;
  }
  return from;
}

// Steps of the pass are not plane evaluations: an edge costs about two vertices, not all of them.
SCREE_HD inline Plane best_edge_plane(const Pair& pair) {
  Plane best{pair.normal_a(0), 0, 0, 0};
  bool first = true;
  const auto offer = [&](const Vec2& n, int a, int b) {
    const Plane plane = plane_at(pair, n, a, b);
    if (first || plane.gap > best.gap) best = plane;
    first = false;
  };
  int b = scan(pair.b, -turned_back(pair.X, pair.normal_a(0)));
  for (int i = 0; i < pair.a.n_vertices; ++i) {
    b = advance(pair.b, -turned_back(pair.X, pair.normal_a(i)), b);
    offer(pair.normal_a(i), i, b);
  }
  int a = scan(pair.a, pair.normal_b(0));
  for (int i = 0; i < pair.b.n_vertices; ++i) {
    a = advance(pair.a, pair.normal_b(i), a);
    offer(pair.normal_b(i), a, i);
  }
  return best;
}

}  // namespace scree::polygon
