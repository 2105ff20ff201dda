// Superellipsoid against superellipsoid and against sphere, as contact points: one point, where the common normal is.
//
// A sphere is the superellipsoid of equal semi-axes and exponents of 1, for which no power is computed.
#pragma once
#include "scree/narrow/manifold.hpp"
#include "scree/narrow/superellipsoid_link.hpp"
#include "scree/shape/shapes.hpp"

namespace scree {

// The contact point lies halfway between the surfaces; there is one, so its number is 0.
inline CollideStatus collide_smooth(const Superellipsoid& a, const Superellipsoid& b, const Pose& X_ab, Real margin,
                                    NormalCache& cache, Manifold& m) {
  const Real far = a.radius + b.radius + margin;
  if (norm2(X_ab.p) > far * far) return CollideStatus::kSeparated;
  NormalOptions options;
  options.margin = margin;
  NormalLink link;
  NormalCounters counters;
  const LinkStatus status = find_link(a, b, X_ab, options, cache, link, counters);
  if (status == LinkStatus::kBeyond) return CollideStatus::kSeparated;
  if (status == LinkStatus::kFailed) return CollideStatus::kFailed;
  m.add({link.n, Real(0.5) * (link.p_a + link.p_b), link.gap, 0});
  return CollideStatus::kContact;
}

struct SuperellipsoidSuperellipsoid {
  using ShapeA = Superellipsoid;
  using ShapeB = Superellipsoid;
  using Cache = NormalCache;
  static constexpr bool kTurns = true;

  static CollideStatus collide(const Superellipsoid& a, const Superellipsoid& b, const Pose& X_ab, Real margin,
                               Cache& cache, Manifold& m) {
    return collide_smooth(a, b, X_ab, margin, cache, m);
  }
};
static_assert(PairCollider<SuperellipsoidSuperellipsoid>);

struct SphereSuperellipsoid {
  using ShapeA = Sphere;
  using ShapeB = Superellipsoid;
  using Cache = NormalCache;
  static constexpr bool kTurns = false;

  static CollideStatus collide(const Sphere& a, const Superellipsoid& b, const Pose& X_ab, Real margin, Cache& cache,
                               Manifold& m) {
    const NestedNorm support = nested_norm({a.r, a.r, a.r}, 2, 2),
                     gauge = nested_norm({1 / a.r, 1 / a.r, 1 / a.r}, 2, 2);
    return collide_smooth({support, gauge, a.r, a.r, a.r}, b, X_ab, margin, cache, m);
  }
};
static_assert(PairCollider<SphereSuperellipsoid>);

}  // namespace scree
