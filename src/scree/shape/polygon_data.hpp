// Owns the arrays of a convex polygon.
#pragma once
#include <cmath>
#include <utility>
#include <vector>

#include "scree/shape/polygon.hpp"

namespace scree {

struct PolygonData {
  std::vector<Vec2> vertices, normals;
  Vec2 centre = {0, 0};
  Real radius = 0;

  PolygonView view() const { return {int(vertices.size()), vertices.data(), normals.data(), centre, radius}; }
};

// Vertices counter-clockwise; that they are convex is not checked.
inline PolygonData make_polygon(std::vector<Vec2> vertices) {
  PolygonData p;
  p.vertices = std::move(vertices);
  const std::size_t n = p.vertices.size();
  const Vec2 origin = p.vertices[0];
  Real twice_area = 0;
  Vec2 moment = {0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 v = p.vertices[i] - origin, w = p.vertices[(i + 1) % n] - origin;
    p.normals.push_back(normalized(turned_right(w - v)));
    twice_area += cross(v, w);
    moment += cross(v, w) * (v + w);
  }
  p.centre = origin + moment / (3 * twice_area);
  for (const Vec2& v : p.vertices) p.radius = std::fmax(p.radius, norm(v - p.centre));
  return p;
}

}  // namespace scree
