// These are the convex shapes a part of a body can have, and the surfaces a wall can have, as plain data.
#pragma once
#include "scree/math/pose.hpp"

namespace scree {

// The kinds are in the order of the pair table: A <= B, walls last. A part of kind kCluster is a ball of a body of
// several; kSphere is a body of its own.
enum class ShapeKind : std::uint32_t {
  kSphere,
  kPolyhedron,
  kSuperellipsoid,
  kCluster,
  kPlane,
  kPlate,
  kCylinder,
  kCone
};
inline constexpr int kShapeKinds = 8;

inline constexpr const char* name_of(ShapeKind k) {
  constexpr const char* names[kShapeKinds] = {"sphere", "polyhedron", "superellipsoid", "cluster",
                                              "plane",  "plate",      "cylinder",       "cone"};
  return names[int(k)];
}
inline constexpr bool is_wall(ShapeKind k) { return k >= ShapeKind::kPlane; }
inline constexpr bool is_ball(ShapeKind k) { return k == ShapeKind::kSphere || k == ShapeKind::kCluster; }

struct Sphere {
  Real r;
};

// The half space z < 0 of its own frame is solid.
struct Plane {};

// This is a thin convex polygon in the plane z = 0 of its own frame, counter-clockwise seen from +z. Both sides are
// touched.
struct PlateView {
  const Vec3* vertices;
  int n_vertices;
};

// This is a thin surface of revolution about the z axis of its own frame, swept by the line from (r0, z0) to (r1, z1).
// A cylinder has r0 == r1. Both sides are touched; the ends are open.
struct Frustum {
  Real r0, z0, r1, z1;
};

}  // namespace scree
