// Superellipsoids against spheres and walls, and as contact points of pairs.
#include <gtest/gtest.h>

#include "narrow/superellipsoid_cases.hpp"
#include "scree/narrow/superellipsoid_link.hpp"
#include "scree/narrow/superellipsoid_plane.hpp"

namespace scree::smooth {
namespace {

// As a run asks: is there anything up to the margin?
bool touch(const Superellipsoid& a, const Superellipsoid& b, const Pose& X_ab, Real margin, NormalCache& cache,
           NormalLink& link) {
  NormalOptions options;
  options.margin = margin;
  NormalCounters counters;
  const LinkStatus status = find_link(a, b, X_ab, options, cache, link, counters);
  EXPECT_NE(status, LinkStatus::kFailed);
  return status == LinkStatus::kLink;
}
Vec3 halfway(const NormalLink& link) { return Real(0.5) * (link.p_a + link.p_b); }

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
    const Superellipsoid sphere = scaled(unit_ball(), r);
    NormalCache cache, fresh;
    NormalLink link;
    ASSERT_TRUE(touch(sphere, b, X_ab, 0.2, cache, link));
    ASSERT_NEAR(link.gap, gap, 1e-10);
    ASSERT_LT(norm(link.n + R * n_b), 1e-8);
    ASSERT_LT(norm(halfway(link) - (r + gap / 2) * link.n), 1e-9);
    ASSERT_EQ(touch(sphere, b, X_ab, 0, fresh, link), gap <= 0);
  }
}

TEST(SuperellipsoidSuperellipsoid, PutsItsPointHalfwayAndKeepsQuietBeyondTheMargin) {
  RandomStream random{3};
  for (int trial = 0; trial < 1000; ++trial) {
    const Known k = random_pair(random, 0.3, 1.7, -1e-3, 0.1);
    if (!k.strict) continue;
    SCOPED_TRACE(trial);
    NormalCache cache;
    NormalLink link;
    ASSERT_TRUE(touch(k.a, k.b, k.X, 0.2, cache, link));
    ASSERT_LT(norm(halfway(link) - Real(0.5) * (k.p_a + k.p_b)), 1e-7);
    if (k.gap > 0) {
      ASSERT_FALSE(touch(k.a, k.b, k.X, k.gap / 2, cache, link));
    }
  }
}

}  // namespace
}  // namespace scree::smooth
