// Superellipsoids against spheres and walls, and as contact points of pairs.
#include <gtest/gtest.h>

#include "narrow/superellipsoid_cases.hpp"
#include "scree/narrow/superellipsoid_pairs.hpp"
#include "scree/narrow/superellipsoid_plane.hpp"

namespace scree::smooth {
namespace {

TEST(SuperellipsoidPlane, TouchesWithItsLowestPointInAnyPose) {
  RandomStream random{1};
  int touching = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    SCOPED_TRACE(trial);
    const Superellipsoid a = random_shape(random, 0.1, 1.9);
    // The wall is the world's z = 0; the lowest point by looking at many.
    const Pose X_wa{to_matrix(random.rotation()), {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 4)}};
    const Real lowest = X_wa.p.z - half_extents(a, X_wa.R).z;
    SuperellipsoidPlane::Cache cache;
    Manifold m{};
    const CollideStatus status = SuperellipsoidPlane::collide(a, {}, inverse(X_wa), 0, cache, m);
    ASSERT_EQ(status == CollideStatus::kContact, lowest <= 0);
    if (status != CollideStatus::kContact) continue;
    ++touching;
    ASSERT_NEAR(m.points[0].gap, lowest, 1e-13);
    ASSERT_LT(norm(X_wa.R * m.points[0].n - Vec3{0, 0, -1}), 1e-14);
    ASSERT_NEAR((X_wa * m.points[0].p).z, lowest / 2, 1e-13);
    for (int k = 0; k < 20; ++k) ASSERT_GE((X_wa * support_point(a, random_direction(random))).z, lowest - 1e-13);
  }
  EXPECT_GT(touching, 400);
  EXPECT_LT(touching, 1600);
}

TEST(SphereSuperellipsoid, TouchesWhereTheNormalOfTheSurfaceLeads) {
  RandomStream random{2};
  for (int trial = 0; trial < 1000; ++trial) {
    SCOPED_TRACE(trial);
    const Superellipsoid b = random_shape(random, 0.3, 1.7);
    const Vec3 n_b = random_direction(random);
    const Real r = random.uniform(0.2, 2), gap = random.uniform(-1e-3, 0.1);
    const Vec3 centre = support_point(b, n_b) + (r + gap) * n_b;  // of the sphere, seen from B
    const Mat3 R = to_matrix(random.rotation());
    const Pose X_ab{R, -(R * centre)};
    SphereSuperellipsoid::Cache cache;
    Manifold m{}, none{};
    ASSERT_EQ(SphereSuperellipsoid::collide({r}, b, X_ab, 0.2, cache, m), CollideStatus::kContact);
    ASSERT_NEAR(m.points[0].gap, gap, 1e-10);
    ASSERT_LT(norm(m.points[0].n + R * n_b), 1e-8);
    ASSERT_LT(norm(m.points[0].p - (r + gap / 2) * m.points[0].n), 1e-9);
    NormalCache fresh;
    ASSERT_EQ(SphereSuperellipsoid::collide({r}, b, X_ab, 0, fresh, none) == CollideStatus::kContact, gap <= 0);
  }
}

TEST(SuperellipsoidSuperellipsoid, PutsItsPointHalfwayAndKeepsQuietBeyondTheMargin) {
  RandomStream random{3};
  for (int trial = 0; trial < 1000; ++trial) {
    const Known k = random_pair(random, 0.3, 1.7, -1e-3, 0.1);
    if (!k.strict) continue;
    SCOPED_TRACE(trial);
    NormalCache cache;
    Manifold m{}, beyond{};
    ASSERT_EQ(SuperellipsoidSuperellipsoid::collide(k.a, k.b, k.X, 0.2, cache, m), CollideStatus::kContact);
    ASSERT_EQ(m.n_points, 1);
    ASSERT_LT(norm(m.points[0].p - Real(0.5) * (k.p_a + k.p_b)), 1e-7);
    ASSERT_EQ(m.points[0].feature, 0u);
    if (k.gap > 0) {
      ASSERT_EQ(SuperellipsoidSuperellipsoid::collide(k.a, k.b, k.X, k.gap / 2, cache, beyond),
                CollideStatus::kSeparated);
      ASSERT_EQ(beyond.n_points, 0);
    }
  }
}

}  // namespace
}  // namespace scree::smooth
