// DMT adhesion of small stiff bodies: a Hertz contact with a constant pull 2 pi w R* added while the surfaces touch.
//
// Derjaguin, Muller & Toporov 1975. The attraction outside the contact area has no range here: contact begins and ends
// at xi = 0, so the pull-off force 2 pi w R* acts up to the last moment and an undamped impact gives back all its
// energy. The force is never below the pull-off force unless `attraction` lets the dashpot pull too. Friction sees the
// load on the contact area, which is the Hertz force F_n + 2 pi w R*; LAMMPS adds the pull-off force twice.
#pragma once
#include "scree/force/hertz.hpp"

namespace scree::force {

inline constexpr Real kPi = Real(3.14159265358979323846);

struct DmtNormal : HertzNormal {
  static constexpr bool kOnlySpring = false;

  template <class R>
  SCREE_HD static R pull_off(const LawParams& law, const R& r_star) {
    return 2 * kPi * law.adhesion * r_star;
  }

  template <class R>
  SCREE_HD static NormalForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in, SpringsT<R>& s) {
    NormalForceT<R> r = HertzNormal::evaluate(law, in, s);
    const R pull = select(in.xi_n >= 0, pull_off(law, in.r_star), R(0));
    r.force -= pull;
    r.elastic -= pull;
    r.cohesion = -pull * in.xi_n;
    return r;
  }
};

}  // namespace scree::force
