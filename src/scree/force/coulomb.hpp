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

SCREE_HD inline Real inner(Real a, Real b) { return a * b; }
SCREE_HD inline Real inner(const Vec3& a, const Vec3& b) { return dot(a, b); }

// Turns a spring with its contact: into the plane of the new normal, and about it with the mean spin of the two
// bodies (without this twirl stresses in an assembly are not objective, Kuhn et al. 2020). Its length stays.
SCREE_HD inline Vec3 transport(const Vec3& xi, const ContactInput& in) {
  const Real length2 = norm2(xi);
  if (!(length2 > 0 && in.dt > 0)) return xi;
  const Real turn = in.dt / 2 * dot(in.omega_a + in.omega_b, in.n);
  const Vec3 y = tangential(xi + turn * cross(in.n, xi), in.n);
  const Real new2 = norm2(y);
  return new2 > 0 ? std::sqrt(length2 / new2) * y : Vec3{0, 0, 0};
}

// What a spring, dashpot and slider did in one step.
template <class V>
struct Slide {
  V force{};
  V xi{};            // the spring after the step
  Real held = 0;     // J, in the spring
  Real slip = 0;     // J, lost by sliding
  Real dashpot = 0;  // J, lost in the dashpot
  bool capped = false;
};

// The spring after a change of its stiffness from k_old to k: a stiffer one keeps its force, a softer one its
// stretch, so that neither creates energy (Mindlin contacts: docs/force-laws.md). Returns the energy released. The
// force of the old spring has acted on half of the coming motion v dt: that share is in it.
template <class V>
SCREE_HD Real change_stiffness(Real k_old, Real k, V& xi, const V& v, Real dt) {
  if (!(dt > 0)) return 0;
  if (k < k_old) return (k_old - k) / 2 * inner(xi, xi + dt * v);
  const Real shorter = k > 0 ? k_old / k : 0;
  const Real released = k_old / 2 * (1 - shorter) * inner(xi, xi);
  xi = shorter * xi;
  return released;
}

// Stretches xi by v dt and cuts the force, dashpot included, at `limit`. Energies by the trapezoid: a spring that
// slips from xi to xi' loses k (xi + xi')/2 times the slip v dt - (xi' - xi).
template <class V>
SCREE_HD Slide<V> slide(Real k, Real gamma, Real limit, const V& xi, const V& v, Real dt) {
  Slide<V> r;
  r.xi = xi + dt * v;
  V drag = gamma * v;
  r.force = -(k * r.xi + drag);
  const Real trial2 = inner(r.force, r.force);
  if (!(limit > 0)) {
    r.capped = true;
    r.force = drag = V{};
    if (dt > 0) r.xi = V{};
  } else if (trial2 > limit * limit) {
    r.capped = true;
    r.force = limit / std::sqrt(trial2) * r.force;
    const Real drag2 = inner(drag, drag);
    if (drag2 > limit * limit) drag = limit / std::sqrt(drag2) * drag;
    if (dt > 0) r.xi = k > 0 ? -(1 / k) * (r.force + drag) : V{};
  }
  if (r.capped) r.slip = k / 2 * inner(xi + r.xi, dt * v - (r.xi - xi));
  r.dashpot = dt * inner(drag, v);
  r.held = k / 2 * inner(r.xi, r.xi);
  return r;
}

// What a tangential law says.
struct TangentialForce {
  Vec3 force = {0, 0, 0};  // on A
  Real held = 0;           // J
  Real k = 0, k_old = 0;   // N/m, now and one step before: rolling springs are made of it
};

struct NoTangential {
  template <class Normal>
  SCREE_HD static TangentialForce evaluate(const LawParams& law, const ContactInput& in, const NormalForce& normal,
                                           Springs&, Energies&) {
    TangentialForce r;
    r.k = normal.stiffness;
    r.k_old = Normal::stiffness(law, in.r_star, in.xi_n_old);
    return r;
  }
};

struct CoulombTangential {
  template <class Normal>
  SCREE_HD static TangentialForce evaluate(const LawParams& law, const ContactInput& in, const NormalForce& normal,
                                           Springs& s, Energies& e) {
    const Real k = law.k_t;
    const Real gamma = dashpot(law.gamma_t, law.rate_t, law.zeta_t + law.beta_t, k, in.m_star);
    const Slide<Vec3> step = slide(k, gamma, law.mu * normal.grip, transport(s.xi_t, in), in.v_t, in.dt);
    s.xi_t = step.xi;
    e.friction += step.slip;
    e.damping_tangential += step.dashpot;
    if (k > 0) return {step.force, step.held, k, k};
    return {step.force, step.held, normal.stiffness, Normal::stiffness(law, in.r_star, in.xi_n_old)};
  }
};

}  // namespace scree::force
