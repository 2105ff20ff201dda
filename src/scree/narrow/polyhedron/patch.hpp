// A patch describes the overlap of two convex polyhedra, or of one polyhedron with a half space.
//
// One definition serves all types of contact (overlay.hpp), and two short cuts the types that make up most contacts of
// a packing: a vertex in the middle of a face, and two edges that cross well away from their ends. There the patch is a
// cone: one depth at the tip, none on the rim.
#pragma once
#include "scree/narrow/polyhedron/contact_middle.hpp"
#include "scree/narrow/polyhedron/overlay.hpp"
#include "scree/narrow/polyhedron/recall.hpp"

namespace scree {
namespace polyhedron {

// The outline of a face is tested for points given from a place `tip` above it in a frame rotated by R.
struct Outside {
  const PolyhedronView& s;
  int face;
  Vec3 tip;
  Mat3 R;

  bool operator()(const Vec3& q) const { return !foot_in_face(s, face, tip + R * q); }
  Mask operator()(const Vec3Pack& q) const {
    const auto row = [&](const Vec3& r, Real t) { return fma(r.x, q.x, fma(r.y, q.y, fma(r.z, q.z, t))); };
    const Pack x = row(R.row0, tip.x), y = row(R.row1, tip.y), z = row(R.row2, tip.z);
    Mask out;
    for (int h = s.face_start[face]; h < s.face_start[face + 1]; ++h) {
      const Vec3 n = s.side_normals[h];
      out = out | (fma(n.x, x, fma(n.y, y, n.z * z)) > s.side_offsets[h]);
    }
    return out;
  }
};
// A half space has no outline.
struct NowhereOutside {
  bool operator()(const Vec3&) const { return false; }
  Mask operator()(const Vec3Pack&) const { return {}; }
};

// Integrates the cone of a vertex whose neighbours all lie beyond the plane z = 0, with the vertex at z = -depth and at
// the origin of the coordinates across. `outside(q)` tells whether a point of the rim, q from the vertex and in the
// body's frame, lies outside of the outline. Sides that face away from the plane are no part of the bowl. Four
// neighbours are treated at a time.
template <class Outline>
inline bool vertex_cone(const Seen& lower, int vertex, Real depth, const Outline& outside, Moments& sum) {
  const PolyhedronView& s = lower.s;
  const Vec3 tip = s.vertices[vertex];
  const int begin = s.fan_start[vertex], n = s.fan_start[vertex + 1] - begin;
  if (n > Rim::kMost) return false;
  Rim rim;
  rim.n = n;
  for (int k = 0; k < n; k += kLanes) {
    std::uint32_t at[kLanes];
    for (int l = 0; l < kLanes; ++l) at[l] = std::uint32_t(begin + (k + l < n ? k + l : 0));
    const Vec3Pack p = gather(s.fan_points.at_scale_1, at);
    const Real scale = s.fan_points.scale;
    const Vec3Pack u{fms(scale, p.x, tip.x), fms(scale, p.y, tip.y), fms(scale, p.z, tip.z)};
    const auto along = [](const Vec3& d, const Vec3Pack& v) { return fma(d.x, v.x, fma(d.y, v.y, d.z * v.z)); };
    const Pack rise = along(lower.n, u);
    if (!all(rise > depth)) return false;
    const Vec3Pack q = depth / rise * u;
    if (any(outside(q))) return false;
    along(lower.e1, q).store(rim.x + k), along(lower.e2, q).store(rim.y + k);
  }
  // Fans run counter-clockwise seen from outside, so clockwise here, where the body is seen from within.
  sum = cone(rim, depth, -1);
  return sum.j3 > 0;
}

// Collects all of a body below the plane z = 0, as vertex_cone does: the faces that look down, cut at the plane. It
// fails if a corner of the patch lies outside the outline, or if the bowl is too large for the lists here.
class Bowl {
 public:
  Bowl(const Seen& lower, int deepest, Real depth)
      : v_(lower), s_(lower.s), tip_(lower.s.vertices[deepest]), depth_(depth) {
    below_[n_below_++] = deepest;
  }

  template <class Outline>
  bool integrate(const Outline& outside, Moments& sum) {
    if (!find_rim(outside)) return false;
    for (int i = 0; i < n_below_; ++i)
      for (int k = s_.fan_start[below_[i]]; k < s_.fan_start[below_[i] + 1]; ++k)
        if (!add_face(s_.fan_face[k])) return false;
    sum = triangles_.sum(), sum.depth = depth_;
    return sum.j3 > 0;
  }

 private:
  static constexpr int kMostBelow = 12, kMostFaces = 32, kMostCorners = 24;

  Real depth_of(const Vec3& from_tip) const { return depth_ - dot(v_.n, from_tip); }
  bool is_listed(int v) const {
    for (int i = 0; i < n_below_; ++i)
      if (below_[i] == v) return true;
    return false;
  }

  // Lists the vertices below the plane, walking over edges; every edge that leads out of it has a corner of the rim.
  template <class Outline>
  bool find_rim(const Outline& outside) {
    for (int i = 0; i < n_below_; ++i) {
      const int v = below_[i];
      const Vec3 p = s_.vertices[v] - tip_;
      const Real depth = depth_of(p);
      for (int k = s_.fan_start[v]; k < s_.fan_start[v + 1]; ++k) {
        const Vec3 q = s_.fan_points[k] - tip_;
        const Real other = depth_of(q);
        if (!(other > 0)) {
          if (outside(p + depth / (depth - other) * (q - p))) return false;
        } else if (!is_listed(s_.neighbours[k])) {
          if (n_below_ == kMostBelow || outside(q)) return false;
          below_[n_below_++] = s_.neighbours[k];
        }
      }
    }
    return true;
  }

  bool add_face(int face) {
    for (int i = 0; i < n_faces_; ++i)
      if (faces_[i] == face) return true;
    if (n_faces_ == kMostFaces) return false;
    faces_[n_faces_++] = face;
    if (!(dot(v_.n, s_.normals[face]) < -kSteep)) return true;
    Corner corners[kMostCorners];
    int n = 0;
    const int start = s_.face_start[face], end = s_.face_start[face + 1];
    if (end - start > kMostCorners - 2) return false;
    Corner last = corner_at(s_.loop[end - 1]);
    for (int h = start; h < end; ++h) {
      const Corner next = corner_at(s_.loop[h]);
      if ((last.depth > 0) != (next.depth > 0)) {
        const Real t = last.depth / (last.depth - next.depth);
        corners[n++] = {last.at + t * (next.at - last.at), 0};
      }
      if (next.depth > 0) corners[n++] = next;
      last = next;
    }
    // Loops run counter-clockwise seen from outside, so clockwise here, where the body is seen from within.
    for (int i = 1; i + 1 < n; ++i) {
      const Real area2 = cross(corners[i + 1].at - corners[0].at, corners[i].at - corners[0].at);
      triangles_.add(corners[0], corners[i], corners[i + 1], at_least(area2, 0));
    }
    return true;
  }
  Corner corner_at(int vertex) const {
    const Vec3 p = s_.vertices[vertex] - tip_;
    return {{dot(v_.e1, p), dot(v_.e2, p)}, depth_of(p)};
  }

  const Seen& v_;
  const PolyhedronView& s_;
  Vec3 tip_;
  Real depth_;
  int below_[kMostBelow], n_below_ = 0;
  int faces_[kMostFaces], n_faces_ = 0;
  Triangles triangles_;
};

// Says which short cuts are left to be tried: all, for a caller that knows nothing; none but the bowl, or none, where
// the cone of a vertex or of two edges is known not to be all of the patch.
enum class ShortCuts : std::uint8_t { kAll, kBowl, kNone };

// A face of R, with the normal n of the contact out of R, meets a vertex of C, the deepest below it. X is the pose of C
// in R's frame.
inline bool vertex_patch(const PolyhedronView& r, int face, const PolyhedronView& c, int vertex, const Pose& X,
                         Real depth, const Vec3& e1, const Vec3& e2, ShortCuts left, Moments& sum) {
  const Vec3 tip = X * c.vertices[vertex];
  if (!foot_in_face(r, face, tip)) return false;
  const Mat3 back = transpose(X.R);
  const Seen lower{c, back * e1, back * e2, back * r.normals[face], 0, 0, 0};
  const Outside outside{r, face, tip, X.R};
  return (left == ShortCuts::kAll && vertex_cone(lower, vertex, depth, outside, sum)) ||
         Bowl(lower, vertex, depth).integrate(outside, sum);
}

// Tells how far one can go from an edge over the faces beside it before `depth` is used up: ahead along the vector u
// and back, relative to its length. `out` is the contact normal out of the body.
struct Reach {
  Real ahead = 0, back = 0;
  int face_ahead = -1, face_back = -1;
};
inline Reach reach_from_edge(const PolyhedronView& s, int edge, const Vec3& u, const Vec3& out, Real depth) {
  Reach r;
  for (const int f : s.edges[edge].f) {
    const Real up = dot(out, s.normals[f]), side = dot(u, s.normals[f]);
    if (!(up > kSteep)) continue;  // a wall: nothing is left behind it
    const Real far = side != 0 ? depth * up / std::fabs(side) : Real(1e300);
    if (side > 0)
      r.ahead = far, r.face_ahead = f;
    else
      r.back = far, r.face_back = f;
  }
  return r;
}

// Tells whether both ends of the reach, at the depth, still lie on the faces they go over, seen from `p` on the edge.
inline bool reach_stays_on_faces(const PolyhedronView& s, const Reach& r, const Vec3& p, const Vec3& u, const Vec3& out,
                                 Real depth) {
  const Vec3 below = p - depth * out;
  return (r.face_ahead < 0 || foot_in_face(s, r.face_ahead, below + r.ahead * u)) &&
         (r.face_back < 0 || foot_in_face(s, r.face_back, below - r.back * u));
}

// If two edges cross, B rises over A's edge with the slopes of its faces, and A falls over B's edge with the slopes of
// its own. The patch is a quadrilateral with its diagonals along the edges, as long as it ends on them.
inline bool edges_patch(const Pair& pair, const Link& link, Vec3& crossing, const Vec3& e1, const Vec3& e2,
                        Moments& sum) {
  const int *va = pair.a.edges[link.a.index].v, *vb = pair.b.edges[link.b.index].v;
  const Vec3 a0 = pair.a.vertices[va[0]], b0 = pair.b.vertices[vb[0]];
  // The vectors are as long as the edges, so that parts of them are between 0 and 1.
  const Vec3 u = pair.a.vertices[va[1]] - a0, w_in_b = pair.b.vertices[vb[1]] - b0;
  const Vec3 w = pair.X.R * w_in_b, d = pair.to_a(b0) - a0, c = cross(u, w);
  const Real c2 = norm2(c);
  if (!(c2 > Real(1e-8) * (norm2(u) * norm2(w)))) return false;
  const Real s = dot(cross(d, w), c) / c2, t = dot(cross(d, u), c) / c2, depth = -link.gap;
  const Vec3 n_in_b = pair.turn_to_b(link.n), u_in_b = pair.turn_to_b(u);
  const Reach on_b = reach_from_edge(pair.b, link.b.index, u_in_b, -n_in_b, depth);
  if (!(s + on_b.ahead <= 1 && s - on_b.back >= 0)) return false;
  const Reach on_a = reach_from_edge(pair.a, link.a.index, w, link.n, depth);
  if (!(t + on_a.ahead <= 1 && t - on_a.back >= 0)) return false;
  if (!reach_stays_on_faces(pair.b, on_b, b0 + t * w_in_b, u_in_b, -n_in_b, depth)) return false;
  if (!reach_stays_on_faces(pair.a, on_a, a0 + s * u, w, link.n, depth)) return false;
  crossing = a0 + s * u;
  const Vec2 pu{dot(e1, u), dot(e2, u)}, pw{dot(e1, w), dot(e2, w)};
  Rim rim;
  for (const Vec2& p : {on_b.ahead * pu, on_a.ahead * pw, -on_b.back * pu, -on_a.back * pw}) rim.add(p);
  sum = cone(rim, depth, cross(pu, pw) > 0 ? 1 : -1);
  return sum.j3 > 0;
}

// Integrates any type of contact. `origin` is a point of the contact.
inline bool overlay_patch(const Pair& pair, const Link& link, const PatchFrame& frame, const Sectors* known,
                          Patch& patch) {
  const Vec3 n = link.n, o = frame.origin, to_b = pair.X.p - o;
  const Seen upper{pair.a, frame.e1, frame.e2, n, -dot(frame.e1, o), -dot(frame.e2, o), -dot(n, o)};
  const Seen lower{pair.b,
                   pair.turn_to_b(frame.e1),
                   pair.turn_to_b(frame.e2),
                   pair.turn_to_b(n),
                   dot(frame.e1, to_b),
                   dot(frame.e2, to_b),
                   dot(n, to_b)};
  Overlay overlay(&upper, lower, pair.size());
  return to_patch(overlay.integrate(link.a, link.b, -link.gap, known), frame, patch);
}

// If nothing of either body has an area across n, as when a plate is hit on its rim, the contact is that of a square
// pyramid with sides at 45 degrees. It is small, and scales with the overlap as that of a vertex does.
inline void point_patch(Real depth, const PatchFrame& frame, Patch& patch) {
  Rim rim;
  for (const Vec2& p : {Vec2{depth, 0}, Vec2{0, depth}, Vec2{-depth, 0}, Vec2{0, -depth}}) rim.add(p);
  to_patch(cone(rim, depth, 1), frame, patch);
}

// In these contacts the face, if there is one, is A's. `known` is what is known of an overlay from the features of the
// link, seen from the middle of the link and with any_perpendicular(n) as the first axis; or null.
inline void find_patch_on_a(const Pair& pair, const Link& link, ShortCuts left, const Sectors* known, Patch& patch) {
  const Real depth = -link.gap;
  PatchFrame frame{any_perpendicular(link.n), {}, {}};
  frame.e2 = cross(link.n, frame.e1);
  Moments sum;
  bool found = false;
  if (left != ShortCuts::kNone && link.a.kind == FeatureKind::kFace) {
    const int vertex = corner_vertex(pair.b, link.b, 0);
    found = vertex_patch(pair.a, link.a.index, pair.b, vertex, pair.X, depth, frame.e1, frame.e2, left, sum);
    frame.origin = fma(depth / 2, link.n, pair.to_a(pair.b.vertices[vertex]));
  } else if (left == ShortCuts::kAll && link.a.kind == FeatureKind::kEdge && link.b.kind == FeatureKind::kEdge) {
    found = edges_patch(pair, link, frame.origin, frame.e1, frame.e2, sum);
    frame.origin = fnma(depth / 2, link.n, frame.origin);
  }
  if (found && to_patch(sum, frame, patch)) return;
  frame.origin = Real(0.5) * (link.p_a + link.p_b);
  if (overlay_patch(pair, link, frame, known, patch)) return;
  const Witness w = contact_middle(pair, link.n, link.a, link.b, link.gap);
  frame.origin = Real(0.5) * (w.p_a + w.p_b);
  point_patch(depth, frame, patch);
}

}  // namespace polyhedron

// Returns false if the bodies do not overlap. It costs 150 ns for a vertex in a face or two edges that cross, 200 ns
// for each pair of faces that lie over each other otherwise, three to eight as a rule (a busy AMD EPYC, November 2026).
inline bool find_patch(const polyhedron::Pair& pair, const Link& link, Patch& patch) {
  using namespace polyhedron;
  if (!(link.gap < 0)) return false;
  if (link.a.kind == FeatureKind::kFace || link.b.kind != FeatureKind::kFace) {
    find_patch_on_a(pair, link, ShortCuts::kAll, nullptr, patch);
    return true;
  }
  Link other = link;
  other.n = -pair.turn_to_b(link.n), other.p_a = pair.to_b(link.p_b), other.p_b = pair.to_b(link.p_a);
  other.a = link.b, other.b = link.a;
  find_patch_on_a({pair.b, pair.a, inverse(pair.X)}, other, ShortCuts::kAll, nullptr, patch);
  patch.centre = pair.X * patch.centre;
  patch.g1 = pair.X.R * patch.g1, patch.g2 = pair.X.R * patch.g2;
  return true;
}
inline bool find_patch(const PolyhedronView& a, const PolyhedronView& b, const Pose& X_ab, const Link& link,
                       Patch& patch) {
  return find_patch({a, b, X_ab}, link, patch);
}

// A wall is the solid {x : n_out . x < offset}, in A's frame. Returns false if no vertex lies in it. `deepest` is a
// vertex to start the search for the deepest one from, and the answer.
inline bool plane_patch(const PolyhedronView& a, const Vec3& n_out, Real offset, int& deepest, Patch& patch) {
  using namespace polyhedron;
  const Support top = climb(a, -n_out, deepest);
  deepest = top.vertex;
  const Real depth = offset + top.value;
  if (!(depth > 0)) return false;
  const Vec3 tip = a.vertices[deepest];
  PatchFrame frame{any_perpendicular(n_out), {}, fma(depth / 2, n_out, tip)};
  frame.e2 = cross(n_out, frame.e1);
  const Seen lower{a, frame.e1, frame.e2, n_out, -dot(frame.e1, tip), -dot(frame.e2, tip), -offset};
  Moments sum;
  const NowhereOutside nowhere;
  if ((vertex_cone(lower, deepest, depth, nowhere, sum) || Bowl(lower, deepest, depth).integrate(nowhere, sum)) &&
      to_patch(sum, frame, patch))
    return true;
  Overlay overlay(nullptr, lower, a.radius);
  const Feature at_tip{FeatureKind::kVertex, deepest};
  if (!to_patch(overlay.integrate({}, at_tip, depth), frame, patch)) point_patch(depth, frame, patch);
  return true;
}
inline bool plane_patch(const PolyhedronView& a, const Vec3& n_out, Real offset, Patch& patch) {
  int deepest = 0;
  return plane_patch(a, n_out, offset, deepest, patch);
}

}  // namespace scree
