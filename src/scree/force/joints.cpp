#include "scree/force/joints.hpp"

#include <algorithm>

#include "scree/broad/broad_phase.hpp"
#include "scree/force/history.hpp"
#include "scree/parallel.hpp"
#include "scree/state/separation.hpp"

namespace scree::force {
namespace {

// Springs or dashpots by area, put together: against displacement and against turning, along the axes of the joint.
struct Resistance {
  Vec3 shift, turn;
  Resistance(const Joint& j, Real normal, Real shear)
      : shift{j.area * shear, j.area * shear, j.area * normal},
        turn{j.i_x * normal, j.i_y * normal, (j.i_x + j.i_y) * shear} {}
};

// How B moves against A where they are joined, in the frame of the joint at A.
struct Rates {
  Vec3 v, omega;
};
Rates rates_of(const Bodies& b, const JointState& state, const JointStrain& x) {
  const Vec3 v_a = b.v[state.a] + cross(b.omega[state.a], x.r_a), v_b = b.v[state.b] + cross(b.omega[state.b], x.r_b);
  const Mat3 into = transpose(x.R);
  return {into * (v_b - v_a), into * (b.omega[state.b] - b.omega[state.a])};
}

JointForce act(const Joint& joint, const JointState& state, const Bodies& bodies, double dt) {
  JointForce r;
  const JointStrain x = strain_of(bodies, joint, state);
  const Rates rate = rates_of(bodies, state, x);
  const Resistance springs(joint, joint.k_n, joint.k_s), dashpots(joint, joint.eta_n, joint.eta_s);
  const Vec3 m = componentwise(springs.turn, x.e);
  const Vec3 drag = componentwise(dashpots.shift, rate.v), brake = componentwise(dashpots.turn, rate.omega);
  // On A. The derivative of e along a turn omega is w omega + omega x e / 2.
  const Vec3 f = x.R * (componentwise(springs.shift, x.u) + drag);
  const Vec3 couple = x.R * (x.q.w * m + Real(0.5) * cross(x.e, m) + brake);
  r.on_a = {f, cross(x.r_a, f) + couple};
  r.on_b = {-f, -(cross(x.r_b, f) + couple)};
  r.elastic = energy_of(joint, x);
  r.damping_normal = dt * double(drag.z * rate.v.z + brake.x * rate.omega.x + brake.y * rate.omega.y);
  r.damping_tangential = dt * double(drag.x * rate.v.x + drag.y * rate.v.y + brake.z * rate.omega.z);
  r.breaks = broken_by(joint, stress_of(joint, x));
  return r;
}

void add(Wrench& sum, const Wrench& w) { sum.f += w.f, sum.tau += w.tau; }

// Broken in the last step: its pair is listed now.
bool is_fresh(const State& s, const JointState& joint) {
  const bool broken = joint.mode == JointMode::kTension || joint.mode == JointMode::kShear;
  return broken && joint.broken_step + 1 == s.counters.step;
}

// What joints that broke in the last step held is passed on to the contacts of their bodies; the rest is lost.
ExactSum lost_by_breaking(const Model& model, const State& s) {
  ExactSum lost;
  broad::PairList fresh;
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    const JointState& joint = s.joints[k];
    if (!is_fresh(s, joint)) continue;
    fresh.push_back({std::min(joint.a, joint.b), std::max(joint.a, joint.b)});
    lost.add(energy_of(model.joints[k], strain_of(s.bodies, model.joints[k], joint)));
  }
  if (fresh.empty()) return lost;
  std::sort(fresh.begin(), fresh.end());
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    if (std::binary_search(fresh.begin(), fresh.end(), broad::RawPair{std::min(a, b), std::max(a, b)}))
      lost.add(-energy_of(model, s, s.contacts, k, a, b).held);
  });
  return lost;
}

}  // namespace

JointStrain strain_of(const Bodies& b, const Joint& joint, const JointState& state) {
  JointStrain x;
  const Quat frame_a = b.q[state.a] * joint.q_a, frame_b = b.q[state.b] * joint.q_b;
  x.R = to_matrix(frame_a);
  x.r_b = rotate(b.q[state.b], joint.p_b);
  x.r_a = separation(b, state.a, state.b) + x.r_b;
  x.u = transpose(x.R) * (x.r_a - rotate(b.q[state.a], joint.p_a));
  x.q = normalized(conjugate(frame_a) * frame_b);
  if (x.q.w < 0) x.q = {-x.q.w, -x.q.x, -x.q.y, -x.q.z};
  x.e = 2 * Vec3{x.q.x, x.q.y, x.q.z};
  return x;
}

double energy_of(const Joint& joint, const JointStrain& x) {
  const Resistance springs(joint, joint.k_n, joint.k_s);
  return double(dot(componentwise(springs.shift, x.u), x.u) + dot(componentwise(springs.turn, x.e), x.e)) / 2;
}

// Stresses are linear over the interface, so the largest are at its corners.
JointStress stress_of(const Joint& joint, const JointStrain& x) {
  JointStress s{joint.k_n * x.u.z, -std::numeric_limits<Real>::infinity(), 0};
  for (const Vec2& c : joint.corners) {
    s.tension = std::max(s.tension, joint.k_n * (x.u.z + x.e.x * c.y - x.e.y * c.x));
    s.shear = std::max(s.shear, joint.k_s * norm(Vec2{x.u.x - x.e.z * c.y, x.u.y + x.e.z * c.x}));
  }
  return s;
}

JointMode broken_by(const Joint& joint, const JointStress& s) {
  if (s.tension > joint.tensile_strength) return JointMode::kTension;
  const Real strength = std::max(Real(0), joint.cohesion - s.normal * joint.tan_phi);
  return s.shear > strength ? JointMode::kShear : JointMode::kIntact;
}

void joints(const Model& model, State& s, double dt) {
  if (s.joints.empty()) return;
  std::vector<JointForce>& forces = s.scratch.joints.forces;
  forces.resize(s.joints.size());
  for_each_index(s.joints.size(), [&](std::size_t k) {
    if (s.joints[k].mode == JointMode::kIntact) forces[k] = act(model.joints[k], s.joints[k], s.bodies, dt);
  });
  s.ledger.joint_loss += lost_by_breaking(model, s);
  ExactSum elastic;
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    JointState& joint = s.joints[k];
    if (joint.mode != JointMode::kIntact) continue;
    const JointForce& f = forces[k];
    add(s.bodies.wrench[joint.a], f.on_a);
    add(s.bodies.wrench[joint.b], f.on_b);
    elastic.add(f.elastic);
    s.ledger.damping_normal.add(f.damping_normal);
    s.ledger.damping_tangential.add(f.damping_tangential);
    if (f.breaks == JointMode::kIntact || dt == 0) continue;
    joint.mode = f.breaks;
    joint.broken_step = s.counters.step;
    s.list_valid = false;
  }
  s.ledger.elastic_joints = elastic.value();
}

void book_joint_removal(const Model& model, State& s, const std::vector<std::uint8_t>& remove) {
  for (std::size_t k = 0; k < s.joints.size(); ++k) {
    const JointState& joint = s.joints[k];
    if (joint.mode != JointMode::kIntact && !is_fresh(s, joint)) continue;
    if (!remove[joint.a] && !remove[joint.b]) continue;
    s.ledger.joint_loss.add(energy_of(model.joints[k], strain_of(s.bodies, model.joints[k], joint)));
  }
}

std::size_t count_intact(const State& s) {
  return std::size_t(std::count_if(s.joints.begin(), s.joints.end(),
                                   [](const JointState& j) { return j.mode == JointMode::kIntact; }));
}

}  // namespace scree::force
