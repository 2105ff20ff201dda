// One body's accelerations, for all integrators.
#pragma once
#include "scree/body/state.hpp"

namespace scree::integrate {

struct Acceleration {
  Vec3 a, alpha;
};

// Spheres: one moment of inertia, no gyroscopic term.
inline Acceleration acceleration_of(const Model& model, const State& s, std::size_t i) {
  const Bodies& b = s.bodies;
  return {b.f[i] / b.mass[i] + s.gravity, b.tau[i] / inertia_of(model, b, i)};
}

// Turns body i by a small angle given in world axes. The quaternion is normalised each time: round-off alone would
// take it to 1e-11 off in 10^9 steps.
inline void turn(Bodies& b, std::size_t i, const Vec3& angle) { b.q[i] = normalized(rotation_by(angle) * b.q[i]); }

}  // namespace scree::integrate
