// A set of joints has no frequency above the highest of a single joint between its two bodies, each with its share of
// the mass: if the shares of a body add up to its mass, K - Omega^2 M is a sum of such joints' (Fried 1972). A body's
// mass is shared out by what each of its joints would make of the whole mass, which is near the best. The same holds
// for dashpots and rates of decay, with shares of their own.
#include "scree/setup/joint_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scree/math/elementary.hpp"

namespace scree::integrate {
namespace {

using Matrix6 = std::array<std::array<double, 6>, 6>;

// Holds what resists by area: springs or dashpots.
struct Resists {
  Real normal, shear;
};
Resists springs_of(const Joint& joint) { return {joint.k_n, joint.k_s}; }
Resists dashpots_of(const Joint& joint) { return {joint.eta_n, joint.eta_s}; }

// Adds the motion of one body under unit forces in the six directions of the joint, scaled by the roots of what
// resists: S J M^-1 J^T S of this body.
void add_body(const Model& model, const State& s, const Joint& joint, const Resists& by, std::size_t i, const Vec3& arm,
              const Mat3& R, double share, Matrix6& sum) {
  if (s.bodies.owner[i] != kDynamic) return;
  const double spring[6] = {joint.area * by.shear, joint.area * by.shear, joint.area * by.normal,
                            joint.i_x * by.normal, joint.i_y * by.normal, (joint.i_x + joint.i_y) * by.shear};
  const Vec3 inertia = inertias_of(model, s.bodies, i);
  const Mat3 axes = transpose(R);  // rows: axes of the joint in the world
  const Vec3 axis[3] = {axes.row0, axes.row1, axes.row2};
  Vec3 f[6], tau[6];  // from the six unit forces, in the axes of the body for rotation
  for (int k = 0; k < 3; ++k) {
    f[k] = axis[k], f[k + 3] = {0, 0, 0};
    tau[k] = rotate(conjugate(s.bodies.q[i]), cross(arm, axis[k]));
    tau[k + 3] = rotate(conjugate(s.bodies.q[i]), axis[k]);
  }
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = 0; b < 6; ++b) {
      const Vec3 turned = {tau[b].x / inertia.x, tau[b].y / inertia.y, tau[b].z / inertia.z};
      const double moved = dot(f[a], f[b]) / s.bodies.mass[i] + dot(tau[a], turned);
      sum[a][b] += std::sqrt(spring[a] * spring[b]) * moved / share;
    }
}

// Returns at least the largest eigenvalue of a symmetric matrix without negative ones, and less than 3 % above it, from
// the trace of its 64th power.
double largest_eigenvalue(Matrix6 m) {
  double log_scale = 0, power = 1;
  const auto trace = [&] {
    double sum = 0;
    for (std::size_t k = 0; k < 6; ++k) sum += m[k][k];
    return sum;
  };
  if (!(trace() > 0)) return 0;
  for (int squaring = 0; squaring < 6; ++squaring) {
    const double t = trace();
    Matrix6 next{};
    for (std::size_t a = 0; a < 6; ++a)
      for (std::size_t b = 0; b < 6; ++b)
        for (std::size_t c = 0; c < 6; ++c) next[a][b] += m[a][c] / t * (m[c][b] / t);
    log_scale += scree::log(t) / power;
    power *= 2;
    m = next;
  }
  return scree::exp(log_scale + scree::log(trace()) / power);
}

// Returns the largest Omega^2 (springs) or rate of decay (dashpots) of one joint between its two bodies with their
// shares.
double fastest(const Model& model, const State& s, std::size_t k, const Resists& by, double share_a, double share_b) {
  const Joint& joint = model.joints[k];
  const JointState& at = s.joints[k];
  const Vec3 r_a = rotate(s.bodies.q[at.a], joint.p_a), r_b = rotate(s.bodies.q[at.b], joint.p_b);
  const Mat3 R = to_matrix(s.bodies.q[at.a] * joint.q_a);
  Matrix6 m{};
  add_body(model, s, joint, by, at.a, r_a, R, share_a, m);
  add_body(model, s, joint, by, at.b, r_b, R, share_b, m);
  return largest_eigenvalue(m);
}

// Holds the values of every joint by itself, and a bound for all of them together.
struct Fastest {
  std::vector<double> alone;
  double together = 0;
  std::size_t at = 0;  // the joint that the bound comes from
};
template <class By>
Fastest find_fastest(const Model& model, const State& s, By&& by) {
  Fastest r;
  std::vector<double> sum(s.bodies.size(), 0);
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    const JointState& joint = s.joints[k];
    r.alone.push_back(joint.mode == JointMode::kIntact ? fastest(model, s, k, by(model.joints[k]), 1, 1) : 0);
    if (r.alone[k] > 0) sum[joint.a] += r.alone[k], sum[joint.b] += r.alone[k];
  }
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    if (!(r.alone[k] > 0)) continue;  // broken, or between two kinematic bodies
    const double value =
        fastest(model, s, k, by(model.joints[k]), r.alone[k] / sum[s.joints[k].a], r.alone[k] / sum[s.joints[k].b]);
    if (value > r.together) r.together = value, r.at = k;
  }
  return r;
}

// The equation is u'' + D u' + Omega^2 u = 0.
double stable_step(double omega2, double damping) {
  const double omega = std::sqrt(omega2), z = damping / (2 * omega);
  return 2 / (omega * (std::sqrt(1 + z * z) + z));
}

}  // namespace

StepEstimate joint_step(const Model& model, const State& s) {
  constexpr double kPartOfStable = 0.2;
  StepEstimate best;
  const Fastest springs = find_fastest(model, s, springs_of), dashpots = find_fastest(model, s, dashpots_of);
  if (!(springs.together > 0)) return best;
  for (std::size_t k = 0; k < s.joints.size(); ++k)
    if (springs.alone[k] > 0) best.stable = std::min(best.stable, stable_step(springs.alone[k], dashpots.alone[k]));
  best.advised = kPartOfStable * stable_step(springs.together, dashpots.together);
  const Joint& joint = model.joints[springs.at];
  best.reason = fmt::format("joints: 20 % of the step they bear together, with k_n = {:.3g} Pa/m, k_s = {:.3g} Pa/m",
                            joint.k_n, joint.k_s);
  return best;
}

}  // namespace scree::integrate
