// Rolling and twisting resistance: an elastic-plastic spring with a dashpot, type C (EPSD2) of Ai et al. 2011.
//
// Couple on A: -k_r xi_r - 2 eta sqrt(I* k_r) omega_r, with xi_r' = omega_r, the relative spin without its part along
// n; at most mu_r R* F_n. Twisting is the same along n. As in Ai et al. the dashpot acts only below the cap; we also
// shorten it so that spring and dashpot together stay below. k_r is k_t R*^2 unless the scene gives it; a contact
// without tangential spring has k_n (Hertz: S_n) in its place.
#pragma once
#include "scree/force/coulomb.hpp"

namespace scree::force {

struct Couple {
  Vec3 couple = {0, 0, 0};  // on A
  Real held = 0;            // J
};

struct NoRolling {
  SCREE_HD static Couple evaluate(const LawParams&, const ContactInput&, const NormalForce&, const TangentialForce&,
                                  Springs&, Energies&) {
    return {};
  }
};

// As slide(), but the limit holds for the spring, and the dashpot gets what is left below it.
template <class V>
SCREE_HD Slide<V> slide_then_damp(Real k, Real gamma, Real limit, const V& xi, const V& omega, Real dt) {
  Slide<V> r = slide(k, Real(0), limit, xi, omega, dt);
  if (r.capped || !(gamma > 0)) return r;
  V drag = -gamma * omega;
  const V total = r.force + drag;
  if (inner(total, total) > limit * limit) {
    // The largest share of the drag with |force + share drag| <= limit; |force| <= limit, so it is in [0, 1).
    const Real d2 = inner(drag, drag), fd = inner(r.force, drag);
    const Real room = at_least(limit * limit - inner(r.force, r.force), 0);
    const Real root = std::sqrt(fd * fd + d2 * room);
    const Real share = fd > 0 ? room / (fd + root) : (root - fd) / d2;
    drag = share * drag;
  }
  r.force = r.force + drag;
  r.dashpot = -dt * inner(drag, omega);
  return r;
}

struct SpringRolling {
  SCREE_HD static Couple evaluate(const LawParams& law, const ContactInput& in, const NormalForce& normal,
                                  const TangentialForce& t, Springs& s, Energies& e) {
    Couple c;
    const Vec3 omega = in.omega_a - in.omega_b;
    const Real spin = dot(omega, in.n);
    if (law.rolling == RollingLaw::kSpring) {
      const Resistance rolling{law.k_rolling, law.eta_rolling, law.mu_rolling};
      const Slide<Vec3> step = resist(rolling, in, normal, t, transport(s.xi_r, in), omega - spin * in.n);
      s.xi_r = step.xi;
      c.couple = step.force;
      c.held = step.held;
      e.rolling += step.slip + step.dashpot;
    }
    if (law.twisting == RollingLaw::kSpring) {
      const Resistance twisting{law.k_twisting, law.eta_twisting, law.mu_twisting};
      const Slide<Real> step = resist(twisting, in, normal, t, s.xi_s, spin);
      s.xi_s = step.xi;
      c.couple += step.force * in.n;
      c.held += step.held;
      e.rolling += step.slip + step.dashpot;
    }
    return c;
  }

 private:
  struct Resistance {
    Real k, eta, mu;
  };
  template <class V>
  SCREE_HD static Slide<V> resist(const Resistance& law, const ContactInput& in, const NormalForce& normal,
                                  const TangentialForce& t, V xi, const V& omega) {
    const Real r2 = in.r_star * in.r_star;
    const Real k = law.k > 0 ? law.k : t.k * r2;
    const Real released = law.k > 0 ? 0 : change_stiffness(t.k_old * r2, k, xi, omega, in.dt);
    const Real gamma = dashpot(0, 0, law.eta, k, in.i_star);
    Slide<V> r = slide_then_damp(k, gamma, law.mu * in.r_star * normal.grip, xi, omega, in.dt);
    r.slip += released;
    return r;
  }
};

}  // namespace scree::force
