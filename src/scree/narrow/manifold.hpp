// What every pair algorithm writes: the contact points of two convex shapes.
#pragma once
#include <concepts>

#include "scree/math/pose.hpp"

namespace scree {

enum class CollideStatus : std::uint8_t { kSeparated, kContact, kPointsDropped, kFailed };

// One point, in A's frame. It lies halfway between the two surfaces along n.
struct ContactPoint {
  Vec3 n;  // from A to B; points of curved walls have normals of their own
  Vec3 p;
  Real gap;  // positive: apart
  std::uint32_t
      feature;  // which point of the pair: the same number next step, so that springs find their history again
};

struct Manifold {
  static constexpr int kMaxPoints = 8;
  int n_points = 0;
  ContactPoint points[kMaxPoints];
  SCREE_HD void add(const ContactPoint& c) { points[n_points++] = c; }
};

// A pair algorithm: shapes A and B, the pose of B in A's frame, and how far apart points are still wanted.
template <class C>
concept PairCollider = requires(const typename C::ShapeA& a, const typename C::ShapeB& b, const Pose& X_ab, Real margin,
                                typename C::Cache& cache, Manifold& m) {
  { C::collide(a, b, X_ab, margin, cache, m) } -> std::same_as<CollideStatus>;
  { C::kTurns } -> std::convertible_to<bool>;  // does the result depend on A's orientation?
};

}  // namespace scree
