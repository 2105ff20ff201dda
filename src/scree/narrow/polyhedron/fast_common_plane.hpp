// The fast common plane (Nezami et al. 2004): the common plane of bodies that are apart is one of few candidates built
// on the two closest vertices: across the line that joins them, along a face at either, along an edge at each, or along
// an edge at one and across the line to the other. The best candidate gives new closest vertices, until nothing
// changes.
//
// Of the vertices that lie equally far along the new normal the pair nearest to each other is taken: a face candidate
// has all its vertices at one level, and the next candidates must be built where the other body is.
#pragma once
#include "scree/narrow/polyhedron/common_plane.hpp"

namespace scree::polyhedron {

struct Candidates {
  const Pair& pair;
  LinkCounters& counters;
  Vec3 centres;
  Vec3 n{};
  Slab across{Real(-1e300), 0, 0};

  // `sided`: the direction has a side of its own, else it is turned to point from A to B.
  SCREE_HD void offer(Vec3 d, bool sided, Real shortest) {
    if (!to_unit(d, shortest)) return;
    const bool backward = dot(d, centres) < 0;
    if (backward && sided) return;
    if (backward) d = -d;
    const Slab s = slab_by_scan(pair, d);
    ++counters.plane_evaluations;
    if (s.gap > across.gap) across = s, n = d;
  }
};

SCREE_HD inline void offer_candidates(const Pair& pair, int va, int vb, Candidates& best) {
  const PolyhedronView &A = pair.a, &B = pair.b;
  const Vec3 a = A.vertices[va], b = pair.to_a(B.vertices[vb]), link = b - a;
  const Real tiny = Real(1e-14) * pair.size();
  best.offer(link, false, tiny);
  for (int k = A.fan_start[va]; k < A.fan_start[va + 1]; ++k) best.offer(A.normals[A.fan_face[k]], true, 0);
  for (int k = B.fan_start[vb]; k < B.fan_start[vb + 1]; ++k)
    best.offer(-(pair.X.R * B.normals[B.fan_face[k]]), true, 0);
  for (int j = B.fan_start[vb]; j < B.fan_start[vb + 1]; ++j) {
    const Vec3 w = pair.X.R * (B.vertices[B.neighbours[j]] - B.vertices[vb]);
    best.offer(link - (dot(link, w) / norm2(w)) * w, false, tiny);
    for (int i = A.fan_start[va]; i < A.fan_start[va + 1]; ++i) {
      const Vec3 u = A.vertices[A.neighbours[i]] - a;
      best.offer(cross(u, w), false, Real(1e-12) * std::sqrt(norm2(u) * norm2(w)));
    }
  }
  for (int i = A.fan_start[va]; i < A.fan_start[va + 1]; ++i) {
    const Vec3 u = A.vertices[A.neighbours[i]] - a;
    best.offer(link - (dot(link, u) / norm2(u)) * u, false, tiny);
  }
}

// Of the corners of the two extreme features the pair nearest to each other.
SCREE_HD inline void nearest_corners(const Pair& pair, const Vec3& n, const Slab& across, int& va, int& vb) {
  const Feature fa = extreme_feature(pair.a, n, across.top_a);
  const Feature fb = extreme_feature(pair.b, -pair.turn_to_b(n), across.top_b);
  Real best2 = Real(1e300);
  for (int i = 0; i < n_corners(pair.a, fa); ++i)
    for (int j = 0; j < n_corners(pair.b, fb); ++j) {
      const Real d2 = norm2(pair.to_a(corner(pair.b, fb, j)) - corner(pair.a, fa, i));
      if (d2 < best2) best2 = d2, va = corner_vertex(pair.a, fa, i), vb = corner_vertex(pair.b, fb, j);
    }
}

SCREE_HD inline PlaneSearch fast_common_plane(const Pair& pair, const Vec3& start, LinkCounters& counters) {
  constexpr int kLimit = 10;
  PlaneSearch found{start, slab_by_scan(pair, start), 0};
  ++counters.plane_evaluations;
  int va = found.across.top_a, vb = found.across.top_b;
  const Vec3 centres = pair.centre_b() - pair.centre_a();
  while (found.iterations < kLimit) {
    ++found.iterations;
    Candidates best{pair, counters, centres, found.n, found.across};
    offer_candidates(pair, va, vb, best);
    const bool same_plane = !(best.across.gap > found.across.gap);
    found.n = best.n, found.across = best.across;
    int next_a = va, next_b = vb;
    nearest_corners(pair, found.n, found.across, next_a, next_b);
    if (same_plane && next_a == va && next_b == vb) break;
    va = next_a, vb = next_b;
  }
  return found;
}

}  // namespace scree::polyhedron
