// A body and everything it can meet: what the tests of polyhedra and of superellipsoids share.
#pragma once
#include <functional>

#include "physics/poly_world.hpp"

namespace scree::test {

// All partners hold the body from below, so that it is pushed upwards.
struct Case {
  const char* name;
  ShapeKind a, b;  // the row of the pair table
  double height;   // of the body that lies on the other, where the two just touch
  std::function<void(PolyWorld&)> walls;
  std::function<void(PolyWorld&, double z)> bodies;  // the upper one at the height z
  bool floor = false;                                // holds the lower body, if that can move
};

// A cone that lies on its side, its uppermost line level at z = `top`.
inline void lying_cone(PolyWorld& w, double top) {
  const double length = 0.4, r1 = 0.7 * top, tilt = std::asin((top - r1) / length), h = length * std::cos(tilt);
  const Vec3 axis{Real(h * std::cos(tilt)), 0, Real(h * std::sin(tilt))};
  const double r0 = top / std::cos(tilt), end = r0 - h * std::tan(tilt);
  w.frustum({-0.2, 0, 0}, axis, r0, end);
}

// The highest body that moves.
inline std::size_t upper(const PolyWorld& w) {
  std::size_t best = w.s.bodies.owner[0] == kDynamic ? 0 : 1;
  for (std::size_t i = 0; i < w.s.bodies.size(); ++i)
    if (w.s.bodies.owner[i] == kDynamic && w.s.bodies.x[i].z > w.s.bodies.x[best].z) best = i;
  return best;
}

// In motion, so that friction and levers have something to do: the upper body is pushed upwards, and what one side gets
// the other gives, moments included. `lever` is a length to compare these with where all of them vanish.
inline void expect_pushed_away(PolyWorld& w, double lever) {
  w.s.bodies.omega[upper(w)] = {Real(0.1), Real(0.2), Real(0.3)};
  w.s.bodies.v[upper(w)] = {Real(0.02), Real(0.03), Real(-0.01)};
  for (int k = 0; k < 5; ++k) {
    w.run(1);
    const Vec3 f = w.s.bodies.wrench[upper(w)].f;
    EXPECT_GT(f.z, 0.6 * norm(f));  // the rest is friction
    Vec3d sum{0, 0, 0}, moment{0, 0, 0};
    double f_scale = 0, moment_scale = 0;
    const auto add = [&](const Vec3d& x, const Vec3& force, const Vec3& tau) {
      const Vec3d turn = cross(x, Vec3d(force));
      sum += Vec3d(force), moment += turn + Vec3d(tau);
      f_scale += norm(force), moment_scale += norm(turn) + norm(tau);
    };
    for (std::size_t i = 0; i < w.s.bodies.size(); ++i)
      if (w.s.bodies.owner[i] == kDynamic) add(w.s.bodies.x[i], w.s.bodies.wrench[i].f, w.s.bodies.wrench[i].tau);
    for (const WallState& wall : w.s.walls) add(wall.x, wall.f, wall.tau);
    EXPECT_LE(norm(sum), 1e-14 * f_scale);
    EXPECT_LE(norm(moment), 1e-13 * (moment_scale + f_scale * lever));
    EXPECT_GT(f_scale, 1);
  }
}

}  // namespace scree::test
