// Prescribed motion of walls, and of the bodies they carry.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/boundary/boundary.hpp"
#include "scree/math/elementary.hpp"

namespace scree::boundary {

Travel travel_of(const Motion& motion, double t0, double t1) {
  Travel sum;
  for (const MotionPhase& phase : motion.phases) {
    const double from = std::max(t0, phase.start), to = std::min(t1, phase.end);
    if (to <= from) continue;
    sum.shift += Real(to - from) * phase.velocity;
    sum.angle += Real(to - from) * phase.angular_velocity;
    const double omega = 2 * std::numbers::pi * double(phase.frequency);
    const double swing = scree::sin(omega * (to - phase.start) + double(phase.phase)) -
                         scree::sin(omega * (from - phase.start) + double(phase.phase));
    sum.shift += Real(swing) * phase.amplitude;
    sum.angle += Real(swing) * phase.angular_amplitude;
  }
  return sum;
}

Vec3d pivot_of(const Model& model, const State& s, const Motion& motion, std::size_t w) {
  const Vec3 local = rotate(conjugate(model.walls[w].q), Vec3(motion.pivot - model.walls[w].x));
  return s.walls[w].x + Vec3d(rotate(s.walls[w].q, local));
}

namespace {

// Kinematic bodies go with their wall. Their velocity is what takes them there, so that contacts see the motion.
void carry_bodies(State& s, const std::vector<WallState>& before, double dt) {
  Bodies& b = s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.owner[i] == kDynamic) continue;
    const WallState& wall = s.walls[std::size_t(b.owner[i])];
    const WallState& old = before[std::size_t(b.owner[i])];
    Vec3d x = b.x[i];
    if (!(wall.x == old.x && wall.q == old.q)) {
      const Quat turn = wall.q * conjugate(old.q);
      x = wall.x + Vec3d(rotate(turn, Vec3(x - old.x)));
      b.q[i] = normalized(turn * b.q[i]);
    }
    b.v[i] = Vec3((x - b.x[i]) / dt);
    b.x[i] = x;
    b.omega[i] = wall.omega;
  }
}

// Turns the wall about the pivot, then shifts it.
void apply(WallState& wall, const Travel& travel, const Vec3d& pivot) {
  const Quat turn = rotation_by(travel.angle);
  wall.x = pivot + Vec3d(rotate(turn, Vec3(wall.x - pivot))) + Vec3d(travel.shift);
  wall.q = normalized(turn * wall.q);
}

}  // namespace

Real surface_speed(const Wall& wall, const WallState& s) {
  // All but plates turn into themselves about the z axis of their frame.
  const bool round = wall.kind != WallKind::kPlate;
  const Vec3 turning = round ? tangential(s.omega, rotate(s.q, {0, 0, 1})) : s.omega;
  return norm(s.v) + norm(turning) * s.extent;
}

void move_walls(const Model& model, State& s) {
  if (model.motions.empty()) return;
  const double t0 = s.time(model), dt = model.settings.dt;
  const std::vector<WallState> before = s.walls;
  for (WallState& w : s.walls) w.v = w.omega = {0, 0, 0};

  for (std::size_t m = 0; m < model.motions.size(); ++m) {
    const double start = s.motion_start[m];
    if (!(t0 + dt > start)) continue;
    const Travel travel = travel_of(model.motions[m], t0 - start, t0 + dt - start);
    if (travel.shift == Vec3{0, 0, 0} && travel.angle == Vec3{0, 0, 0}) continue;
    for (const std::uint32_t w : model.motions[m].walls) {
      apply(s.walls[w], travel, pivot_of(model, s, model.motions[m], w));
      s.walls[w].omega += Real(1 / dt) * travel.angle;
    }
  }
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    WallState& wall = s.walls[w];
    wall.v = Vec3((wall.x - before[w].x) / dt);
    wall.travel += Real(dt) * surface_speed(model.walls[w], wall);
  }
  if (model.has_kinematic_bodies()) carry_bodies(s, before, dt);
}

}  // namespace scree::boundary
