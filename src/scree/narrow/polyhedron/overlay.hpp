// The thickness of the overlap of two convex bodies along a direction, integrated exactly.
//
// Along n the upper surface of A is a roof over its shadow, the lower surface of B a bowl over its own. The thickness
// delta = roof - bowl is taken where the shadows lie over each other and delta > 0. A face of A and a face of B, laid
// over each other, give a convex polygon on which delta is linear; the region delta > 0 is convex, so all polygons are
// found by walking from one to the next over its sides.
//
// A polygon is the common part of B's face, A's face and the half plane delta > 0. Its sides are what two of the three
// leave of the border of the third, and with a triangle from one of its corners to each side it is integrated: the
// sides need no order. So that no side counts twice where borders lie on each other, A's faces and the half plane are
// taken a little larger (Flat::kGrow).
//
// What the definition leaves out, on purpose: how far A reaches down below its roof. So a thin plate is as good as a
// block, and delta does not jump when n turns from the normal of a face into that of an edge pair.
#pragma once
#include <bit>

#include "scree/narrow/polyhedron/cap.hpp"
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

// Coordinates across n and along it, of points given in the body's own frame.
struct Seen {
  const PolyhedronView& s;
  Vec3 e1, e2, n;
  Real x0, y0, z0;

  Vec2 across(const Vec3& p) const { return {dot(e1, p) + x0, dot(e2, p) + y0}; }
  Real along(const Vec3& p) const { return dot(n, p) + z0; }
};

// The plane of a face as a height over the coordinates across n.
struct Slope {
  Real c, gx, gy;
  Real at(const Vec2& p) const { return c - gx * p.x - gy * p.y; }
};
inline Slope slope_of(const Seen& v, int face) {
  const Vec3 m = v.s.normals[face];
  const Real mx = dot(v.e1, m), my = dot(v.e2, m), over = 1 / dot(v.n, m);
  return {(v.s.offsets[face] + mx * v.x0 + my * v.y0) * over + v.z0, mx * over, my * over};
}

// Faces steeper than this have a shadow too narrow to matter: what they would add is less than this part of the rest.
inline constexpr Real kSteep = Real(1e-7);

// Faces with many sides are laid over each other in pieces, so that they fit on the stack: a piece has the corner 0
// of the loop and a run of others.
inline constexpr int kPieceCorners = 16;
struct Piece {
  int first, n;  // loop indices of its corners: 0, then first .. first + n - 2
};
inline int n_pieces(int n_sides_of_face) {
  return n_sides_of_face <= kPieceCorners ? 1 : (n_sides_of_face - 3) / (kPieceCorners - 2) + 1;
}
inline Piece piece_of(int n_sides_of_face, int k) {
  const int first = 1 + k * (kPieceCorners - 2), left = n_sides_of_face - first;
  return {first, 1 + (left < kPieceCorners - 1 ? left : kPieceCorners - 1)};
}

inline int face_across(const PolyhedronView& s, int face, int h) {
  const PolyhedronEdge& e = s.edges[s.loop_edge[h]];
  return e.f[0] == face ? e.f[1] : e.f[0];
}

// A face, or a piece of it, in the coordinates across n, counter-clockwise seen against n for either body.
struct Flat {
  static constexpr int kRoom = kPieceCorners + kLanes;
  int face, n;
  Slope slope;
  Real x0[kRoom], y0[kRoom], x1[kRoom], y1[kRoom];  // ends of the sides
  Real lx[kRoom], ly[kRoom], lc[kRoom];             // inside: lx x + ly y + lc >= 0
  int half_edge[kRoom];                             // of the side; kNoEdge between two pieces
};
inline constexpr int kNoEdge = -1;

// Sides from the corners, whose last is followed by the first again. `grow`: a length they are moved out by.
inline void draw_sides(const Real* x, const Real* y, Real grow, Flat& out) {
  for (int k = 0; k < out.n; k += kLanes) {
    Pack x0 = Pack::load(x + k), y0 = Pack::load(y + k), x1 = Pack::load(x + k + 1), y1 = Pack::load(y + k + 1);
    const Pack ux = x1 - x0, uy = y1 - y0;
    Pack c = uy * x0 - ux * y0;
    if (grow > 0) {
      const Pack length2 = ux * ux + uy * uy, length = sqrt(length2);
      const Pack part = select(length > grow, grow / length, Pack(0));
      c += part * length2;
      x0 += part * (uy - ux), y0 -= part * (ux + uy), x1 += part * (uy + ux), y1 += part * (uy - ux);
    }
    x0.store(out.x0 + k), y0.store(out.y0 + k), x1.store(out.x1 + k), y1.store(out.y1 + k);
    (-uy).store(out.lx + k), ux.store(out.ly + k), c.store(out.lc + k);
  }
}

template <bool kLower>
inline void cast_shadow(const Seen& v, int face, int k, Real grow, Flat& out) {
  const int start = v.s.face_start[face], sides = v.s.face_start[face + 1] - start;
  const Piece piece = piece_of(sides, k);
  out.face = face, out.n = piece.n;
  Real x[Flat::kRoom + 1], y[Flat::kRoom + 1];
  for (int i = 0; i < piece.n; ++i) {
    const int j = i == 0 ? 0 : piece.first + i - 1, next = i + 1 < piece.n ? piece.first + i : 0;
    const int place = kLower ? piece.n - 1 - i : i;
    const Vec2 at = v.across(v.s.vertices[v.s.loop[start + j]]);
    x[place] = at.x, y[place] = at.y;
    // The lower body's loops run clockwise here: turned round, the side from j leads to the corner before.
    const int from = kLower ? (place > 0 ? place - 1 : piece.n - 1) : place;
    out.half_edge[from] = next == j + 1 || (next == 0 && j == sides - 1) ? start + j : kNoEdge;
  }
  for (int i = piece.n; i <= piece.n + kLanes; ++i) x[i] = x[0], y[i] = y[0];
  draw_sides(x, y, grow, out);
  out.slope = slope_of(v, face);
}

// Shadows once cast are used again: every face meets several of the other body.
template <bool kLower>
class Shadows {
 public:
  const Flat& of(const Seen& v, int face, int piece, int pieces, Real grow) {
    for (int i = 0; i < n_; ++i)
      if (kept_[i].face == face) return kept_[i];
    if (n_ == kMost) n_ = kMost - 1;
    Flat& f = kept_[n_];
    cast_shadow<kLower>(v, face, piece, grow, f);
    if (pieces == 1) ++n_;  // pieces are not kept
    return f;
  }

 private:
  static constexpr int kMost = 6;
  int n_ = 0;
  Flat kept_[kMost];
};

// What is left of four segments, from t0 to t1 of the way from their starts to their ends.
struct Clipped {
  Pack t0 = 0, t1 = 1;
  Mask out;

  // By a half plane; its values, positive inside, at starts and ends.
  void by(const Pack& at_start, const Pack& at_end) {
    const Pack t = at_start / (at_start - at_end);
    const Mask enters = at_start < 0, leaves = at_end < 0;
    t0 = select(enters & (t > t0), t, t0);
    t1 = select(leaves & (t < t1), t, t1);
    out = out | (enters & leaves);
  }
  unsigned left(int n) const { return bits((!out) & (t1 > t0)) & ((1u << n) - 1); }
};

class Overlay {
 public:
  // A null: the upper body is the half space z < 0.
  Overlay(const Seen* upper, const Seen& lower, Real size) : a_(upper), b_(lower), grow_(kGrow * size) {}
  Overlay(const Overlay&) = delete;

  // Starts the walk with this pair of faces as well; pairs that face the wrong way are left out.
  void start(int face_a, int face_b) { visit(face_a, face_b); }

  Moments integrate() {
    for (int i = 0; i < n_pairs_ && !overflow_; ++i) lay_over(pairs_[i].a, pairs_[i].b);
    if (overflow_) scan_all();
    Moments sum = triangles_.sum();
    sum.depth = depth_;
    return sum;
  }

 private:
  static constexpr int kMaxPairs = 128;
  // Borders of A's faces and of the half plane are moved out by this part of the size of the pair: fifty times what
  // rounding leaves of a border.
  static constexpr Real kGrow = Real(1e-14);
  struct FacePair {
    int a, b;
  };

  bool faces_up(int face) const { return !a_ || dot(a_->n, a_->s.normals[face]) > kSteep; }
  bool faces_down(int face) const { return dot(b_.n, b_.s.normals[face]) < -kSteep; }

  void visit(int fa, int fb) {
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
  void scan_all() {
    triangles_.clear();
    depth_ = 0;
    scanning_ = true;
    for (int fa = 0; fa < (a_ ? a_->s.n_faces : 1); ++fa) {
      if (!faces_up(fa)) continue;
      for (int fb = 0; fb < b_.s.n_faces; ++fb)
        if (faces_down(fb)) lay_over(fa, fb);
    }
  }

  void lay_over(int fa, int fb) {
    const int pieces_a = a_ ? n_pieces(n_sides(a_->s, fa)) : 1, pieces_b = n_pieces(n_sides(b_.s, fb));
    for (int j = 0; j < pieces_b; ++j)
      for (int i = 0; i < pieces_a; ++i)
        common_part(a_ ? &roofs_.of(*a_, fa, i, pieces_a, grow_) : nullptr, bowls_.of(b_, fb, j, pieces_b, 0), fa, fb);
  }

  // Of A's face (null: everywhere) and B's face, where delta > 0.
  void common_part(const Flat* roof, const Flat& bowl, int fa, int fb) {
    const Slope up = roof ? roof->slope : Slope{0, 0, 0};
    delta_ = {up.c - bowl.slope.c, up.gx - bowl.slope.gx, up.gy - bowl.slope.gy};
    if (!reaches_up(bowl)) return;
    any_ = false;
    for (unsigned left = sides_left(bowl, roof); left != 0; left &= left - 1) {
      const int h = bowl.half_edge[std::countr_zero(left)];
      if (h != kNoEdge) visit(fa, face_across(b_.s, fb, h));
    }
    for (unsigned left = roof ? sides_left(*roof, &bowl) : 0; left != 0; left &= left - 1) {
      const int h = roof->half_edge[std::countr_zero(left)];
      if (h != kNoEdge) visit(face_across(a_->s, fa, h), fb);
    }
    add_rim(roof, bowl);
  }

  Pack delta_at(const Pack& x, const Pack& y) const { return delta_.c - delta_.gx * x - delta_.gy * y; }
  // Is any corner of B's face below the plane of A's?
  bool reaches_up(const Flat& bowl) const {
    for (int k = 0; k < bowl.n; k += kLanes)
      if (any(delta_at(Pack::load(bowl.x0 + k), Pack::load(bowl.y0 + k)) > 0)) return true;
    return false;
  }

  // Adds what `other` and the half plane leave of the sides of `flat`; a bit for each side that leaves something.
  unsigned sides_left(const Flat& flat, const Flat* other) {
    unsigned all = 0;
    for (int k = 0; k < flat.n; k += kLanes) {
      const Pack x0 = Pack::load(flat.x0 + k), y0 = Pack::load(flat.y0 + k);
      const Pack x1 = Pack::load(flat.x1 + k), y1 = Pack::load(flat.y1 + k);
      const Pack d0 = delta_at(x0, y0), d1 = delta_at(x1, y1);
      Clipped c;
      c.by(d0 + grow_, d1 + grow_);
      for (int i = 0; other && i < other->n; ++i) {
        const Pack lx = other->lx[i], ly = other->ly[i], lc = other->lc[i];
        c.by(lx * x0 + (ly * y0 + lc), lx * x1 + (ly * y1 + lc));
      }
      const unsigned left = c.left(flat.n - k < kLanes ? flat.n - k : kLanes);
      if (left == 0) continue;
      all |= left << k;
      const Pack ux = x1 - x0, uy = y1 - y0, ud = d1 - d0;
      Real v[6][kLanes];
      (x0 + c.t0 * ux).store(v[0]), (y0 + c.t0 * uy).store(v[1]), at_least(d0 + c.t0 * ud, 0).store(v[2]);
      (x0 + c.t1 * ux).store(v[3]), (y0 + c.t1 * uy).store(v[4]), at_least(d0 + c.t1 * ud, 0).store(v[5]);
      for (unsigned todo = left; todo != 0; todo &= todo - 1) {
        const int l = std::countr_zero(todo);
        add_side({{v[0][l], v[1][l]}, v[2][l]}, {{v[3][l], v[4][l]}, v[5][l]});
      }
    }
    return all;
  }

  // The border of the half plane, from t0 to t1 along (-gy, gx), with delta > 0 on its left.
  void add_rim(const Flat* roof, const Flat& bowl) {
    const Real g2 = delta_.gx * delta_.gx + delta_.gy * delta_.gy;
    if (!(g2 > 0)) return;
    const Real far = (delta_.c + grow_) / g2, x = far * delta_.gx, y = far * delta_.gy;
    Real t0 = -kFar, t1 = kFar;
    clip_rim(bowl, x, y, t0, t1);
    if (roof) clip_rim(*roof, x, y, t0, t1);
    if (!(t1 > t0)) return;
    add_side({{x - t0 * delta_.gy, y + t0 * delta_.gx}, 0}, {{x - t1 * delta_.gy, y + t1 * delta_.gx}, 0});
  }
  void clip_rim(const Flat& flat, Real x, Real y, Real& t0, Real& t1) const {
    Pack enter = t0, leave = t1;
    for (int k = 0; k < flat.n; k += kLanes) {
      const Pack lx = Pack::load(flat.lx + k), ly = Pack::load(flat.ly + k);
      const Pack value = lx * x + (ly * y + Pack::load(flat.lc + k)), rate = ly * delta_.gx - lx * delta_.gy;
      const Pack t = -value / rate;
      enter = select((rate > 0) & (t > enter), t, enter);
      leave = select((rate < 0) & (t < leave), t, leave);
      // Beside a border all the way: nothing is left.
      const bool beside = any((rate >= 0) & (rate <= 0) & (value < 0));
      if (beside) leave = -kFar;
    }
    for (int l = 0; l < kLanes; ++l) t0 = at_least(enter.lanes[l], t0), t1 = -at_least(-leave.lanes[l], -t1);
  }

  void add_side(const Corner& from, const Corner& to) {
    depth_ = at_least(from.depth, at_least(to.depth, depth_));
    if (!any_) origin_ = from, any_ = true;
    const Real area2 = cross(from.at - origin_.at, to.at - origin_.at);
    if (area2 > 0) triangles_.add(origin_, from, to, area2);
  }

  static constexpr Real kFar = Real(1e300);

  const Seen* a_;
  const Seen& b_;
  Real grow_;
  Real depth_ = 0;
  Triangles triangles_;
  FacePair pairs_[kMaxPairs];
  int n_pairs_ = 0;
  bool overflow_ = false, scanning_ = false;
  Shadows<false> roofs_;
  Shadows<true> bowls_;
  // Of the common part at hand: its depth, and the corner its triangles start from.
  Slope delta_;
  Corner origin_;
  bool any_ = false;
};

}  // namespace scree::polyhedron
