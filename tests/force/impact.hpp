// One contact without an engine around it: a point of mass m* with an overlap and a tangential velocity.
//
// Independent of the integrators under test: velocity Verlet written out for one coordinate, velocities at the half
// step as the engine has them, or a predictor-corrector with velocities at the full step.
#pragma once
#include <algorithm>
#include <cmath>

#include "scree/force/law_table.hpp"

namespace scree::force {

inline ContactForce evaluate(const LawParams& law, const ContactInput& in, Springs& s, Energies& e) {
  ContactForce r{};
  with_law(law, [&](auto contact_law) { r = contact_law.evaluate(law, in, s, e); });
  return r;
}

// Unit everything, n along z, at rest, no time step.
inline ContactInput resting_contact(Real xi_n) {
  ContactInput in{};
  in.xi_n = in.xi_n_old = xi_n;
  in.n = {0, 0, 1};
  in.r_star = in.m_star = in.i_star = 1;
  in.half_step_velocity = true;
  return in;
}

struct Shot {
  Real v = 1;          // approach speed
  Vec3 u = {0, 0, 0};  // tangential velocity of the contact point
  Real m = 1, r = 1;
  Real m_t = Real(2) / 7;  // share of m that a push at the contact point feels: 2/7 for a ball against a wall
  Real dt = 1e-4;
  bool half_step_velocity = true;
  Real limit = 1e3;  // give up after so much time: the bodies stick
};

struct Impact {
  Real restitution = 0;
  Vec3 u = {0, 0, 0};
  Real duration = 0;  // with a force
  Real max_overlap = 0, max_force = 0, min_force = 0;
  Real start = 0, kinetic = 0;  // J, before and after
  Energies lost;                // and held at the end: 0 once the bodies are apart
  bool stuck = false;

  Real total_lost() const {
    return lost.friction + lost.damping_normal + lost.damping_tangential + lost.rolling + lost.cohesion_lost +
           lost.contact_loss;
  }
  Real residual() const { return (kinetic + total_lost() - start) / start; }
};

// Throws the two bodies at each other from half a step's way apart.
inline Impact throw_at(const LawParams& law, const Shot& shot) {
  Impact r;
  const Real dt = shot.dt, reach = cohesive_reach(law, shot.r);
  Real xi = -shot.v * dt / 2 - reach, xi_old = 0, v = shot.v;
  Vec3 u = shot.u;
  Springs s;
  const auto kinetic = [&] { return shot.m * v * v / 2 + shot.m_t * norm2(u) / 2; };
  const auto force = [&](Real v_n, const Vec3& u_t) {
    if (xi < -reach) {
      r.lost.contact_loss += s.energy;
      s = {};
      xi_old = 0;
      return ContactForce{{0, 0, 0}, {0, 0, 0}};
    }
    ContactInput in = resting_contact(xi);
    in.xi_n_old = xi_old;
    in.v_n = v_n;
    in.v_t = u_t;
    in.r_star = shot.r;
    in.m_star = shot.m;
    in.dt = dt;
    in.half_step_velocity = shot.half_step_velocity;
    Energies e;
    const ContactForce f = evaluate(law, in, s, e);
    e.elastic_normal = e.elastic_tangential = e.cohesion = 0;
    r.lost += e;
    xi_old = xi;
    return f;
  };

  r.start = kinetic();
  ContactForce f{{0, 0, 0}, {0, 0, 0}};
  for (Real t = 0; t < shot.limit; t += dt) {
    if (shot.half_step_velocity) {
      v += f.f.z / shot.m * dt / 2;
      u += dt / 2 / shot.m_t * Vec3{f.f.x, f.f.y, 0};
      xi += v * dt;
      f = force(v, u);
      v += f.f.z / shot.m * dt / 2;
      u += dt / 2 / shot.m_t * Vec3{f.f.x, f.f.y, 0};
    } else {
      const Real v_p = v + f.f.z / shot.m * dt;
      const Vec3 u_p = u + dt / shot.m_t * Vec3{f.f.x, f.f.y, 0};
      xi += v * dt + f.f.z / shot.m * dt * dt / 2;
      const ContactForce g = force(v_p, u_p);
      v += (f.f.z + g.f.z) / shot.m * dt / 2;
      u += dt / 2 / shot.m_t * Vec3{f.f.x + g.f.x, f.f.y + g.f.y, 0};
      f = g;
    }
    if (f.f.z != 0) r.duration += dt;
    r.max_overlap = std::max(r.max_overlap, xi);
    r.max_force = std::max(r.max_force, -f.f.z);
    r.min_force = std::min(r.min_force, -f.f.z);
    r.kinetic = kinetic();
    if (v < 0 && xi < -reach) {
      r.restitution = -v / shot.v;
      r.u = u;
      return r;
    }
  }
  r.stuck = true;
  return r;
}

}  // namespace scree::force
