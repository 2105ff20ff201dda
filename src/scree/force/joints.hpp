// Joints: two batches held together over the area of their interface (docs/batches.md).
//
// The relative motion of the two sides has six parts in the frame of the joint: the displacement u of B's middle from
// A's, and the turn e = 2 vec(q) of B's frame q against A's (q has w >= 0; e is the rotation vector to third order).
// With the area A, its second moments I_x, I_y and springs k_n, k_s by area the joint holds
//   W = A (k_s u_x^2 + k_s u_y^2 + k_n u_z^2) / 2 + (k_n I_x e_x^2 + k_n I_y e_y^2 + k_s (I_x + I_y) e_z^2) / 2,
// what springs spread evenly over the interface hold. Forces are the derivatives of W, without further approximation,
// so that energy, momentum and angular momentum are kept whatever the bodies do. Dashpots are spread in the same way.
#pragma once
#include "scree/state/state.hpp"

namespace scree::force {

// The two sides of a joint against each other, in the frame of the joint at A.
struct JointStrain {
  Vec3 u;         // m
  Quat q;         // w >= 0
  Vec3 e;         // rad
  Mat3 R;         // frame of the joint at A -> world
  Vec3 r_a, r_b;  // m, from the centres of A and B to B's middle of the interface
};
JointStrain strain_of(const Bodies& bodies, const Joint& joint, const JointState& state);
double energy_of(const Joint& joint, const JointStrain& strain);

// Elastic stresses over the interface.
struct JointStress {
  Real normal;   // Pa, mean, > 0: tension
  Real tension;  // Pa, largest over the interface; < 0: it is pressed everywhere
  Real shear;    // Pa, largest over the interface, with the share of twisting
};
JointStress stress_of(const Joint& joint, const JointStrain& strain);
// Tension beyond the tensile strength, or else shear beyond cohesion + pressure tan(phi), with the mean pressure.
JointMode broken_by(const Joint& joint, const JointStress& stress);

// Adds the forces of all joints to Pairs::accumulators, after contacts(), in the order of joints; books their energies.
// A joint that breaks acts a last time; its pair is listed from the next step on.
void joints(const Model& model, State& s, double dt);

// Bodies with remove[i] != 0 are about to be taken away: what their joints hold is lost.
void book_joint_removal(const Model& model, State& s, const std::vector<std::uint8_t>& remove);

std::size_t count_intact(const State& s);

}  // namespace scree::force
