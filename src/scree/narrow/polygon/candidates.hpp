// Five planes can be the common plane when vertex a of A and vertex b of B are closest to it: square to the link a-b,
// along the two edges that meet in a, along the two that meet in b (Nezami et al. 2004).
#pragma once
#include "scree/narrow/polygon/pair.hpp"

namespace scree::polygon {

// Finds the normal of an edge at a or b that the link a-b follows to rounding. The normal taken from the edge keeps all
// its digits; (b - a) / |b - a| has lost as many as the link is shorter than the bodies.
SCREE_HD inline bool edge_along_link(const Pair& pair, int a, int b, Vec2& n) {
  const Vec2 link = pair.vertex_b(b) - pair.vertex_a(a);
  const Vec2 normals[4] = {pair.normal_a(pair.a.previous(a)), pair.normal_a(a), pair.normal_b(pair.b.previous(b)),
                           pair.normal_b(b)};
  for (const Vec2& edge : normals)
    if (dot(edge, link) > 0 && std::abs(cross(edge, link)) <= kRounding * pair.size) {
      n = edge;
      return true;
    }
  return false;
}
SCREE_HD inline Vec2 vertex_link_normal(const Pair& pair, int a, int b) {
  Vec2 n;
  return edge_along_link(pair, a, b, n) ? n : normalized(pair.vertex_b(b) - pair.vertex_a(a));
}

// Returns the best of the four along edges. `evaluate(n)` gives the plane of normal n. The paper rejects planes that
// have a centre on the wrong side, but nothing is rejected here: such a plane has a poor gap anyway, and in deep
// overlaps it may be the right one.
template <class Evaluate>
SCREE_HD inline Plane best_edge_candidate(const Pair& pair, int a, int b, const Evaluate& evaluate) {
  Plane best = evaluate(pair.normal_a(pair.a.previous(a)));
  const Vec2 others[3] = {pair.normal_a(a), pair.normal_b(pair.b.previous(b)), pair.normal_b(b)};
  for (const Vec2& n : others) {
    const Plane plane = evaluate(n);
    if (plane.gap > best.gap) best = plane;
  }
  return best;
}

// Returns the best of the five.
template <class Evaluate>
SCREE_HD inline Plane best_candidate(const Pair& pair, int a, int b, const Evaluate& evaluate) {
  const Plane best = best_edge_candidate(pair, a, b, evaluate);
  const Vec2 link = pair.vertex_b(b) - pair.vertex_a(a);
  const Real length = norm(link);
  // An edge whose normal the link follows has been tried already.
  if (length <= kTouching * pair.size || std::abs(cross(best.n, link)) <= kRounding * pair.size) return best;
  // The slack is needed because a short link rotated by a small angle keeps its length to rounding, while a plane
  // rotated off an edge loses gap in proportion.
  const Plane across = evaluate(link / length);
  return across.gap >= best.gap - kRounding / 2 * pair.size ? across : best;
}

// Goes from a plane near the right one to the right one: the best candidate at its own closest vertices, until that is
// itself. It serves methods that end near the answer but not on it.
SCREE_HD inline Plane settled(const Pair& pair, const Plane& near, LinkCounters& counters) {
  constexpr int kMostRounds = 10;
  Plane plane = near;
  for (int k = 0; k < kMostRounds; ++k) {
    const Plane best = best_candidate(
        pair, plane.a, plane.b, [&](const Vec2& n) { return climbed_plane(pair, n, plane.a, plane.b, counters); });
    if (k > 0 && !(best.gap > plane.gap)) break;
    const bool same = best.a == plane.a && best.b == plane.b;
    plane = best;
    if (same) break;
  }
  plane.iterations = near.iterations;
  return plane;
}

}  // namespace scree::polygon
