// What goes into a contact law and what comes out. Laws are pure functions of plain numbers, for host and device.
//
// n points from A to B. xi_n is the overlap (negative: apart, inside the cohesive reach). Relative velocity at the
// contact point is that of A minus that of B, so v_n > 0 is approach (d xi_n / dt) and the force on A is -F_n n + F_t.
#pragma once
#include "scree/body/material.hpp"
#include "scree/math/vec3.hpp"

namespace scree::force {

struct ContactInput {
  Real xi_n, v_n;
  Real xi_n_old;            // overlap at the last step, 0 for a new contact
  Vec3 n, v_t;              // v_t in the tangent plane
  Vec3 omega_a, omega_b;    // rad/s, world axes (walls: theirs)
  Real r_star, m_star;      // effective radius and mass (walls: infinite)
  Real i_star;              // 1/(1/(I_a + m_a r_a^2) + 1/(I_b + m_b r_b^2)), for rolling damping
  Real dt;                  // 0 in the very first evaluation: forces only, springs do not move
  bool half_step_velocity;  // velocities are those at t - dt/2 (Verlet): see Springs::damping
};

// Kept from step to step.
struct Springs {
  Vec3 xi_t = {0, 0, 0};
  Vec3 xi_r = {0, 0, 0};
  Real xi_s = 0;
  Real damping = 0;   // dashpot force (half-step velocities) or power (full-step) of the last step
  Real energy = 0;    // elastic energy held by normal, tangential, rolling and twisting springs
  Real returned = 0;  // the part of it that the bodies get back as they part: the normal spring ends at zero overlap
  std::uint32_t touched = 0;  // 1 once the surfaces have overlapped
};

// Energies of one contact: `held` now, the others lost in this step.
struct Energies {
  Real elastic_normal = 0, elastic_tangential = 0, cohesion = 0;
  Real friction = 0, damping_normal = 0, damping_tangential = 0, rolling = 0, cohesion_lost = 0, contact_loss = 0;
  SCREE_HD Energies& operator+=(const Energies& e) {
    elastic_normal += e.elastic_normal;
    elastic_tangential += e.elastic_tangential;
    cohesion += e.cohesion;
    friction += e.friction;
    damping_normal += e.damping_normal;
    damping_tangential += e.damping_tangential;
    rolling += e.rolling;
    cohesion_lost += e.cohesion_lost;
    contact_loss += e.contact_loss;
    return *this;
  }
};

// What a normal law says. The parts of a contact law that come after it need no more.
struct NormalForce {
  Real force = 0;      // F_n
  Real elastic = 0;    // its part with a potential; the rest is the dashpot's, a cut of the force included
  Real grip = 0;       // what mu multiplies: max(F_n, 0), and more where adhesion presses the surfaces together
  Real stiffness = 0;  // N/m, k_n or S_n = 2 E* a
  Real radius = 0;     // m, of the contact area; laws that know none leave 0
  Real held = 0;       // J, elastic potential
  Real cohesion = 0;   // J, adhesive potential, negative while it binds
  Real lost = 0;       // J, potential that vanished or appeared without work: jump into contact, rupture
};

struct ContactForce {
  Vec3 f;       // on A
  Vec3 couple;  // on A, rolling and twisting; B gets the opposite
};

}  // namespace scree::force
