// Sphere against an infinite wall. The half space behind it is solid: a sphere that got through is pushed back out.
#pragma once
#include "scree/narrow/manifold.hpp"
#include "scree/shape/shapes.hpp"

namespace scree {

struct SpherePlane {
  using ShapeA = Sphere;
  using ShapeB = Plane;
  struct Cache {};
  static constexpr bool kTurns = false;

  SCREE_HD static CollideStatus collide(const Sphere& a, const Plane&, const Pose& X_ab, Real margin, Cache&,
                                        Manifold& m) {
    const Vec3 n_wall = X_ab.R * Vec3{0, 0, 1};
    const Real gap = -dot(n_wall, X_ab.p) - a.r;
    if (gap > margin) return CollideStatus::kSeparated;
    m.add({-n_wall, -(a.r + gap / 2) * n_wall, gap, 0});
    return CollideStatus::kContact;
  }
};
static_assert(PairCollider<SpherePlane>);

}  // namespace scree
