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
template <class R>
SCREE_HD R dashpot(Real gamma, Real rate, Real zeta, std::type_identity_t<R> k, const R& m_star) {
  using std::sqrt;
  const R c = fma(R(rate), m_star, R(gamma));
  return zeta != 0 ? fma(R(2 * zeta), sqrt(k * m_star), c) : c;
}

struct LinearNormal {
  static constexpr bool kPullIsLost = false;  // is what holds the bodies together outside an overlap a pure loss?
  static constexpr bool kRemembers = false;   // does it matter whether the surfaces have touched before?
  static constexpr bool kUsesRadius = false;  // does it depend on R*?
  static constexpr bool kOnlySpring = true;   // beside the dashpot: no cohesion, no memory

  template <class R>
  SCREE_HD static R stiffness(const LawParams& law, const R& /*r_star*/, const R& /*xi_n*/) {
    return law.k_n;
  }

  template <class R>
  SCREE_HD static NormalForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in, SpringsT<R>& s) {
    NormalForceT<R> r;
    s.touched = s.touched | (in.xi_n >= 0);
    const R xi = at_least(in.xi_n, 0);
    r.stiffness = law.k_n;
    r.elastic = law.k_n * xi;
    const R c = dashpot(law.gamma_n, law.rate_n, law.zeta_n, law.k_n, in.m_star);
    r.force = select(in.xi_n > 0, fma(c, in.v_n, r.elastic), r.elastic);
    if (!law.attraction) r.force = at_least(r.force, 0);
    r.grip = at_least(r.force, 0);
    r.held = r.elastic * xi / 2;
    return r;
  }
};

}  // namespace scree::force
