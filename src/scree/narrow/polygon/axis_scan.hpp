// The reference tries all edge normals of both polygons against all vertices, and for bodies apart the distance of
// every vertex from every edge. It is slow, nA nB, and has nothing clever to go wrong.
#pragma once
#include "scree/narrow/polygon/candidates.hpp"
#include "scree/narrow/polygon/walk.hpp"

namespace scree::polygon {

SCREE_HD inline Plane best_scanned_edge_plane(const Pair& pair, LinkCounters& counters) {
  Plane best = scanned_plane(pair, pair.normal_a(0), counters);
  for (int i = 1; i < pair.a.n_vertices; ++i) {
    const Plane plane = scanned_plane(pair, pair.normal_a(i), counters);
    if (plane.gap > best.gap) best = plane;
  }
  for (int i = 0; i < pair.b.n_vertices; ++i) {
    const Plane plane = scanned_plane(pair, pair.normal_b(i), counters);
    if (plane.gap > best.gap) best = plane;
  }
  return best;
}

// Returns the plane whose normal is along the shortest link from a vertex of one to the boundary of the other.
SCREE_HD inline Plane plane_of_nearest_vertex(const Pair& pair, LinkCounters& counters) {
  Real least2 = -1;
  Vec2 n{};
  for (int i = 0; i < pair.a.n_vertices; ++i)
    for (int j = 0; j < pair.b.n_vertices; ++j) {
      const Vec2 q = pair.vertex_b(j), p_in_b = turned_back(pair.X, pair.vertex_a(i) - pair.X.p);
      const SurfacePoint on_a = nearest_on_edge(pair.a, i, q), on_b = nearest_on_edge(pair.b, j, p_in_b);
      const Real to_a = norm2(q - on_a.x), to_b = norm2(p_in_b - on_b.x);
      if (least2 < 0 || to_a < least2) {
        least2 = to_a;
        n = on_a.feature.kind == FeatureKind::kEdge ? pair.normal_a(i)
                                                    : vertex_link_normal(pair, on_a.feature.index, j);
      }
      if (to_b < least2) {
        least2 = to_b;
        n = on_b.feature.kind == FeatureKind::kEdge ? pair.normal_b(j)
                                                    : vertex_link_normal(pair, i, on_b.feature.index);
      }
    }
  return scanned_plane(pair, n, counters);
}

SCREE_HD inline Plane axis_scan(const Pair& pair, LinkCounters& counters) {
  Plane best = best_scanned_edge_plane(pair, counters);
  if (best.gap > kTouching * pair.size) {
    const Plane nearest = plane_of_nearest_vertex(pair, counters);
    // Between vertices a hair apart the direction of the link is noise; an edge normal then shows the wider gap.
    if (nearest.gap >= best.gap - kRounding / 2 * pair.size) best = nearest;
  }
  best.iterations = 1;
  return best;
}

}  // namespace scree::polygon
