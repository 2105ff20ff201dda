// Mass properties of clusters, and their frame.
#include "scree/setup/cluster_type.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "scree/setup/cluster_mass.hpp"
#include "scree/state/state.hpp"

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;

double ball_volume(double r) { return 4 * kPi / 3 * r * r * r; }

TEST(ClusterMass, OneBall) {
  const std::vector<Ball> one = {{{3, -4, 5}, 2}};
  for (const MassProperties& m : {mass_of_union(one), mass_of_sum(one)}) {
    EXPECT_NEAR(m.volume, ball_volume(2), 1e-10 * ball_volume(2));
    EXPECT_NEAR(norm(m.centroid - Vec3{3, -4, 5}), 0, 1e-12);
    EXPECT_NEAR(m.inertia.row0.x, 0.4 * 4 * ball_volume(2), 1e-9 * ball_volume(2));
    EXPECT_NEAR(m.inertia.row0.y, 0, 1e-9);
  }
}

// A ball hidden in another one, twice the same ball, and balls that only touch.
TEST(ClusterMass, UnionOfBallsThatHideOrTouch) {
  const std::vector<Ball> hidden = {{{0, 0, 0}, 1}, {{0.2, 0.1, -0.3}, Real(0.5)}, {{0, 0, 0}, 1}};
  EXPECT_NEAR(mass_of_union(hidden).volume, ball_volume(1), 1e-9);
  EXPECT_NEAR(mass_of_sum(hidden).volume, 2 * ball_volume(1) + ball_volume(0.5), 1e-12);
  const std::vector<Ball> touch = {{{0, 0, 0}, 1}, {{0, 0, 3}, 2}, {{9, 0, 0}, 1}};
  const MassProperties u = mass_of_union(touch), s = mass_of_sum(touch);
  EXPECT_NEAR(u.volume, s.volume, 1e-8 * s.volume);
  EXPECT_NEAR(norm(u.centroid - s.centroid), 0, 1e-8);
  for (const auto row : {&Mat3::row0, &Mat3::row1, &Mat3::row2})
    EXPECT_NEAR(norm(u.inertia.*row - s.inertia.*row), 0, 1e-7 * norm(s.inertia.row0));
}

// Two balls of radius 1 at the distance d share two caps of height h = 1 - d/2. About the axis, and across it.
TEST(ClusterMass, UnionOfTwoBalls) {
  const double d = 0.9, h = 1 - d / 2, cap = kPi * h * h * (3 - h) / 3;
  for (const Vec3& axis : {Vec3{0, 0, 1}, Vec3{1, 0, 0}, normalized(Vec3{1, 2, -2})}) {
    const std::vector<Ball> two = {{Real(-d / 2) * axis, 1}, {Real(d / 2) * axis, 1}};
    const MassProperties m = mass_of_union(two);
    const double volume = 2 * ball_volume(1) - 2 * cap;
    EXPECT_NEAR(m.volume, volume, 1e-8 * volume);
    // About the axis: integral of pi r^4 / 2, r^2 = 1 - (z - d/2)^2, over z from 0 to 1 + d/2, twice.
    const auto integral = [](double t) { return t - 2 * t * t * t / 3 + t * t * t * t * t / 5; };
    const double about = kPi * (integral(1) - integral(-d / 2));
    EXPECT_NEAR(dot(axis, m.inertia * axis), about, 1e-8 * about);
    EXPECT_NEAR(m.moments.x, about, 1e-8 * about);
  }
}

// Against points drawn at random.
TEST(ClusterMass, UnionOfManyBalls) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Ball> balls;
  for (int k = 0; k < 12; ++k)
    balls.push_back(
        {Vec3{Real(uniform(random)), Real(uniform(random)), Real(uniform(random))}, Real(0.5 + 0.2 * uniform(random))});
  const MassProperties m = mass_of_union(balls);
  constexpr int kPoints = 2000000;
  constexpr double kHalf = 1.8;
  double inside = 0, zz = 0, xy = 0;
  Vec3d first = {0, 0, 0};
  for (int k = 0; k < kPoints; ++k) {
    const Vec3 x{Real(kHalf * uniform(random)), Real(kHalf * uniform(random)), Real(kHalf * uniform(random))};
    const bool in = std::any_of(balls.begin(), balls.end(), [&](const Ball& b) { return norm2(x - b.x) < b.r * b.r; });
    if (!in) continue;
    const Vec3 d = x - m.centroid;
    inside += 1, first += Vec3d(d), zz += d.x * d.x + d.y * d.y, xy -= d.x * d.y;
  }
  const double each = 8 * kHalf * kHalf * kHalf / kPoints;
  EXPECT_NEAR(inside * each / m.volume, 1, 5e-3);
  EXPECT_NEAR(norm(first) / inside, 0, 5e-3);
  EXPECT_NEAR(zz * each / m.inertia.row2.z, 1, 8e-3);
  EXPECT_NEAR(xy * each / m.inertia.row2.z, m.inertia.row0.y / m.inertia.row2.z, 8e-3);
}

TEST(ClusterMass, UnionOfDiscs) {
  const double d = 0.8, half = std::acos(d / 2), lens = 2 * half - std::sin(2 * half);
  const std::vector<Ball> two = {{{Real(-d / 2), 1, 0}, 1}, {{Real(d / 2), 1, 0}, 1}};
  const MassProperties m = flat_mass_of_union(two);
  EXPECT_NEAR(m.volume, 2 * kPi - lens, 1e-12);
  EXPECT_NEAR(m.centroid.y, 1, 1e-12);
  EXPECT_NEAR(flat_mass_of_sum(two).inertia.row2.z, 2 * (kPi / 2 + kPi * d * d / 4), 1e-12);
  EXPECT_LT(m.inertia.row2.z, flat_mass_of_sum(two).inertia.row2.z);
}

// Bounding radius 1 at scale 1, the centre of mass at the origin, principal axes along x, y, z.
TEST(ClusterType, StandsInItsPrincipalFrame) {
  const std::vector<Ball> bent = {
      {{1, 2, 3}, 1}, {{2, 3, 3}, Real(0.8)}, {{3, 3, 4}, Real(0.6)}, {{4, 3, 4}, Real(0.5)}};
  const MassProperties m = mass_of_union(bent);
  const Cluster c = cluster_type("bent", bent, m, 0, 1000);
  double farthest = 0;
  for (std::size_t k = 0; k < bent.size(); ++k) {
    const Part& p = c.type.parts[k];
    EXPECT_EQ(p.kind, ShapeKind::kCluster);
    farthest = std::max(farthest, double(norm(p.pose.p) + p.size));
    // As given, the balls are where they were.
    const Vec3 back = m.centroid + c.circumradius * rotate(c.type.as_given, p.pose.p);
    EXPECT_NEAR(norm(back - bent[k].x), 0, 1e-12);
    EXPECT_NEAR(c.circumradius * p.size, bent[k].r, 1e-15);
  }
  EXPECT_NEAR(farthest, 1, 1e-14);
  std::vector<Ball> own;
  for (const Part& p : c.type.parts) own.push_back({p.pose.p, p.size});
  const MassProperties in_frame = mass_of_union(own);
  EXPECT_NEAR(in_frame.volume, c.type.volume, 1e-6 * c.type.volume);
  EXPECT_NEAR(norm(in_frame.centroid), 0, 1e-6);
  EXPECT_NEAR(in_frame.inertia.row0.x / in_frame.volume, c.type.gyration2.x, 1e-6);
  EXPECT_NEAR(in_frame.inertia.row1.y / in_frame.volume, c.type.gyration2.y, 1e-6);
  EXPECT_NEAR(in_frame.inertia.row2.z / in_frame.volume, c.type.gyration2.z, 1e-6);
  EXPECT_NEAR(in_frame.inertia.row0.y, 0, 1e-6);
}

}  // namespace
}  // namespace scree
