// The shortest link method has three special cases (Nezami et al. 2006, Sec. 3.5): both ends on edges, both on faces,
// one on an edge and one on a face. There the alternating walk creeps along the two features; a direct solution in the
// plane that cuts both jumps to the end. Each move is taken only if it shortens the link.
#pragma once
#include "scree/narrow/polyhedron/segments.hpp"
#include "scree/narrow/polyhedron/walk.hpp"

namespace scree::polyhedron {

struct LinkEnds {
  SurfacePoint a;  // in A's frame
  SurfacePoint b;  // in B's frame
};

SCREE_HD inline Real length2(const Pair& pair, const LinkEnds& e) { return norm2(pair.to_a(e.b.p) - e.a.p); }

// Holds a line o + t d in the plane of a face, cut to the polygon: [t0, t1] and the sides where it is cut.
struct ClippedLine {
  Real t0 = Real(-1e300), t1 = Real(1e300);
  int edge0 = -1, edge1 = -1;
  SCREE_HD bool empty() const { return !(t0 < t1) || edge0 < 0 || edge1 < 0; }
};
SCREE_HD inline ClippedLine clip_line(const PolyhedronView& s, int face, const Vec3& o, const Vec3& d) {
  ClippedLine c;
  for (int h = s.face_start[face]; h < s.face_start[face + 1]; ++h) {
    const Real rate = dot(s.side_normals[h], d), above = dot(s.side_normals[h], o) - s.side_offsets[h];
    if (rate == 0) {
      if (above > 0) return {};
      continue;
    }
    const Real t = -above / rate;
    if (rate > 0 && t < c.t1) c.t1 = t, c.edge1 = s.loop_edge[h];
    if (rate < 0 && t > c.t0) c.t0 = t, c.edge0 = s.loop_edge[h];
  }
  return c;
}

// Returns the point of a clipped line at parameter f of its length: inside the face, or on the side where it is cut.
SCREE_HD inline SurfacePoint on_clipped(const PolyhedronView& s, int face, const Vec3& o, const Vec3& d,
                                        const ClippedLine& c, Real f) {
  const Vec3 p = o + (c.t0 + f * (c.t1 - c.t0)) * d;
  if (f <= 0) return nearest_on_edge(s, c.edge0, p);
  if (f >= 1) return nearest_on_edge(s, c.edge1, p);
  return {{FeatureKind::kFace, face}, p};
}

SCREE_HD inline bool edge_edge_move(const Pair& pair, LinkEnds& e) {
  const int *va = pair.a.edges[e.a.on.index].v, *vb = pair.b.edges[e.b.on.index].v;
  const Vec3 p0 = pair.a.vertices[va[0]], q0 = pair.to_a(pair.b.vertices[vb[0]]);
  const SegmentLink l = link_of_segments(p0, pair.a.vertices[va[1]] - p0, q0, pair.to_a(pair.b.vertices[vb[1]]) - q0);
  e = {on_edge(pair.a, e.a.on.index, l.s), on_edge(pair.b, e.b.on.index, l.t)};
  return true;
}

// Both lines lie in the plane through P that is at right angles to both faces.
SCREE_HD inline bool face_face_move(const Pair& pair, LinkEnds& e) {
  const Vec3 n_a = pair.a.normals[e.a.on.index], n_b = pair.X.R * pair.b.normals[e.b.on.index];
  Vec3 m = cross(n_a, n_b);
  if (!to_unit(m, Real(1e-14))) return false;  // parallel: the link is as short as it gets
  const Vec3 d_a = cross(m, n_a), d_b = cross(m, n_b);
  const Vec3 q = pair.to_a(e.b.p);
  const Vec3 o_b = q - dot(q - e.a.p, m) * m;
  const ClippedLine c_a = clip_line(pair.a, e.a.on.index, e.a.p, d_a);
  const Vec3 o_b_in_b = pair.to_b(o_b), d_b_in_b = pair.turn_to_b(d_b);
  const ClippedLine c_b = clip_line(pair.b, e.b.on.index, o_b_in_b, d_b_in_b);
  if (c_a.empty() || c_b.empty()) return false;
  const SegmentLink l =
      link_of_segments(e.a.p + c_a.t0 * d_a, (c_a.t1 - c_a.t0) * d_a, o_b + c_b.t0 * d_b, (c_b.t1 - c_b.t0) * d_b);
  e = {on_clipped(pair.a, e.a.on.index, e.a.p, d_a, c_a, l.s),
       on_clipped(pair.b, e.b.on.index, o_b_in_b, d_b_in_b, c_b, l.t)};
  return true;
}

// Finds the edge of one body and its shadow on a face of the other, both in the frame of the body `f` with the face.
SCREE_HD inline bool edge_over_face(const PolyhedronView& f, int face, const Vec3& q0, const Vec3& q1,
                                    SurfacePoint& on_f, Real& t_edge) {
  const Vec3 n = f.normals[face], w = q1 - q0;
  const Vec3 o = q0 - height(f, face, q0) * n, d = w - dot(w, n) * n;
  if (norm2(d) <= Real(1e-28) * norm2(w)) {  // upright: its lower end counts
    t_edge = dot(w, n) > 0 ? Real(0) : Real(1);
    on_f = nearest_on_face(f, face, t_edge > 0 ? q1 : q0);
    return true;
  }
  const ClippedLine c = clip_line(f, face, o, d);
  if (c.empty()) return false;
  const SegmentLink l = link_of_segments(o + c.t0 * d, (c.t1 - c.t0) * d, q0, w);
  on_f = on_clipped(f, face, o, d, c, l.s);
  t_edge = l.t;
  return true;
}
SCREE_HD inline bool edge_face_move(const Pair& pair, LinkEnds& e) {
  SurfacePoint on_face;
  Real t;
  if (e.a.on.kind == FeatureKind::kFace) {
    const int* v = pair.b.edges[e.b.on.index].v;
    if (!edge_over_face(pair.a, e.a.on.index, pair.to_a(pair.b.vertices[v[0]]), pair.to_a(pair.b.vertices[v[1]]),
                        on_face, t))
      return false;
    e = {on_face, on_edge(pair.b, e.b.on.index, t)};
  } else {
    const int* v = pair.a.edges[e.a.on.index].v;
    if (!edge_over_face(pair.b, e.b.on.index, pair.to_b(pair.a.vertices[v[0]]), pair.to_b(pair.a.vertices[v[1]]),
                        on_face, t))
      return false;
    e = {on_edge(pair.a, e.a.on.index, t), on_face};
  }
  return true;
}

// Applies the case that fits the kinds of the two features, if any does and if it helps.
SCREE_HD inline void special_move(const Pair& pair, LinkEnds& ends, LinkCounters& counters) {
  const FeatureKind ka = ends.a.on.kind, kb = ends.b.on.kind;
  if (ka == FeatureKind::kVertex || kb == FeatureKind::kVertex) return;
  LinkEnds moved = ends;
  const int which = ka == FeatureKind::kEdge && kb == FeatureKind::kEdge   ? 0
                    : ka == FeatureKind::kFace && kb == FeatureKind::kFace ? 1
                                                                           : 2;
  const bool solved = which == 0   ? edge_edge_move(pair, moved)
                      : which == 1 ? face_face_move(pair, moved)
                                   : edge_face_move(pair, moved);
  if (!solved || !(length2(pair, moved) < length2(pair, ends))) return;
  ends = moved;
  ++counters.special[which];
}

}  // namespace scree::polyhedron
