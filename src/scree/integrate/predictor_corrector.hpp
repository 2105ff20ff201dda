// The silo paper's predictor-corrector (Lazarević 2002): its formulas are in a companion we do not have, so this is
// the PEC trapezoid: predict with the old acceleration, evaluate once, correct the velocity with the mean of both.
// Forces see a full-step velocity, so damping is second order in dt. And Gear's schemes of 4, 5 and 6 values
// (docs/integration.md gives the coefficients and their source).
#pragma once
#include <array>

#include "scree/integrate/body_motion.hpp"

namespace scree::integrate {

struct PecTrapezoid {
  static void begin(const Model&, State&, std::size_t) {}
  static void first_half(const Model& model, State& s, std::size_t i) {
    Bodies& b = s.bodies;
    const Real dt = Real(model.settings.dt);
    const Acceleration acc = acceleration_of(model, s, i);
    s.aux[2 * i] = acc.a;
    s.aux[2 * i + 1] = acc.alpha;
    b.x[i] += Vec3d(dt * (b.v[i] + dt / 2 * acc.a));
    turn(b, i, dt * (b.omega[i] + dt / 2 * acc.alpha));
    b.v[i] += dt * acc.a;
    b.omega[i] += dt * acc.alpha;
  }
  static void second_half(const Model& model, State& s, std::size_t i) {
    Bodies& b = s.bodies;
    const Real dt = Real(model.settings.dt);
    const Acceleration acc = acceleration_of(model, s, i);
    b.v[i] += dt / 2 * (acc.a - s.aux[2 * i]);
    b.omega[i] += dt / 2 * (acc.alpha - s.aux[2 * i + 1]);
  }
};

// Scaled derivatives q_k = dt^k / k! d^k x / dt^k. q_1 is v dt, q_2 and above are kept in State::aux: for body i and
// channel c (0 translation, 1 rotation) q_k is aux[(2 i + c) (values - 2) + k - 2].
template <int kValues>
struct Gear {
  static constexpr int kKept = kValues - 2;

  // alpha_0 is the one for velocity-dependent forces.
  static constexpr Real alpha(int k) {
    if constexpr (kValues == 4) return std::array<Real, 4>{Real(1) / 6, Real(5) / 6, 1, Real(1) / 3}[std::size_t(k)];
    if constexpr (kValues == 5)
      return std::array<Real, 5>{Real(19) / 90, Real(3) / 4, 1, Real(1) / 2, Real(1) / 12}[std::size_t(k)];
    if constexpr (kValues == 6)
      return std::array<Real, 6>{
          Real(3) / 16, Real(251) / 360, 1, Real(11) / 18, Real(1) / 6, Real(1) / 60}[std::size_t(k)];
  }

  // Pascal's triangle: q_j += sum over k > j of (k choose j) q_k, in place. Returns the predicted displacement.
  static Vec3 predict(Vec3& velocity, Vec3* high, Real dt) {
    Vec3 q[kValues];
    q[0] = {0, 0, 0};
    q[1] = dt * velocity;
    for (int k = 2; k < kValues; ++k) q[k] = high[k - 2];
    for (int row = 0; row < kValues - 1; ++row)
      for (int k = kValues - 2; k >= row; --k) q[k] += q[k + 1];
    velocity = q[1] / dt;
    for (int k = 2; k < kValues; ++k) high[k - 2] = q[k];
    return q[0];
  }
  // Returns the correction of the displacement.
  static Vec3 correct(Vec3& velocity, Vec3* high, const Vec3& acceleration, Real dt) {
    const Vec3 delta = dt * dt / 2 * acceleration - high[0];
    velocity += alpha(1) / dt * delta;
    for (int k = 2; k < kValues; ++k) high[k - 2] += alpha(k) * delta;
    return alpha(0) * delta;
  }

  static void begin(const Model& model, State& s, std::size_t i) {
    const Real dt = Real(model.settings.dt);
    const Acceleration acc = acceleration_of(model, s, i);
    s.aux[2 * i * kKept] = dt * dt / 2 * acc.a;
    s.aux[(2 * i + 1) * kKept] = dt * dt / 2 * acc.alpha;
  }
  static void first_half(const Model& model, State& s, std::size_t i) {
    Bodies& b = s.bodies;
    const Real dt = Real(model.settings.dt);
    Vec3* high = s.aux.data() + 2 * i * kKept;
    b.x[i] += Vec3d(predict(b.v[i], high, dt));
    turn(b, i, predict(b.omega[i], high + kKept, dt));
  }
  static void second_half(const Model& model, State& s, std::size_t i) {
    Bodies& b = s.bodies;
    const Real dt = Real(model.settings.dt);
    Vec3* high = s.aux.data() + 2 * i * kKept;
    const Acceleration acc = acceleration_of(model, s, i);
    b.x[i] += Vec3d(correct(b.v[i], high, acc.a, dt));
    turn(b, i, correct(b.omega[i], high + kKept, acc.alpha, dt));
  }
};

}  // namespace scree::integrate
