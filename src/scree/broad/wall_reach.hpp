// Distance from a point to a wall's surface, for the pair list.
#pragma once
#include "scree/body/state.hpp"
#include "scree/shape/nearest.hpp"

namespace scree::broad {

// `centre` is given in the frame of the wall. Planes are solid behind: negative there.
inline Real distance_to_wall(const Wall& wall, const Vec3& centre) {
  switch (wall.kind) {
    case WallKind::kPlane:
      return centre.z;
    case WallKind::kPlate:
      return norm(centre - nearest_on_plate({wall.vertices.data(), int(wall.vertices.size())}, centre));
    case WallKind::kCylinder:
    case WallKind::kCone:
      return norm(centre - nearest_on_frustum(wall.frustum, centre, 1));
    case WallKind::kBalls:
      break;  // its balls are bodies
  }
  return std::numeric_limits<Real>::infinity();
}

}  // namespace scree::broad
