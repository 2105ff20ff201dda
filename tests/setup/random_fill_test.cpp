#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scree/setup/fill_parts.hpp"
#include "scree/setup/superellipsoid_type.hpp"
#include "setup/insert_fixture.hpp"

namespace scree {
namespace {

FillSpec wide_fill() {
  FillSpec fill = box_fill(FillKind::kRandom, uniform_size(Real(0.02), Real(0.1)), {-1, 0, 0}, {0, 1, 1});
  fill.types = {0, 1};
  fill.shares = {Real(0.25), Real(0.75)};
  fill.sizes = {uniform_size(Real(0.05), Real(0.1)), uniform_size(Real(0.02), Real(0.04))};
  fill.count = 600;
  return fill;
}

State filled(const Model& model, const FillSpec& fill) {
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems);
  EXPECT_EQ(join(problems), "");
  return s;
}
std::string problem_of(const Model& model, const FillSpec& fill) {
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems);
  EXPECT_EQ(s.bodies.size(), 0u);
  EXPECT_EQ(problems.size(), 1u);
  return join(problems);
}

TEST(RandomFill, NothingOverlapsAndNothingSticksOut) {
  const Model model = two_sphere_types();
  const State s = filled(model, wide_fill());
  ASSERT_EQ(s.bodies.size(), 600u);
  EXPECT_GE(smallest_gap(s.bodies), 0);
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    EXPECT_TRUE(insert::holds(wide_fill(), s.bodies.x[i], s.bodies.radius[i]));
  const auto wood = std::count(s.bodies.type.begin(), s.bodies.type.end(), 1u);
  EXPECT_NEAR(double(wood), 450, 50);
}

TEST(RandomFill, SameSeedSameBodiesOtherSeedOtherBodies) {
  const Model model = two_sphere_types();
  FillSpec fill = wide_fill();
  fill.velocity_spread = {1, 2, 3};
  const State a = filled(model, fill), b = filled(model, fill);
  EXPECT_TRUE(same_bodies(a.bodies, b.bodies));
  fill.seed = 2;
  const State c = filled(model, fill);
  EXPECT_NE(a.bodies.x[0], c.bodies.x[0]);
  EXPECT_NE(a.bodies.scale, c.bodies.scale);
}

// Sizes come before places: ids follow the order drawn, and another region changes places only.
TEST(RandomFill, SizesDoNotDependOnTheRegion) {
  const Model model = two_sphere_types();
  FillSpec fill = wide_fill();
  const State a = filled(model, fill);
  fill.hi = {2, 2, 2};
  const State b = filled(model, fill);
  EXPECT_EQ(a.bodies.scale, b.bodies.scale);
  EXPECT_FALSE(std::is_sorted(a.bodies.scale.rbegin(), a.bodies.scale.rend()));
}

TEST(RandomFill, MassAndSolidFractionAreMetWithinHalfTheLargestBody) {
  const Model model = two_sphere_types();
  FillSpec fill = wide_fill();
  fill.count = 0;
  const double largest = 4 * std::numbers::pi / 3 * 1e-3;
  fill.mass = 500;
  EXPECT_NEAR(total_mass(filled(model, fill).bodies), 500, 7800 * largest / 2);
  fill.mass = 0;
  fill.solid_fraction = Real(0.2);
  const State s = filled(model, fill);
  double solid = 0;
  for (const Real r : s.bodies.radius) solid += 4 * std::numbers::pi / 3 * std::pow(double(r), 3);
  EXPECT_NEAR(solid, 0.2, largest / 2);
}

TEST(RandomFill, ReachesASolidFractionOfThreeTenths) {
  const Model model = two_sphere_types();
  FillSpec fill = box_fill(FillKind::kRandom, fixed_size(Real(0.025)), {0, 0, 0}, {1, 1, 1});
  fill.solid_fraction = Real(0.3);
  const State s = filled(model, fill);
  EXPECT_EQ(s.bodies.size(), 4584u);
  EXPECT_GE(smallest_gap(s.bodies), 0);
}

TEST(RandomFill, KeepsClearOfBodiesThatAreThere) {
  const Model model = two_sphere_types();
  State s = initial_state(model);
  std::vector<std::string> problems;
  FillSpec fill = wide_fill();
  add_body(model, s, 0, Real(0.3), {-0.5, 0.5, 0.5}, {0, 0, 0}, 0);  // carried by a wall
  fill.count = 200;
  apply_fill(model, fill, s, problems);
  fill.seed = 2;
  apply_fill(model, fill, s, problems);
  EXPECT_EQ(join(problems), "");
  EXPECT_EQ(s.bodies.size(), 401u);
  EXPECT_GE(smallest_gap(s.bodies), 0);
}

TEST(RandomFill, CylinderAndSphereHoldWholeBodies) {
  const Model model = two_sphere_types();
  FillSpec fill = wide_fill();
  fill.count = 300;
  fill.base = {1, 2, 3};
  fill.axis = {0.6, 0, -0.8};
  fill.radius = Real(0.8);
  for (const Region region : {Region::kCylinder, Region::kSphere}) {
    fill.region = region;
    const State s = filled(model, fill);
    EXPECT_GE(smallest_gap(s.bodies), 0);
    for (std::size_t i = 0; i < s.bodies.size(); ++i)
      EXPECT_TRUE(insert::holds(fill, s.bodies.x[i], s.bodies.radius[i]));
  }
}

TEST(RandomFill, PlacesAreUniform) {
  const Model model = two_sphere_types();
  FillSpec fill = box_fill(FillKind::kRandom, fixed_size(Real(0.001)), {0, 0, 0}, {1, 1, 1});
  fill.count = 4000;
  for (const Region region : {Region::kBox, Region::kCylinder, Region::kSphere}) {
    fill.region = region;
    fill.radius = 1;
    const State s = filled(model, fill);
    Vec3d mean = {0, 0, 0};
    for (const Vec3d& x : s.bodies.x) mean += x / 4000;
    const Vec3d middle =
        region == Region::kBox ? Vec3d{0.5, 0.5, 0.5} : Vec3d{0, 0, region == Region::kSphere ? 0 : 0.5};
    EXPECT_LT(norm(mean - middle), 0.03);
  }
}

TEST(RandomFill, VelocitiesSpreadEvenlyAboutTheirMean) {
  const Model model = two_sphere_types();
  FillSpec fill = wide_fill();
  fill.velocity = {1, 0, -2};
  fill.velocity_spread = {Real(0.5), 0, 0};
  fill.angular_velocity = {0, 3, 0};
  const State s = filled(model, fill);
  double mean = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    mean += double(s.bodies.v[i].x) / 600;
    EXPECT_LE(std::abs(double(s.bodies.v[i].x) - 1), 0.5);
    EXPECT_EQ(s.bodies.v[i].z, Real(-2));
    EXPECT_EQ(s.bodies.omega[i], (Vec3{0, 3, 0}));
  }
  EXPECT_NEAR(mean, 1, 0.05);
}

TEST(RandomFill, AskedForMoreThanRandomPlacesReachSaysSoAtOnce) {
  const Model model = two_sphere_types();
  FillSpec fill = box_fill(FillKind::kRandom, fixed_size(Real(0.05)), {0, 0, 0}, {1, 1, 1});
  fill.solid_fraction = Real(0.5);
  fill.attempts = 1u << 30;  // would take for ever if tried
  const std::string text = problem_of(model, fill);
  EXPECT_EQ(text.find("flow.toml:7: 955 bodies are a solid fraction of 0.5;"), 0u) << text;
  EXPECT_NE(text.find("lattice"), std::string::npos) << text;
}

TEST(RandomFill, WhatDoesNotFitSaysHowMuchDid) {
  const Model model = two_sphere_types();
  FillSpec fill = box_fill(FillKind::kRandom, fixed_size(Real(0.05)), {0, 0, 0}, {1, 1, 1});
  fill.solid_fraction = Real(0.37);
  fill.attempts = 50;
  const std::string text = problem_of(model, fill);
  EXPECT_NE(text.find(" of 707 bodies fitted, then 50 attempts found no place (solid fraction reached: 0."),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("stream"), std::string::npos) << text;
}

// Only spheres look the same from all sides.
TEST(RandomFill, SuperellipsoidsAreTurnedAtRandomAndSpheresAreNot) {
  Model model = two_sphere_types();
  model.body_types.push_back(superellipsoid_type(model, "pill", 0, 1000, make_superellipsoid({1, 1, 2}, 1, Real(0.5))));
  FillSpec fill = box_fill(FillKind::kRandom, fixed_size(Real(0.5)), {0, 0, 0}, {10, 10, 10});
  fill.count = 20;
  fill.types = {0, 2};
  fill.shares = {Real(0.5), Real(0.5)};
  fill.sizes.push_back(fixed_size(Real(0.5)));
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems);
  ASSERT_EQ(join(problems), "");
  int pills = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    EXPECT_EQ(s.bodies.q[i] == Quat{}, s.bodies.type[i] == 0);
    pills += s.bodies.type[i] == 2;
  }
  EXPECT_GT(pills, 3);
  EXPECT_LT(pills, 17);
}

TEST(RandomFill, OtherProblems) {
  const Model model = two_sphere_types();
  FillSpec fill = box_fill(FillKind::kRandom, fixed_size(Real(0.6)), {0, 0, 0}, {1, 10, 10});
  EXPECT_NE(problem_of(model, fill).find("needs count, mass or solid_fraction"), std::string::npos);
  fill.count = 1;
  EXPECT_NE(problem_of(model, fill).find("radius 0.6 m is too large for the region"), std::string::npos);
  fill.count = 0;
  fill.mass = Real(1e30);
  EXPECT_NE(problem_of(model, fill).find("bodies would be needed"), std::string::npos);
  fill.mass = Real(1e-3);
  EXPECT_NE(problem_of(model, fill).find("less than half a body"), std::string::npos);
  fill.mass = 0;
  fill.solid_fraction = Real(0.1);
  fill.hi.x = 0;
  EXPECT_NE(problem_of(model, fill).find("flat region has no volume"), std::string::npos);
  fill.region = Region::kSphere;
  EXPECT_NE(problem_of(model, fill).find("radius of the region must be > 0"), std::string::npos);
  fill.region = Region::kCylinder;
  fill.radius = 1;
  fill.axis = {0, 0, 0};
  EXPECT_NE(problem_of(model, fill).find("height of the region must be > 0"), std::string::npos);
  fill.types.clear();
  fill.axis = {0, 0, 1};
  EXPECT_NE(problem_of(model, fill).find("names no shape"), std::string::npos);
}

}  // namespace
}  // namespace scree
