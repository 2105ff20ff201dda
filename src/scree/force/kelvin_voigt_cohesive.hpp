// The silo paper's law: a Kelvin-Voigt contact that pulls with its spring for a short way after the bodies part.
//
// Lazarević, Dvornik & Fresl 2002:
//   F_n = k xi + c d(xi)/dt   for xi > 0,
//   F_n = k xi < 0            for -N/k <= xi <= 0 while the bodies move apart,
//   F_n = 0                   otherwise,
// so the pull grows to the largest cohesive force N at the reach N/k and then breaks. The paper's test for the second
// branch has the opposite sign of its text ("move apart"); the text is what is meant. With `bond_after_contact` only
// bodies that have touched pull; the printed law has no memory. The printed law lets the dashpot pull while bodies
// overlap, which is `attraction = true`; without it the force is cut at zero there.
//
// The pull acts on the way out and never on the way in, so no part of its work ever comes back: it is booked as lost
// while it is done, and rupture and reversal need no book-keeping of their own.
#pragma once
#include "scree/force/linear.hpp"

namespace scree::force {

struct KelvinVoigtCohesiveNormal {
  static constexpr bool kPullIsLost = true;

  SCREE_HD static Real stiffness(const LawParams& law, Real /*r_star*/, Real /*xi_n*/) { return law.k_n; }

  SCREE_HD static NormalForce evaluate(const LawParams& law, const ContactInput& in, Springs& s) {
    if (in.xi_n > 0) return LinearNormal::evaluate(law, in, s);
    NormalForce r;
    r.stiffness = law.k_n;
    if (in.xi_n == 0) s.touched = 1;  // touching balls may cohere
    const Real pull = law.k_n * in.xi_n;
    if (pull < -law.cohesive_force) {
      s.touched = 0;
    } else if (in.v_n < 0 && (s.touched != 0 || !law.bond_after_contact)) {
      r.force = pull;
    }
    return r;
  }
};

}  // namespace scree::force
