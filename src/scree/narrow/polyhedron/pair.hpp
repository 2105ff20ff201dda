// A pair is two convex polyhedra in A's frame, and what every algorithm asks of them: points to and fro, and the width
// of the empty slab across a direction, g(n) = min over B of n.v - max over A of n.v (Nezami et al. 2006, Eq. 1).
#pragma once
#include "scree/narrow/link.hpp"
#include "scree/shape/polyhedron.hpp"

namespace scree::polyhedron {

struct Pair {
  const PolyhedronView& a;
  const PolyhedronView& b;
  Pose X;  // pose of B in A's frame

  SCREE_SMALL Vec3 turn_to_b(const Vec3& d) const { return turned_back(X.R, d); }
  SCREE_SMALL Vec3 to_b(const Vec3& p) const { return turn_to_b(p - X.p); }
  SCREE_SMALL Vec3 to_a(const Vec3& q) const { return X * q; }
  SCREE_HD Real size() const { return a.radius + b.radius; }
  SCREE_HD Vec3 centre_a() const { return a.centre; }
  SCREE_HD Vec3 centre_b() const { return X * b.centre; }
};

// Describes the slab across n by its width and the two vertices that bound it.
struct Slab {
  Real gap;
  int top_a, top_b;
};

// Finds the slab by climbing from the vertices that bounded it last.
SCREE_HD inline Slab slab(const Pair& pair, const Vec3& n, int from_a, int from_b) {
  const Support a = climb(pair.a, n, from_a);
  const Support b = climb(pair.b, -pair.turn_to_b(n), from_b);
  return {dot(n, pair.X.p) - a.value - b.value, a.vertex, b.vertex};
}
// Finds the slab by scanning all vertices, which the papers count as one evaluation of a plane. It is a function of its
// own: inlined into a search it runs out of registers, and Cundall's takes a fifth longer.
[[gnu::noinline]] SCREE_HD inline Slab slab_by_scan(const Pair& pair, const Vec3& n) {
  const Support a = scan(pair.a, n);
  const Support b = scan(pair.b, -pair.turn_to_b(n));
  return {dot(n, pair.X.p) - a.value - b.value, a.vertex, b.vertex};
}

// Points towards B from A, with unit length; for bodies with the same centre it is any direction, the same every time.
SCREE_HD inline Vec3 centre_line(const Pair& pair) {
  const Vec3 d = pair.centre_b() - pair.centre_a();
  const Real l = norm(d);
  return l > Real(1e-12) * pair.size() ? d / l : Vec3{0, 0, 1};
}

// Makes v a unit vector, or returns false when v is too short to have a direction.
SCREE_HD inline bool to_unit(Vec3& v, Real shortest) {
  const Real l = norm(v);
  if (!(l > shortest)) return false;
  v = v / l;
  return true;
}

// The top feature is what of the body reaches as far along d as its vertex `top`: that vertex alone, an edge or a face.
// Ties are judged to 1e-11 of the radius, a hundred thousand times what rounding leaves.
inline constexpr Real kTie = Real(1e-11);
struct TopFeature {
  Support top;
  Feature feature;
};
// Climbs from vertex `from` and looks, on the last round of the fan, at what else is as high.
SCREE_HD inline TopFeature climb_to_feature(const PolyhedronView& s, const Vec3& d, int from, Real tie = kTie) {
  const Real scale = s.vertices.scale, slack = tie * s.radius / scale;
  Support top{from, dot(d, s.vertices.at_scale_1[from])};
  int ties = 0, tied = 0;
  for (int at = -1; at != top.vertex;) {
    at = top.vertex;
    ties = 0;
    const Real least = top.value - slack;
    for (int k = s.fan_start[at]; k < s.fan_start[at + 1]; ++k) {
      const Real value = dot(d, s.fan_points.at_scale_1[k]);
      const bool high = value >= least;  // without a branch, which would be unpredictable
      ties += high, tied = high ? k : tied;
      if (value > top.value) top = {s.neighbours[k], value};
    }
  }
  top.value *= scale;
  if (ties == 0) return {top, {FeatureKind::kVertex, top.vertex}};
  if (ties == 1) return {top, {FeatureKind::kEdge, s.fan_edge[tied]}};
  int face = s.fan_face[tied];
  for (int k = s.fan_start[top.vertex]; k < s.fan_start[top.vertex + 1]; ++k)
    if (dot(d, s.normals[s.fan_face[k]]) > dot(d, s.normals[face])) face = s.fan_face[k];
  return {top, {FeatureKind::kFace, face}};
}
SCREE_HD inline Feature extreme_feature(const PolyhedronView& s, const Vec3& d, int top, Real tie = kTie) {
  return climb_to_feature(s, d, top, tie).feature;
}
// A normal taken from a short link is no better than rounding over its length.
SCREE_HD inline Real tie_of_link(const Pair& pair, Real length) {
  const Real rough = Real(4e-16) * pair.size() / length;
  return rough > kTie ? rough : kTie;
}

// Names the type of contact across n.
SCREE_HD inline void name_features(const Pair& pair, const Vec3& n, const Slab& across, Link& link, Real tie = kTie) {
  link.a = extreme_feature(pair.a, n, across.top_a, tie);
  link.b = extreme_feature(pair.b, -pair.turn_to_b(n), across.top_b, tie);
}

// The vertices of a feature come in order: one, two, or the loop of a face.
SCREE_HD inline int n_corners(const PolyhedronView& s, const Feature& f) {
  return f.kind == FeatureKind::kVertex ? 1 : f.kind == FeatureKind::kEdge ? 2 : n_sides(s, f.index);
}
SCREE_HD inline int corner_vertex(const PolyhedronView& s, const Feature& f, int k) {
  if (f.kind == FeatureKind::kVertex) return f.index;
  if (f.kind == FeatureKind::kEdge) return s.edges[f.index].v[k];
  return s.loop[s.face_start[f.index] + k];
}
SCREE_HD inline Vec3 corner(const PolyhedronView& s, const Feature& f, int k) {
  return s.vertices[corner_vertex(s, f, k)];
}

// Calls visit(face) for the faces that meet in a feature.
template <class Visit>
inline void for_faces_at(const PolyhedronView& s, const Feature& f, const Visit& visit) {
  if (f.kind == FeatureKind::kFace) {
    visit(f.index);
  } else if (f.kind == FeatureKind::kEdge) {
    for (const int face : s.edges[f.index].f) visit(face);
  } else {
    for (int k = s.fan_start[f.index]; k < s.fan_start[f.index + 1]; ++k) visit(s.fan_face[k]);
  }
}

// Returns the direction nearest to n that the features across n allow: the normal of a face, at right angles to two
// edges or to one; n itself between two vertices.
SCREE_HD inline Vec3 normal_of_features(const Pair& pair, const Feature& fa, const Feature& fb, const Vec3& n) {
  if (fa.kind == FeatureKind::kFace) return pair.a.normals[fa.index];
  if (fb.kind == FeatureKind::kFace) return -(pair.X.R * pair.b.normals[fb.index]);
  const bool edge_a = fa.kind == FeatureKind::kEdge, edge_b = fb.kind == FeatureKind::kEdge;
  if (!edge_a && !edge_b) return n;
  const Vec3 u = edge_a ? corner(pair.a, fa, 1) - corner(pair.a, fa, 0) : Vec3{0, 0, 0};
  const Vec3 w = edge_b ? pair.X.R * (corner(pair.b, fb, 1) - corner(pair.b, fb, 0)) : Vec3{0, 0, 0};
  Vec3 both = cross(u, w);
  if (edge_a && edge_b && to_unit(both, Real(1e-6) * norm(u) * norm(w))) return dot(both, n) < 0 ? -both : both;
  const Vec3 along = edge_a ? u : w;
  return normalized(n - (dot(n, along) / norm2(along)) * along);
}

}  // namespace scree::polyhedron
