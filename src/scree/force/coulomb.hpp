// Tangential spring and dashpot behind a Coulomb slider, kept in a tangent plane that turns.
//
// Cundall & Strack 1979; the steps are those of Luding 2008, Sec. 2.2: transport, stretch, cap, set back. Mindlin
// contacts and rolling and twisting resistance use the same spring, so it is written once, for vectors and scalars.
//
// We differ in one place: when the dashpot alone would exceed the limit, its share is shortened to the limit before
// the spring is set back. The usual formula then loads the spring backwards, and a body that comes to rest after
// fast sliding gets pushed on in the direction of its motion.
#pragma once
#include "scree/force/linear.hpp"

namespace scree::force {

template <class R>
SCREE_HD R inner(const R& a, const R& b) {
  return a * b;
}
template <class R>
SCREE_HD R inner(const Vec3T<R>& a, const Vec3T<R>& b) {
  return dot(a, b);
}

// Turns a spring with its contact: into the plane of the new normal, and about it with the mean spin of the two
// bodies (without this twirl stresses in an assembly are not objective, Kuhn et al. 2020). Its length stays.
template <class R>
SCREE_HD Vec3T<R> transport(const Vec3T<R>& xi, const ContactInputT<R>& in) {
  using std::sqrt;
  if (!(in.dt > 0) || in.turned) return xi;
  const R turn = in.dt * in.spin;
  const Vec3T<R> y = tangential(fma(turn, cross(in.n, xi), xi), in.n);
  const R new2 = norm2(y);
  return sqrt(select(new2 > 0, norm2(xi) / new2, R(0))) * y;
}

// What a spring, dashpot and slider did in one step.
template <class V, class R>
struct Slide {
  V force;
  V xi;                  // the spring after the step
  R held = kNothing;     // J, in the spring
  R slip = kNothing;     // J, lost by sliding
  R dashpot = kNothing;  // J, lost in the dashpot
  MaskOf<R> capped = {};
};

// The spring after a change of its stiffness from k_old to k: a stiffer one keeps its force, a softer one its
// stretch, so that neither creates energy (Mindlin contacts: docs/force-laws.md). Returns the energy released. The
// force of the old spring has acted on half of the coming motion v dt: that share is in it.
template <class V, class R>
SCREE_HD R change_stiffness(const R& k_old, const R& k, V& xi, const V& v, Real dt) {
  if (!(dt > 0)) return 0;
  const MaskOf<R> softer = k < k_old;
  const R shorter = select(softer, R(1), select(k > 0, k_old / k, R(0)));
  const R released =
      select(softer, (k_old - k) / 2 * inner(xi, fma(R(dt), v, xi)), k_old / 2 * (1 - shorter) * inner(xi, xi));
  xi = shorter * xi;
  return released;
}

// Stretches xi by v dt and cuts the force, dashpot included, at `limit`. Energies by the trapezoid: a spring that
// slips from xi to xi' loses k (xi + xi')/2 times the slip v dt - (xi' - xi).
template <class V, class R>
SCREE_HD Slide<V, R> slide(const R& k, const R& gamma, const R& limit, const V& xi, const V& v, Real dt) {
  using std::sqrt;
  const V stretched = fma(R(dt), v, xi), viscous = gamma * v;
  const V trial = fnms(k, stretched, viscous);
  const R trial2 = inner(trial, trial), limit2 = limit * limit;
  const MaskOf<R> capped = (trial2 > limit2) | (limit <= 0);
  R share = 1, share_of_drag = 1, per_k = 0;
  if (any(capped)) {
    const R drag2 = inner(viscous, viscous);
    share = select(capped, select(limit > 0, limit / sqrt(trial2), R(0)), R(1));
    share_of_drag = select(capped & (drag2 > limit2), limit / sqrt(drag2), R(1));
    per_k = select(k > 0, 1 / k, R(0));
  }
  const MaskOf<R> set_back = capped & (R(dt) > 0);
  const V force = share * trial, drag = share_of_drag * viscous;
  const V left = select(set_back, -per_k * (force + drag), stretched);
  const R slip = select(capped, k / 2 * inner(V(xi + left), fma(R(dt), v, xi - left)), R(0));
  return {force, left, k / 2 * inner(left, left), slip, dt * inner(drag, v), capped};
}

// What a tangential law says.
template <class R>
struct TangentialForceT {
  Vec3T<R> force = {R(0), R(0), R(0)};  // on A
  R held = kNothing;                    // J
  R k = 0, k_old = 0;                   // N/m, now and one step before: rolling springs are made of it
};

struct NoTangential {
  template <class Normal, class R>
  SCREE_HD static TangentialForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in,
                                               const NormalForceT<R>& normal, SpringsT<R>&, EnergiesT<R>&) {
    TangentialForceT<R> r;
    r.k = normal.stiffness;
    r.k_old = Normal::stiffness(law, in.r_star, in.xi_n_old);
    return r;
  }
};

struct CoulombTangential {
  template <class Normal, class R>
  SCREE_HD static TangentialForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in,
                                               const NormalForceT<R>& normal, SpringsT<R>& s, EnergiesT<R>& e) {
    const R k = law.k_t;
    const R gamma = dashpot(law.gamma_t, law.rate_t, law.zeta_t + law.beta_t, k, in.m_star);
    const Slide<Vec3T<R>, R> step = slide(k, gamma, R(law.mu * normal.grip), transport(s.xi_t, in), in.v_t, in.dt);
    s.xi_t = step.xi;
    e.friction += step.slip;
    e.damping_tangential += step.dashpot;
    if (law.k_t > 0) return {step.force, step.held, k, k};
    return {step.force, step.held, normal.stiffness, Normal::stiffness(law, in.r_star, in.xi_n_old)};
  }
};

}  // namespace scree::force
