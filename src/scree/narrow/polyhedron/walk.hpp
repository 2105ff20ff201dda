// A walk leads from a point on the surface of a convex polyhedron to the point nearest to a target outside, feature by
// feature (Nezami et al. 2006, Sec. 3.4: from a vertex search the faces that share it, from an edge its two faces, from
// a face that face).
//
// We differ in two ways. (1) Being stationary on the surface is not enough: the foot of a target behind the far face is
// stationary there. Only faces that see the target are searched; if none does, the walk starts again at the face with
// the largest signed distance, and if that is negative, too, the target is inside. (2) A vertex or edge point is
// accepted as soon as no edge at it, or neither face at it, leads towards the target: the same answer as searching the
// faces, for a fraction of the work; on a convex body it is the nearest point of all.
#pragma once
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

// Holds a point on the surface, and what it lies on.
struct SurfacePoint {
  Feature on;
  Vec3 p;  // in the body's frame
};

enum class WalkEnd : std::uint8_t { kNearest, kInside, kStuck };

SCREE_HD inline SurfacePoint at_vertex(const PolyhedronView& s, int v) {
  return {{FeatureKind::kVertex, v}, s.vertices[v]};
}
// The point lies on an edge at parameter t, and becomes one of its ends at t <= 0 and t >= 1.
SCREE_HD inline SurfacePoint on_edge(const PolyhedronView& s, int edge, Real t) {
  const int* v = s.edges[edge].v;
  if (t <= 0) return at_vertex(s, v[0]);
  if (t >= 1) return at_vertex(s, v[1]);
  return {{FeatureKind::kEdge, edge}, s.vertices[v[0]] + t * (s.vertices[v[1]] - s.vertices[v[0]])};
}
SCREE_HD inline SurfacePoint nearest_on_edge(const PolyhedronView& s, int edge, const Vec3& x) {
  const int* v = s.edges[edge].v;
  const Vec3 u = s.vertices[v[1]] - s.vertices[v[0]];
  return on_edge(s, edge, dot(x - s.vertices[v[0]], u) / norm2(u));
}
SCREE_HD inline Real height(const PolyhedronView& s, int face, const Vec3& x) {
  return dot(s.normals[face], x) - s.offsets[face];
}

// Returns the foot of the perpendicular if it lies in the polygon, else the nearest point of the sides that see x.
SCREE_HD inline SurfacePoint nearest_on_face(const PolyhedronView& s, int face, const Vec3& x) {
  const Vec3 n = s.normals[face];
  SurfacePoint best{{FeatureKind::kFace, face}, x - height(s, face, x) * n};
  Real best2 = -1;
  const int end = s.face_start[face + 1];
  for (int h = s.face_start[face]; h < end; ++h) {
    if (dot(s.side_normals[h], x) <= s.side_offsets[h]) continue;  // x is on the inner side
    const SurfacePoint side = nearest_on_edge(s, s.loop_edge[h], x);
    const Real d2 = norm2(x - side.p);
    if (best2 < 0 || d2 < best2) best2 = d2, best = side;
  }
  return best;
}

// Finds the face that sees x from highest above; `height_of` is negative if none does.
SCREE_HD inline int highest_face(const PolyhedronView& s, const Vec3& x, Real& height_of) {
  int best = 0;
  height_of = height(s, 0, x);
  for (int f = 1; f < s.n_faces; ++f) {
    const Real h = height(s, f, x);
    if (h > height_of) height_of = h, best = f;
  }
  return best;
}

// No edge leads from the vertex towards x: the vertex is nearest.
SCREE_HD inline bool vertex_is_nearest(const PolyhedronView& s, int v, const Vec3& x) {
  const Vec3 d = x - s.vertices[v];
  for (int k = s.fan_start[v]; k < s.fan_start[v + 1]; ++k)
    if (dot(d, s.fan_points[k] - s.vertices[v]) > 0) return false;
  return true;
}
// x sees the edge from between the two faces, to within rounding of where the foot lies in them.
SCREE_HD inline bool edge_is_nearest(const PolyhedronView& s, int edge, const Vec3& p, const Vec3& x) {
  const PolyhedronEdge& e = s.edges[edge];
  const Vec3 u = s.vertices[e.v[1]] - s.vertices[e.v[0]];
  const Vec3 d = x - p;
  return dot(d, cross(s.normals[e.f[0]], u)) <= 0 && dot(d, cross(s.normals[e.f[1]], u)) >= 0;
}

// Finds the nearest point to x among the faces at `at` that see x; returns false if none does.
SCREE_HD inline bool search_faces(const PolyhedronView& s, const SurfacePoint& at, const Vec3& x, SurfacePoint& best,
                                  LinkCounters& counters) {
  Real best2 = -1;
  const auto try_face = [&](int face) {
    if (height(s, face, x) < 0) return;
    ++counters.walk_steps;
    const SurfacePoint found = nearest_on_face(s, face, x);
    const Real d2 = norm2(x - found.p);
    if (best2 < 0 || d2 < best2) best2 = d2, best = found;
  };
  if (at.on.kind == FeatureKind::kFace) {
    try_face(at.on.index);
  } else if (at.on.kind == FeatureKind::kEdge) {
    for (const int face : s.edges[at.on.index].f) try_face(face);
  } else {
    for (int k = s.fan_start[at.on.index]; k < s.fan_start[at.on.index + 1]; ++k) try_face(s.fan_face[k]);
  }
  return best2 >= 0;
}

struct NobodyLooks {
  SCREE_HD void operator()(const SurfacePoint&) const {}
};

// Moves `at` to the point of the body nearest to x; `look` sees every point on the way, and the last.
template <class Look = NobodyLooks>
SCREE_HD inline WalkEnd walk(const PolyhedronView& s, const Vec3& x, SurfacePoint& at, LinkCounters& counters,
                             const Look& look = {}) {
  const int limit = 20 + s.n_faces;  // every step is to another feature, nearer to x
  Real last2 = norm2(x - at.p);
  for (int step = 0; step < limit; ++step) {
    if (at.on.kind == FeatureKind::kEdge) at = nearest_on_edge(s, at.on.index, x);
    look(at);
    if (at.on.kind == FeatureKind::kVertex && vertex_is_nearest(s, at.on.index, x)) return WalkEnd::kNearest;
    if (at.on.kind == FeatureKind::kEdge && edge_is_nearest(s, at.on.index, at.p, x)) return WalkEnd::kNearest;
    SurfacePoint next;
    if (!search_faces(s, at, x, next, counters)) {
      Real h;
      const int face = highest_face(s, x, h);
      if (!(h > 0)) return WalkEnd::kInside;
      ++counters.resets;
      next = nearest_on_face(s, face, x);
      last2 = Real(1e300);  // the new start may be farther away than the wrong point
    }
    const bool same = next.on == at.on;
    const Real d2 = norm2(x - next.p);
    if (!same && !(d2 < last2)) return WalkEnd::kNearest;  // rounding: two names of one point
    at = next;
    last2 = d2;
    if (at.on.kind == FeatureKind::kFace) return look(at), WalkEnd::kNearest;  // it sees x, and the foot is inside
    if (same) return WalkEnd::kNearest;
  }
  return WalkEnd::kStuck;
}

}  // namespace scree::polyhedron
