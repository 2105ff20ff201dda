// GJK and the expanding polytope work on points of the Minkowski difference C = A - B.
#pragma once
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

struct DifferencePoint {
  Vec3 c;    // a - b
  int a, b;  // vertices; -1: a point inside, the difference of the centres
};

// Returns the point of C farthest along d.
SCREE_HD inline DifferencePoint farthest(const Pair& pair, const Vec3& d, const DifferencePoint& from) {
  const int a = climb(pair.a, d, from.a < 0 ? 0 : from.a).vertex;
  const int b = climb(pair.b, -pair.turn_to_b(d), from.b < 0 ? 0 : from.b).vertex;
  return {pair.a.vertices[a] - pair.to_a(pair.b.vertices[b]), a, b};
}
SCREE_HD inline DifferencePoint centre_of_difference(const Pair& pair) {
  return {pair.centre_a() - pair.centre_b(), -1, -1};
}

// Replaces n by the normal of the features across it, which is exact where n came from a thin triangle or a short link.
// It is kept only if the slab across it is no narrower.
SCREE_HD inline void polish_normal(const Pair& pair, Vec3& n, Slab& across, Real tie = kTie) {
  const Feature fa = extreme_feature(pair.a, n, across.top_a, tie);
  const Feature fb = extreme_feature(pair.b, -pair.turn_to_b(n), across.top_b, tie);
  const Vec3 better = normal_of_features(pair, fa, fb, n);
  if (dot(better, n) < Real(0.999)) return;
  const Slab now = slab(pair, better, across.top_a, across.top_b);
  if (now.gap >= across.gap - Real(1e-14) * pair.size()) n = better, across = now;
}

}  // namespace scree::polyhedron
