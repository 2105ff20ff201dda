// Sphere against sphere: the line of centres (Höhner et al. 2011, Eq. 9).
#pragma once
#include "scree/narrow/manifold.hpp"
#include "scree/shape/shapes.hpp"

namespace scree {

struct SphereSphere {
  using ShapeA = Sphere;
  using ShapeB = Sphere;
  struct Cache {};
  static constexpr bool kTurns = false;

  SCREE_HD static CollideStatus collide(const Sphere& a, const Sphere& b, const Pose& X_ab, Real margin, Cache&,
                                        Manifold& m) {
    const Real reach = a.r + b.r + margin;
    const Real d2 = norm2(X_ab.p);
    if (d2 > reach * reach) return CollideStatus::kSeparated;
    const Real d = std::sqrt(d2);
    // Coincident centres have no normal; up is as good as any and the same every time.
    const Vec3 n = d > 0 ? X_ab.p / d : Vec3{0, 0, 1};
    const Real gap = d - a.r - b.r;
    m.add({n, (a.r + gap / 2) * n, gap, 0});
    return CollideStatus::kContact;
  }
};
static_assert(PairCollider<SphereSphere>);

}  // namespace scree
