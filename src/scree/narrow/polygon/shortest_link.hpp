// Shortest link method (Nezami, Hashash, Zhao & Ghaboussi, Int. J. Numer. Anal. Meth. Geomech. 30, 2006, 783-801), in
// 2-D: P walks on A towards Q, Q on B towards P, until the link P-Q is as short as it can be. The common plane is its
// perpendicular bisector.
//
// Bodies that overlap or touch have no such link. They are moved apart along the last normal, solved there, and the
// normal is brought back. The published scheme guesses the distance to move and doubles it until the copies are apart;
// here it is computed: the overlap along that normal, which two climbs give, and a little more.
#pragma once
#include "scree/narrow/polygon/candidates.hpp"
#include "scree/narrow/polygon/walk.hpp"

namespace scree::polygon {

// Clear space between the copies, in parts of the size. Small, because the normal found is that of the copies.
inline constexpr Real kClearance = Real(1e-3);

struct Ends {
  SurfacePoint p, q;  // on A in A's frame, on B in B's frame
};

SCREE_HD inline Vec2 link_of(const Pair& pair, const Ends& ends) { return pair.X * ends.q.x - ends.p.x; }

// Both ends inside edges: the shortest link of the two edges, if it is shorter. Two segments that do not cross are
// nearest at an end of one of them, so four feet are compared (Appendix A of the paper). Unlike the closed formula that
// loses no digits on edges nearly parallel. A walk alone would creep here. Segments that cross are left to the walks,
// which find one body inside the other.
SCREE_HD inline void shorten_between_edges(const Pair& pair, Ends& ends, LinkCounters& counters) {
  const int i = ends.p.feature.index, j = ends.q.feature.index;
  Ends best = ends;
  Real least = norm2(link_of(pair, ends));
  bool shorter = false;
  const auto offer = [&](const Ends& found) {
    const Real length2 = norm2(link_of(pair, found));
    if (length2 < least) least = length2, best = found, shorter = true;
  };
  const int ends_a[2] = {i, pair.a.next(i)}, ends_b[2] = {j, pair.b.next(j)};
  for (const int v : ends_a)
    offer({at_vertex(pair.a, v), nearest_on_edge(pair.b, j, turned_back(pair.X, pair.vertex_a(v) - pair.X.p))});
  for (const int v : ends_b) offer({nearest_on_edge(pair.a, i, pair.vertex_b(v)), at_vertex(pair.b, v)});
  ends = best;
  if (shorter) ++counters.special[0];
}

// Iterates to the shortest link and counts in `iterations`. False if one body was found to reach into the other, or if
// the link shrank to nothing or did not settle.
SCREE_HD inline bool shorten(const Pair& pair, Ends& ends, int& iterations, LinkCounters& counters) {
  constexpr int kMostIterations = 40;
  const Real still = 10 * kRounding * pair.size, touching = kTouching * pair.size;
  for (int k = 0; k < kMostIterations; ++k) {
    ++iterations;
    const Ends old = ends;
    if (ends.p.feature.kind == FeatureKind::kEdge && ends.q.feature.kind == FeatureKind::kEdge)
      shorten_between_edges(pair, ends, counters);
    if (!walk(pair.a, pair.X * ends.q.x, ends.p, counters)) return false;
    if (!walk(pair.b, turned_back(pair.X, ends.p.x - pair.X.p), ends.q, counters)) return false;
    if (!(norm(link_of(pair, ends)) > touching)) return false;
    if (norm(ends.p.x - old.p.x) <= still && norm(ends.q.x - old.q.x) <= still) return true;
  }
  return false;
}

// The normal by the features of the link: an edge's own where there is one.
SCREE_HD inline Vec2 normal_by_features(const Pair& pair, const Ends& ends) {
  const Feature &a = ends.p.feature, &b = ends.q.feature;
  if (a.kind == FeatureKind::kEdge) return pair.normal_a(a.index);
  if (b.kind == FeatureKind::kEdge) return pair.normal_b(b.index);
  return vertex_link_normal(pair, a.index, b.index);
}

// Of bodies that overlap: again along the normal found, if that is far from the one the copies were moved along.
SCREE_HD inline Plane plane_by_separation(const Pair& pair, const Plane& start, Ends ends, LinkCounters& counters) {
  constexpr int kMostRounds = 4;
  constexpr Real kSameWay = Real(0.996);  // cosine of 5 degrees
  Plane best = start, along = start;
  int iterations = 0;
  for (int k = 0; k < kMostRounds; ++k) {
    ++counters.separations;
    const Real s = larger(0, -along.gap) + kClearance * pair.size;
    const Pair apart = shifted(pair, s * along.n);
    if (!shorten(apart, ends, iterations, counters)) break;
    const Vec2 n = normal_by_features(apart, ends);
    const bool same_way = dot(n, along.n) > kSameWay;
    along = climbed_plane(pair, n, ends.p.feature.index, ends.q.feature.index, counters);
    if (k == 0 || along.gap > best.gap) best = along;
    // Copies can be nearest vertex to vertex; the least overlap is always along the normal of an edge.
    if (same_way && (ends.p.feature.kind == FeatureKind::kEdge || ends.q.feature.kind == FeatureKind::kEdge)) break;
  }
  best.iterations = iterations;
  return best;
}

// start.n is the direction in which to part the bodies should they overlap.
SCREE_HD inline Plane shortest_link(const Pair& pair, const Plane& start, const Ends& first, bool overlap_expected,
                                    LinkCounters& counters) {
  if (!overlap_expected || start.gap > 0) {
    Ends ends = first;
    int iterations = 0;
    if (shorten(pair, ends, iterations, counters)) {
      Plane plane =
          climbed_plane(pair, normal_by_features(pair, ends), ends.p.feature.index, ends.q.feature.index, counters);
      plane.iterations = iterations;
      return plane;
    }
  }
  return plane_by_separation(pair, start, first, counters);
}

}  // namespace scree::polygon
