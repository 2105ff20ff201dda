// A plane becomes the whole answer: the features that touch it, a point on each, and how good it is.
#pragma once
#include "scree/narrow/polygon/pair.hpp"

namespace scree::polygon {

// A second vertex this close to the farthest one, relative to the radius of its body, makes the two an edge.
inline constexpr Real kTie = Real(1e-11);

// Returns what of s lies farthest along d, where `top` is the farthest vertex.
SCREE_HD inline Feature extreme_feature(const PolygonView& s, const Vec2& d, int top) {
  const Real to_next = dot(d, s.vertices[top] - s.vertices[s.next(top)]);
  const Real to_previous = dot(d, s.vertices[top] - s.vertices[s.previous(top)]);
  if (!(smaller(to_next, to_previous) <= kTie * s.radius)) return {FeatureKind::kVertex, top};
  return {FeatureKind::kEdge, to_next <= to_previous ? top : s.previous(top)};
}

// Holds the shadow of a feature on the plane.
struct Shadow {
  Vec2 from, to;   // ends of the feature; the same for a vertex
  Real low, high;  // where they fall on the axis t
};
SCREE_HD inline Shadow shadow(const Vec2& v, const Vec2& w, const Vec2& t, const Vec2& origin) {
  const Real at_v = dot(t, v - origin), at_w = dot(t, w - origin);
  return at_v <= at_w ? Shadow{v, w, at_v, at_w} : Shadow{w, v, at_w, at_v};
}
SCREE_HD inline Vec2 point_at(const Shadow& s, Real at) {
  const Real length = s.high - s.low;
  return length > 0 ? s.from + clamped((at - s.low) / length, 0, 1) * (s.to - s.from) : s.from;
}

// Fills the link, and tells by how much the shadows of the two features miss each other: 0 in a right answer. The
// residual is that of bodies apart. For overlapping ones it is left at 0 (see disc.hpp).
SCREE_HD inline Real measure(const Pair& pair, const Plane& plane, Link2& link) {
  const auto shadow_of_a = [&](const Feature& f, const Vec2& t, const Vec2& origin) {
    const int other = f.kind == FeatureKind::kEdge ? pair.a.next(f.index) : f.index;
    return shadow(pair.vertex_a(f.index), pair.vertex_a(other), t, origin);
  };
  const auto shadow_of_b = [&](const Feature& f, const Vec2& t, const Vec2& origin) {
    const int other = f.kind == FeatureKind::kEdge ? pair.b.next(f.index) : f.index;
    return shadow(pair.vertex_b(f.index), pair.vertex_b(other), t, origin);
  };
  link.n = plane.n;
  link.gap = plane.gap;
  link.iterations = plane.iterations;
  link.a = extreme_feature(pair.a, plane.n, plane.a);
  link.b = extreme_feature(pair.b, -turned_back(pair.X, plane.n), plane.b);

  const Vec2 t = turned_left(plane.n), origin = pair.vertex_a(plane.a);
  const Shadow a = shadow_of_a(link.a, t, origin), b = shadow_of_b(link.b, t, origin);
  const Real low = larger(a.low, b.low), high = smaller(a.high, b.high);
  const Real aside = larger(0, low - high);
  link.p_a = point_at(a, (low + high) / 2);
  link.p_b = aside > kRounding * pair.size ? point_at(b, (low + high) / 2) : link.p_a + plane.gap * plane.n;
  link.residual = plane.gap > 0 && aside > 0 ? norm({plane.gap, aside}) - plane.gap : 0;
  return aside;
}

}  // namespace scree::polygon
