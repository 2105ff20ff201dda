// These are the slow references: they try every axis that can be the best for an overlap, and every pair of features
// that can be the nearest for bodies apart. They need no iteration, no start and no memory, and are the last rung of
// the ladder.
//
// The best direction of an overlap is the normal of a face of the Minkowski difference: a face normal of A, of B, or
// the cross product of an edge of each whose arcs on the Gauss sphere cross. Any unit vector gives a valid slab, so an
// axis too many does no harm and the arc test can be generous.
#pragma once
#include "scree/narrow/polyhedron/difference.hpp"
#include "scree/narrow/polyhedron/segments.hpp"
#include "scree/narrow/polyhedron/walk.hpp"

namespace scree::polyhedron {

struct AxisResult {
  Vec3 n{0, 0, 1};
  Slab across{Real(-1e300), 0, 0};
  SCREE_HD void offer(const Pair& pair, const Vec3& axis, LinkCounters& counters) {
    const Slab s = slab_by_scan(pair, axis);
    ++counters.plane_evaluations;
    if (s.gap > across.gap) across = s, n = axis;
  }
};

// Returns a vector along the middle of the arc between the normals of an edge's two faces; u points along the edge, as
// the loop of the first runs. The sum of the normals vanishes for the edge of a thin plate, the sum of the directions
// out of the faces where they are nearly one plane: together they never do.
SCREE_HD inline Vec3 middle_of_arc(const Vec3& n_0, const Vec3& n_1, const Vec3& u) {
  return n_0 + n_1 + (1 / norm(u)) * cross(u, n_0 - n_1);
}

// Finds the direction in which the arcs between the face normals of two edges cross on the Gauss sphere; returns false
// if they do not. The ends of either arc must lie on different sides of the other's great circle, and of the two points
// where the circles meet the arcs must hold the same (B's normals point against A's where they touch).
SCREE_HD inline bool arcs_cross(const Vec3& n_a0, const Vec3& n_a1, const Vec3& u, const Vec3& n_b0, const Vec3& n_b1,
                                const Vec3& w, Vec3& n) {
  const Real slack = Real(1e-12);
  if (dot(n_a0, w) * dot(n_a1, w) > slack * norm2(w)) return false;
  if (dot(n_b0, u) * dot(n_b1, u) > slack * norm2(u)) return false;
  n = cross(u, w);
  if (!to_unit(n, Real(1e-12) * std::sqrt(norm2(u) * norm2(w)))) return false;
  if (dot(n, middle_of_arc(n_a0, n_a1, u)) < 0) n = -n;
  return dot(n, middle_of_arc(n_b0, n_b1, w)) < slack;
}

// Returns the axis with the widest slab, or the shallowest overlap.
SCREE_HD inline AxisResult scan_axes(const Pair& pair, LinkCounters& counters) {
  AxisResult best;
  for (int f = 0; f < pair.a.n_faces; ++f) best.offer(pair, pair.a.normals[f], counters);
  for (int f = 0; f < pair.b.n_faces; ++f) best.offer(pair, -(pair.X.R * pair.b.normals[f]), counters);
  for (int j = 0; j < pair.b.n_edges; ++j) {
    const PolyhedronEdge& eb = pair.b.edges[j];
    const Vec3 q0 = pair.to_a(pair.b.vertices[eb.v[0]]), w = pair.to_a(pair.b.vertices[eb.v[1]]) - q0;
    const Vec3 n_b0 = pair.X.R * pair.b.normals[eb.f[0]], n_b1 = pair.X.R * pair.b.normals[eb.f[1]];
    for (int i = 0; i < pair.a.n_edges; ++i) {
      const PolyhedronEdge& ea = pair.a.edges[i];
      const Vec3 p0 = pair.a.vertices[ea.v[0]], u = pair.a.vertices[ea.v[1]] - p0;
      const Vec3 n_a0 = pair.a.normals[ea.f[0]], n_a1 = pair.a.normals[ea.f[1]];
      Vec3 n;
      if (!arcs_cross(n_a0, n_a1, u, n_b0, n_b1, w, n)) continue;
      // The edges' own slab bounds the whole slab from above.
      if (dot(n, q0 - p0) > best.across.gap) best.offer(pair, n, counters);
    }
  }
  return best;
}

struct NearestPair {
  Vec3 p_a{}, p_b{};  // in A's frame
  Real d2 = Real(1e300);
  SCREE_HD void offer(const Vec3& a, const Vec3& b) {
    const Real e2 = norm2(b - a);
    if (e2 < d2) d2 = e2, p_a = a, p_b = b;
  }
};

// Finds the nearest points by trying every vertex against every face and every edge against every edge.
SCREE_HD inline NearestPair scan_features(const Pair& pair) {
  NearestPair best;
  for (int v = 0; v < pair.b.n_vertices; ++v) {
    const Vec3 q = pair.to_a(pair.b.vertices[v]);
    for (int f = 0; f < pair.a.n_faces; ++f) best.offer(nearest_on_face(pair.a, f, q).p, q);
  }
  for (int v = 0; v < pair.a.n_vertices; ++v) {
    const Vec3 p = pair.to_b(pair.a.vertices[v]);
    for (int f = 0; f < pair.b.n_faces; ++f) best.offer(pair.a.vertices[v], pair.to_a(nearest_on_face(pair.b, f, p).p));
  }
  for (int i = 0; i < pair.a.n_edges; ++i) {
    const int* va = pair.a.edges[i].v;
    const Vec3 p0 = pair.a.vertices[va[0]], u = pair.a.vertices[va[1]] - p0;
    for (int j = 0; j < pair.b.n_edges; ++j) {
      const int* vb = pair.b.edges[j].v;
      const Vec3 q0 = pair.to_a(pair.b.vertices[vb[0]]), w = pair.to_a(pair.b.vertices[vb[1]]) - q0;
      const SegmentLink l = link_of_segments(p0, u, q0, w);
      best.offer(p0 + l.s * u, q0 + l.t * w);
    }
  }
  return best;
}

}  // namespace scree::polyhedron
