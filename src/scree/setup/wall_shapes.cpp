#include "scree/setup/wall_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/math/elementary.hpp"
#include "scree/solids/flat_polyhedron.hpp"
#include "scree/solids/frustum_polyhedron.hpp"

namespace scree {
namespace {

// Returns so many sides that the polygon lies within 1e-3 of the smallest radius of bodies of the circle, r tan^2(pi /
// (2 sides)).
int sides_of(const Frustum& f, Real smallest_radius) {
  const double r = std::max(double(f.r0), double(f.r1)), deviation = 1e-3 * double(smallest_radius);
  const double sides = deviation > 0 ? std::numbers::pi / (2 * scree::atan(std::sqrt(deviation / r))) : 64;
  return int(std::clamp(std::ceil(sides), 16.0, 256.0));
}

}  // namespace

void make_wall_shapes(Model& model) {
  model.wall_shapes.clear();
  if (!model.has_linked_bodies()) return;
  for (const Wall& wall : model.walls) {
    PolyhedronData shape;
    if (wall.kind == WallKind::kPlate) shape = flat_polyhedron(wall.vertices);
    if (wall.kind == WallKind::kCylinder || wall.kind == WallKind::kCone)
      shape = frustum_polyhedron(wall.frustum, sides_of(wall.frustum, model.smallest_radius));
    model.wall_shapes.push_back(std::move(shape));
  }
}

void make_shrunken_shapes(Model& model) {
  model.shrunken.clear();
  if (!model.settings.shrunken_edges) return;
  for (const PolyhedronData& p : model.polyhedra) model.shrunken.push_back(shrunken(p, model.settings.shrinkage.part));
}

}  // namespace scree
