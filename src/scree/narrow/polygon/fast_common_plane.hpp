// The fast common plane is found in rounds: among five candidates at the closest vertices take the one of greatest gap,
// find its closest vertices, repeat (Nezami et al., Comput. Geotech. 31, 2004, 575-587).
#pragma once
#include "scree/narrow/polygon/candidates.hpp"
#include "scree/narrow/polygon/measure.hpp"

namespace scree::polygon {

// Takes, of the vertices that reach the plane, the two nearest to each other. Without this rule the next five
// candidates may stand at the far ends of two facing edges.
SCREE_HD inline void nearest_of_ties(const Pair& pair, Plane& plane) {
  const Feature fa = extreme_feature(pair.a, plane.n, plane.a);
  const Feature fb = extreme_feature(pair.b, -turned_back(pair.X, plane.n), plane.b);
  const int ends_a[2] = {fa.index, fa.kind == FeatureKind::kEdge ? pair.a.next(fa.index) : fa.index};
  const int ends_b[2] = {fb.index, fb.kind == FeatureKind::kEdge ? pair.b.next(fb.index) : fb.index};
  Real least = -1;
  for (const int a : ends_a)
    for (const int b : ends_b) {
      const Real length2 = norm2(pair.vertex_b(b) - pair.vertex_a(a));
      if (least < 0 || length2 < least) least = length2, plane.a = a, plane.b = b;
    }
}

SCREE_HD inline Plane fast_common_plane(const Pair& pair, const Plane& start, LinkCounters& counters) {
  constexpr int kMostIterations = 10;
  Plane plane = start;
  nearest_of_ties(pair, plane);
  for (int k = 1; k <= kMostIterations; ++k) {
    Plane best =
        best_candidate(pair, plane.a, plane.b, [&](const Vec2& n) { return scanned_plane(pair, n, counters); });
    nearest_of_ties(pair, best);
    // The first round always moves on: the start is no candidate.
    const bool same = best.a == plane.a && best.b == plane.b;
    if (k > 1 && !(best.gap > plane.gap)) {
      plane.iterations = k;
      break;
    }
    plane = best;
    plane.iterations = k;
    if (same) break;
  }
  return plane;
}

}  // namespace scree::polygon
