// The thickness of the overlap of two convex bodies along a direction, integrated exactly.
//
// Along n the upper surface of A is a roof over its shadow, the lower surface of B a bowl over its own. The thickness
// delta = roof - bowl is taken where the shadows lie over each other and delta > 0. A face of A and a face of B, laid
// over each other, give a convex polygon on which delta is linear; the region delta > 0 is convex, so all polygons are
// found by walking from one to the next over its sides.
//
// What the definition leaves out, on purpose: how far A reaches down below its roof. So a thin plate is as good as a
// block, and delta does not jump when n turns from the normal of a face into that of an edge pair.
#pragma once
#include "scree/narrow/polyhedron/cap.hpp"
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

// Coordinates across n and along it, of points given in the body's own frame.
struct Seen {
  const PolyhedronView& s;
  Vec3 e1, e2, n;
  Real x0, y0, z0;

  SCREE_HD Vec2 across(const Vec3& p) const { return {dot(e1, p) + x0, dot(e2, p) + y0}; }
  SCREE_HD Real along(const Vec3& p) const { return dot(n, p) + z0; }
};

// The plane of a face as a height over the coordinates across n.
struct Slope {
  Real c, gx, gy;
  SCREE_HD Real at(const Vec2& p) const { return c - gx * p.x - gy * p.y; }
};
SCREE_HD inline Slope slope_of(const Seen& v, int face) {
  const Vec3 m = v.s.normals[face];
  const Real mx = dot(v.e1, m), my = dot(v.e2, m), over = 1 / dot(v.n, m);
  return {(v.s.offsets[face] + mx * v.x0 + my * v.y0) * over + v.z0, mx * over, my * over};
}

// Faces steeper than this have a shadow too narrow to matter: what they would add is less than this part of the rest.
inline constexpr Real kSteep = Real(1e-7);

// Whose side a side of a polygon is: of A's face or of B's, by its half-edge, or neither's.
struct Across {
  enum Of : std::int8_t { kNothing, kOfA, kOfB } of;
  int half_edge;
};
SCREE_HD constexpr Across beyond_rim() { return {Across::kNothing, 0}; }
struct OverlayCorner {
  Corner c;
  Across side;  // across the side to the next corner
};

// Faces with many sides are laid over each other in pieces, so that polygons fit on the stack: a piece has the corner 0
// of the loop and a run of others.
inline constexpr int kPieceCorners = 16;
struct Piece {
  int first, n;  // loop indices of its corners: 0, then first .. first + n - 2
};
SCREE_HD inline int n_pieces(int n_sides_of_face) {
  return n_sides_of_face <= kPieceCorners ? 1 : (n_sides_of_face - 3) / (kPieceCorners - 2) + 1;
}
SCREE_HD inline Piece piece_of(int n_sides_of_face, int k) {
  const int first = 1 + k * (kPieceCorners - 2), left = n_sides_of_face - first;
  return {first, 1 + (left < kPieceCorners - 1 ? left : kPieceCorners - 1)};
}

struct Polygon {
  static constexpr int kCapacity = 2 * kPieceCorners + 2;
  int n;
  OverlayCorner corners[kCapacity];
  SCREE_HD void add(const OverlayCorner& c) { corners[n++] = c; }
};

// A face, or a piece of it, in the coordinates across n, counter-clockwise seen against n for either body.
struct Shadow {
  int n;
  Vec2 at[kPieceCorners];
  Real height[kPieceCorners];
  Across side[kPieceCorners];
};
SCREE_HD inline int face_across(const PolyhedronView& s, int face, int h) {
  const PolyhedronEdge& e = s.edges[s.loop_edge[h]];
  return e.f[0] == face ? e.f[1] : e.f[0];
}
template <bool kLower>
SCREE_HD inline void cast_shadow(const Seen& v, int face, int k, Shadow& out) {
  const int start = v.s.face_start[face], sides = v.s.face_start[face + 1] - start;
  const Piece piece = piece_of(sides, k);
  out.n = piece.n;
  for (int i = 0; i < piece.n; ++i) {
    const int j = i == 0 ? 0 : piece.first + i - 1, next = i + 1 < piece.n ? piece.first + i : 0;
    const int place = kLower ? piece.n - 1 - i : i;
    const Vec3 p = v.s.vertices[v.s.loop[start + j]];
    out.at[place] = v.across(p), out.height[place] = v.along(p);
    // The lower body's loops run clockwise here: turned round, the side from j leads to the corner before.
    const int from = kLower ? (place > 0 ? place - 1 : piece.n - 1) : place;
    const bool of_face = next == j + 1 || (next == 0 && j == sides - 1);
    out.side[from] = of_face ? Across{kLower ? Across::kOfB : Across::kOfA, start + j} : beyond_rim();
  }
}

SCREE_HD inline OverlayCorner between(const OverlayCorner& p, Real kp, const OverlayCorner& q, Real kq,
                                      const Across& side) {
  const Real t = kp / (kp - kq);
  return {{p.c.at + t * (q.c.at - p.c.at), p.c.depth + t * (q.c.depth - p.c.depth)}, side};
}
// Keeps what has keep[i] >= 0, linear between the corners; `beyond` lies across the cut.
SCREE_HD inline void cut(const Polygon& in, const Real* keep, const Across& beyond, Polygon& out) {
  out.n = 0;
  for (int i = 0; i < in.n; ++i) {
    const int j = i + 1 < in.n ? i + 1 : 0;
    if (keep[i] >= 0) out.add(in.corners[i]);
    if ((keep[i] >= 0) == (keep[j] >= 0)) continue;
    out.add(between(in.corners[i], keep[i], in.corners[j], keep[j], keep[i] >= 0 ? beyond : in.corners[i].side));
  }
}

class Overlay {
 public:
  // A null: the upper body is the half space z < 0.
  SCREE_HD Overlay(const Seen* upper, const Seen& lower, Real size) : a_(upper), b_(lower), size_(size) {}
  Overlay(const Overlay&) = delete;

  // Starts the walk with this pair of faces as well; pairs that face the wrong way are left out.
  SCREE_HD void start(int face_a, int face_b) { visit(face_a, face_b); }

  SCREE_HD Moments integrate() {
    for (int i = 0; i < n_pairs_ && !overflow_; ++i) lay_over(pairs_[i].a, pairs_[i].b);
    if (overflow_) scan_all();
    return sum_;
  }

 private:
  static constexpr int kMaxPairs = 128;
  struct FacePair {
    int a, b;
  };

  SCREE_HD bool faces_up(int face) const { return !a_ || dot(a_->n, a_->s.normals[face]) > kSteep; }
  SCREE_HD bool faces_down(int face) const { return dot(b_.n, b_.s.normals[face]) < -kSteep; }

  SCREE_HD void visit(int fa, int fb) {
    if (scanning_) return;
    for (int i = 0; i < n_pairs_; ++i)
      if (pairs_[i].a == fa && pairs_[i].b == fb) return;
    if (!faces_up(fa) || !faces_down(fb)) return;
    if (n_pairs_ == kMaxPairs)
      overflow_ = true;
    else
      pairs_[n_pairs_++] = {fa, fb};
  }

  // More pairs than the list holds: all of them, in order. Rare, and deep.
  SCREE_HD void scan_all() {
    sum_ = {};
    scanning_ = true;
    for (int fa = 0; fa < (a_ ? a_->s.n_faces : 1); ++fa) {
      if (!faces_up(fa)) continue;
      for (int fb = 0; fb < b_.s.n_faces; ++fb)
        if (faces_down(fb)) lay_over(fa, fb);
    }
  }

  SCREE_HD void lay_over(int fa, int fb) {
    const Slope roof = a_ ? slope_of(*a_, fa) : Slope{0, 0, 0};
    const int pieces_a = a_ ? n_pieces(n_sides(a_->s, fa)) : 1, pieces_b = n_pieces(n_sides(b_.s, fb));
    for (int j = 0; j < pieces_b; ++j)
      for (int i = 0; i < pieces_a; ++i)
        if (below_roof(fb, j, roof) && (!a_ || cut_to_face(fa, fb, i, pieces_a))) add(fa, fb, *polygon_);
  }

  SCREE_HD void cut_polygon(const Real* keep, const Across& beyond) {
    cut(*polygon_, keep, beyond, *spare_);
    Polygon* const was = polygon_;
    polygon_ = spare_, spare_ = was;
  }

  // The piece of B's face that lies below the plane of A's face.
  SCREE_HD bool below_roof(int fb, int piece, const Slope& roof) {
    Shadow bowl;
    cast_shadow<true>(b_, fb, piece, bowl);
    Real keep[kPieceCorners];
    int inside = 0;
    polygon_->n = bowl.n;
    for (int i = 0; i < bowl.n; ++i) {
      keep[i] = roof.at(bowl.at[i]) - bowl.height[i];
      inside += keep[i] >= 0;
      polygon_->corners[i] = {{bowl.at[i], keep[i]}, bowl.side[i]};
    }
    if (inside > 0 && inside < bowl.n) cut_polygon(keep, beyond_rim());
    return inside > 0;
  }

  SCREE_HD bool cut_to_face(int fa, int fb, int piece, int pieces) {
    if (fa != cast_ || pieces > 1) cast_shadow<false>(*a_, fa, piece, roof_), cast_ = pieces > 1 ? -1 : fa;
    // Sides that lie over each other to rounding: beyond them both faces change at once.
    const Real same = Real(1e-13) * size_ * size_;
    for (int k = 0; k < roof_.n; ++k) {
      const Vec2 v = roof_.at[k], u = roof_.at[k + 1 < roof_.n ? k + 1 : 0] - v;
      Real keep[Polygon::kCapacity], least = same;
      int inside = 0;
      for (int i = 0; i < polygon_->n; ++i) {
        keep[i] = cross(u, polygon_->corners[i].c.at - v);
        inside += keep[i] >= 0;
        least = keep[i] < least ? keep[i] : least;
      }
      if (!(least < same)) continue;
      visit_diagonal(fa, fb, keep, same, roof_.side[k]);
      if (inside == 0) return false;
      if (inside < polygon_->n) cut_polygon(keep, roof_.side[k]);
    }
    return true;
  }

  SCREE_HD void visit_diagonal(int fa, int fb, const Real* keep, Real same, const Across& beyond) {
    if (beyond.of != Across::kOfA) return;
    for (int i = 0; i < polygon_->n; ++i) {
      const Across& side = polygon_->corners[i].side;
      if (side.of == Across::kOfB && std::fabs(keep[i]) <= same &&
          std::fabs(keep[i + 1 < polygon_->n ? i + 1 : 0]) <= same)
        visit(face_across(a_->s, fa, beyond.half_edge), face_across(b_.s, fb, side.half_edge));
    }
  }

  SCREE_HD void add(int fa, int fb, const Polygon& polygon) {
    const Corner& o = polygon.corners[0].c;
    for (int i = 0; i < polygon.n; ++i) {
      const OverlayCorner& at = polygon.corners[i];
      if (at.c.depth > sum_.depth) sum_.depth = at.c.depth;
      if (at.side.of == Across::kOfA) visit(face_across(a_->s, fa, at.side.half_edge), fb);
      if (at.side.of == Across::kOfB) visit(fa, face_across(b_.s, fb, at.side.half_edge));
      if (i == 0 || i + 1 == polygon.n) continue;
      const Corner& q = polygon.corners[i + 1].c;
      add_triangle(o, at.c, q, std::fmax(cross(at.c.at - o.at, q.at - o.at), Real(0)), sum_);
    }
  }

  const Seen* a_;
  const Seen& b_;
  Real size_;
  Moments sum_;
  FacePair pairs_[kMaxPairs];
  int n_pairs_ = 0;
  bool overflow_ = false, scanning_ = false;
  Shadow roof_;  // of A's face `cast_`
  int cast_ = -1;
  Polygon polygons_[2];
  Polygon *polygon_ = &polygons_[0], *spare_ = &polygons_[1];
};

}  // namespace scree::polyhedron
