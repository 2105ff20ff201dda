// How far the surfaces of two bodies, or of a body and a wall, can have come nearer or parted in a step, at most.
#pragma once
#include "scree/state/state.hpp"

namespace scree {

// `b`: a body, or kWallBit + wall.
inline Real largest_relative_displacement(const Model& model, const State& s, std::uint32_t a, std::uint32_t b) {
  const Bodies& bodies = s.bodies;
  Real speed = norm(bodies.omega[a]) * bodies.radius[a];
  if (is_wall_index(b)) {
    const WallState& wall = s.walls[b & ~kWallBit];
    const Real lever = Real(norm(bodies.x[a] - wall.x)) + bodies.radius[a];
    speed += norm(bodies.v[a] - wall.v) + norm(wall.omega) * lever;
  } else {
    speed += norm(bodies.v[a] - bodies.v[b]) + norm(bodies.omega[b]) * bodies.radius[b];
  }
  return Real(model.settings.dt) * speed;
}

}  // namespace scree
