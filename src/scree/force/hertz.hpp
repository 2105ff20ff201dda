// Hertz contact of smooth elastic bodies with the viscous damping of Tsuji et al. 1992.
//
// F_n = 4/3 E* sqrt(R*) xi^(3/2) + 2 beta sqrt(S_n m*) d(xi)/dt, S_n = 2 E* a, a = sqrt(R* xi). Force and dashpot scale
// such that the restitution does not depend on the speed. beta holds Tsuji's sqrt(5/6): with `attraction` it follows
// from e by his formula, without (force cut at zero, Thornton et al. 2013) by the impact itself: material.cpp.
#pragma once
#include "scree/force/linear.hpp"

namespace scree::force {

template <class R>
SCREE_HD R hertz_dashpot(const LawParams& law, const R& stiffness, const R& m_star) {
  using std::sqrt;
  return law.beta_n != 0 ? 2 * law.beta_n * sqrt(stiffness * m_star) : R(0);
}

struct HertzNormal {
  static constexpr bool kPullIsLost = false, kRemembers = false, kUsesRadius = true, kOnlySpring = true;

  template <class R>
  SCREE_HD static R contact_radius(const LawParams&, const R& r_star, const R& xi_n) {
    using std::sqrt;
    return sqrt(r_star * at_least(xi_n, 0));
  }
  template <class R>
  SCREE_HD static R stiffness(const LawParams& law, const R& r_star, const R& xi_n) {
    return 2 * law.E_star * contact_radius(law, r_star, xi_n);
  }

  template <class R>
  SCREE_HD static NormalForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in, SpringsT<R>& s) {
    NormalForceT<R> r;
    s.touched = s.touched | (in.xi_n >= 0);
    const R xi = at_least(in.xi_n, 0);  // without overlap everything below is 0
    r.radius = contact_radius(law, in.r_star, xi);
    r.stiffness = 2 * law.E_star * r.radius;
    r.elastic = r.stiffness * xi * (Real(2) / 3);
    r.force = fma(hertz_dashpot(law, r.stiffness, in.m_star), in.v_n, r.elastic);
    if (!law.attraction) r.force = at_least(r.force, 0);
    r.grip = at_least(r.force, 0);
    r.held = r.elastic * xi * (Real(2) / 5);
    return r;
  }
};

}  // namespace scree::force
