// The shortest link method (Nezami, Hashash, Zhao & Ghaboussi, Int. J. Numer. Anal. Meth. Geomech. 30, 2006, 783-801)
// works in 2-D as follows: P walks on A towards Q, Q on B towards P, until the link P-Q is as short as it can be. The
// common plane is its perpendicular bisector.
//
// Bodies that overlap or touch have no such link. They are moved apart along the last normal, solved there, and the
// normal is brought back. The published scheme guesses the distance to move and doubles it until the copies are apart;
// here it is computed: the overlap along that normal, which two climbs give, and a little more.
#pragma once
#include "scree/narrow/polygon/candidates.hpp"
#include "scree/narrow/polygon/measure.hpp"
#include "scree/narrow/polygon/walk.hpp"

namespace scree::polygon {

// This is the clear space between the copies, relative to the size. It is small, because the normal found is that of
// the copies.
inline constexpr Real kClearance = Real(1e-3);

struct Ends {
  SurfacePoint p, q;  // on A in A's frame, on B in B's frame
};

SCREE_HD inline Vec2 link_of(const Pair& pair, const Ends& ends) { return pair.X * ends.q.x - ends.p.x; }

// If both ends are inside edges, the shortest link of the two edges is taken if it is shorter. Two segments that do not
// cross are nearest at an end of one of them, so four feet are compared (Appendix A of the paper). Unlike the closed
// formula, this loses no digits on edges nearly parallel. A walk alone would creep here. Segments that cross are left
// to the walks, which find one body inside the other.
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

// Iterates to the shortest link and counts in `iterations`. Returns false if one body was found to reach into the
// other, or if the link shrank to nothing or did not settle.
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
    if (!(norm2(link_of(pair, ends)) > touching * touching)) return false;
    // Q is the point of B nearest to P. If P is the point of A nearest to Q, no link is shorter and the next iteration
    // would only confirm it.
    if (is_nearest(pair.a, ends.p, pair.X * ends.q.x, still)) return true;
    const Real moved2 = larger(norm2(ends.p.x - old.p.x), norm2(ends.q.x - old.q.x));
    if (moved2 <= still * still) return true;
  }
  return false;
}

// Returns the plane across a shortest link, with the normal of an edge where the link has an end on one. If there is an
// edge on either side, under the ends or within kTie of the plane, lengths do not tell a walk which end of which edge
// is nearest; the wider gap does.
SCREE_HD inline Plane plane_across(const Pair& pair, const Ends& ends, LinkCounters& counters) {
  Feature a = ends.p.feature, b = ends.q.feature;
  const Vec2 n = a.kind == FeatureKind::kEdge   ? pair.normal_a(a.index)
                 : b.kind == FeatureKind::kEdge ? pair.normal_b(b.index)
                                                : vertex_link_normal(pair, a.index, b.index);
  Plane plane = climbed_plane(pair, n, a.index, b.index, counters);
  if (a.kind == FeatureKind::kVertex) a = extreme_feature(pair.a, n, plane.a);
  if (b.kind == FeatureKind::kVertex) b = extreme_feature(pair.b, -turned_back(pair.X, n), plane.b);
  if (a.kind == FeatureKind::kVertex || b.kind == FeatureKind::kVertex) return plane;
  const Vec2 normals[2] = {pair.normal_a(a.index), pair.normal_b(b.index)};
  for (const Vec2& other : normals) {
    if (other == n) continue;
    const Plane turned = climbed_plane(pair, other, plane.a, plane.b, counters);
    if (turned.gap > plane.gap) plane = turned;
  }
  return plane;
}

// For bodies that overlap it solves again along the normal found, if that is far from the one the copies were moved
// along.
SCREE_HD inline Plane plane_by_separation(const Pair& pair, const Plane& start, Ends ends, LinkCounters& counters) {
  constexpr int kMostRounds = 4;
  constexpr Real kSameWay = Real(0.996);  // cosine of 5 degrees
  Plane best = start, along = start;
  bool by_edge = false;  // the best one has the normal of an edge
  int iterations = 0;
  for (int k = 0; k < kMostRounds; ++k) {
    ++counters.separations;
    const Real s = larger(0, -along.gap) + kClearance * pair.size;
    const Pair apart = shifted(pair, s * along.n);
    if (!shorten(apart, ends, iterations, counters)) break;
    const Plane found = plane_across(apart, ends, counters);
    const bool on_edge = ends.p.feature.kind == FeatureKind::kEdge || ends.q.feature.kind == FeatureKind::kEdge;
    const bool same_way = dot(found.n, along.n) > kSameWay;
    along = plane_at(pair, found.n, found.a, found.b);
    if (k == 0 || along.gap > best.gap) best = along, by_edge = on_edge;
    if (same_way && on_edge) break;
  }
  // The copies can be nearest vertex to vertex; the least overlap is always along the normal of an edge.
  if (!by_edge)
    best = best_edge_candidate(pair, best.a, best.b,
                               [&](const Vec2& n) { return climbed_plane(pair, n, best.a, best.b, counters); });
  best.iterations = iterations;
  return best;
}

// The direction start.n is the one in which to part the bodies should they overlap.
SCREE_HD inline Plane shortest_link(const Pair& pair, const Plane& start, const Ends& first, bool overlap_expected,
                                    LinkCounters& counters) {
  if (!overlap_expected || start.gap > 0) {
    Ends ends = first;
    int iterations = 0;
    if (shorten(pair, ends, iterations, counters)) {
      Plane plane = plane_across(pair, ends, counters);
      plane.iterations = iterations;
      return plane;
    }
  }
  return plane_by_separation(pair, start, first, counters);
}

}  // namespace scree::polygon
