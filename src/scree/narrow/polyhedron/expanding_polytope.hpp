// The least depth of an overlap is found by a polytope of points of C = A - B round the origin, which grows outwards at
// its face nearest to the origin until that face lies on the border of C (van den Bergen 2001, "expanding polytope").
//
// Every polytope on the way proves a ball (depth_proof.hpp), so an early end, a sliver or a full workspace gives a
// wider residual, never a wrong answer.
#pragma once
#include "scree/narrow/polyhedron/polytope.hpp"
#include "scree/narrow/polyhedron/portal.hpp"

namespace scree::polyhedron {

struct DepthResult {
  bool found = false;  // false: the origin is not inside C, or rounding got in the way
  Vec3 n{};
  Slab across{};
  Real proved = 0;  // radius of a ball proved to lie in C
  int iterations = 0;
};

// Grows from a tetrahedron round the origin. `tight` is the residual to reach, a length.
SCREE_HD inline DepthResult expand_from(const Pair& pair, const DifferencePoint (&start)[4], Real tight,
                                        LinkCounters& counters) {
  DepthResult r;
  Polytope polytope;
  if (!polytope.start(start)) return r;
  const Real tiny = Real(1e-14) * pair.size();
  Real depth = Real(1e300);
  for (r.iterations = 1; r.iterations < Polytope::kMaxPoints; ++r.iterations) {
    const int f = polytope.nearest_face();
    const Vec3 n = polytope.normal(f);
    r.proved = polytope.distance(f);
    if (depth - r.proved <= tight) break;
    const DifferencePoint w = farthest(pair, n, polytope.corner_of(f));
    ++counters.plane_evaluations;
    const Real reach = dot(n, w.c);
    if (reach < depth) depth = reach, r.n = n, r.across = {-reach, w.a, w.b};
    r.found = true;
    if (depth - r.proved <= tight) break;
    if (polytope.knows(w) || !polytope.expand(f, w, tiny)) break;
  }
  if (r.found) polish_normal(pair, r.n, r.across);
  return r;
}

SCREE_HD inline DepthResult expand_polytope(const Pair& pair, Real tight, LinkCounters& counters) {
  DifferencePoint v[4];
  if (!find_portal(pair, v, counters)) return {};
  return expand_from(pair, v, tight, counters);
}

// Builds a tetrahedron from the face of C that two features across n make: the triangle of it that the origin lies
// under, and the inner point. Returns false if the origin is not under the face.
SCREE_HD inline bool tetrahedron_under(const Pair& pair, const Vec3& n, const Feature& fa, const Feature& fb,
                                       DifferencePoint (&v)[4]) {
  const auto point = [&](int i, int j) {
    const int a = corner_vertex(pair.a, fa, i), b = corner_vertex(pair.b, fb, j);
    return DifferencePoint{pair.a.vertices[a] - pair.to_a(pair.b.vertices[b]), a, b};
  };
  const bool edges = fa.kind == FeatureKind::kEdge && fb.kind == FeatureKind::kEdge;
  const bool face_a = fa.kind == FeatureKind::kFace;
  if (!edges && !face_a && fb.kind != FeatureKind::kFace) return false;
  const int sides = edges ? 4 : face_a ? n_corners(pair.a, fa) : n_corners(pair.b, fb);
  const auto corner_at = [&](int k) {
    return edges ? point(k == 1 || k == 2, k >= 2) : face_a ? point(k, 0) : point(0, k);
  };
  v[0] = centre_of_difference(pair);
  v[1] = corner_at(0);
  for (int k = 1; k + 1 < sides; ++k) {
    v[2] = corner_at(k), v[3] = corner_at(k + 1);
    const Real x = dot(n, cross(v[1].c, v[2].c)), y = dot(n, cross(v[2].c, v[3].c)), z = dot(n, cross(v[3].c, v[1].c));
    if ((x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0)) return true;
  }
  return false;
}

}  // namespace scree::polyhedron
