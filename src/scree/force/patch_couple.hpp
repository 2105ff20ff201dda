// What the area of a contact adds to the force at its centre: it brakes rocking, and it grips against twisting.
//
// Two flat faces that lie on each other rock with the dashpots spread over the area and twist against friction spread
// over it. With the second moment of the pressure g1 g1^T + g2 g2^T the dashpots give the couple
// -3 c_n sum_i (g_i x n) (g_i . (n x omega)); the 3 belongs to the stiffness of the area against rocking, so that both
// have the damping ratio of the law (docs/polyhedra-in-motion.md). The friction acts at the radius of gyration rho: a
// spring k_t, stretched by rho omega_n dt and cut at 0.94 mu F_n, which is the mean radius over rho of a disc (2/3 :
// 1/sqrt 2 = 0.943) and of a square (0.937). Sliding and twisting are cut each for itself.
#pragma once
#include "scree/force/rolling.hpp"

namespace scree::force {

template <class R>
SCREE_HD CoupleT<R> patch_couple(const LawParams& law, const ContactInputT<R>& in, const NormalForceT<R>& normal,
                                 const TangentialForceT<R>& t, SpringsT<R>& s, EnergiesT<R>& e) {
  using std::sqrt;
  constexpr Real kMeanRadius = Real(0.94);
  CoupleT<R> c;
  // A couple beyond F_n times the half-width of the area, sqrt(3) g, would take pull at the lifting edge.
  const R rate = 3 * dashpot(law.gamma_n, law.rate_n, law.zeta_n + law.beta_n, normal.stiffness, in.m_star);
  const Vec3T<R> tilt = cross(in.n, in.omega);
  for (int axis = 0; axis < 2; ++axis) {
    const Vec3T<R>& g = axis == 0 ? in.g1 : in.g2;
    const R v = dot(g, tilt), limit = Real(1.7) * normal.grip;
    const R drag = select(v < 0, R(-1), R(1)) * at_most(rate * magnitude(v), limit);
    c.couple = fnma(drag, cross(g, in.n), c.couple);
    e.rolling = fma(in.dt * drag, v, e.rolling);
  }
  if (law.tangential == TangentialLaw::kNone || law.twisting != RollingLaw::kNone) return c;
  const R rho = sqrt(norm2(in.g1) + norm2(in.g2));
  const R v = rho * dot(in.omega, in.n);
  const R released = change_stiffness(t.k_old, t.k, s.xi_s, v, in.dt);
  const R gamma = dashpot(law.gamma_t, law.rate_t, law.zeta_t + law.beta_t, t.k, in.m_star);
  const Slide<R, R> step = slide(t.k, gamma, R(kMeanRadius * law.mu * normal.grip), s.xi_s, v, in.dt);
  s.xi_s = step.xi;
  c.couple = fma(rho * step.force, in.n, c.couple);
  c.held = step.held;
  e.friction += step.slip + released;
  e.damping_tangential += step.dashpot;
  return c;
}

}  // namespace scree::force
