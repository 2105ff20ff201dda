// This is a convex polygon as the 2-D pair algorithms see it: vertices are counter-clockwise; edge i runs from vertex i
// to the next.
#pragma once
#include "scree/math/vec2.hpp"

namespace scree {

struct PolygonView {
  int n_vertices;
  const Vec2* vertices;
  const Vec2* normals;  // outward normals of edges, unit length
  Vec2 centre;          // a point well inside: the centroid
  Real radius;          // largest distance of a vertex from it, which tolerances are measured by

  SCREE_HD int next(int i) const { return i + 1 < n_vertices ? i + 1 : 0; }
  SCREE_HD int previous(int i) const { return i > 0 ? i - 1 : n_vertices - 1; }
};

}  // namespace scree
