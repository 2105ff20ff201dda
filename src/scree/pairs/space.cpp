#include "scree/pairs/space.hpp"

namespace scree::pairs {

PolygonData polygon_of(std::vector<Vec2> vertices) {
  PolygonData p;
  p.vertices = std::move(vertices);
  const std::size_t n = p.vertices.size();
  const Vec2 origin = p.vertices[0];
  Real twice_area = 0;
  Vec2 moment{0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = p.vertices[i] - origin, b = p.vertices[(i + 1) % n] - origin;
    p.normals.push_back(normalized(turned_right(b - a)));
    twice_area += cross(a, b);
    moment += (cross(a, b) / 3) * (a + b);
  }
  p.centre = twice_area > 0 ? origin + moment / twice_area : origin;
  for (const Vec2& v : p.vertices) p.radius = std::max(p.radius, norm(v - p.centre));
  return p;
}

}  // namespace scree::pairs
