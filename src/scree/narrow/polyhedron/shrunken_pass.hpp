// A pass holds the shrunken edges of one body, the main one, against the whole other, the target: where they touch it,
// and through which of its faces (Wang et al. 2015; the rules are ours, docs/shrunken-edges.md).
#pragma once
#include "scree/narrow/polyhedron/pair.hpp"
#include "scree/shape/shrunken_shape.hpp"

namespace scree::polyhedron {

inline constexpr int kNoFace = -1;

// Says how a shrunken edge lies to the target: both ends touch it, one does, or it passes over.
enum class EdgeRelation : std::uint8_t { kWhole, kOneEnd, kPasses };

// Holds a shrunken edge that touches the target, in its frame.
struct TouchingEdge {
  int face, h[2];          // on main: the half-edges that its ends belong to
  Vec3 end[2];             // x(u) = end[0] + u (end[1] - end[0])
  Real u[2];               // touches from u[0] to u[1]
  int cut[2];              // faces of the target it leaves through there; kNoFace: it ends inside
  int approach;            // the face it comes through, judged at the middle of the interval; kNoFace: through none
  int approach_at_end[2];  // judged at the ends that touch

  SCREE_HD Vec3 at(Real s) const { return end[0] + s * (end[1] - end[0]); }
  SCREE_HD Real middle() const { return (u[0] + u[1]) / 2; }
  SCREE_HD bool ends_inside(int k) const { return cut[k] == kNoFace; }
  SCREE_HD EdgeRelation relation() const {
    const int ends = ends_inside(0) + ends_inside(1);
    return ends == 2 ? EdgeRelation::kWhole : ends == 1 ? EdgeRelation::kOneEnd : EdgeRelation::kPasses;
  }
  SCREE_HD bool comes_through() const { return approach != kNoFace; }
};

class ShrunkenPass {
 public:
  // X is the pose of main in target's frame. `first` is the face of the target that is tried first, and afterwards the
  // one that rejected most edges last.
  SCREE_HD ShrunkenPass(const ShrunkenView& main, const PolyhedronView& target, const Pose& X, Real tolerance,
                        int& first)
      : main_(main), target_(target), X_(X), tolerance_(tolerance), first_(first < target.n_faces ? first : 0) {
    const PolyhedronView& m = main.body;
    turn_first();
    if (all_are_beyond_first()) return;
    for (int f = 0; f < m.n_faces; ++f)
      for (int h = m.face_start[f]; h < m.face_start[f + 1]; ++h)
        try_edge(f, h, h + 1 < m.face_start[f + 1] ? h + 1 : m.face_start[f]);
    first = first_;
  }

  // Finds the approaching face of every edge. Edges that touch the target from behind come through none: no face that
  // looks at the edge's own lies nearest there, or within the depth of the contact.
  SCREE_HD void find_approaches(Real depth) {
    for (int i = 0; i < n_; ++i) {
      TouchingEdge& e = edges_[i];
      e.approach = approaching_face(e.face, e.at(e.middle()), depth);
      for (int k = 0; k < 2 && e.comes_through(); ++k)
        if (e.ends_inside(k)) e.approach_at_end[k] = approaching_face(e.face, e.end[k], depth);
    }
  }

  SCREE_HD int size() const { return n_; }
  SCREE_HD const TouchingEdge& operator[](int i) const { return edges_[i]; }
  SCREE_HD const PolyhedronView& main() const { return main_.body; }
  SCREE_HD const PolyhedronView& target() const { return target_; }
  SCREE_HD const Pose& pose() const { return X_; }
  SCREE_HD bool touches() const {
    for (int i = 0; i < n_; ++i)
      if (edges_[i].comes_through()) return true;
    return false;
  }
  // Returns the point of the whole edge that a point of the shrunken one stands for, in target's frame.
  SCREE_HD Vec3 whole_edge_at(const TouchingEdge& e, Real u) const {
    const Vec3 v = vertex(e, 0), w = vertex(e, 1);
    return v + u * (w - v);
  }
  SCREE_HD Vec3 vertex(const TouchingEdge& e, int k) const { return X_ * main_.body.vertices[main_.body.loop[e.h[k]]]; }
  SCREE_HD Real height(int t, const Vec3& x) const { return dot(target_.normals[t], x) - target_.offsets[t]; }
  SCREE_HD Vec3 main_normal(int face) const { return X_.R * main_.body.normals[face]; }

  // Returns how thick the target is at x against `down`, negative outside.
  SCREE_HD Real thickness(const Vec3& x, const Vec3& down) const {
    Real least = Real(1e300);
    for (int t = 0; t < target_.n_faces; ++t) {
      const Real out = -dot(target_.normals[t], down);
      if (out > Real(1e-6) && -height(t, x) < least * out) least = -height(t, x) / out;
    }
    return least;
  }

 private:
  // More edges than this touch only where bodies of many faces overlap by far; the types they would add are there
  // already.
  static constexpr int kMost = 96;

  // Rotates the plane that is tried first into main's frame: most edges need no other, and need not be rotated then.
  SCREE_HD void turn_first() {
    first_normal_ = transpose(X_.R) * target_.normals[first_];
    first_offset_ = target_.offsets[first_] + tolerance_ - dot(target_.normals[first_], X_.p);
  }
  SCREE_HD bool is_beyond_first(int h) const { return dot(first_normal_, main_.points[h]) > first_offset_; }
  SCREE_HD bool all_are_beyond_first() const {
    const int n_points = main_.body.face_start[main_.body.n_faces];
    for (int h = 0; h < n_points; ++h)
      if (!is_beyond_first(h)) return false;
    return true;
  }
  SCREE_HD bool is_cut_off(int t, const Vec3& p, const Vec3& q, TouchingEdge& e) const {
    const Real sp = height(t, p) - tolerance_, sq = height(t, q) - tolerance_;
    if (sp > 0 && sq > 0) return true;
    if (sp <= 0 && sq <= 0) return false;
    const Real u = sp / (sp - sq);
    if (sp > 0 && u > e.u[0]) e.u[0] = u, e.cut[0] = t;
    if (sq > 0 && u < e.u[1]) e.u[1] = u, e.cut[1] = t;
    return e.u[0] > e.u[1];
  }
  SCREE_HD void try_edge(int face, int h, int next) {
    if (is_beyond_first(h) && is_beyond_first(next)) return;
    TouchingEdge e{
        face,    {h, next},         {X_ * main_.points[h], X_ * main_.points[next]}, {0, 1}, {kNoFace, kNoFace},
        kNoFace, {kNoFace, kNoFace}};
    for (int t = 0; t < target_.n_faces; ++t)
      if (is_cut_off(t, e.end[0], e.end[1], e)) {
        if (t != first_) first_ = t, turn_first();
        return;
      }
    if (n_ < kMost) edges_[n_++] = e;
  }

  SCREE_HD int approaching_face(int face, const Vec3& x, Real depth) const {
    const Vec3 n = main_normal(face);
    int best = kNoFace;
    Real highest = Real(-1e300), nearest = Real(-1e300);
    for (int t = 0; t < target_.n_faces; ++t) {
      const Real s = height(t, x);
      if (s > nearest) nearest = s;
      if (s > highest && dot(n, target_.normals[t]) < -kFaces) highest = s, best = t;
    }
    return highest >= nearest - tolerance_ || -highest <= depth + tolerance_ ? best : kNoFace;
  }
  static constexpr Real kFaces = Real(1e-6);  // bounds the cosine of the normals of faces that look at each other

  const ShrunkenView& main_;
  const PolyhedronView& target_;
  Pose X_;
  Real tolerance_;
  int first_;
  Vec3 first_normal_;
  Real first_offset_;
  int n_ = 0;
  TouchingEdge edges_[kMost];  // the first n_ are set
};

}  // namespace scree::polyhedron
