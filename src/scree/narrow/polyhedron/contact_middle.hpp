// A contact is placed where the features of A and B that bound the slab lie over each other, seen along the normal.
//
// In the plane across n the features are points, segments or convex polygons. The corners of their intersection are
// corners of one inside the other and crossings of sides; their mean lies in the intersection, because it is convex.
// One pass over all pairs of sides therefore gives a well-centred point without storing the polygon.
#pragma once
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

// Holds a feature seen along n: corner k in the plane's two coordinates, in A's frame.
struct Outline {
  const PolyhedronView& s;
  Feature f;
  const Pose* X;  // null: the frame is A's own
  Vec3 e1, e2;

  SCREE_HD int size() const { return n_corners(s, f); }
  SCREE_HD Vec3 at(int k) const { return X ? *X * corner(s, f, k) : corner(s, f, k); }
  SCREE_HD Vec2 seen(const Vec3& p) const { return {dot(e1, p), dot(e2, p)}; }
  SCREE_HD Vec2 operator[](int k) const { return seen(at(k)); }
  SCREE_HD int n_segments() const { return size() <= 2 ? size() - 1 : size(); }
  SCREE_HD int next(int k) const { return k + 1 < size() ? k + 1 : 0; }
};

SCREE_HD inline Vec2 nearest_on_segment(const Vec2& a, const Vec2& b, const Vec2& x) {
  const Vec2 d = b - a;
  const Real t = dot(x - a, d), l2 = norm2(d);
  return t <= 0 || !(l2 > 0) ? a : t >= l2 ? b : fma(t / l2, d, a);
}

// Returns the distance of x from the outline, 0 inside a polygon.
SCREE_HD inline Real distance(const Outline& o, const Vec2& x, Vec2* nearest = nullptr) {
  Real best2 = -1;
  Vec2 best = o[0];
  int left = 0, right = 0;
  for (int k = 0; k < o.n_segments(); ++k) {
    const Vec2 a = o[k], b = o[o.next(k)];
    const Real side = cross(b - a, x - a);
    left += side >= 0, right += side <= 0;
    const Vec2 p = nearest_on_segment(a, b, x);
    const Real d2 = norm2(x - p);
    if (best2 < 0 || d2 < best2) best2 = d2, best = p;
  }
  if (best2 < 0) best2 = norm2(x - best);
  if (o.size() > 2 && (left == o.size() || right == o.size())) best2 = 0, best = x;
  if (nearest) *nearest = best;
  return std::sqrt(best2);
}

struct Mean {
  Vec2 sum = {0, 0};
  int n = 0;
  SCREE_HD void add(const Vec2& p) { sum += p, ++n; }
};

SCREE_HD inline void add_corners_inside(const Outline& of, const Outline& in, Real tolerance, Mean& mean) {
  for (int k = 0; k < of.size(); ++k)
    if (distance(in, of[k]) <= tolerance) mean.add(of[k]);
}
SCREE_HD inline void add_crossings(const Outline& a, const Outline& b, Mean& mean) {
  for (int i = 0; i < a.n_segments(); ++i)
    for (int j = 0; j < b.n_segments(); ++j) {
      const Vec2 p = a[i], u = a[a.next(i)] - p, q = b[j], w = b[b.next(j)] - q;
      const Real det = cross(u, w);
      if (!(det * det > Real(1e-24) * norm2(u) * norm2(w))) continue;
      const Real s = cross(q - p, w) / det, t = cross(q - p, u) / det;
      constexpr Real kSlack = Real(1e-12);
      if (s >= -kSlack && s <= 1 + kSlack && t >= -kSlack && t <= 1 + kSlack) mean.add(p + s * u);
    }
}

// Holds a point of either body's feature on one line along n, as near to each other as they get: p_b - p_a has no part
// across n unless the features do not lie over each other.
struct Witness {
  Vec3 p_a, p_b;
};

SCREE_HD inline Witness contact_middle(const Pair& pair, const Vec3& n, const Feature& fa, const Feature& fb,
                                       Real gap) {
  const Vec3 e1 = any_perpendicular(n), e2 = cross(n, e1);
  const Outline a{pair.a, fa, nullptr, e1, e2}, b{pair.b, fb, &pair.X, e1, e2};
  const Real tolerance = Real(1e-12) * pair.size();
  Mean mean;
  if (a.size() > 1 && b.size() > 1) {
    add_corners_inside(a, b, tolerance, mean);
    add_corners_inside(b, a, tolerance, mean);
    add_crossings(a, b, mean);
  }
  const Real level_a = dot(n, a.at(0)), level_b = level_a + gap;
  const auto lift = [&](const Vec2& p, Real level) { return fma(level, n, fma(p.y, e2, p.x * e1)); };
  if (mean.n > 0) {
    const Vec2 p = (Real(1) / mean.n) * mean.sum;
    return {lift(p, level_a), lift(p, level_b)};
  }
  // For a vertex, or for features side by side, the corner of one nearest to the other counts.
  Vec2 best_a = a[0], best_b = b[0];
  Real best = -1;
  for (int k = 0; k < a.size(); ++k) {
    Vec2 q;
    const Real d = distance(b, a[k], &q);
    if (best < 0 || d < best) best = d, best_a = a[k], best_b = q;
  }
  for (int k = 0; k < b.size(); ++k) {
    Vec2 q;
    const Real d = distance(a, b[k], &q);
    if (d < best) best = d, best_a = q, best_b = b[k];
  }
  return {lift(best_a, level_a), lift(best_b, level_b)};
}

}  // namespace scree::polyhedron
