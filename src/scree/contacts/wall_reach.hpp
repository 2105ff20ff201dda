// Distance from a point to a wall's surface, for the pair list.
#pragma once
#include <algorithm>
#include <limits>

#include "scree/shape/nearest.hpp"
#include "scree/state/state.hpp"

namespace scree::contacts {

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

// Distance of the farthest point of a wall's surface from the origin of its frame.
inline Real surface_extent(const Wall& wall) {
  const Frustum& f = wall.frustum;
  Real extent2 = 0;
  switch (wall.kind) {
    case WallKind::kPlane:
      return std::numeric_limits<Real>::infinity();
    case WallKind::kPlate:
      for (const Vec3& v : wall.vertices) extent2 = std::max(extent2, norm2(v));
      return std::sqrt(extent2);
    case WallKind::kCylinder:
    case WallKind::kCone:
      return std::sqrt(std::max(f.r0 * f.r0 + f.z0 * f.z0, f.r1 * f.r1 + f.z1 * f.z1));
    case WallKind::kBalls:
      break;  // its balls are bodies
  }
  return 0;
}

}  // namespace scree::contacts
