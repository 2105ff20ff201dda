// Linear spring and dashpot: F_n = k xi + gamma d(xi)/dt.
//
// Cundall & Strack 1979. The two endings of a contact: `attraction` lets the dashpot pull until the overlap is zero;
// without it the force is cut at zero (Schwager & Pöschel 2007), which gives another restitution for one damping
// ratio: see restitution_for_zeta. The cut leaves the spring compressed while bodies part faster than it follows;
// its energy then drains into the dashpot's account, because the dashpot's force is what is not elastic.
#pragma once
#include "scree/force/law.hpp"

namespace scree::force {

// gamma + rate m* + 2 zeta sqrt(k m*): whichever a scene gave, the others are 0.
SCREE_HD inline Real dashpot(Real gamma, Real rate, Real zeta, Real k, Real m_star) {
  const Real c = gamma + rate * m_star;
  return zeta != 0 ? c + 2 * zeta * std::sqrt(k * m_star) : c;
}

SCREE_HD inline Real at_least(Real x, Real lowest) { return x > lowest ? x : lowest; }

struct LinearNormal {
  static constexpr bool kPullIsLost = false;  // is what holds the bodies together outside an overlap a pure loss?

  SCREE_HD static Real stiffness(const LawParams& law, Real /*r_star*/, Real /*xi_n*/) { return law.k_n; }

  SCREE_HD static NormalForce evaluate(const LawParams& law, const ContactInput& in, Springs& s) {
    NormalForce r;
    r.stiffness = law.k_n;
    if (in.xi_n >= 0) s.touched = 1;
    if (!(in.xi_n > 0)) return r;
    r.elastic = law.k_n * in.xi_n;
    r.force = r.elastic + dashpot(law.gamma_n, law.rate_n, law.zeta_n, law.k_n, in.m_star) * in.v_n;
    if (!law.attraction) r.force = at_least(r.force, 0);
    r.grip = at_least(r.force, 0);
    r.held = r.elastic * in.xi_n / 2;
    return r;
  }
};

}  // namespace scree::force
