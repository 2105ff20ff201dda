// Velocity Verlet, kick-drift-kick. Forces see the velocities of the half step, so damping is first order in dt.
#pragma once
#include "scree/integrate/body_motion.hpp"

namespace scree::integrate {

struct VelocityVerlet {
  static void begin(const Model&, State&, std::size_t) {}
  static void first_half(const Model& model, State& s, std::size_t i) {
    Bodies& b = s.bodies;
    const Real dt = Real(model.settings.dt);
    const Acceleration acc = acceleration_of(model, s, i);
    b.v[i] += dt / 2 * acc.a;
    b.omega[i] += dt / 2 * acc.alpha;
    b.x[i] += Vec3d(dt * b.v[i]);
    turn(b, i, dt * b.omega[i]);
  }
  static void second_half(const Model& model, State& s, std::size_t i) {
    Bodies& b = s.bodies;
    const Real dt = Real(model.settings.dt);
    const Acceleration acc = acceleration_of(model, s, i);
    b.v[i] += dt / 2 * acc.a;
    b.omega[i] += dt / 2 * acc.alpha;
  }
};

}  // namespace scree::integrate
