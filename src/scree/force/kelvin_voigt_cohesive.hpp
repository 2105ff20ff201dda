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
  static constexpr bool kPullIsLost = true, kRemembers = true, kUsesRadius = false, kOnlySpring = false;

  template <class R>
  SCREE_HD static R stiffness(const LawParams& law, const R& /*r_star*/, const R& /*xi_n*/) {
    return law.k_n;
  }

  template <class R>
  SCREE_HD static NormalForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in, SpringsT<R>& s) {
    NormalForceT<R> r = LinearNormal::evaluate(law, in, s);  // touching balls may cohere: xi = 0 counts as touched
    const R pull = law.k_n * in.xi_n;
    s.touched = s.touched & (pull >= R(-law.cohesive_force));
    MaskOf<R> pulls = (in.xi_n <= 0) & (in.v_n < 0) & (pull >= R(-law.cohesive_force));
    if (law.bond_after_contact) pulls = pulls & s.touched;
    r.force = select(pulls, pull, r.force);
    return r;
  }
};

}  // namespace scree::force
