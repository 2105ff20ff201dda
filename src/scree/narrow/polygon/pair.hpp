// A pair is two convex polygons and the planes between them (lines, in fact; the papers' word is kept).
//
// A plane is searched by its direction alone: for a unit normal n pointing from A to B its gap is
//   g(n) = min over B of n.V - max over A of n.V,
// the gap of Nezami et al. 2006, Sec. 2, with the plane half-way between the two bodies. The greatest g is the distance
// of bodies that are apart and minus the depth of bodies that overlap.
#pragma once
#include "scree/narrow/link.hpp"
#include "scree/shape/polygon.hpp"

namespace scree::polygon {

struct Pair {
  const PolygonView &a, &b;  // must outlive the pair
  Pose2 X;                   // pose of B in A's frame
  Real size;                 // sum of the radii, which tolerances are measured by

  SCREE_HD Vec2 vertex_a(int i) const { return a.vertices[i]; }
  SCREE_HD Vec2 vertex_b(int i) const { return X * b.vertices[i]; }
  SCREE_HD Vec2 normal_a(int i) const { return a.normals[i]; }
  // Returns the normal of edge i of B, against its outward normal: from A to B.
  SCREE_HD Vec2 normal_b(int i) const { return -turned(X, b.normals[i]); }
};
SCREE_HD inline Pair make_pair(const PolygonView& a, const PolygonView& b, const Pose2& X_ab) {
  return {a, b, X_ab, a.radius + b.radius};
}
SCREE_HD inline Pair shifted(const Pair& pair, const Vec2& by) {
  Pair moved = pair;
  moved.X.p += by;
  return moved;
}

// Lengths below this part of the size are rounding: a vertex is rotated, moved and subtracted with some 2e-16 each.
inline constexpr Real kRounding = Real(2e-15);
// Links shorter than this part of the size tell no direction; such bodies touch.
inline constexpr Real kTouching = Real(1e-13);

SCREE_HD inline Vec2 turned_left(const Vec2& v) { return {-v.y, v.x}; }
SCREE_HD inline Real clamped(Real x, Real low, Real high) { return !(x > low) ? low : x > high ? high : x; }

// Finds the vertex that lies farthest along d, by looking at all of them.
SCREE_HD inline int scan(const PolygonView& s, const Vec2& d) {
  int top = 0;
  Real height = dot(d, s.vertices[0]);
  for (int i = 1; i < s.n_vertices; ++i) {
    const Real h = dot(d, s.vertices[i]);
    if (h > height) height = h, top = i;
  }
  return top;
}

// Finds the same from vertex `from` uphill. Slopes are taken from differences of vertices, so that they have the right
// sign on edges of any length. An edge square to d is the top or the bottom; a climb that stays at the bottom is below
// the centre.
SCREE_HD inline int climb(const PolygonView& s, const Vec2& d, int from) {
  int top = from;
  for (int k = 0; k < s.n_vertices; ++k) {
    const int next = s.next(top);
    if (!(dot(d, s.vertices[next] - s.vertices[top]) > 0)) break;
    top = next;
  }
  for (int k = 0; k < s.n_vertices && (k > 0 || top == from); ++k) {
    const int next = s.previous(top);
    if (!(dot(d, s.vertices[next] - s.vertices[top]) > 0)) break;
    top = next;
  }
  return dot(d, s.vertices[top] - s.centre) > 0 ? top : scan(s, d);
}

struct Plane {
  Vec2 n;
  Real gap;
  int a, b;  // vertices that reach farthest along n and against it
  int iterations = 0;
};

SCREE_HD inline Plane plane_at(const Pair& pair, const Vec2& n, int a, int b) {
  return {n, dot(n, pair.vertex_b(b) - pair.vertex_a(a)), a, b};
}
// Computes g(n) as the papers count it: every vertex of both bodies is looked at.
SCREE_HD inline Plane scanned_plane(const Pair& pair, const Vec2& n, LinkCounters& counters) {
  ++counters.plane_evaluations;
  return plane_at(pair, n, scan(pair.a, n), scan(pair.b, -turned_back(pair.X, n)));
}
// Computes g(n) from known vertices uphill, which gives on convex bodies the same answer, at a cost that does not grow
// with the number of vertices when the start is near.
SCREE_HD inline Plane climbed_plane(const Pair& pair, const Vec2& n, int a, int b, LinkCounters& counters) {
  ++counters.plane_evaluations;
  return plane_at(pair, n, climb(pair.a, n, a), climb(pair.b, -turned_back(pair.X, n), b));
}

// Points from centre to centre; concentric bodies get any direction.
SCREE_HD inline Vec2 centre_line(const Pair& pair) {
  const Vec2 line = pair.X * pair.b.centre - pair.a.centre;
  return norm(line) > kTouching * pair.size ? normalized(line) : Vec2{1, 0};
}

}  // namespace scree::polygon
