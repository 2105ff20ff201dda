#include "scree/frames/tool_wrench.hpp"

#include "scree/boundary/boundary.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

Model bucket() {
  Model model;
  for (int k = 0; k < 3; ++k) {
    Wall wall;
    wall.x = {1.0 + k, 2, 0};
    wall.q = rotation_by({Real(0.3) * Real(k), 0, 1});
    model.walls.push_back(wall);
  }
  MotionPhase lift;
  lift.velocity = {0, 0, 1};
  lift.angular_velocity = {0, Real(0.7), 0};
  model.motions = {{"bucket", {0, 2}, {lift}, {1, 2, 3}, 0}};
  model.settings.dt = 1e-3;
  return model;
}

TEST(ToolWrench, AddsUpForcesAboutThePivotByHand) {
  const Model model = bucket();
  State s = initial_state(model);
  s.walls[0].f = {1, 0, 0};  // at (1, 2, 0), three below the pivot
  s.walls[2].f = {0, 0, 5};  // at (3, 2, 0), two beside it
  s.walls[2].tau = {0, 1, 0};
  s.walls[1].f = {100, 100, 100};  // another wall
  const Wrench w = tool_wrench(model, s, model.motions[0]);
  EXPECT_EQ(w.f, (Vec3{1, 0, 5}));
  EXPECT_NEAR(w.tau.x, 0, 1e-6);
  EXPECT_NEAR(w.tau.y, -3 - 10 + 1, 1e-6);
  EXPECT_NEAR(w.tau.z, 0, 1e-6);
}

// Property: forces that go along with the tool have the same torque in its frame, because the pivot goes along.
TEST(ToolWrench, ThePivotMovesWithTheTool) {
  const Model model = bucket();
  State s = initial_state(model);
  const Vec3 f[2] = {{1, 2, 3}, {Real(-0.5), 1, 0}}, tau[2] = {{0, 1, 0}, {2, 0, 1}};
  const auto apply = [&](const Quat& turn) {
    for (std::size_t k = 0; k < 2; ++k)
      s.walls[2 * k].f = rotate(turn, f[k]), s.walls[2 * k].tau = rotate(turn, tau[k]);
    return tool_wrench(model, s, model.motions[0]);
  };
  const Wrench before = apply({1, 0, 0, 0});
  for (int step = 0; step < 500; ++step, ++s.counters.step) boundary::move_walls(model, s);
  EXPECT_GT(norm(s.walls[0].x - model.walls[0].x), 0.3);
  const Quat turn = s.walls[0].q * conjugate(model.walls[0].q);
  const Wrench after = apply(turn);
  EXPECT_LT(norm(after.f - rotate(turn, before.f)), 1e-5);
  EXPECT_LT(norm(after.tau - rotate(turn, before.tau)), 1e-4);
}

TEST(ToolWrench, WallsThatAreGoneDoNotCount) {
  const Model model = bucket();
  State s = initial_state(model);
  s.walls[0].f = {1, 0, 0};
  s.walls[2].f = {2, 0, 0};
  s.walls[2].present = 0;
  EXPECT_EQ(tool_wrench(model, s, model.motions[0]).f, (Vec3{1, 0, 0}));
}

}  // namespace
}  // namespace scree::output
