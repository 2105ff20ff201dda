// Balls that fill bodies: all inside, errors that fall, targets that are met, distances against closed forms.
#include "scree/solids/fill_with_balls.hpp"

#include <fstream>
#include <numbers>

#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/ball_union.hpp"
#include "scree/solids/shape_files.hpp"
#include "solids/shape_helpers.hpp"
#include "support/temporary_folder.hpp"

namespace scree::test {
namespace {

FillTarget at_most(int n) {
  FillTarget t;
  t.most_balls = n;
  t.n_candidates = 600;
  return t;
}

TEST(FillWithBalls, LiesInsidePolyhedra) {
  for (const PolyhedronData& p : {cube(), tetrahedron(), rock({30, Real(0.7), Real(0.6), 4})}) {
    const std::unique_ptr<Solid> solid = solid_of(p);
    const BallFill fill = fill_with_balls(*solid, at_most(40));
    ASSERT_EQ(fill.balls.size(), 40u);
    for (const Ball& b : fill.balls) {
      EXPECT_GT(b.r, 0);
      for (int f = 0; f < p.n_faces(); ++f)
        EXPECT_LE(dot(p.normals[std::size_t(f)], b.x) + b.r, p.offsets[std::size_t(f)] + 1e-14);
    }
  }
}

TEST(FillWithBalls, LiesInsideSuperellipsoids) {
  for (const auto& [e1, e2] : {std::pair{Real(1), Real(1)}, {Real(1.5), Real(1.3)}, {Real(0.1), Real(0.1)}}) {
    SCOPED_TRACE(testing::Message() << e1 << ' ' << e2);
    const Superellipsoid s = make_superellipsoid({2, 1, Real(0.7)}, e1, e2);
    FillTarget target = at_most(10);
    target.n_candidates = 40;
    const BallFill fill = fill_with_balls(*solid_of(s), target);
    for (const Ball& b : fill.balls)
      for (const Vec3& d : fibonacci_directions(1000)) EXPECT_LE(norm_value(s.gauge, b.x + b.r * d), 1 + 1e-12);
  }
}

// A bar with a notch: the balls may not fill it.
TEST(FillWithBalls, LiesInsideBodiesThatAreNotConvex) {
  const test::TemporaryFolder folder;
  const std::string path =
      folder.file("notched.obj",
                  "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 2 1 0\nv 1 0.3 0\nv 1 1 0\nv 0 1 0\n"
                  "v 0 0 1\nv 3 0 1\nv 3 1 1\nv 2 1 1\nv 1 0.3 1\nv 1 1 1\nv 0 1 1\n"
                  "f 5 2 1\nf 5 3 2\nf 5 4 3\nf 7 6 1\nf 6 5 1\nf 8 9 12\nf 9 10 12\nf 10 11 12\nf 8 13 14\nf 8 12 13\n"
                  "f 1 2 9 8\nf 2 3 10 9\nf 3 4 11 10\nf 4 5 12 11\nf 5 6 13 12\nf 6 7 14 13\nf 7 1 8 14\n");
  const std::unique_ptr<Solid> solid = solid_of(read_closed_surface({path}));
  EXPECT_NEAR(solid->mass().volume, 3 - Real(0.5) * Real(0.7), 1e-12);
  const BallFill fill = fill_with_balls(*solid, at_most(60));
  const UnionProperties u = union_properties(fill.balls, 1e-7);
  EXPECT_GT(u.mass.volume, Real(0.7) * solid->mass().volume);
  for (const Ball& b : fill.balls) {
    EXPECT_LE(b.r, Real(0.5) + 1e-12);
    for (const Vec3& d : fibonacci_directions(500)) {
      const Vec3 x = b.x + (b.r - 1e-9) * d;
      EXPECT_TRUE(x.x > 0 && x.x < 3 && x.y > 0 && x.y < 1 && x.z > 0 && x.z < 1);
      // The notch: between x = 1 and the line from (1, 0.3) to (2, 1).
      EXPECT_FALSE(x.x > 1 && x.x < 2 && x.y > Real(0.3) + Real(0.7) * (x.x - 1));
    }
  }
}

TEST(FillWithBalls, ErrorsFallAndTargetsAreMetWithAsFewAsCanBe) {
  const std::unique_ptr<Solid> solid = solid_of(cube());
  const auto volume_error = [&](std::span<const Ball> balls) { return 1 - union_properties(balls, 1e-6).mass.volume; };
  const BallFill all = fill_with_balls(*solid, at_most(64));
  // One ball of diameter 1 leaves 1 - pi / 6 of the cube.
  EXPECT_NEAR(volume_error(std::span(all.balls).first(1)), 1 - std::numbers::pi / 6, 1e-6);
  Real last = 1, last_surface = 1;
  for (const std::size_t n : {1u, 4u, 16u, 64u}) {
    const auto first = std::span(all.balls).first(n);
    EXPECT_LT(volume_error(first), last);
    EXPECT_LE(surface_error(*solid, first).largest, last_surface);
    last = volume_error(first), last_surface = surface_error(*solid, first).largest;
  }
  FillTarget target = at_most(64);
  target.volume_error = Real(0.15);
  const BallFill some = fill_with_balls(*solid, target);
  EXPECT_TRUE(some.met);
  EXPECT_LE(volume_error(some.balls), 0.15);
  EXPECT_GT(volume_error(std::span(some.balls).first(some.balls.size() - 1)), 0.15);
  target.volume_error = Real(1e-4);
  const BallFill too_few = fill_with_balls(*solid, target);
  EXPECT_FALSE(too_few.met);
  EXPECT_EQ(too_few.balls.size(), 64u);
  target = at_most(64);
  target.surface_error = Real(0.25);
  const BallFill near = fill_with_balls(*solid, target);
  EXPECT_LE(surface_error(*solid, near.balls).largest, 0.25);
  EXPECT_LT(near.balls.size(), 64u);
}

TEST(FillWithBalls, IsTheSameEachTime) {
  const BallFill a = fill_with_balls(*solid_of(octahedron()), at_most(30)),
                 b = fill_with_balls(*solid_of(octahedron()), at_most(30));
  ASSERT_EQ(a.balls.size(), b.balls.size());
  for (std::size_t i = 0; i < a.balls.size(); ++i)
    EXPECT_TRUE(a.balls[i].x == b.balls[i].x && a.balls[i].r == b.balls[i].r);
}

TEST(FillWithBalls, RefusesWhatMakesNoSense) {
  const std::unique_ptr<Solid> solid = solid_of(cube());
  EXPECT_NE(error_of([&] { fill_with_balls(*solid, at_most(0)); }).find("at most 0 balls"), std::string::npos);
  FillTarget t;
  t.volume_error = Real(1.5);
  EXPECT_NE(error_of([&] { fill_with_balls(*solid, t); }).find("volume error 1.5"), std::string::npos);
  PolyhedronData inside_out = cube();
  for (Vec3& v : inside_out.vertices) v.x = -v.x;
  measure(inside_out);
  EXPECT_NE(error_of([&] { solid_of(inside_out); }).find("inside out"), std::string::npos);
}

// From the corner of a cube of side 1 to the ball inside it are (sqrt(3) - 1) / 2; the mean over a side is an integral.
TEST(SurfaceError, OfABallInACubeIsThatOfItsCorners) {
  const std::unique_ptr<Solid> solid = solid_of(cube());
  const SurfaceError e = surface_error(*solid, std::vector<Ball>{{{0, 0, 0}, Real(0.5)}});
  const Real largest = (std::sqrt(Real(3)) - 1) / 2;
  EXPECT_LE(e.largest, largest + 1e-15);
  EXPECT_GE(e.largest + e.within, largest);
  EXPECT_LE(e.within, 1e-4 * std::sqrt(3) * 1.0001);
  Real mean = 0;
  constexpr int kN = 1000;
  for (int i = 0; i < kN; ++i)
    for (int j = 0; j < kN; ++j) {
      const Real x = (Real(i) + Real(0.5)) / kN - Real(0.5), y = (Real(j) + Real(0.5)) / kN - Real(0.5);
      mean += (std::sqrt(x * x + y * y + Real(0.25)) - Real(0.5)) / (kN * kN);
    }
  EXPECT_NEAR(e.mean, mean, 2e-3 * mean);
}

// A lattice of balls of radius rho R in a sphere: at angle t from a point of touch the surface is
// sqrt(1 + s^2 - 2 s cos t) - rho away, with s = 1 - rho. Here one ball, so the other side is 2 s away.
TEST(SurfaceError, OfOneBallInASphereIsInClosedForm) {
  const std::unique_ptr<Solid> solid = solid_of(make_superellipsoid({1, 1, 1}, 1, 1));
  EXPECT_NEAR(solid->mass().area, 4 * std::numbers::pi, 1e-5);
  const Ball ball{{0, 0, Real(0.5)}, Real(0.5)};
  const SurfaceError e = surface_error(*solid, std::vector{ball});
  EXPECT_LE(e.largest, 1 + 1e-14);
  EXPECT_GE(e.largest + e.within, 1);
  // The mean of the distance from a point at s to the sphere is 1 + s^2 / 3.
  EXPECT_NEAR(e.mean, 1 + Real(0.25) / 3 - Real(0.5), 1e-3);
}

// The nearest surface point of a superellipsoid against one found among many points.
TEST(Solid, NearestIsNoFartherThanAnyPointOfTheSurface) {
  std::mt19937 rng(8);
  std::uniform_real_distribution<Real> u(-1, 1);
  for (const auto& [e1, e2] : {std::pair{Real(1), Real(1)}, {Real(0.2), Real(0.5)}, {Real(1.6), Real(1.2)}}) {
    const Superellipsoid s = make_superellipsoid({3, 2, 1}, e1, e2);
    const std::unique_ptr<Solid> solid = solid_of(s);
    const std::vector<SurfacePoint> points = solid->sample(20000);
    int inside = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 x{3 * u(rng), 2 * u(rng), u(rng)};
      if (norm_value(s.gauge, x) >= 1) continue;
      ++inside;
      const Real d = norm(solid->nearest(x) - x);
      Real least = 10;
      for (const SurfacePoint& p : points) least = std::min(least, norm(p.x - x));
      EXPECT_LE(d, least + 1e-12);
      EXPECT_GT(d, least - 0.05);
      EXPECT_NEAR(norm_value(s.gauge, solid->nearest(x)), 1, 1e-7);
    }
    EXPECT_GT(inside, 30);
  }
}

}  // namespace
}  // namespace scree::test
