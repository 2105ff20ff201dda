// Sphere against thin walls: plates, cylinders and cones. The contact is at the nearest point of the surface, on
// whichever side the centre is; so a sphere must not get its centre through a plate (the overlap alarm is far below
// that).
//
// A sphere in a cylinder or cone can touch it on two sides, as when it plugs an outlet. The second point is looked
// for on the opposite meridian, feature 1. A sphere that fits exactly touches along a whole circle; two opposite
// points of it carry the load then, which is what stops it from falling through.
#pragma once
#include "scree/narrow/manifold.hpp"
#include "scree/shape/nearest.hpp"

namespace scree {

// The contact of a sphere at the origin with the point at `to` of a surface.
SCREE_HD inline bool touch_point(const Sphere& a, const Vec3& to, const Vec3& n_if_zero, Real margin,
                                 std::uint32_t feature, Manifold& m) {
  const Real reach = a.r + margin;
  const Real d2 = norm2(to);
  if (d2 > reach * reach) return false;
  const Real d = std::sqrt(d2);
  const Vec3 n = d > 0 ? to / d : n_if_zero;
  const Real gap = d - a.r;
  m.add({n, (a.r + gap / 2) * n, gap, feature});
  return true;
}

struct SpherePlate {
  using ShapeA = Sphere;
  using ShapeB = PlateView;
  struct Cache {};
  static constexpr bool kTurns = false;

  SCREE_HD static CollideStatus collide(const Sphere& a, const PlateView& b, const Pose& X_ab, Real margin, Cache&,
                                        Manifold& m) {
    const Vec3 centre = turned_back(X_ab.R, -X_ab.p);  // of the sphere, in the plate's frame
    const Vec3 to = X_ab * nearest_on_plate(b, centre);
    return touch_point(a, to, -(X_ab.R * Vec3{0, 0, 1}), margin, 0, m) ? CollideStatus::kContact
                                                                       : CollideStatus::kSeparated;
  }
};
static_assert(PairCollider<SpherePlate>);

struct SphereFrustum {
  using ShapeA = Sphere;
  using ShapeB = Frustum;
  struct Cache {};
  static constexpr bool kTurns = false;

  SCREE_HD static CollideStatus collide(const Sphere& a, const Frustum& b, const Pose& X_ab, Real margin, Cache&,
                                        Manifold& m) {
    const Vec3 centre = turned_back(X_ab.R, -X_ab.p);
    const Vec3 near = nearest_on_frustum(b, centre, 1);
    const Vec3 out = X_ab.R * Vec3{1, 0, 0};
    if (!touch_point(a, X_ab * near, out, margin, 0, m)) return CollideStatus::kSeparated;
    // The tip of a cone is on every meridian: it is one point, and the near side has seen it.
    const Vec3 far = nearest_on_frustum(b, centre, -1);
    if (far.x != 0 || far.y != 0) touch_point(a, X_ab * far, -out, margin, 1, m);
    return CollideStatus::kContact;
  }
};
static_assert(PairCollider<SphereFrustum>);

}  // namespace scree
