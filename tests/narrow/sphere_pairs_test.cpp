// The analytic pairs: examples by hand, and the properties every pair algorithm must have.
#include <gtest/gtest.h>

#include <numbers>
#include <random>
#include <vector>

#include "scree/narrow/pair_table.hpp"
#include "scree/narrow/sphere_plane.hpp"
#include "scree/narrow/sphere_sphere.hpp"
#include "scree/narrow/sphere_surface.hpp"

namespace scree {
namespace {

Vec3 random_vector(std::mt19937& rng, Real size) {
  std::uniform_real_distribution<Real> u(-size, size);
  return {u(rng), u(rng), u(rng)};
}
Mat3 random_rotation(std::mt19937& rng) { return to_matrix(rotation_by(random_vector(rng, 4))); }

template <class C, class A, class B>
Manifold collide(const A& a, const B& b, const Pose& X, Real margin = 0) {
  typename C::Cache cache;
  Manifold m;
  const CollideStatus status = C::collide(a, b, X, margin, cache, m);
  EXPECT_EQ(status == CollideStatus::kSeparated, m.n_points == 0);
  return m;
}

TEST(SphereSphere, ByHand) {
  const Manifold m = collide<SphereSphere>(Sphere{2}, Sphere{1}, Pose{Mat3::identity(), {0, 0, Real(2.5)}});
  ASSERT_EQ(m.n_points, 1);
  EXPECT_EQ(m.points[0].n, (Vec3{0, 0, 1}));
  EXPECT_DOUBLE_EQ(m.points[0].gap, -0.5);
  EXPECT_DOUBLE_EQ(m.points[0].p.z, 1.75);  // surfaces at 2 and 1.5
}

TEST(SphereSphere, TouchingExactlyIsContactAndCoincidentCentresHaveANormal) {
  EXPECT_EQ(collide<SphereSphere>(Sphere{1}, Sphere{1}, Pose{Mat3::identity(), {2, 0, 0}}).n_points, 1);
  EXPECT_EQ(collide<SphereSphere>(Sphere{1}, Sphere{1}, Pose{Mat3::identity(), {Real(2.0000001), 0, 0}}).n_points, 0);
  const Manifold m = collide<SphereSphere>(Sphere{1}, Sphere{1}, Pose{});
  EXPECT_DOUBLE_EQ(norm(m.points[0].n), 1);
  EXPECT_DOUBLE_EQ(m.points[0].gap, -2);
}

TEST(SphereSphere, SwapFlipsTheNormalAndScalingScalesTheGap) {
  std::mt19937 rng(11);
  std::uniform_real_distribution<Real> radius(Real(0.2), 1);
  int touching = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const Sphere a{radius(rng)}, b{radius(rng)};
    const Vec3 p = random_vector(rng, 1);
    const Manifold ab = collide<SphereSphere>(a, b, Pose{Mat3::identity(), p});
    const Manifold ba = collide<SphereSphere>(b, a, Pose{Mat3::identity(), -p});
    ASSERT_EQ(ab.n_points, ba.n_points);
    if (!ab.n_points) continue;
    ++touching;
    EXPECT_LT(norm(ab.points[0].n + ba.points[0].n), 1e-15);
    EXPECT_NEAR(ab.points[0].gap, ba.points[0].gap, 1e-15);
    EXPECT_LT(norm(ab.points[0].p - (ba.points[0].p + p)), 1e-14);  // the same point of the world
    for (const Real s : {Real(1e-6), Real(1e3)}) {
      const Manifold scaled = collide<SphereSphere>(Sphere{s * a.r}, Sphere{s * b.r}, Pose{Mat3::identity(), s * p});
      ASSERT_EQ(scaled.n_points, 1);
      EXPECT_NEAR(scaled.points[0].gap / s, ab.points[0].gap, 1e-13);
    }
  }
  EXPECT_GT(touching, 1000);
  EXPECT_LT(touching, 4800);
}

TEST(SpherePlane, ByHandAndFromBehind) {
  const Pose floor{Mat3::identity(), {0, 0, Real(-0.9)}};  // 0.9 below the centre
  const Manifold m = collide<SpherePlane>(Sphere{1}, Plane{}, floor);
  ASSERT_EQ(m.n_points, 1);
  EXPECT_NEAR(m.points[0].gap, -0.1, 1e-15);
  EXPECT_EQ(m.points[0].n, (Vec3{0, 0, -1}));
  EXPECT_NEAR(m.points[0].p.z, -0.95, 1e-15);
  const Manifold behind = collide<SpherePlane>(Sphere{1}, Plane{}, Pose{Mat3::identity(), {0, 0, 3}});
  EXPECT_NEAR(behind.points[0].gap, -4, 1e-15);  // pushed back out, not lost
  EXPECT_EQ(behind.points[0].n, (Vec3{0, 0, -1}));
}

// Property for all thin walls: moving both together changes nothing, points lie within |gap|/2 of both surfaces.
template <class C, class B>
void check_thin_wall(const B& wall, int least) {
  std::mt19937 rng(12);
  int touching = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const Sphere ball{Real(0.4)};
    const Pose X{random_rotation(rng), random_vector(rng, 2)};
    const Manifold m = collide<C>(ball, wall, X, Real(0.05));
    // Turning the world turns the answer.
    const Mat3 Q = random_rotation(rng);
    const Manifold turned = collide<C>(ball, wall, Pose{Q * X.R, Q * X.p}, Real(0.05));
    ASSERT_EQ(m.n_points, turned.n_points);
    for (int k = 0; k < m.n_points; ++k) {
      ++touching;
      const ContactPoint& c = m.points[k];
      EXPECT_NEAR(norm(c.n), 1, 1e-12);
      EXPECT_LT(norm(Q * c.n - turned.points[k].n), 1e-9);
      EXPECT_NEAR(c.gap, turned.points[k].gap, 1e-12);
      EXPECT_NEAR(std::abs(norm(c.p) - ball.r), std::abs(c.gap) / 2, 1e-12);  // from the sphere's surface
    }
  }
  EXPECT_GT(touching, least);
  EXPECT_LT(touching, 5000);
}

TEST(SpherePlate, MovesWithTheWorld) {
  const std::vector<Vec3> square = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  check_thin_wall<SpherePlate>(PlateView{square.data(), 4}, 200);
}
TEST(SphereFrustum, MovesWithTheWorld) { check_thin_wall<SphereFrustum>(Frustum{Real(0.8), -1, Real(1.2), 1}, 200); }

TEST(SpherePlate, BothSidesEdgeAndCorner) {
  const std::vector<Vec3> square = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  const PlateView plate{square.data(), 4};
  const auto at = [&](const Vec3& centre) {
    return collide<SpherePlate>(Sphere{1}, plate, Pose{Mat3::identity(), -centre});
  };
  EXPECT_EQ(at({0, 0, Real(0.5)}).points[0].n, (Vec3{0, 0, -1}));
  EXPECT_EQ(at({0, 0, Real(-0.5)}).points[0].n, (Vec3{0, 0, 1}));
  EXPECT_NEAR(at({Real(1.5), 0, 0}).points[0].gap, -0.5, 1e-15);                              // edge
  EXPECT_NEAR(at({Real(1.5), Real(1.5), 0}).points[0].gap, std::sqrt(Real(0.5)) - 1, 1e-15);  // corner
  EXPECT_EQ(at({Real(2.5), 0, 0}).n_points, 0);
}

TEST(SphereFrustum, ABallInATubeTouchesInsideAndAPlugTouchesTwice) {
  const Frustum tube{1, -5, 1, 5};
  const auto at = [&](Real r, const Vec3& c) {
    return collide<SphereFrustum>(Sphere{r}, tube, Pose{Mat3::identity(), -c});
  };
  const Manifold inside = at(Real(0.3), {Real(0.8), 0, 0});
  ASSERT_EQ(inside.n_points, 1);
  EXPECT_NEAR(inside.points[0].gap, -0.1, 1e-15);
  EXPECT_NEAR(inside.points[0].n.x, 1, 1e-15);
  const Manifold outside = at(Real(0.3), {Real(1.2), 0, 0});
  EXPECT_NEAR(outside.points[0].n.x, -1, 1e-15);
  const Manifold plug = at(Real(1.01), {Real(0.005), 0, 0});
  ASSERT_EQ(plug.n_points, 2);
  EXPECT_LT(dot(plug.points[0].n, plug.points[1].n), -0.99);
  EXPECT_NE(plug.points[0].feature, plug.points[1].feature);
}

TEST(SphereFrustum, TheTipOfAConeIsOnePoint) {
  const Frustum tip_up{2, 0, 0, 2};
  const auto at = [&](const Vec3& c) {
    return collide<SphereFrustum>(Sphere{1}, tip_up, Pose{Mat3::identity(), -c}, Real(0.1));
  };
  EXPECT_EQ(at({0, 0, Real(2.9)}).n_points, 1);
  EXPECT_EQ(at({Real(0.01), 0, Real(2.95)}).n_points, 1);
  EXPECT_EQ(at({Real(0.6), 0, Real(2.75)}).n_points, 1);  // on the flank, the tip within reach
  EXPECT_EQ(at({0, 0, Real(1.2)}).n_points, 2);           // wedged inside
}

TEST(PairTable, HasARowForEverySphereAndWall) {
  for (int k = 0; k < kShapeKinds; ++k) {
    if (ShapeKind(k) == ShapeKind::kPolyhedron) continue;  // cannot be moved yet
    const auto* row = narrow::default_algorithm(ShapeKind::kSphere, ShapeKind(k));
    ASSERT_NE(row, nullptr) << name_of(ShapeKind(k));
    EXPECT_NE(narrow::pair_table_markdown().find(name_of(ShapeKind(k))), std::string::npos);
  }
  EXPECT_EQ(narrow::default_algorithm(ShapeKind::kPlane, ShapeKind::kPlane), nullptr);
}

}  // namespace
}  // namespace scree
