// The thickness of an overlap is integrated over pieces where it is linear.
//
// The pieces are seen along the contact normal, in two coordinates across it. The integrals follow from barycentric
// weights l_i and depths d_i at the corners of a triangle of area A, and h_n, the complete homogeneous symmetric
// polynomial (the sum of all products of n factors, with repetition):
//   int delta^n         = 2A n! / (n+2)! h_n(d1, d2, d3)
//   int l_i delta^n     = 2A n! / (n+3)! h_n(d1, d2, d3, d_i)
//   int l_i l_j delta^n = 2A n! / (n+4)! h_n(d1, d2, d3, d_i, d_j), twice that for i = j.
// All terms are of one sign, so that nothing is lost to rounding however thin or shallow the piece is.
#pragma once
#include "scree/math/pack.hpp"
#include "scree/math/vec2.hpp"
#include "scree/narrow/patch.hpp"

namespace scree::polyhedron {

// Holds the sums over the pieces; lengths are measured from a point near the patch.
template <class R>
struct MomentsT {
  R j4 = 0, j3 = 0;
  R x = 0, y = 0;            // integral of (x, y) delta^3
  R xx = 0, xy = 0, yy = 0;  // integral of their products, times delta^3
};
struct Moments : MomentsT<Real> {
  Real depth = 0;
  Moments& operator+=(const Moments& m) {
    j4 += m.j4, j3 += m.j3, x += m.x, y += m.y, xx += m.xx, xy += m.xy, yy += m.yy;
    return *this;
  }
};

// The factors are n! / (n + 2)! and so on.
inline constexpr Real kJ4 = Real(1) / 30, kJ3 = Real(1) / 20, kFirst = Real(1) / 120, kSecond = Real(1) / 840;

struct Corner {
  Vec2 at;
  Real depth;
};

// Holds h_1 to h_3 of some numbers; with one more number d they become h_n(.., d) = h_n(..) + d h_{n-1}(.., d).
template <class R>
struct Symmetric3 {
  R h1, h2, h3;
  Symmetric3 and_also(R d) const {
    const R k1 = h1 + d, k2 = fma(d, k1, h2);
    return {k1, k2, fma(d, k2, h3)};
  }
};

template <class R>
struct CornerT {
  R x, y, depth;
};

// Twice the area is `area2`, which counts with its sign.
template <class R>
inline void add_triangle(const CornerT<R>& a, const CornerT<R>& b, const CornerT<R>& c, R area2, MomentsT<R>& sum) {
  const R d = a.depth;
  const Symmetric3<R> one{d, d * d, d * d * d}, two = one.and_also(b.depth), all = two.and_also(c.depth);
  // The last step of the recurrence gives h_4 alone.
  const R h4 = fma(c.depth, all.h3, fma(b.depth, two.h3, d * one.h3));
  sum.j4 = fma(kJ4 * area2, h4, sum.j4);
  sum.j3 = fma(kJ3 * area2, all.h3, sum.j3);
  const Symmetric3<R> wa = all.and_also(a.depth), wb = all.and_also(b.depth), wc = all.and_also(c.depth);
  const R first = kFirst * area2;
  const auto three = [](R p, R x, R q, R y, R r, R z) { return fma(r, z, fma(q, y, p * x)); };
  sum.x = fma(first, three(wa.h3, a.x, wb.h3, b.x, wc.h3, c.x), sum.x);
  sum.y = fma(first, three(wa.h3, a.y, wb.h3, b.y, wc.h3, c.y), sum.y);
  const R aa = 2 * wa.and_also(a.depth).h3, bb = 2 * wb.and_also(b.depth).h3, cc = 2 * wc.and_also(c.depth).h3;
  const R ab = wa.and_also(b.depth).h3, bc = wb.and_also(c.depth).h3, ca = wc.and_also(a.depth).h3;
  const R ax = three(aa, a.x, ab, b.x, ca, c.x), ay = three(aa, a.y, ab, b.y, ca, c.y);
  const R bx = three(ab, a.x, bb, b.x, bc, c.x), by = three(ab, a.y, bb, b.y, bc, c.y);
  const R cx = three(ca, a.x, bc, b.x, cc, c.x), cy = three(ca, a.y, bc, b.y, cc, c.y);
  const R second = kSecond * area2;
  sum.xx = fma(second, three(ax, a.x, bx, b.x, cx, c.x), sum.xx);
  sum.xy = fma(second, three(ax, a.y, bx, b.y, cx, c.y), sum.xy);
  sum.yy = fma(second, three(ay, a.y, by, b.y, cy, c.y), sum.yy);
}

// Collects triangles and integrates them four at a time.
class Triangles {
 public:
  void add(const Corner& a, const Corner& b, const Corner& c, Real area2) {
    v_[0][n_] = a.at.x, v_[1][n_] = a.at.y, v_[2][n_] = a.depth;
    v_[3][n_] = b.at.x, v_[4][n_] = b.at.y, v_[5][n_] = b.depth;
    v_[6][n_] = c.at.x, v_[7][n_] = c.at.y, v_[8][n_] = c.depth;
    v_[9][n_] = area2;
    added(1);
  }
  // Adds the first n lanes.
  void add(const CornerT<Pack>& a, const CornerT<Pack>& b, const CornerT<Pack>& c, const Pack& area2, int n) {
    a.x.store(v_[0] + n_), a.y.store(v_[1] + n_), a.depth.store(v_[2] + n_);
    b.x.store(v_[3] + n_), b.y.store(v_[4] + n_), b.depth.store(v_[5] + n_);
    c.x.store(v_[6] + n_), c.y.store(v_[7] + n_), c.depth.store(v_[8] + n_);
    area2.store(v_[9] + n_);
    added(n);
  }
  void clear() { n_ = 0, sum_ = {}; }
  Moments sum() {
    const CornerT<Pack> none{0, 0, 0};
    add(none, none, none, 0, (kLanes - n_ % kLanes) % kLanes);
    integrate();
    Moments m;
    m.j4 = scree::sum(sum_.j4), m.j3 = scree::sum(sum_.j3), m.x = scree::sum(sum_.x), m.y = scree::sum(sum_.y);
    m.xx = scree::sum(sum_.xx), m.xy = scree::sum(sum_.xy), m.yy = scree::sum(sum_.yy);
    return m;
  }

 private:
  static constexpr int kValues = 10, kMost = 32;

  void added(int n) {
    n_ += n;
    if (n_ < kMost) return;
    const int over = n_ - kMost;
    n_ = kMost;
    integrate();
    for (int k = 0; k < kValues; ++k) Pack::load(v_[k] + kMost).store(v_[k]);
    n_ = over;
  }
  void integrate() {
    for (int i = 0; i < n_; i += kLanes) {
      const auto at = [&](int k) { return Pack::load(v_[k] + i); };
      add_triangle<Pack>({at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8)}, at(9), sum_);
    }
    n_ = 0;
  }

  int n_ = 0;
  Real v_[kValues][kMost + kLanes];
  MomentsT<Pack> sum_;
};

// A triangle with a corner at the origin has the second moments p^2 + p q + q^2, and 2 (px py + qx qy) + px qy + qx py.
inline Pack square_moment(const Pack& p, const Pack& q) { return fma(q, q, fma(p, q, p * p)); }
inline Pack mixed_moment(const Pack& px, const Pack& py, const Pack& qx, const Pack& qy) {
  return fma(Pack(2), fma(qx, qy, px * py), fma(qx, py, px * qy));
}

// Holds the rim of a cone with its tip at the origin: there is a depth at the tip and none on the rim.
struct Rim {
  static constexpr int kMost = 20;
  int n = 0;
  Real x[kMost + kLanes], y[kMost + kLanes];
  void add(const Vec2& p) { x[n] = p.x, y[n] = p.y, ++n; }
};
// `turn` is +1 for a rim that runs counter-clockwise, -1 for one that runs clockwise.
inline Moments cone(Rim& rim, Real depth, Real turn) {
  for (int k = 0; k < kLanes; ++k) rim.x[rim.n + k] = rim.x[0], rim.y[rim.n + k] = rim.y[0];
  Pack area = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (int k = 0; k < rim.n; k += kLanes) {
    const Pack px = Pack::load(rim.x + k), py = Pack::load(rim.y + k);
    const Pack qx = Pack::load(rim.x + k + 1), qy = Pack::load(rim.y + k + 1);
    const Pack w = at_least(Pack(turn * fms(px, qy, py * qx)), 0);
    area += w;
    x = fma(w, px + qx, x), y = fma(w, py + qy, y);
    xx = fma(w, square_moment(px, qx), xx);
    xy = fma(w, mixed_moment(px, py, qx, qy), xy);
    yy = fma(w, square_moment(py, qy), yy);
  }
  const Real d3 = depth * depth * depth;
  Moments m;
  m.j3 = kJ3 * d3 * sum(area), m.j4 = kJ4 * d3 * depth * sum(area);
  m.x = kFirst * d3 * sum(x), m.y = kFirst * d3 * sum(y);
  m.xx = 2 * kSecond * d3 * sum(xx), m.xy = kSecond * d3 * sum(xy), m.yy = 2 * kSecond * d3 * sum(yy);
  m.depth = depth;
  return m;
}

// The axes lie across the normal, and coordinates are measured from the point; all are in the frame of the result.
template <class R>
struct PatchFrameT {
  Vec3T<R> e1, e2, origin;
};
using PatchFrame = PatchFrameT<Real>;

// The squares of the two vectors add up to the second moment xx, xy, yy: they are the columns of its square root, the
// only choice that stays continuous where the moment is the same in all directions.
template <class R>
inline void to_vectors(R xx, R xy, R yy, const PatchFrameT<R>& frame, Vec3T<R>& g1, Vec3T<R>& g2) {
  using std::sqrt;
  xx = at_least(xx, 0), yy = at_least(yy, 0);
  const R root = sqrt(at_least(fms(xx, yy, xy * xy), 0)), trace = sqrt(fma(R(2), root, xx + yy));
  const R over = select(trace > 0, R(1 / trace), R(0));
  g1 = over * fma(xy, frame.e2, (xx + root) * frame.e1);
  g2 = over * fma(xy, frame.e1, (yy + root) * frame.e2);
}

// The sums must have an area.
template <class R>
inline PatchT<R> patch_of(const MomentsT<R>& sum, R depth, const PatchFrameT<R>& frame) {
  const R over_j3 = 1 / sum.j3, x = over_j3 * sum.x, y = over_j3 * sum.y;
  PatchT<R> patch;
  patch.j4 = sum.j4, patch.j3 = sum.j3, patch.depth = depth;
  patch.centre = fma(y, frame.e2, fma(x, frame.e1, frame.origin));
  to_vectors<R>(fnma(x, x, over_j3 * sum.xx), fnma(x, y, over_j3 * sum.xy), fnma(y, y, over_j3 * sum.yy), frame,
                patch.g1, patch.g2);
  return patch;
}

// Returns false if there is no area.
inline bool to_patch(const Moments& sum, const PatchFrame& frame, Patch& patch) {
  if (!(sum.j3 > 0 && sum.j4 > 0)) return false;
  patch = patch_of<Real>(sum, sum.depth, frame);
  return true;
}

}  // namespace scree::polyhedron
