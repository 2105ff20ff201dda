// The walk finds the direction c with the widest slab between a superellipsoid A and a convex polyhedron B, in A's
// frame, by walking over B's features.
//
// The gap is g(c) = min over B's vertices of c.x - h_A(c). Each vertex is the nearest for a cone of directions, each
// edge for an arc between two cones, each face for one direction, where arcs end: the normal fan of B. On a face g is
// known, on an arc and in a cone it is smooth and Newton's method climbs it (touch.hpp). If a climb reaches the end of
// its arc or cone, or its foot lies beside the edge or face, the neighbour there leads on; g never falls on the way.
#pragma once
#include "scree/narrow/polyhedron/walk.hpp"
#include "scree/narrow/superellipsoid/touch.hpp"

namespace scree::superellipsoid {

class FanWalk {
 public:
  enum class End : std::uint8_t {
    kApart,   // the slab across c() is wider than the margin
    kProved,  // the points lie over each other; in an overlap every other c near by has a deeper one
    kNotProved
  };

  SCREE_HD FanWalk(const Superellipsoid& a, const PolyhedronView& b, const Pose& X_ab, const SearchSettings& how)
      : a_(a), b_(b), X_(X_ab), to_b_(transpose(X_ab.R)), centre_(to_b_ * -X_ab.p), how_(how) {}

  SCREE_HD const Feature& on() const { return on_; }
  SCREE_HD const Touch& at() const { return at_; }
  SCREE_HD Real gap() const { return at_.gap; }
  SCREE_HD const Vec3& centre() const { return centre_; }  // centre of A, in B's frame

  SCREE_HD void take(const FanWalk& w) { on_ = w.on_, at_ = w.at_; }  // takes over a walk of the same pair

  // Starts from a remembered feature and direction. On an edge or face the direction is first put where it can be.
  SCREE_HD End from(const Feature& on, const Vec3& c) {
    if (on.kind == FeatureKind::kFace) return start_on_face(on.index), walk();
    if (on.kind == FeatureKind::kEdge && start_on_edge(on.index, c)) return walk();
    const int v = on.kind == FeatureKind::kVertex ? on.index : 0;
    return from_direction(c, v);
  }
  // Starts from any direction; the climb to B's vertex that is nearest along it begins at `vertex`.
  SCREE_HD End from_direction(const Vec3& c, int vertex) {
    const int top = scree::climb(b_, to_b_ * -c, vertex).vertex;
    on_ = {FeatureKind::kVertex, top};
    look(c);
    return walk();
  }
  // Starts from the point of B nearest to A's centre, where a sphere would touch.
  SCREE_HD End from_centre() {
    polyhedron::SurfacePoint near = polyhedron::at_vertex(b_, 0);
    LinkCounters unread;
    const polyhedron::WalkEnd end = polyhedron::walk(b_, centre_, near, unread);
    const Vec3 to = near.p - centre_;
    const Real d = norm(to);
    if (end != polyhedron::WalkEnd::kInside && d > Real(1e-9) * a_.radius) return from(near.on, X_.R * (to / d));
    Real height;
    start_on_face(polyhedron::highest_face(b_, centre_, height));
    return walk();
  }

  // Returns the size at which A, shrunk or grown about its centre, would just fill the slab across c; its own size is
  // 1.
  SCREE_HD Real first_touch() const { return (at_.gap + at_.a.h) / at_.a.h; }
  // Bounds g across c, if B's nearest vertex is at x, without a power.
  SCREE_HD Real at_most(const Vec3& c, const Vec3& x) const { return dot(c, x) - a_.inradius; }
  SCREE_HD Vec3 vertex(int v) const { return X_ * b_.vertices[v]; }

 private:
  SCREE_HD End walk() {
    const int most_changes = 50 + b_.n_faces;
    for (int change = 0; change < most_changes; ++change) {
      if (on_.kind == FeatureKind::kFace) {
        if (at_.gap > how_.margin) return End::kApart;
        const int side = side_beyond();
        if (side < 0) return End::kProved;
        on_ = {FeatureKind::kEdge, b_.loop_edge[side]};
      } else if (on_.kind == FeatureKind::kEdge) {
        if (const End end = on_edge(); on_.kind == FeatureKind::kEdge) return end;
      } else {
        if (const End end = on_vertex(); on_.kind == FeatureKind::kVertex) return end;
      }
    }
    return End::kNotProved;
  }

  SCREE_HD void look(const Vec3& c) { at_.c = c, at_.a = norm_shares(a_.support, c); }
  SCREE_HD void start_on_face(int f) {
    on_ = {FeatureKind::kFace, f};
    look(-(X_.R * b_.normals[f]));
    at_.gap = polyhedron::height(b_, f, centre_) - at_.a.h;
  }
  // Returns false if c is nearly along the edge.
  SCREE_HD bool start_on_edge(int e, const Vec3& c) {
    const Arc arc(*this, e);
    const Vec3 across = tangential(c, arc.e);
    const Real l = norm(across);
    if (!(l > Real(0.1))) return false;
    on_ = {FeatureKind::kEdge, e};
    if (arc.holds(across)) return look(across / l), true;
    return start_on_face(arc.nearer_face(across)), true;
  }

  // Returns the side of the face that the foot of p_a lies beyond, farthest of all; -1 if it lies in the polygon.
  SCREE_HD int side_beyond() const {
    const Vec3 foot = centre_ + to_b_ * at_.p_a();
    int side = -1;
    Real farthest2 = how_.tolerance * how_.tolerance;
    for (int h = b_.face_start[on_.index]; h < b_.face_start[on_.index + 1]; ++h) {
      const Real out = dot(b_.side_normals[h], foot) - b_.side_offsets[h];
      if (!(out > 0)) continue;
      const Real out2 = out * out / norm2(b_.side_normals[h]);
      if (out2 > farthest2) farthest2 = out2, side = h;
    }
    return side;
  }

  // Holds the directions of an edge: at right angles to it, not beyond the normals of its two faces. Vectors are in A's
  // frame.
  struct Arc {
    const PolyhedronEdge& edge;
    Vec3 x, e;          // the line, with x nearest to A's centre
    Real first, last;   // ends of the edge, from x
    Vec3 n[2], out[2];  // normals of its faces and the directions out of them, across the edge

    SCREE_HD Arc(const FanWalk& w, int index) : edge(w.b_.edges[index]) {
      const Vec3 v0 = w.vertex(edge.v[0]), u = w.vertex(edge.v[1]) - v0;
      const Real l = norm(u);
      e = u / l;
      first = dot(v0, e), last = first + l;
      x = v0 - first * e;
      for (int k = 0; k < 2; ++k) n[k] = w.X_.R * w.b_.normals[edge.f[k]];
      out[0] = cross(e, n[0]), out[1] = cross(n[1], e);
    }
    SCREE_HD bool holds(const Vec3& c) const { return dot(out[0], c) <= 0 && dot(out[1], c) <= 0; }
    SCREE_HD int nearer_face(const Vec3& c) const { return edge.f[dot(n[0], c) < dot(n[1], c) ? 0 : 1]; }
    SCREE_HD Limit operator()(const Vec3& c, const Vec3& turn) const {
      Limit limit;
      for (int k = 0; k < 2; ++k) keep_within(limit, k, -dot(out[k], c), -dot(out[k], turn));
      return limit;
    }
  };
  SCREE_HD End on_edge() {
    const Arc arc(*this, on_.index);
    const Place place{arc.x, arc.e, true};
    at_ = touch(a_, place, at_.c, at_.a);
    int limit = -1;
    const AscentEnd end = Ascent<Arc>(a_, place, arc, how_).climb(at_, limit);
    if (end == AscentEnd::kApart) return End::kApart;
    if (end == AscentEnd::kAtLimit) return start_on_face(arc.nearer_face(at_.c)), End::kNotProved;
    const bool before = at_.along<arc.first - how_.tolerance, after = at_.along> arc.last + how_.tolerance;
    if (before || after) return on_ = {FeatureKind::kVertex, arc.edge.v[after]}, End::kNotProved;
    return proved(end);
  }

  // Holds the directions of a vertex, for which no neighbour is nearer.
  struct Cone {
    const PolyhedronView& b;
    const Mat3& to_b;
    int v;
    SCREE_HD Limit operator()(const Vec3& c, const Vec3& turn) const {
      const Vec3 c_b = to_b * c, turn_b = to_b * turn, x = b.vertices[v];
      Limit limit;
      for (int k = b.fan_start[v]; k < b.fan_start[v + 1]; ++k) {
        const Vec3 u = b.fan_points[k] - x;
        keep_within(limit, k, dot(u, c_b), dot(u, turn_b));
      }
      return limit;
    }
  };
  SCREE_HD End on_vertex() {
    const Cone cone{b_, to_b_, on_.index};
    const Place place{vertex(on_.index)};
    at_ = touch(a_, place, at_.c, at_.a);
    int limit = -1;
    const AscentEnd end = Ascent<Cone>(a_, place, cone, how_).climb(at_, limit);
    if (end == AscentEnd::kApart) return End::kApart;
    if (end == AscentEnd::kAtLimit) return on_ = {FeatureKind::kEdge, b_.fan_edge[limit]}, End::kNotProved;
    return proved(end);
  }
  SCREE_HD End proved(AscentEnd end) const {
    return end == AscentEnd::kConverged && is_maximum(at_) ? End::kProved : End::kNotProved;
  }

  const Superellipsoid& a_;
  const PolyhedronView& b_;
  const Pose& X_;
  const Mat3 to_b_;
  const Vec3 centre_;
  const SearchSettings how_;
  Feature on_;
  Touch at_{};
};

}  // namespace scree::superellipsoid
