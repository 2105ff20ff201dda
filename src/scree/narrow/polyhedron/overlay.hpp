// The thickness of the overlap of two convex bodies along a direction is integrated exactly.
//
// Along n the upper surface of A is a roof over its shadow, the lower surface of B a bowl over its own. The thickness
// delta = roof - bowl is taken where the shadows lie over each other and delta > 0. A face of A and a face of B, laid
// over each other, give a convex polygon on which delta is linear; the region delta > 0 is convex, so all polygons are
// found by walking from one to the next over its sides.
//
// A polygon is the common part of B's face, A's face and the half plane delta > 0. Its sides are what two of the three
// leave of the border of the third, and with a triangle from one of its corners to each side it is integrated: the
// sides need no order. A's faces and the half plane are taken a little larger (Overlay::kGrow), so that no side counts
// twice where borders lie on each other.
//
// On purpose, the definition leaves out how far A reaches down below its roof. A thin plate is then as good as a block,
// and delta does not jump when n turns from the normal of a face into that of an edge pair.
#pragma once
#include <bit>

#include "scree/narrow/polyhedron/cap.hpp"
#include "scree/narrow/polyhedron/face_pairs.hpp"

namespace scree::polyhedron {

// Holds what is left of four segments, from t0 to t1 of the way from their starts to their ends.
struct Clipped {
  Pack t0 = 0, t1 = 1;

  // Clips by a half plane, given its values, positive inside, at starts and ends. A segment that lies outside as a
  // whole enters at its end or behind it, or leaves at its start or before: nothing is left of it.
  void by(const Pack& at_start, const Pack& at_end) {
    const Pack t = at_start / (at_start - at_end);
    t0 = select(at_start < 0, larger(t, t0), t0);
    t1 = select(at_end < 0, smaller(t, t1), t1);
  }
  unsigned left(int n) const { return bits(t1 > t0) & ((1u << n) - 1); }
};

// Holds what is known of a patch beforehand: pairs of the faces at the two features it starts from whose common part
// has no border with others but their own, and what these add. Moments are measured from the point below or above the
// features.
struct Sectors {
  Moments sum;
  std::uint64_t done = 0;

  // Returns the bit of the i-th face at A's feature and the j-th at B's, each below 8.
  static std::uint64_t bit(unsigned i, unsigned j) { return std::uint64_t(1) << (8 * i + j); }
};

class Overlay {
 public:
  // If `upper` is null, the upper body is the half space z < 0.
  Overlay(const Seen* upper, const Seen& lower, Real size)
      : a_(upper),
        b_(lower),
        grow_(kGrow * size),
        few_(lower.s.n_faces <= Shadows<true>::kFewFaces && (!upper || upper->s.n_faces <= Shadows<false>::kFewFaces)) {
    if (few_) bowls_.number_faces(lower.s.n_faces);
    if (few_ && upper) roofs_.number_faces(upper->s.n_faces);
  }
  Overlay(const Overlay&) = delete;

  // Integrates from the faces at a feature of A and at one of B on. `depth` is the largest depth; `known` may be null.
  Moments integrate(const Feature& on_a, const Feature& on_b, Real depth, const Sectors* known = nullptr) {
    if (few_) walk_by_numbers(on_a, on_b, known ? known->done : 0);
    const bool walked = few_;
    if (!few_) walk(on_a, on_b);
    Moments sum = triangles_.sum();
    if (walked && known) sum += known->sum;
    sum.depth = depth;
    return sum;
  }

 private:
  // Borders of A's faces and of the half plane are moved out by this part of the size of the pair: 35 to 50 times
  // what rounding leaves of a border.
  static constexpr Real kGrow = Real(1e-14);

  bool faces_up(int face) const { return !a_ || dot(a_->n, a_->s.normals[face]) > kSteep; }
  bool faces_down(int face) const { return dot(b_.n, b_.s.normals[face]) < -kSteep; }

  bool faces_each_other(int face_a, int face_b) const { return faces_up(face_a) && faces_down(face_b); }

  // Calls visit(face) for the faces of A at a feature; the half space has one.
  template <class Visit>
  void for_faces_of_a(const Feature& f, const Visit& visit) const {
    a_ ? for_faces_at(a_->s, f, visit) : visit(0);
  }

  void walk_by_numbers(const Feature& on_a, const Feature& on_b, std::uint64_t done) {
    struct {
      unsigned number, place;
    } of_b[NumberedPairs::kMost];
    unsigned n_b = 0, place = 0;
    for_faces_at(b_.s, on_b, [&](int face) {
      const unsigned b = bowls_.number(b_, face);
      if (b < NumberedPairs::kMost) of_b[n_b++] = {b, place};
      ++place;
    });
    NumberedPairs pairs;
    place = 0;
    for_faces_of_a(on_a, [&](int face) {
      const unsigned a = a_ ? roofs_.number(*a_, face) : 0;
      std::uint64_t all = 0, left = 0;
      for (unsigned k = 0; k < n_b; ++k) {
        const std::uint64_t pair = NumberedPairs::bit(a, of_b[k].number);
        all |= pair;
        left |= done & Sectors::bit(place & 7, of_b[k].place & 7) ? 0 : pair;
      }
      pairs.add(left);
      pairs.skip(all);
      ++place;
    });
    while (!pairs.empty() && !overflow()) {
      const unsigned pair = pairs.take(), a = NumberedPairs::a(pair), b = NumberedPairs::b(pair);
      const Flat& bowl = bowls_.numbered(b_, int(b), 0);
      const Flat* const roof = a_ ? &roofs_.numbered(*a_, int(a), grow_) : nullptr;
      const Left left = lay_over(roof, bowl);
      std::uint64_t found = 0;
      for (unsigned k = left.b; k != 0; k &= k - 1)
        found |= NumberedPairs::bit(a, bowls_.number(b_, face_across<true>(bowl, std::countr_zero(k))));
      for (unsigned k = left.a; k != 0; k &= k - 1)
        found |= NumberedPairs::bit(roofs_.number(*a_, face_across<false>(*roof, std::countr_zero(k))), b);
      pairs.add(found);
    }
    if (overflow()) give_up_numbers();
  }
  // There are too many faces for numbers, or a face has too many sides.
  bool overflow() const { return bowls_.overflow() || roofs_.overflow(); }
  void give_up_numbers() {
    few_ = false;
    bowls_.clear(), roofs_.clear();
    triangles_.clear();
  }

  void walk(const Feature& on_a, const Feature& on_b) {
    for_faces_of_a(on_a, [&](int fa) {
      for_faces_at(b_.s, on_b, [&](int fb) {
        if (faces_each_other(fa, fb) && !pairs_.has(fa, fb)) pairs_.add(fa, fb);
      });
    });
    for (int i = 0; i < pairs_.size() && !pairs_.overflow(); ++i) lay_over(pairs_.a(i), pairs_.b(i));
    if (pairs_.overflow()) scan_all();
  }

  // If there are more pairs than the list holds, all of them are scanned in order. This is rare and happens in deep
  // overlaps.
  void scan_all() {
    triangles_.clear();
    scanning_ = true;
    for (int fa = 0; fa < (a_ ? a_->s.n_faces : 1); ++fa) {
      if (!faces_up(fa)) continue;
      for (int fb = 0; fb < b_.s.n_faces; ++fb)
        if (faces_down(fb)) lay_over(fa, fb);
    }
  }

  void lay_over(int fa, int fb) {
    const int sides_a = a_ ? n_sides(a_->s, fa) : 0, sides_b = n_sides(b_.s, fb);
    for (int j = 0; j < n_pieces(sides_b); ++j)
      for (int i = 0; i < n_pieces(sides_a); ++i) lay_over(fa, fb, piece_of(sides_a, i), piece_of(sides_b, j));
  }

  // Lays a piece of A's face (or everywhere) over a piece of B's face, and lists the pairs beyond.
  void lay_over(int fa, int fb, const Piece& piece_a, const Piece& piece_b) {
    const Flat& bowl = bowls_.of(b_, fb, piece_b, 0);
    const Flat* const roof = a_ ? &roofs_.of(*a_, fa, piece_a, grow_) : nullptr;
    const Left sides = lay_over(roof, bowl);
    if (scanning_) return;
    for (unsigned left = sides.b; left != 0; left &= left - 1) {
      const int next = face_across<true>(b_.s, fb, piece_b, std::countr_zero(left));
      if (next >= 0 && !pairs_.has(fa, next) && faces_down(next)) pairs_.add(fa, next);
    }
    for (unsigned left = sides.a; left != 0; left &= left - 1) {
      const int next = face_across<false>(a_->s, fa, piece_a, std::countr_zero(left));
      if (next >= 0 && !pairs_.has(next, fb) && faces_up(next)) pairs_.add(next, fb);
    }
  }

  // Holds the sides of either shadow that border on the common part where delta > 0, a bit each.
  struct Left {
    unsigned a, b;
  };
  Left lay_over(const Flat* roof, const Flat& bowl) {
    const Slope up = roof ? roof->slope : Slope{0, 0, 0};
    delta_ = {up.c - bowl.slope.c, up.gx - bowl.slope.gx, up.gy - bowl.slope.gy};
    if (scanning_ && !reaches_up(bowl)) return {0, 0};
    any_ = false;
    const unsigned b = sides_left(bowl, roof), a = roof ? sides_left(*roof, &bowl) : 0;
    add_rim(roof, bowl);
    return {a, b};
  }

  Pack delta_at(const Pack& x, const Pack& y) const { return fnma(delta_.gy, y, fnma(delta_.gx, x, delta_.c)); }
  // Is any corner of B's face below the plane of A's?
  bool reaches_up(const Flat& bowl) const {
    for (int k = 0; k < bowl.n; k += kLanes)
      if (any(delta_at(Pack::load(bowl.x0 + k), Pack::load(bowl.y0 + k)) > 0)) return true;
    return false;
  }

  // Adds what `other` and the half plane leave of the sides of `flat`; a bit for each side that leaves something.
  [[gnu::always_inline]] unsigned sides_left(const Flat& flat, const Flat* other) {
    unsigned all = 0;
    for (int k = 0; k < flat.n; k += kLanes) {
      const Pack x0 = Pack::load(flat.x0 + k), y0 = Pack::load(flat.y0 + k);
      const Pack x1 = Pack::load(flat.x1 + k), y1 = Pack::load(flat.y1 + k);
      const Pack d0 = delta_at(x0, y0), d1 = delta_at(x1, y1);
      Clipped c;
      c.by(d0 + grow_, d1 + grow_);
      for (int i = 0; other && i < other->n; ++i) {
        const Pack lx = other->lx[i], ly = other->ly[i], lc = other->lc[i];
        c.by(fma(lx, x0, fma(ly, y0, lc)), fma(lx, x1, fma(ly, y1, lc)));
      }
      const unsigned left = c.left(flat.n - k < kLanes ? flat.n - k : kLanes);
      if (left == 0) continue;
      all |= left << k;
      add_sides(left, {fma(c.t0, x1 - x0, x0), fma(c.t0, y1 - y0, y0), larger(fma(c.t0, d1 - d0, d0), 0)},
                {fma(c.t1, x1 - x0, x0), fma(c.t1, y1 - y0, y0), larger(fma(c.t1, d1 - d0, d0), 0)});
    }
    return all;
  }
  void add_sides(unsigned which, const CornerT<Pack>& from, const CornerT<Pack>& to) {
    if (!any_) {
      // The corner is where the first side starts, which has no triangle then.
      const unsigned first = which & -which;
      origin_ = {compress(from.x, first), compress(from.y, first), compress(from.depth, first)}, any_ = true;
      which ^= first;
    }
    const CornerT<Pack> a{compress(from.x, which), compress(from.y, which), compress(from.depth, which)};
    const CornerT<Pack> b{compress(to.x, which), compress(to.y, which), compress(to.depth, which)};
    const Pack area2 = fms(a.x - origin_.x, b.y - origin_.y, (a.y - origin_.y) * (b.x - origin_.x));
    triangles_.add(origin_, a, b, larger(area2, 0), std::popcount(which));
  }

  // Adds the border of the half plane, from t0 to t1 along (-gy, gx), with delta > 0 on its left.
  void add_rim(const Flat* roof, const Flat& bowl) {
    const Real g2 = fma(delta_.gx, delta_.gx, delta_.gy * delta_.gy);
    if (!(g2 > 0)) return;
    const Real far = (delta_.c + grow_) / g2, x = far * delta_.gx, y = far * delta_.gy;
    Pack enter = -kFar, leave = kFar;
    clip_rim(bowl, x, y, enter, leave);
    if (roof) clip_rim(*roof, x, y, enter, leave);
    const Real t0 = largest_lane(enter), t1 = least_lane(leave);
    if (!any_ || !(t1 > t0)) return;  // it is not the only side, but for rounding
    const Vec2 from{fnma(t0, delta_.gy, x), fma(t0, delta_.gx, y)}, to{fnma(t1, delta_.gy, x), fma(t1, delta_.gx, y)};
    const Corner origin{{origin_.x.lanes[0], origin_.y.lanes[0]}, origin_.depth.lanes[0]};
    const Real area2 = cross(from - origin.at, to - origin.at);
    if (area2 > 0) triangles_.add(origin, {from, 0}, {to, 0}, area2);
  }
  void clip_rim(const Flat& flat, Real x, Real y, Pack& enter, Pack& leave) const {
    for (int k = 0; k < flat.n; k += kLanes) {
      const Pack lx = Pack::load(flat.lx + k), ly = Pack::load(flat.ly + k);
      const Pack value = fma(lx, x, fma(ly, y, Pack::load(flat.lc + k)));
      const Pack rate = fms(ly, delta_.gx, lx * delta_.gy) + 0;  // adding 0 makes -0 positive
      // Outside of a border that a segment runs along, it enters at infinity and nothing is left; inside, it has
      // entered before.
      const Pack t = -value / rate;
      enter = select(rate >= 0, larger(t, enter), enter);
      leave = select(rate < 0, smaller(t, leave), leave);
    }
  }

  static constexpr Real kFar = Real(1e300);

  const Seen* a_;
  const Seen& b_;
  Real grow_;
  Triangles triangles_;
  bool few_;  // there are few faces in all, so they get numbers
  FacePairs pairs_;
  bool scanning_ = false;
  Shadows<false> roofs_;
  Shadows<true> bowls_;
  // The common part at hand has a depth, and a corner its triangles start from.
  Slope delta_;
  CornerT<Pack> origin_;
  bool any_ = false;
};

}  // namespace scree::polyhedron
