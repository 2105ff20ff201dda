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
SCREE_HD Slide<V> slide_then_damp(Real k, Real gamma, Real limit, V& xi, const V& omega, Real dt) {
  Slide<V> r = slide(k, Real(0), limit, xi, omega, dt);
  if (r.slip != 0 || !(gamma > 0)) return r;
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
    const Real r2 = in.r_star * in.r_star;
    const Vec3 omega = in.omega_a - in.omega_b;
    const Real spin = dot(omega, in.n);
    if (law.rolling == RollingLaw::kSpring) {
      s.xi_r = transport(s.xi_r, in);
      const Real k = law.k_rolling > 0 ? law.k_rolling : t.k * r2;
      const Real k_old = law.k_rolling > 0 ? law.k_rolling : t.k_old * r2;
      add(c, resist(k_old, k, law.eta_rolling, law.mu_rolling, in, normal, s.xi_r, omega - spin * in.n, e), {1, 1, 1});
    }
    return c;
  }
};

}  // namespace scree::force
