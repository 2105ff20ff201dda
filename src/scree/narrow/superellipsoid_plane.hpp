// Superellipsoid against an infinite wall: the surface point whose normal points straight at the wall. Closed form.
#pragma once
#include "scree/narrow/manifold.hpp"
#include "scree/shape/shapes.hpp"
#include "scree/shape/superellipsoid.hpp"

namespace scree {

struct SuperellipsoidPlane {
  using ShapeA = Superellipsoid;
  using ShapeB = Plane;
  struct Cache {};  // nothing to remember
  static constexpr bool kTurns = true;

  SCREE_HD static CollideStatus collide(const Superellipsoid& a, const Plane&, const Pose& X_ab, Real margin, Cache&,
                                        Manifold& m) {
    const Vec3 n_wall{X_ab.R.row0.z, X_ab.R.row1.z, X_ab.R.row2.z};
    const Real height = -dot(n_wall, X_ab.p);  // of the centre over the wall
    if (height - a.radius > margin) return CollideStatus::kSeparated;
    const Vec3 p = support_point(a, -n_wall);
    const Real gap = height + dot(n_wall, p);
    if (gap > margin) return CollideStatus::kSeparated;
    m.add({-n_wall, fnma(gap / 2, n_wall, p), gap, 0});
    return CollideStatus::kContact;
  }
};
static_assert(PairCollider<SuperellipsoidPlane>);

}  // namespace scree
