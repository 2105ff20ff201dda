// Faces of a body are seen along a direction as polygons in the coordinates across it, each with the plane of its face.
#pragma once
#include <cstdint>
#include <cstring>

#include "scree/math/pack.hpp"
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

// Gives the coordinates across n and along it, of points given in the body's own frame.
struct Seen {
  const PolyhedronView& s;
  Vec3 e1, e2, n;
  Real x0, y0, z0;
};

// Describes the plane of a face as a height over the coordinates across n.
struct Slope {
  Real c, gx, gy;  // c - gx x - gy y
};
inline Slope slope_of(const Seen& v, int face) {
  const Vec3 m = v.s.normals[face];
  const Real mx = dot(v.e1, m), my = dot(v.e2, m), over = 1 / dot(v.n, m);
  return {fma(fma(my, v.y0, fma(mx, v.x0, v.s.offsets[face])), over, v.z0), mx * over, my * over};
}

// Faces steeper than this have a shadow too narrow to matter: what they would add is less than this part of the rest.
inline constexpr Real kSteep = Real(1e-7);

// Faces with many sides are laid over each other in pieces that fit on the stack: a piece has the corner 0 of the loop
// and a run of others.
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

// Holds a face, or a piece of it, in the coordinates across n, counter-clockwise seen against n for either body.
struct Flat {
  static constexpr int kRoom = kPieceCorners + kLanes;
  int face, n;
  const int* beyond;  // for a whole face: those across its sides, in the order of its loop
  Slope slope;
  Real x0[kRoom], y0[kRoom], x1[kRoom], y1[kRoom];  // ends of the sides
  Real lx[kRoom], ly[kRoom], lc[kRoom];             // inside: lx x + ly y + lc >= 0
};

// Draws four sides, from corners to those that follow them. `grow` is the length they are moved out by.
inline void draw_sides(int k, Pack x0, Pack y0, Pack x1, Pack y1, Real grow, Flat& out) {
  const Pack ux = x1 - x0, uy = y1 - y0;
  Pack c = fms(uy, x0, ux * y0);
  if (grow > 0) {
    const Pack length = magnitude(ux) + magnitude(uy);  // near enough: they move by 0.7 to 1 of it
    const Pack part = select(length > grow, grow / length, Pack(0));
    c = fma(part, fma(ux, ux, uy * uy), c);
    x0 = fma(part, uy - ux, x0), y0 = fnma(part, ux + uy, y0);
    x1 = fma(part, uy + ux, x1), y1 = fma(part, uy - ux, y1);
  }
  x0.store(out.x0 + k), y0.store(out.y0 + k), x1.store(out.x1 + k), y1.store(out.y1 + k);
  (-uy).store(out.lx + k), ux.store(out.ly + k), c.store(out.lc + k);
}

// The lower body's loops run clockwise here, so they are gone through backwards. Corners past the last repeat the
// first, so that sides past the last have no length.
template <bool kLower>
inline void cast_shadow(const Seen& v, int face, const Piece& piece, Real grow, Flat& out) {
  const int* const loop = v.s.loop + v.s.face_start[face];
  out.face = face, out.n = piece.n;
  out.beyond = v.s.loop_face + v.s.face_start[face];
  out.slope = slope_of(v, face);
  const Vec3 e1 = v.s.vertices.scale * v.e1, e2 = v.s.vertices.scale * v.e2;
  const auto vertex = [&](int place) {
    const int i = place >= piece.n ? 0 : place;
    const int corner = kLower ? piece.n - 1 - i : i;
    return std::uint32_t(loop[corner == 0 ? 0 : piece.first + corner - 1]);
  };
  const auto corners = [&](int k, Pack& x, Pack& y) {
    const std::uint32_t at[kLanes] = {vertex(k), vertex(k + 1), vertex(k + 2), vertex(k + 3)};
    const Vec3Pack p = gather(v.s.vertices.at_scale_1, at);
    x = fma(e1.x, p.x, fma(e1.y, p.y, fma(e1.z, p.z, v.x0)));
    y = fma(e2.x, p.x, fma(e2.y, p.y, fma(e2.z, p.z, v.y0)));
  };
  Pack x, y;
  if (piece.n <= kLanes) {
    corners(0, x, y);
    return draw_sides(0, x, y, rotated(x), rotated(y), grow, out);
  }
  Real all_x[Flat::kRoom + kLanes], all_y[Flat::kRoom + kLanes];
  for (int k = 0; k < piece.n + kLanes; k += kLanes) corners(k, x, y), x.store(all_x + k), y.store(all_y + k);
  for (int k = 0; k < piece.n; k += kLanes)
    draw_sides(k, Pack::load(all_x + k), Pack::load(all_y + k), Pack::load(all_x + k + 1), Pack::load(all_y + k + 1),
               grow, out);
}

// Returns the face beyond side k of a flat, or -1 between two pieces of a face.
template <bool kLower>
inline int face_across(const PolyhedronView& s, int face, const Piece& piece, int k) {
  // The lower body's loops are reversed: the side that leads from the corner before to j is the one from j.
  const int i = kLower ? (k + 1 < piece.n ? piece.n - 2 - k : piece.n - 1) : k;
  const int j = i == 0 ? 0 : piece.first + i - 1, next = i + 1 < piece.n ? piece.first + i : 0;
  const bool edge = next == j + 1 || (next == 0 && j == n_sides(s, face) - 1);
  if (!edge) return -1;
  return s.loop_face[s.face_start[face] + j];
}
// Does the same for a whole face.
template <bool kLower>
inline int face_across(const Flat& flat, int k) {
  return flat.beyond[kLower ? (k + 1 < flat.n ? flat.n - 2 - k : flat.n - 1) : k];
}

// Shadows once cast are used again, because every face meets several of the other body.
template <bool kLower>
class Shadows {
 public:
  static constexpr int kMost = 8, kFewFaces = 64;  // shadows kept; most faces of a body if they get numbers
  static constexpr std::uint8_t kAway = 254;       // the face looks the other way

  const Flat& of(const Seen& v, int face, const Piece& piece, Real grow) {
    for (int i = 0; i < n_; ++i)
      if (kept_[i].face == face) return kept_[i];
    if (n_ == kMost) n_ = kMost - 1;
    Flat& f = kept_[n_];
    cast_shadow<kLower>(v, face, piece, grow, f);
    if (piece.n == n_sides(v.s, face)) ++n_;  // pieces are not kept
    return f;
  }

  // Faces can also be numbered in the order they are asked for: the number is kAway, or below kMost. If a face has too
  // many sides or there are too many faces, it is kAway, and `overflow` is set.
  void number_faces(int n_faces) { std::memset(number_, kNone, std::size_t(n_faces)); }
  unsigned number(const Seen& v, int face) {
    const std::uint8_t known = number_[face];
    return known != kNone ? known : new_number(v, face);
  }
  // Casts the shadow when it is asked for.
  const Flat& numbered(const Seen& v, int number, Real grow) {
    Flat& f = kept_[number];
    if (!(cast_ >> number & 1)) {
      cast_ |= 1u << number;
      cast_shadow<kLower>(v, f.face, piece_of(n_sides(v.s, f.face), 0), grow, f);
    }
    return f;
  }
  bool overflow() const { return overflow_; }
  void clear() { n_ = 0; }

 private:
  static constexpr std::uint8_t kNone = 255;

  unsigned new_number(const Seen& v, int face) {
    const Real up = dot(v.n, v.s.normals[face]);
    if (!((kLower ? -up : up) > kSteep)) return number_[face] = kAway;
    if (n_ == kMost || n_sides(v.s, face) > kPieceCorners) {
      overflow_ = true;
      return kAway;
    }
    kept_[n_].face = face;
    return number_[face] = std::uint8_t(n_++);
  }

  int n_ = 0;
  unsigned cast_ = 0;  // a bit for each number
  bool overflow_ = false;
  std::uint8_t number_[kFewFaces];
  Flat kept_[kMost];
};

}  // namespace scree::polyhedron
