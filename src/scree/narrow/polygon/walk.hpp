// A walk over the boundary of a polygon finds its point nearest to a given point (Nezami et al. 2006, Sec. 3.6).
#pragma once
#include "scree/narrow/polygon/pair.hpp"

namespace scree::polygon {

// Holds a point of the boundary: where it lies, and its place in the frame of its own body.
struct SurfacePoint {
  Feature feature;
  Vec2 x;
};
SCREE_HD inline SurfacePoint at_vertex(const PolygonView& s, int i) {
  return {{FeatureKind::kVertex, i}, s.vertices[i]};
}

SCREE_HD inline SurfacePoint nearest_on_edge(const PolygonView& s, int edge, const Vec2& q) {
  const Vec2 v = s.vertices[edge], u = s.vertices[s.next(edge)] - v;
  const Real along = dot(q - v, u), length2 = norm2(u);
  if (!(along > 0)) return at_vertex(s, edge);
  if (!(along < length2)) return at_vertex(s, s.next(edge));
  return {{FeatureKind::kEdge, edge}, fma(along / length2, u, v)};
}

SCREE_HD inline Real height_over_edge(const PolygonView& s, int edge, const Vec2& q) {
  return dot(s.normals[edge], q - s.vertices[edge]);
}

// Tells whether p is the point of s nearest to q, a point outside, by the edges that meet in p. `still` is a length
// that counts as nothing.
SCREE_HD inline bool is_nearest(const PolygonView& s, const SurfacePoint& p, const Vec2& q, Real still) {
  const int i = p.feature.index;
  const Vec2 link = q - p.x, u = s.vertices[s.next(i)] - s.vertices[i];
  const Real along = dot(link, u);
  if (p.feature.kind == FeatureKind::kEdge) return along * along <= still * still * norm2(u);
  return along <= 0 && dot(link, s.vertices[s.previous(i)] - s.vertices[i]) <= 0;
}

// Moves p to the point of s nearest to q; false if q lies inside.
//
// At a vertex both edges are searched, on an edge only that edge. The published rule stops at a foot on the far side of
// the body too, so only edges that see q are searched; if none does, the walk begins again at the edge q is farthest in
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
    Real least = 0;
    bool seen = false;
    const auto search = [&](int edge) {
      ++counters.walk_steps;
      if (!(height_over_edge(s, edge, q) >= 0)) return;
      const SurfacePoint found = nearest_on_edge(s, edge, q);
      const Real length2 = norm2(q - found.x);
      // A foot just inside an edge is no nearer than its end to rounding, but it is the foot: on nearly parallel edges
      // it is what gets the link off the wrong end.
      const bool foot = found.feature.kind == FeatureKind::kEdge && length2 == least;
      if (!seen || length2 < least || foot) least = length2, nearest = found;
      seen = true;
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
