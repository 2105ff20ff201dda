// Joints between blocks against closed forms.
#include "scree/force/joints.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scene/scene_helpers.hpp"
#include "scree/setup/joint_step.hpp"
#include "scree/state/ledger.hpp"
#include "scree/step.hpp"

namespace scree::test {
namespace {

constexpr double kEdge = 0.1, kArea = kEdge * kEdge, kDensity = 2000, kMass = kDensity * kEdge * kArea;
constexpr double kSecondMoment = kEdge * kEdge * kEdge * kEdge / 12;
constexpr double kNormal = 1e9, kShear = 4e8;  // Pa/m

// Cubes in a row along x. The first is held by a wall far away, unless it is free.
struct Row {
  int blocks = 2;
  Vec3d gravity = {0, 0, 0};
  std::string joints = "";  // more keys
  double damping = 5;       // no mode of the row swings
  bool held = true;
  std::string more = "";  // of [[blocks]]

  std::string text() const {
    return fmt::format(R"(schema = 1
gravity = [{}, {}, {}]
time = {{ dt = "auto", end = 1 }}
[[material]]
name = "stone"
density = {}
[[contact]]
between = ["stone", "stone"]
law = "linear_coulomb"
k_n = 1e7
k_t_ratio = 0.4
mu = 0
damping_ratio = {}
[[wall]]
name = "far"
type = "plane"
material = "stone"
point = [0, 0, -5]
normal = [0, 0, 1]
[[blocks]]
name = "row"
material = "stone"
pattern = "bricks"
box = [[0, 0, 0], [{}, {}, {}]]
counts = [{}, 1, 1]
{}
joints = {{ {} }}
{}
)",
                       gravity.x, gravity.y, gravity.z, kDensity, damping, blocks * kEdge, kEdge, kEdge, blocks,
                       held ? "carried_by = \"far\"\ncarried = [0]" : "", joints, more);
  }
};
const std::string kSprings = fmt::format("normal_stiffness = {}, shear_stiffness = {}", kNormal, kShear);

Scene started(const Row& row) {
  Scene scene = load_text(row.text());
  start(scene.model, scene.state);
  return scene;
}
void run_for(Scene& scene, double seconds) {
  const auto n = std::uint64_t(seconds / scene.model.settings.dt) + 1;
  for (std::uint64_t k = 0; k < n; ++k) step(scene.model, scene.state);
  update_ledger(scene.model, scene.state);
}
std::size_t by_id(const State& s, std::uint64_t id) {
  return std::size_t(std::find(s.bodies.id.begin(), s.bodies.id.end(), id) - s.bodies.id.begin());
}
JointMode mode_after(const Row& row, double seconds = 0.06) {
  Scene scene = started(row);
  run_for(scene, seconds);
  return scene.state.joints[0].mode;
}

// Each joint turns by M / (k_n I) and shears by V / (k_s A); blocks are rigid.
TEST(Joints, ACantileverOfBlocksBendsAsAChainOfSprings) {
  constexpr int kFreeBlocks = 4;
  const double g = 9.81, weight = kMass * g;
  double expected = 0;
  const double tip = (kFreeBlocks + 0.5) * kEdge;
  for (int j = 1; j <= kFreeBlocks; ++j) {
    const double at = j * kEdge;
    double moment = 0, shear = 0;
    for (int i = j; i <= kFreeBlocks; ++i) moment += weight * ((i + 0.5) * kEdge - at), shear += weight;
    expected += moment / (kNormal * kSecondMoment) * (tip - at) + shear / (kShear * kArea);
  }
  Scene scene = started({kFreeBlocks + 1, {0, 0, -g}, kSprings, 5, true, ""});
  const double before = scene.state.bodies.x[by_id(scene.state, kFreeBlocks)].z, height = scene.state.ledger.gravity;
  run_for(scene, 0.8);
  const double sag = before - scene.state.bodies.x[by_id(scene.state, kFreeBlocks)].z;
  EXPECT_NEAR(sag / expected, 1, 1e-4);
  EXPECT_GT(expected, 1e-4);  // m: more than rounding
  EXPECT_LT(norm(scene.state.bodies.v[by_id(scene.state, kFreeBlocks)]), 1e-7);
  // The joints hold half the work of the weights.
  EXPECT_NEAR(scene.state.ledger.elastic_joints / (height - scene.state.ledger.gravity), 0.5, 1e-3);
  EXPECT_LT(std::abs(scene.state.ledger.relative_residual()), 1e-3);
}

// Twisting and stretching: a row that hangs, and one that is turned by a couple of two loads, seen in the stresses.
TEST(Joints, AHangingRowStretchesByItsWeight) {
  Scene scene = started({3, {20, 0, 0}, kSprings, 5, true, ""});
  run_for(scene, 0.3);
  const State& s = scene.state;
  const force::JointStress upper =
      force::stress_of(scene.model.joints[0], force::strain_of(s.bodies, scene.model.joints[0], s.joints[0]));
  EXPECT_NEAR(upper.normal, 2 * kMass * 20 / kArea, 1e-3 * upper.normal);
  EXPECT_NEAR(upper.tension, upper.normal, 1e-6 * upper.normal);
  EXPECT_NEAR(upper.shear, 0, 1e-6 * upper.normal);
}

TEST(Joints, TensionBreaksAtStrengthTimesArea) {
  const double strength = 1e4;
  for (const double part : {0.99, 1.01}) {
    const double g = part * strength * kArea / kMass;
    const Row row{2, {g, 0, 0}, kSprings + fmt::format(", tensile_strength = {}", strength), 5, true, ""};
    EXPECT_EQ(mode_after(row), part < 1 ? JointMode::kIntact : JointMode::kTension) << part;
  }
}

TEST(Joints, ShearBreaksAtCohesionAndFrictionTimesArea) {
  const double cohesion = 1e4, pressure = 5e3, tan_phi = 0.5773502691896258;
  for (const double sigma : {0.0, pressure})
    for (const double part : {0.99, 1.01}) {
      const double shear = part * (cohesion + sigma * tan_phi);
      const Row row{2,
                    {-sigma * kArea / kMass, 0, -shear * kArea / kMass},
                    kSprings + fmt::format(", cohesion = {}, friction_angle = \"30 deg\"", cohesion),
                    5,
                    true,
                    ""};
      EXPECT_EQ(mode_after(row), part < 1 ? JointMode::kIntact : JointMode::kShear) << sigma << " " << part;
    }
}

TEST(Joints, BendingBreaksAtStrengthTimesSecondMomentOverHalfHeight) {
  const double strength = 1e4, moment = strength * kSecondMoment / (kEdge / 2);
  for (const double part : {0.99, 1.01}) {
    const double g = part * moment / (kMass * kEdge / 2);
    const Row row{2, {0, 0, -g}, kSprings + fmt::format(", tensile_strength = {}", strength), 5, true, ""};
    EXPECT_EQ(mode_after(row), part < 1 ? JointMode::kIntact : JointMode::kTension) << part;
  }
}

// In tension no contact takes over: all that the joint holds is lost, sigma^2 A / (2 k_n).
TEST(Joints, WhatBreakingCostsIsBooked) {
  const double strength = 1e4, g = 1.05 * strength * kArea / kMass;
  Scene scene = started({2, {g, 0, 0}, kSprings + fmt::format(", tensile_strength = {}", strength), 5, true, ""});
  run_for(scene, 0.02);
  const Ledger& l = scene.state.ledger;
  ASSERT_EQ(scene.state.joints[0].mode, JointMode::kTension);
  const double expected = strength * strength * kArea / (2 * kNormal);
  EXPECT_NEAR(l.joint_loss.value() / expected, 1, 0.01);
  EXPECT_EQ(l.elastic_joints, 0);
  EXPECT_LT(std::abs(l.residual()), 0.01 * l.joint_loss.value());
}

Vec3d momentum_of(const State& s) {
  Vec3d sum = {0, 0, 0};
  for (std::size_t i = 0; i < s.bodies.size(); ++i) sum += double(s.bodies.mass[i]) * Vec3d(s.bodies.v[i]);
  return sum;
}
Vec3d angular_momentum_of(const Model& model, const State& s) {
  Vec3d sum = {0, 0, 0};
  const Bodies& b = s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3 spin = componentwise(inertias_of(model, b, i), rotate(conjugate(b.q[i]), b.omega[i]));
    sum += double(b.mass[i]) * cross(b.x[i], Vec3d(b.v[i])) + Vec3d(rotate(b.q[i], spin));
  }
  return sum;
}

// Voronoi cells with joints fly and turn; centrifugal forces make them swing, nothing damps.
TEST(Joints, AFreeBodyKeepsEnergyMomentumAndAngularMomentum) {
  std::string text = Row{2, {0, 0, 0}, "", 0, false, ""}.text();
  text = replaced(text, "pattern = \"bricks\"", "pattern = \"voronoi\"\ncount = 12\nseed = 3");
  text = replaced(text, "counts = [2, 1, 1]", "velocity = [1, -2, 0.5]\nangular_velocity = [20, 30, -10]");
  Scene scene = load_text(text);
  State& s = scene.state;
  scene.model.settings.dt = integrate::joint_step(scene.model, s).advised;
  start(scene.model, s);
  const Vec3d p = momentum_of(s), l = angular_momentum_of(scene.model, s);
  const double energy = s.ledger.held();
  double swing = 0, worst = 0;
  for (int k = 0; k < 4000; ++k) {
    step(scene.model, s);
    update_ledger(scene.model, s);
    swing = std::max(swing, s.ledger.elastic_joints);
    worst = std::max(worst, std::abs(s.ledger.held() - energy));
  }
  const double turned = 37 * scene.model.settings.dt * 4000;
  EXPECT_GT(turned, 1);  // rad
  EXPECT_GT(swing, 0);
  EXPECT_LT(norm(momentum_of(s) - p), 1e-12 * norm(p));
  EXPECT_LT(norm(angular_momentum_of(scene.model, s) - l), 1e-11 * norm(l));
  EXPECT_LT(worst, 0.05 * swing);  // of the second order in the step
  EXPECT_LT(worst, 1e-5 * energy);
}

// A joint under pressure breaks by a little shear: the contact that takes over presses as the joint did.
TEST(Joints, AContactTakesOverWithoutAJump) {
  const double pressure = 1e4;
  Scene scene = started({2,
                         {-pressure * kArea / kMass, 0, 0},
                         fmt::format("cohesion = {}, friction_angle = 0", 0.01 * pressure),
                         1,
                         true,
                         ""});
  State& s = scene.state;
  const double weight = pressure * kArea;
  run_for(scene, 0.05);
  ASSERT_EQ(s.joints[0].mode, JointMode::kIntact);
  s.gravity.z = Real(-0.011 * weight / kMass);
  double before = 0, most = 0, least = kNever;
  int after = 0;
  for (int k = 0; k < 100000 && after < 200; ++k) {
    step(scene.model, s);
    const double push = s.bodies.wrench[by_id(s, 1)].f.x;
    if (s.joints[0].mode == JointMode::kIntact || after == 0) before = push;
    if (s.joints[0].mode == JointMode::kIntact) continue;
    ++after;
    if (after == 1) continue;  // the joint acts a last time
    most = std::max(most, push), least = std::min(least, push);
  }
  ASSERT_EQ(s.joints[0].mode, JointMode::kShear);
  EXPECT_NEAR(before / weight, 1, 0.02);
  EXPECT_NEAR(most / before, 1, 0.02);
  EXPECT_NEAR(least / before, 1, 0.02);
  EXPECT_EQ(count_touching(s), 1u);
}

TEST(Joints, AnIntactJointLeavesNoContact) {
  Scene scene = started({3, {-50, 0, 0}, kSprings, 5, true, ""});
  run_for(scene, 0.02);
  EXPECT_EQ(count_contacts(scene.state.contacts), 0u);
  EXPECT_EQ(force::count_intact(scene.state), 2u);
  Scene loose =
      load_text(replaced(Row{3, {-50, 0, 0}, kSprings, 5, true, ""}.text(), "joints = { " + kSprings + " }", ""));
  start(loose.model, loose.state);
  run_for(loose, 0.02);
  EXPECT_EQ(count_touching(loose.state), 2u);
  EXPECT_TRUE(loose.state.joints.empty());
}

TEST(Joints, BlocksTakenAwayTakeTheirJointsAlong) {
  Scene scene = started({4, {50, 0, 0}, kSprings, 5, true, "[[event]]\nat = 0.05\nremove_blocks = [\"row.2\"]"});
  run_for(scene, 0.1);
  const State& s = scene.state;
  EXPECT_EQ(s.bodies.size(), 3u);
  EXPECT_EQ(s.joints[0].mode, JointMode::kIntact);
  EXPECT_EQ(s.joints[1].mode, JointMode::kGone);
  EXPECT_EQ(s.joints[2].mode, JointMode::kGone);
  EXPECT_GT(s.ledger.joint_loss.value(), 0);
  EXPECT_LT(std::abs(s.ledger.relative_residual()), 1e-3);
  EXPECT_NEAR(s.bodies.v[by_id(s, 3)].x, 50 * 0.05, 0.01);  // the last one falls freely since
}

// Two free blocks and a joint: up to the stable step the energy stays, above it grows.
TEST(Joints, TheStableStepIsThatOfOneJoint) {
  for (const double part : {0.97, 1.03}) {
    Scene scene = load_text(Row{2, {0, 0, 0}, kSprings, 0, false, ""}.text());
    State& s = scene.state;
    scene.model.settings.dt = part * integrate::joint_step(scene.model, s).stable;
    s.bodies.v[0] = {1e-5, 2e-5, 3e-5};
    s.bodies.omega[1] = {1e-4, -3e-4, 2e-4};
    start(scene.model, s);
    const double energy = s.ledger.held();
    double most = 0;
    for (int k = 0; k < 400; ++k) {
      step(scene.model, s);
      update_ledger(scene.model, s);
      most = std::max(most, s.ledger.held());
    }
    // Near the limit the swing of the books is large, but bounded.
    if (part < 1)
      EXPECT_LT(most, 100 * energy);
    else
      EXPECT_GT(most, 1e4 * energy);
  }
}

// What many joints bear together is not less than what is said of them.
TEST(Joints, TheAdvisedStepIsAFifthOfWhatALatticeBears) {
  std::string text = Row{3, {0, 0, 0}, kSprings, 0, false, ""}.text();
  text = replaced(text, "counts = [3, 1, 1]", "counts = [3, 3, 3]");
  Scene scene = load_text(text);
  State& s = scene.state;
  const integrate::StepEstimate estimate = integrate::joint_step(scene.model, s);
  EXPECT_LT(estimate.advised, 0.2 * estimate.stable);
  scene.model.settings.dt = 5 * estimate.advised;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) s.bodies.v[i] = {i % 2 ? 1e-5 : -1e-5, 0, i % 3 ? 1e-5 : 0};
  start(scene.model, s);
  const double energy = s.ledger.held();
  for (int k = 0; k < 1000; ++k) {
    step(scene.model, s);
    update_ledger(scene.model, s);
    ASSERT_LT(s.ledger.held(), 100 * energy);
  }
}

// A wall carries blocks along, and with them what is joined to them.
TEST(Joints, BlocksGoWithTheWallThatCarriesThem) {
  Scene scene = started({2,
                         {0, 0, 0},
                         kSprings,
                         5,
                         true,
                         "[[motion]]\nname = \"pull\"\nwalls = [\"far\"]\nphases = [{ velocity = [0, 0.5, 0] }]"});
  const State& s = scene.state;
  const double first = s.bodies.x[by_id(s, 0)].y, second = s.bodies.x[by_id(s, 1)].y;
  run_for(scene, 0.2);
  const double t = s.time(scene.model);
  EXPECT_NEAR(s.bodies.x[by_id(s, 0)].y - first, 0.5 * t, 1e-9);
  EXPECT_NEAR(s.bodies.x[by_id(s, 1)].y - second, 0.5 * t, 1e-4);
  EXPECT_NEAR(s.bodies.v[by_id(s, 1)].y, 0.5, 1e-3);
  EXPECT_LT(std::abs(s.ledger.relative_residual()), 1e-2);
}

}  // namespace
}  // namespace scree::test
