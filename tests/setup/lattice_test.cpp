#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "setup/insert_fixture.hpp"

namespace scree {
namespace {

State filled(const Model& model, const FillSpec& fill) {
  State s = initial_state(model);
  std::vector<std::string> problems;
  apply_fill(model, fill, s, problems);
  EXPECT_EQ(join(problems), "");
  return s;
}

FillSpec touching(Lattice lattice, Vec3d hi) {
  FillSpec fill = box_fill(FillKind::kLattice, fixed_size(Real(0.5)), {0, 0, 0}, hi);
  fill.lattice = lattice;
  fill.spacing = 1;
  return fill;
}

TEST(LatticeFill, SimpleCubicFillsABoxExactly) {
  const Model model = two_sphere_types();
  const State s = filled(model, touching(Lattice::kSimpleCubic, {3, 4, 5}));
  EXPECT_EQ(s.bodies.size(), 60u);
  EXPECT_EQ(s.bodies.x.front(), (Vec3d{0.5, 0.5, 0.5}));
  EXPECT_EQ(s.bodies.x.back(), (Vec3d{2.5, 3.5, 4.5}));
  EXPECT_NEAR(smallest_gap(s.bodies), 0, 1e-12);
}

TEST(LatticeFill, TenthsFitTenTimes) {  // 1.0 - 2 * 0.05 over 0.1 is 8.999... in binary
  const Model model = two_sphere_types();
  FillSpec fill = box_fill(FillKind::kLattice, fixed_size(Real(0.05)), {0, 0, 0}, {1, 1, 1});
  fill.spacing = Real(0.1);
  EXPECT_EQ(filled(model, fill).bodies.size(), 1000u);
}

TEST(LatticeFill, BodyCentredCountsByHand) {
  const Model model = two_sphere_types();
  const double a = 2 / std::sqrt(3.0);  // the cube's edge for touching balls
  // Corners of two by two by two cubes: 27, centres: 8.
  const State s = filled(model, touching(Lattice::kBodyCentred, Vec3d{1, 1, 1} + 2 * a * Vec3d{1, 1, 1}));
  EXPECT_EQ(s.bodies.size(), 35u);
  EXPECT_NEAR(smallest_gap(s.bodies), 0, 1e-12);
}

TEST(LatticeFill, FaceCentredCountsByHand) {
  const Model model = two_sphere_types();
  const double a = std::sqrt(2.0);
  // Two by two by two cubes: 27 corners, 36 faces.
  const State s = filled(model, touching(Lattice::kFaceCentred, Vec3d{1, 1, 1} + 2 * a * Vec3d{1, 1, 1}));
  EXPECT_EQ(s.bodies.size(), 63u);
  EXPECT_NEAR(smallest_gap(s.bodies), 0, 1e-12);
}

TEST(LatticeFill, HexagonalHasTwelveNeighboursInside) {
  const Model model = two_sphere_types();
  const State s = filled(model, touching(Lattice::kHexagonal, {7, 7, 7}));
  EXPECT_NEAR(smallest_gap(s.bodies), 0, 1e-12);
  std::size_t middle = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    if (norm(s.bodies.x[i] - Vec3d{3.5, 3.5, 3.5}) < norm(s.bodies.x[middle] - Vec3d{3.5, 3.5, 3.5})) middle = i;
  int neighbours = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    neighbours += i != middle && norm(s.bodies.x[i] - s.bodies.x[middle]) < 1 + 1e-9;
  EXPECT_EQ(neighbours, 12);
}

TEST(LatticeFill, DefaultSpacingIsOnePercentMoreThanTheLargestDiameter) {
  const Model model = two_sphere_types();
  FillSpec fill = touching(Lattice::kSimpleCubic, {3, 3, 3});
  fill.spacing = 0;
  fill.count = 2;
  const State s = filled(model, fill);
  EXPECT_NEAR(smallest_gap(s.bodies), 0.01, 1e-12);
}

TEST(LatticeFill, CountFillsTheBottomLayersFirst) {
  const Model model = two_sphere_types();
  FillSpec fill = touching(Lattice::kSimpleCubic, {3, 3, 100});
  fill.count = 10;
  const State s = filled(model, fill);
  ASSERT_EQ(s.bodies.size(), 10u);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(s.bodies.x[i].z, 0.5);
  EXPECT_EQ(s.bodies.x[9].z, 1.5);
}

TEST(LatticeFill, MassAndSolidFractionAreMetWithinHalfTheLargestBody) {
  const Model model = two_sphere_types();
  FillSpec fill = box_fill(FillKind::kLattice, uniform_size(Real(0.2), Real(0.5)), {0, 0, 0}, {10, 10, 10});
  const double largest = 7800 * 4 * std::numbers::pi / 3 / 8;
  fill.mass = Real(1e5);
  EXPECT_NEAR(total_mass(filled(model, fill).bodies), 1e5, largest / 2);
  fill.mass = 0;
  fill.solid_fraction = Real(0.1);
  EXPECT_NEAR(total_mass(filled(model, fill).bodies), 7800 * 100.0, largest / 2);
}

TEST(LatticeFill, CylinderAndSphereHoldWholeBodies) {
  const Model model = two_sphere_types();
  FillSpec fill = touching(Lattice::kFaceCentred, {0, 0, 0});
  fill.region = Region::kCylinder;
  fill.base = {1, 2, 3};
  fill.axis = {0, 3, 4};
  fill.radius = 3;
  State s = filled(model, fill);
  EXPECT_GT(s.bodies.size(), 50u);
  for (const Vec3d& x : s.bodies.x) {
    const Vec3d n = {0, 0.6, 0.8}, d = x - fill.base;
    EXPECT_GE(dot(d, n), 0.5 - 1e-7);
    EXPECT_LE(dot(d, n), 4.5 + 1e-7);
    EXPECT_LE(norm(d - dot(d, n) * n), 2.5 + 1e-7);
  }
  fill.region = Region::kSphere;
  s = filled(model, fill);
  EXPECT_GT(s.bodies.size(), 50u);
  for (const Vec3d& x : s.bodies.x) EXPECT_LE(norm(x - fill.base), 2.5 + 1e-7);
}

// Property: whatever lattice, jitter and sizes, nothing overlaps and nothing sticks out.
TEST(LatticeFill, JitterNeverMakesOverlap) {
  const Model model = two_sphere_types();
  EXPECT_TRUE(rc::check([&] {
    FillSpec fill = box_fill(FillKind::kLattice, uniform_size(Real(0.1), Real(0.5)), {0, 0, 0}, {5, 5, 5});
    fill.lattice = Lattice(*rc::gen::inRange(0, 4));
    fill.spacing = Real(1 + 0.01 * *rc::gen::inRange(0, 50));
    fill.jitter = Real(0.1 * *rc::gen::inRange(0, 11));
    fill.seed = *rc::gen::arbitrary<std::uint64_t>();
    State s = initial_state(model);
    std::vector<std::string> problems;
    apply_fill(model, fill, s, problems);
    RC_ASSERT(problems.empty());
    RC_ASSERT(smallest_gap(s.bodies) > -1e-9);
    for (std::size_t i = 0; i < s.bodies.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        RC_ASSERT(s.bodies.x[i][k] - double(s.bodies.radius[i]) > -1e-7);
        RC_ASSERT(s.bodies.x[i][k] + double(s.bodies.radius[i]) < 5 + 1e-7);
      }
  }));
}

TEST(LatticeFill, FlatBoxIsOneLayerOfCentres) {
  const Model model = two_sphere_types();
  const State s = filled(model, [] {
    FillSpec fill = box_fill(FillKind::kLattice, fixed_size(Real(0.5)), {0, 2, 0}, {3, 2, 4});
    fill.spacing = 1;
    fill.jitter = 1;
    return fill;
  }());
  EXPECT_EQ(s.bodies.size(), 12u);
  for (const Vec3d& x : s.bodies.x) EXPECT_EQ(x.y, 2);
}

TEST(LatticeFill, SitesThatAreTakenAreLeftOut) {
  const Model model = two_sphere_types();
  State s = initial_state(model);
  add_body(model, s, 0, Real(0.5), {1.5, 1.5, 1.5}, {0, 0, 0}, 0);  // carried by a wall
  std::vector<std::string> problems;
  apply_fill(model, touching(Lattice::kSimpleCubic, {3, 3, 3}), s, problems);
  EXPECT_EQ(join(problems), "");
  EXPECT_EQ(s.bodies.size(), 27u);
  EXPECT_GE(smallest_gap(s.bodies), -1e-12);
}

TEST(LatticeFill, ProblemsSayWhatFits) {
  const Model model = two_sphere_types();
  State s = initial_state(model);
  std::vector<std::string> problems;
  FillSpec fill = touching(Lattice::kSimpleCubic, {3, 3, 3});
  fill.count = 28;
  apply_fill(model, fill, s, problems);
  fill.spacing = Real(0.9);
  apply_fill(model, fill, s, problems);
  fill = touching(Lattice::kSimpleCubic, {3, 3, 0.5});
  apply_fill(model, fill, s, problems);
  fill = touching(Lattice::kSimpleCubic, {1e5, 1e5, 1e5});
  apply_fill(model, fill, s, problems);
  fill = touching(Lattice::kSimpleCubic, {3, 3, -1});
  apply_fill(model, fill, s, problems);
  fill = touching(Lattice::kSimpleCubic, {3, 3, 3});
  fill.mass = 1;
  apply_fill(model, fill, s, problems);
  ASSERT_EQ(problems.size(), 6u) << join(problems);
  EXPECT_EQ(problems[0].find("flow.toml:7: only 27 of 28 bodies fit"), 0u) << problems[0];
  EXPECT_NE(problems[1].find("at least the largest diameter"), std::string::npos) << problems[1];
  EXPECT_NE(problems[2].find("no body of radius 0.5 m fits"), std::string::npos) << problems[2];
  EXPECT_NE(problems[3].find("1e+15 sites"), std::string::npos) << problems[3];
  EXPECT_NE(problems[4].find("upper corner below"), std::string::npos) << problems[4];
  EXPECT_NE(problems[5].find("less than half a body"), std::string::npos) << problems[5];
  EXPECT_EQ(s.bodies.size(), 0u);
}

}  // namespace
}  // namespace scree
