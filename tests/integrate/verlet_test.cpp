// Velocity Verlet on single bodies, step by step.
#include "scree/integrate/verlet.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "scree/integrate/integrate.hpp"
#include "support/small_world.hpp"

namespace scree::test {
namespace {

SmallWorld one_ball(double dt) {
  SmallWorld w(linear_law(1), 1, dt);
  w.open();
  w.ball(1, {0, 0, 0});
  return w;
}

TEST(VelocityVerlet, OneStepIsKickDriftKickByHand) {
  SmallWorld w = one_ball(0.5);
  w.s.gravity = {0, 0, -2};
  const Real m = w.s.bodies.mass[0];
  w.s.bodies.v[0] = {1, 0, 0};
  w.s.bodies.wrench[0].f = {4 * m, 0, 0};                // a = (4, 0, -2)
  w.s.bodies.wrench[0].tau = {0, Real(0.4) * m * 8, 0};  // alpha = (0, 8, 0)
  integrate::first_half(w.model, w.s, 0, w.s.bodies.size());
  EXPECT_EQ(w.s.bodies.v[0], (Vec3{2, 0, Real(-0.5)}));
  EXPECT_EQ(w.s.bodies.x[0], (Vec3d{1, 0, -0.25}));
  EXPECT_NEAR(w.s.bodies.omega[0].y, 2, 1e-15);
  EXPECT_NEAR(w.s.bodies.q[0].y, std::sin(0.5), 1e-15);  // turned by 2 * 0.5 about y
  EXPECT_NEAR(w.s.bodies.q[0].w, std::cos(0.5), 1e-15);
  w.s.bodies.wrench[0].f = {-4 * m, 0, 0};
  w.s.bodies.wrench[0].tau = {0, 0, 0};
  integrate::second_half(w.model, w.s, 0, w.s.bodies.size());
  EXPECT_EQ(w.s.bodies.v[0], (Vec3{1, 0, -1}));
}

TEST(VelocityVerlet, BodiesCarriedByWallsAreLeftAlone) {
  SmallWorld w = one_ball(0.5);
  w.s.bodies.owner[0] = 0;
  w.s.bodies.v[0] = {1, 0, 0};
  w.s.bodies.wrench[0].f = {1, 1, 1};
  integrate::first_half(w.model, w.s, 0, w.s.bodies.size());
  integrate::second_half(w.model, w.s, 0, w.s.bodies.size());
  EXPECT_EQ(w.s.bodies.x[0], (Vec3d{0, 0, 0}));
  EXPECT_EQ(w.s.bodies.v[0], (Vec3{1, 0, 0}));
}

// Kick, drift, kick is its own inverse: with the velocity turned round it runs back to where it came from.
TEST(VelocityVerlet, RunsBackwardsAlongItsOwnPath) {
  SmallWorld w = one_ball(0.01);
  w.s.bodies.x[0] = {1, 0, 0};
  w.s.bodies.v[0] = {0, Real(0.7), 0};
  const auto pull = [&] {  // towards the origin as 1/r^2
    const Vec3d x = w.s.bodies.x[0];
    w.s.bodies.wrench[0].f = Vec3(-double(w.s.bodies.mass[0]) / std::pow(norm(x), 3) * x);
  };
  const auto run = [&](int n) {
    pull();
    for (int k = 0; k < n; ++k) {
      integrate::first_half(w.model, w.s, 0, w.s.bodies.size());
      pull();
      integrate::second_half(w.model, w.s, 0, w.s.bodies.size());
    }
  };
  run(500);
  EXPECT_GT(norm(w.s.bodies.x[0] - Vec3d{1, 0, 0}), 0.1);
  w.s.bodies.v[0] = -w.s.bodies.v[0];
  run(500);
  EXPECT_NEAR(norm(w.s.bodies.x[0] - Vec3d{1, 0, 0}), 0, 1e-11);
}

TEST(VelocityVerlet, ASpinAboutAFixedAxisComesRoundExactly) {
  const int n = 1000;
  SmallWorld w = one_ball(2 * std::numbers::pi / n);
  const Vec3 axis = normalized(Vec3{1, 2, 3});
  w.s.bodies.omega[0] = axis;
  for (int k = 0; k < n; ++k)
    integrate::first_half(w.model, w.s, 0, w.s.bodies.size()),
        integrate::second_half(w.model, w.s, 0, w.s.bodies.size());
  const Quat q = w.s.bodies.q[0];
  EXPECT_NEAR(std::abs(q.w), 1, 1e-12);  // a full turn: the quaternion is minus one
  EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-14);
}

}  // namespace
}  // namespace scree::test
