// Mass properties of unions of balls against closed forms, and against themselves when turned.
#include "scree/solids/ball_union.hpp"

#include <numbers>

#include "scree/math/symmetric_eigen.hpp"
#include "scree/solids/ball_cluster.hpp"
#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

Real ball_volume(Real r) { return 4 * kPi / 3 * r * r * r; }
Real largest(const Mat3& m) {
  Real most = 0;
  for (const Vec3& row : {m.row0, m.row1, m.row2})
    for (int k = 0; k < 3; ++k) most = std::max(most, std::abs(row[k]));
  return most;
}
Mat3 difference(const Mat3& a, const Mat3& b) { return {a.row0 - b.row0, a.row1 - b.row1, a.row2 - b.row2}; }

TEST(BallUnion, OneBallIsABall) {
  const Ball ball{{3, -4, 5}, 2};
  const UnionProperties u = union_properties(std::vector{ball});
  const MassProperties& m = u.mass;
  EXPECT_NEAR(m.volume, ball_volume(2), 1e-12 * ball_volume(2));
  EXPECT_NEAR(m.area, 16 * kPi, 1e-12 * 16 * kPi);
  EXPECT_LT(norm(m.centroid - ball.x), 1e-12);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(m.moments[k], ball_volume(2) * Real(0.4) * 4, 1e-11);
  EXPECT_NEAR(m.circumradius, 2, 1e-12);
  EXPECT_EQ(m.inradius, 2);
}

// Two balls of radii 1 and s at distance d: volume less that of the lens, and the planes where they meet.
TEST(BallUnion, TwoBallsHaveTheVolumeLessThatOfTheLens) {
  for (const Vec3& axis : {Vec3{0, 0, 1}, Vec3{1, 0, 0}, normalized(Vec3{1, 2, 3})})
    for (const Real s : {Real(1), Real(0.6), Real(1.7)})
      for (const Real d : {Real(0.8), Real(1.3), Real(1.55)}) {
        SCOPED_TRACE(testing::Message() << "s " << s << " d " << d << " axis " << axis.x);
        const std::vector<Ball> balls{{{0, 0, 0}, 1}, {d * axis, s}};
        const UnionProperties u = union_properties(balls);
        const Real lens =
            kPi * (1 + s - d) * (1 + s - d) * (d * d + 2 * d * s - 3 * s * s + 2 * d + 6 * s - 3) / (12 * d);
        const Real volume = ball_volume(1) + ball_volume(s) - lens;
        EXPECT_NEAR(u.mass.volume, volume, 1e-8 * volume);
        // Caps cut off at height h have the area 2 pi r h.
        const Real x = (d * d + 1 - s * s) / (2 * d), area = 2 * kPi * (1 + x) + 2 * kPi * s * (s + d - x);
        EXPECT_NEAR(u.mass.area, area, 1e-5 * area);
        // About the axis: a cap from t = x to the top has the moment pi/2 times the integral of (r^2 - t^2)^2.
        const auto about_axis = [](Real r, Real t) {
          const auto f = [&](Real y) { return r * r * r * r * y - 2 * r * r * y * y * y / 3 + y * y * y * y * y / 5; };
          return kPi / 2 * (f(r) - f(t));
        };
        const Real moment = about_axis(1, -x) + about_axis(s, x - d);
        EXPECT_NEAR(dot(axis, u.mass.inertia * axis), moment, 1e-8 * moment);
        EXPECT_LT(norm(cross(axis, u.mass.centroid)), 1e-8);
      }
}

TEST(BallUnion, BallsApartAddUp) {
  const std::vector<Ball> balls{{{0, 0, 0}, 1}, {{5, 1, 0}, 2}, {{0, 4, 9}, Real(0.5)}};
  const UnionProperties u = union_properties(balls);
  Real volume = 0;
  Vec3 first{0, 0, 0};
  for (const Ball& b : balls) volume += ball_volume(b.r), first += ball_volume(b.r) * b.x;
  EXPECT_NEAR(u.mass.volume, volume, 1e-10 * volume);
  EXPECT_LT(norm(u.mass.centroid - first / volume), 1e-9);
  Mat3 inertia{};
  for (const Ball& b : balls) {
    const Vec3 d = b.x - first / volume;
    const Real m = ball_volume(b.r), own = m * Real(0.4) * b.r * b.r, d2 = norm2(d);
    inertia.row0 += Vec3{own + m * (d2 - d.x * d.x), -m * d.x * d.y, -m * d.x * d.z};
    inertia.row1 += Vec3{-m * d.x * d.y, own + m * (d2 - d.y * d.y), -m * d.y * d.z};
    inertia.row2 += Vec3{-m * d.x * d.z, -m * d.y * d.z, own + m * (d2 - d.z * d.z)};
  }
  EXPECT_LT(largest(difference(u.mass.inertia, inertia)), 1e-8 * largest(inertia));
}

TEST(BallUnion, BallsInsideOthersAndTwiceTheSameChangeNothing) {
  const std::vector<Ball> one{{{1, 2, 3}, 2}},
      many{{{1, 2, 3}, 2}, {{1, 2, 3}, 2}, {{1, 2, 4}, 1}, {{1, Real(2.5), 3}, 1}};
  const MassProperties a = union_properties(one).mass, b = union_properties(many).mass;
  EXPECT_NEAR(a.volume, b.volume, 1e-10 * a.volume);
  EXPECT_NEAR(a.area, b.area, 1e-9 * a.area);
  EXPECT_LT(largest(difference(a.inertia, b.inertia)), 1e-9 * largest(a.inertia));
}

// Balls in a row are a body of revolution: pi times the integral of the largest of r_i^2 - (x - x_i)^2, made by
// Simpson's rule between the planes where two neighbours meet.
TEST(BallUnion, ARowOfBallsIsABodyOfRevolution) {
  const std::vector<Ball> balls = axis_cluster({2, 1, 1}, 25);
  Real volume = 0;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const auto border = [&](std::size_t j) {
      const Real a = balls[i].x.x, b = balls[j].x.x;
      return (b * b - a * a + balls[i].r * balls[i].r - balls[j].r * balls[j].r) / (2 * (b - a));
    };
    const Real lo = i > 0 ? border(i - 1) : balls[i].x.x - balls[i].r;
    const Real hi = i + 1 < balls.size() ? border(i + 1) : balls[i].x.x + balls[i].r;
    const auto area = [&](Real x) { return kPi * (balls[i].r * balls[i].r - (x - balls[i].x.x) * (x - balls[i].x.x)); };
    volume += (hi - lo) / 6 * (area(lo) + 4 * area((lo + hi) / 2) + area(hi));  // exact for parabolas
  }
  EXPECT_NEAR(union_properties(balls).mass.volume, volume, 1e-8 * volume);
  EXPECT_LT(volume, 8 * kPi / 3);
  EXPECT_GT(volume, Real(0.98) * 8 * kPi / 3);
}

// Slices across another axis are other slices: turned clusters agree as far as the estimate says.
TEST(BallUnion, DoesNotDependOnTheDirectionOfTheSlices) {
  std::mt19937 rng(3);
  std::uniform_real_distribution<Real> u(-1, 1);
  for (int trial = 0; trial < 10; ++trial) {
    SCOPED_TRACE(trial);
    std::vector<Ball> balls, turned;
    for (int i = 0; i < 12; ++i) balls.push_back({{u(rng), u(rng), u(rng)}, Real(0.6) + Real(0.3) * u(rng)});
    const Pose X = random_pose(rng, 5);
    for (const Ball& b : balls) turned.push_back({X * b.x, b.r});
    const UnionProperties a = union_properties(balls), b = union_properties(turned);
    EXPECT_LT(a.error, 1e-9);
    EXPECT_NEAR(a.mass.volume, b.mass.volume, 1e-8 * a.mass.volume);
    EXPECT_NEAR(a.mass.area, b.mass.area, 1e-4 * a.mass.area);
    EXPECT_LT(norm(X * a.mass.centroid - b.mass.centroid), 1e-7);
    EXPECT_LT(largest(difference(X.R * a.mass.inertia * transpose(X.R), b.mass.inertia)),
              1e-7 * largest(a.mass.inertia));
  }
}

TEST(BallUnion, DistanceIsThatOfTheNearestBall) {
  const std::vector<Ball> balls{{{0, 0, 0}, 1}, {{3, 0, 0}, 1}};
  EXPECT_EQ(distance_to_balls(balls, {0, 0, 2}), 1);
  EXPECT_EQ(distance_to_balls(balls, {Real(2.5), 0, 0}), Real(-0.5));
  EXPECT_NE(error_of([] { union_properties({}); }).find("no balls"), std::string::npos);
}

}  // namespace
}  // namespace scree::test
