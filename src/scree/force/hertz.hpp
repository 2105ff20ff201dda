// Hertz contact of smooth elastic bodies with the viscous damping of Tsuji et al. 1992.
//
// F_n = 4/3 E* sqrt(R*) xi^(3/2) + 2 beta sqrt(S_n m*) d(xi)/dt, S_n = 2 E* a, a = sqrt(R* xi). Force and dashpot scale
// such that the restitution does not depend on the speed. beta holds Tsuji's sqrt(5/6): with `attraction` it follows
// from e by his formula, without (force cut at zero, Thornton et al. 2013) by the impact itself: material.cpp.
#pragma once
#include "scree/force/linear.hpp"

namespace scree::force {

SCREE_HD inline Real hertz_dashpot(const LawParams& law, Real stiffness, Real m_star) {
  return law.beta_n != 0 ? 2 * law.beta_n * std::sqrt(stiffness * m_star) : 0;
}

struct HertzNormal {
  static constexpr bool kPullIsLost = false;

  SCREE_HD static Real contact_radius(const LawParams&, Real r_star, Real xi_n) {
    return xi_n > 0 ? std::sqrt(r_star * xi_n) : 0;
  }
  SCREE_HD static Real stiffness(const LawParams& law, Real r_star, Real xi_n) {
    return 2 * law.E_star * contact_radius(law, r_star, xi_n);
  }

  SCREE_HD static NormalForce evaluate(const LawParams& law, const ContactInput& in, Springs& s) {
    NormalForce r;
    if (in.xi_n >= 0) s.touched = 1;
    if (!(in.xi_n > 0)) return r;
    r.radius = contact_radius(law, in.r_star, in.xi_n);
    r.stiffness = 2 * law.E_star * r.radius;
    r.elastic = r.stiffness * in.xi_n * (Real(2) / 3);
    r.force = r.elastic + hertz_dashpot(law, r.stiffness, in.m_star) * in.v_n;
    if (!law.attraction) r.force = at_least(r.force, 0);
    r.grip = at_least(r.force, 0);
    r.held = r.elastic * in.xi_n * (Real(2) / 5);
    return r;
  }
};

}  // namespace scree::force
