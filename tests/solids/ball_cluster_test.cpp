// Balls in spheres and ellipsoids: inside, touching, where the formulas put them.
#include "scree/solids/ball_cluster.hpp"

#include "scree/shape/superellipsoid.hpp"
#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

TEST(SphereCluster, HasBallsOfOneSizeThatTouchTheSphereInside) {
  for (const int n : {1, 25, 50, 100, 150, 300})
    for (const Real rho : {Real(0.5), Real(0.8), Real(1)}) {
      const std::vector<Ball> balls = sphere_cluster(Real(0.025), n, rho);
      ASSERT_EQ(int(balls.size()), n);
      for (const Ball& b : balls) {
        EXPECT_EQ(b.r, rho * Real(0.025));
        EXPECT_NEAR(norm(b.x) + b.r, 0.025, 1e-17);
      }
    }
}

TEST(FibonacciDirections, AreEvenlySpread) {
  for (const int n : {25, 100, 300}) {
    const std::vector<Vec3> d = fibonacci_directions(n);
    Vec3 sum{0, 0, 0};
    for (std::size_t i = 0; i < d.size(); ++i) {
      EXPECT_NEAR(norm(d[i]), 1, 1e-15);
      sum += d[i];
      Real nearest = 4;
      for (std::size_t j = 0; j < d.size(); ++j)
        if (j != i) nearest = std::min(nearest, norm(d[i] - d[j]));
      // A triangular lattice of n points on the sphere has a spacing of sqrt(8 pi / (sqrt(3) n)) = 3.81 / sqrt(n).
      EXPECT_GT(nearest, 0.7 * 3.81 / std::sqrt(n));
      EXPECT_LT(nearest, 1.05 * 3.81 / std::sqrt(n));
    }
    EXPECT_LT(norm(sum) / Real(n), 2.0 / n);
  }
}

// The largest F = x^2/a^2 + y^2/b^2 + z^2/c^2 on a ball, by looking at many of its points.
Real highest_on(const Ball& ball, const Vec3& r) {
  Real most = 0;
  for (const Vec3& d : fibonacci_directions(20000)) {
    const Vec3 x = ball.x + ball.r * d;
    most = std::max(most, x.x * x.x / (r.x * r.x) + x.y * x.y / (r.y * r.y) + x.z * x.z / (r.z * r.z));
  }
  return most;
}

TEST(AxisCluster, TouchesTheEllipsoidInside) {
  for (const Vec3& r : {Vec3{2, 1, 1}, Vec3{1, Real(1.5), 1}, Vec3{1, Real(0.7), 3}, Vec3{2, 2, 1}}) {
    const std::vector<Ball> balls = axis_cluster(r, 15);
    ASSERT_EQ(balls.size(), 15u);
    for (const Ball& b : balls) {
      const Real most = highest_on(b, r);
      EXPECT_LE(most, 1 + 1e-14);
      EXPECT_GT(most, 1 - 5e-4);  // the lattice misses the point of touch by half its spacing
    }
  }
}

TEST(AxisCluster, TouchesWhereTheFormulaSays) {
  const Real a = 2, b = 1;
  for (const Ball& ball : axis_cluster({a, b, b}, 41)) {
    const Real x = ball.x.x * a * a / (a * a - b * b), y = b * std::sqrt(std::max(Real(0), 1 - x * x / (a * a)));
    EXPECT_NEAR(std::hypot(x - ball.x.x, y), ball.r, 1e-12);
  }
  const std::vector<Ball> balls = axis_cluster({a, b, b}, 15);
  EXPECT_NEAR(balls.front().r, b * b / a, 1e-15);  // the radius of curvature of the tip
  EXPECT_NEAR(balls.front().x.x - balls.front().r, -a, 1e-15);
  EXPECT_NEAR(balls.back().x.x + balls.back().r, a, 1e-15);
  EXPECT_EQ(balls[7].r, b);
  EXPECT_NEAR(balls[1].x.x - balls[0].x.x, balls[9].x.x - balls[8].x.x, 1e-15);
}

TEST(AxisCluster, TakesTheLongestAxis) {
  EXPECT_EQ(axis_cluster({1, 3, 1}, 2)[0].x, (Vec3{0, Real(-8) / 3, 0}));
  EXPECT_EQ(axis_cluster({1, 1, 2}, 2)[1].x, (Vec3{0, 0, Real(1.5)}));
}

TEST(BallClusters, RefuseWhatMakesNoSense) {
  EXPECT_NE(error_of([] { sphere_cluster(1, 0); }).find("a cluster of 0 balls"), std::string::npos);
  EXPECT_NE(error_of([] { sphere_cluster(1, 10, 0); }).find("rho = 0"), std::string::npos);
  EXPECT_NE(error_of([] { sphere_cluster(1, 10, Real(1.1)); }).find("rho = 1.1"), std::string::npos);
  EXPECT_NE(error_of([] { sphere_cluster(-1, 10); }).find("radius -1 m"), std::string::npos);
  EXPECT_NE(error_of([] { axis_cluster({1, 0, 1}, 10); }).find("semi-axis 0 m"), std::string::npos);
  EXPECT_NE(error_of([] { axis_cluster({1, 1, 1}, 10); }).find("no long axis"), std::string::npos);
  EXPECT_EQ(axis_cluster({1, 1, 1}, 1).size(), 1u);
}

}  // namespace
}  // namespace scree::test
