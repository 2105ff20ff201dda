// One body's accelerations, for all integrators.
#pragma once
#include "scree/integrate/rotation.hpp"
#include "scree/state/state.hpp"

namespace scree::integrate {

struct Acceleration {
  Vec3 a, alpha;
};

// 0, or no number at all if one of the three is not finite. Added to a speed, it spoils it.
inline double none_unless_finite(const Vec3& v) { return 0 * (v.x + v.y + v.z); }
inline double larger_or_none(double a, double b) { return (a > b ? a : b) + 0 * (a + b); }

inline bool in_plane(const Model& model) { return model.settings.dimension == 2; }

inline Vec3 gravity_of(const Model& model, const State& s) {
  return in_plane(model) ? Vec3{s.gravity.x, s.gravity.y, 0} : s.gravity;
}

// In 2-D nothing leaves the plane: what would push bodies [begin, end) out of it is dropped.
inline void drop_out_of_plane(Bodies& b, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) b.wrench[i].f.z = b.wrench[i].tau.x = b.wrench[i].tau.y = 0;
}

// Three different moments: by Euler's equations, in world axes. Out of line, so that the loops over balls stay small.
[[gnu::noinline]] inline Vec3 uneven_angular_acceleration(const Model& model, const Bodies& b, std::size_t i) {
  const Vec3 moments = inertias_of(model, b, i);
  if (in_plane(model)) return {0, 0, b.wrench[i].tau.z / moment_about_z(b.q[i], moments)};
  const Quat to_body = conjugate(b.q[i]);
  const Vec3 omega = rotate(to_body, b.omega[i]), tau = rotate(to_body, b.wrench[i].tau);
  return rotate(b.q[i], euler(moments, omega, tau));
}
inline Vec3 angular_acceleration_of(const Model& model, const Bodies& b, std::size_t i) {
  if (has_one_moment(model.body_types[b.type[i]])) return b.wrench[i].tau / inertia_of(model, b, i);
  return uneven_angular_acceleration(model, b, i);
}

inline Acceleration acceleration_of(const Model& model, const State& s, std::size_t i) {
  const Bodies& b = s.bodies;
  return {b.wrench[i].f / b.mass[i] + gravity_of(model, s), angular_acceleration_of(model, b, i)};
}

// Turns body i by a small angle given in world axes. The quaternion is normalised each time: round-off alone would
// take it to 1e-11 off in 10^9 steps.
inline void turn(Bodies& b, std::size_t i, const Vec3& angle) { b.q[i] = normalized(rotation_by(angle) * b.q[i]); }

}  // namespace scree::integrate
