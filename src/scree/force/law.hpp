// What goes into a contact law and what comes out. Laws are pure functions of plain numbers, for host and device.
//
// n points from A to B. xi_n is the overlap (negative: apart, inside the cohesive reach). Relative velocity at the
// contact point is that of A minus that of B, so v_n > 0 is approach (d xi_n / dt) and the force on A is -F_n n + F_t.
//
// R is one number or a pack of four: laws are written without branches on it (select), because the contacts of a pack
// go different ways. Branches on the constants of a law are fine: one bucket of pairs has one law.
#pragma once
#include "scree/math/select.hpp"
#include "scree/math/vec3.hpp"
#include "scree/model/material.hpp"

namespace scree::force {

// x + kNothing is x to the last bit, for any x, -0 included. So where sums begin with it compilers leave out what a law
// does not add to; x + 0 they would have to work out, because it turns -0 into 0.
inline constexpr Real kNothing = -0.0;

template <class R>
struct ContactInputT {
  R xi_n, v_n;
  R xi_n_old;  // overlap at the last step, 0 for a new contact
  Vec3T<R> n;
  // Laws that do not ask for these leave them as they are; what is common to all patches may still look at them.
  Vec3T<R> v_t = {R(0), R(0), R(0)};    // in the tangent plane
  Vec3T<R> omega = {R(0), R(0), R(0)};  // rad/s, spin of A minus that of B, world axes
  R spin = 0;                           // rad/s, mean of the two along n: springs turn with it
  R r_star = 0, m_star;                 // effective radius and mass (walls: infinite)
  R i_star = 0;                         // 1/(1/(I_a + m_a r_a^2) + 1/(I_b + m_b r_b^2)), for rolling damping
  Real dt;                              // 0 in the very first evaluation: forces only, springs do not move
  bool half_step_velocity;              // velocities are those at t - dt/2 (Verlet): see Springs::damping
  // Polyhedra press over an area: its half-axes, in the tangent plane (patch_couple.hpp). Lengths, velocities and
  // forces are then those of the generalised overlap.
  bool patch = false;
  Vec3T<R> g1, g2;
  bool turned = false;  // springs have been turned with the contact already
};

template <class R>
struct SpringsT {
  // Kept from step to step.
  Vec3T<R> xi_t = {R(0), R(0), R(0)};
  Vec3T<R> xi_r = {R(0), R(0), R(0)};
  R xi_s = 0;
  R damping = 0;           // dashpot force (half-step velocities) or power (full-step) of the last step
  MaskOf<R> touched = {};  // the surfaces have overlapped
  // Follow from the rest: what evaluate() says of the step.
  R energy = 0;    // elastic energy held by normal, tangential, rolling and twisting springs
  R returned = 0;  // the part of it that the bodies get back as they part: the normal spring ends at zero overlap
};

// What a contact holds now, and what it has lost in a step: the entries that its books share with the ledger.
#define SCREE_CONTACT_HELD(X) X(elastic_normal) X(elastic_tangential) X(cohesion)
#define SCREE_CONTACT_LOST(X) \
  X(friction) X(damping_normal) X(damping_tangential) X(rolling) X(cohesion_lost) X(contact_loss)
#define SCREE_CONTACT_ENERGIES(X) SCREE_CONTACT_HELD(X) SCREE_CONTACT_LOST(X)

template <class R>
struct EnergiesT {
#define X(name) R name = kNothing;
  SCREE_CONTACT_ENERGIES(X)
#undef X
  SCREE_HD EnergiesT& operator+=(const EnergiesT& e) {
#define X(name) name += e.name;
    SCREE_CONTACT_ENERGIES(X)
#undef X
    return *this;
  }
};

// What a normal law says. The parts of a contact law that come after it need no more.
template <class R>
struct NormalForceT {
  R force = 0;            // F_n
  R elastic = 0;          // its part with a potential; the rest is the dashpot's, a cut of the force included
  R grip = 0;             // what mu multiplies: max(F_n, 0), and more where adhesion presses the surfaces together
  R stiffness = 0;        // N/m, k_n or S_n = 2 E* a
  R radius = 0;           // m, of the contact area; laws that know none leave 0
  R held = kNothing;      // J, elastic potential
  R cohesion = kNothing;  // J, adhesive potential, negative while it binds
  R lost = kNothing;      // J, potential that vanished or appeared without work: jump into contact, rupture
};
template <class R>
SCREE_HD NormalForceT<R> choose(MaskOf<R> m, const NormalForceT<R>& a, const NormalForceT<R>& b) {
  return {select(m, a.force, b.force),         select(m, a.elastic, b.elastic), select(m, a.grip, b.grip),
          select(m, a.stiffness, b.stiffness), select(m, a.radius, b.radius),   select(m, a.held, b.held),
          select(m, a.cohesion, b.cohesion),   select(m, a.lost, b.lost)};
}

template <class R>
struct ContactForceT {
  Vec3T<R> f;       // on A
  Vec3T<R> couple;  // on A, rolling and twisting; B gets the opposite
};

using ContactInput = ContactInputT<Real>;
using Springs = SpringsT<Real>;
using Energies = EnergiesT<Real>;
using NormalForce = NormalForceT<Real>;
using ContactForce = ContactForceT<Real>;

}  // namespace scree::force
