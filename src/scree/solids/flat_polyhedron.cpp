#include "scree/solids/flat_polyhedron.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scree/error.hpp"

namespace scree {
namespace {

// Finds the centroid of the area; `measure` looks for that of a volume.
void find_flat_centre(PolyhedronData& p) {
  const Vec3 origin = p.vertices[0];
  Real twice_area = 0;
  Vec3 moment{0, 0, 0};
  for (std::size_t k = 1; k + 1 < p.vertices.size(); ++k) {
    const Vec3 a = p.vertices[k] - origin, b = p.vertices[k + 1] - origin;
    const Real part = dot(p.normals[0], cross(a, b));
    twice_area += part;
    moment += (part / 3) * (a + b);
  }
  p.centre = origin + moment / twice_area;
  p.radius = 0;
  for (const Vec3& v : p.vertices) p.radius = std::max(p.radius, norm(v - p.centre));
}

}  // namespace

PolyhedronData flat_polyhedron(const std::vector<Vec3>& corners) {
  if (corners.size() < 3) throw InputError(fmt::format("a plate with {} corners; must be at least 3", corners.size()));
  std::vector<int> front(corners.size());
  for (std::size_t k = 0; k < front.size(); ++k) front[k] = int(k);
  PolyhedronData p = with_topology(corners, {front, {front.rbegin(), front.rend()}});
  if (!(norm2(p.normals[0]) > 0)) throw InputError("a plate without area: all corners lie on one line");
  p.normals[1] = -p.normals[0], p.offsets[1] = -p.offsets[0];
  find_flat_centre(p);
  return p;
}

}  // namespace scree
