// Tangential stiffness of a Hertz-like contact: Mindlin's no-slip value k_t = 8 G* a, in increments.
//
// Mindlin 1949; Thornton & Randall 1988 for the rule that a contact which is unloaded gives back tangential force in
// proportion to k_t: a spring kept at its force while it softens would create energy (Elata & Berryman 1996). While
// loading, the force is kept and the spring gets shorter. Either way energy is released; it goes to friction, because
// in the real contact it is the annulus of micro-slip that takes it.
#pragma once
#include "scree/force/coulomb.hpp"

namespace scree::force {

struct MindlinTangential {
  template <class Normal, class R>
  SCREE_HD static TangentialForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in,
                                               const NormalForceT<R>& normal, SpringsT<R>& s, EnergiesT<R>& e) {
    const R k = 8 * law.G_star * normal.radius;
    const R k_old = 8 * law.G_star * Normal::contact_radius(law, in.r_star, in.xi_n_old);
    const R gamma = dashpot(law.gamma_t, law.rate_t, law.zeta_t + law.beta_t, k, in.m_star);
    Vec3T<R> xi = transport(s.xi_t, in);
    const R released = change_stiffness(k_old, k, xi, in.v_t, in.dt);
    const Slide<Vec3T<R>, R> step = slide(k, gamma, R(law.mu * normal.grip), xi, in.v_t, in.dt);
    s.xi_t = step.xi;
    e.friction += step.slip + released;
    e.damping_tangential += step.dashpot;
    return {step.force, step.held, k, k_old};
  }
};

}  // namespace scree::force
