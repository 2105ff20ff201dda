// The point of a polygon nearest to a given point, found by walking over its boundary (Nezami et al. 2006, Sec. 4.1).
#pragma once
#include "scree/narrow/polygon/pair.hpp"

namespace scree::polygon {

// A point of the boundary: where it lies, and its place in the frame of its own body.
struct SurfacePoint {
  Feature feature;
  Vec2 x;
};
SCREE_HD inline SurfacePoint at_vertex(const PolygonView& s, int i) {
  return {{FeatureKind::kVertex, i}, s.vertices[i]};
}

SCREE_HD inline SurfacePoint nearest_on_edge(const PolygonView& s, int edge, const Vec2& q) {
  const Vec2 v = s.vertices[edge], u = s.vertices[s.next(edge)] - v;
  const Real t = dot(q - v, u) / norm2(u);
  if (!(t > 0)) return at_vertex(s, edge);
  if (!(t < 1)) return at_vertex(s, s.next(edge));
  return {{FeatureKind::kEdge, edge}, v + t * u};
}

SCREE_HD inline Real height_over_edge(const PolygonView& s, int edge, const Vec2& q) {
  return dot(s.normals[edge], q - s.vertices[edge]);
}

// Moves p to the point of s nearest to q; false if q lies inside.
//
// At a vertex both edges are searched, on an edge that edge. The published rule stops at a foot on the far side of the
// body too, so only edges that see q are searched; if none does, the walk begins again at the edge q is farthest in
// front of. With that rule a point that stays is the nearest of all: distance is convex.
SCREE_HD inline bool walk(const PolygonView& s, const Vec2& q, SurfacePoint& p, LinkCounters& counters) {
  const auto restart = [&] {
    ++counters.resets;
    int edge = 0;
    Real highest = height_over_edge(s, 0, q);
    for (int i = 1; i < s.n_vertices; ++i) {
      const Real height = height_over_edge(s, i, q);
      if (height > highest) highest = height, edge = i;
    }
    if (highest > 0) p = nearest_on_edge(s, edge, q);
    return highest > 0;
  };
  for (int step = 0; step < 2 * s.n_vertices + 4; ++step) {
    const int i = p.feature.index;
    const bool corner = p.feature.kind == FeatureKind::kVertex;
    SurfacePoint nearest = p;
    Real least = norm2(q - p.x);
    bool seen = false;
    const auto search = [&](int edge) {
      ++counters.walk_steps;
      if (!(height_over_edge(s, edge, q) >= 0)) return;
      seen = true;
      const SurfacePoint found = nearest_on_edge(s, edge, q);
      const Real length2 = norm2(q - found.x);
      if (length2 < least) least = length2, nearest = found;
    };
    search(i);
    if (corner) search(s.previous(i));
    if (!seen) {
      if (!restart()) return false;
      continue;
    }
    const bool stays = nearest.feature == p.feature;
    p = nearest;
    // On an edge the foot is the answer, from wherever it was found.
    if (stays || nearest.feature.kind == FeatureKind::kEdge) return true;
  }
  return true;
}

}  // namespace scree::polygon
