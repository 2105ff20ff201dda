// Rolling and twisting resistance: an elastic-plastic spring with a dashpot, type C (EPSD2) of Ai et al. 2011.
//
// Couple on A: -k_r xi_r - 2 eta sqrt(I* k_r) omega_r, with xi_r' = omega_r, the relative spin without its part along
// n; at most mu_r R* F_n. Twisting is the same along n. As in Ai et al. the dashpot acts only below the cap; we also
// shorten it so that spring and dashpot together stay below. k_r is k_t R*^2 unless the scene gives it; a contact
// without tangential spring has k_n (Hertz: S_n) in its place.
#pragma once
#include "scree/force/coulomb.hpp"

namespace scree::force {

template <class R>
struct CoupleT {
  Vec3T<R> couple = {R(kNothing), R(kNothing), R(kNothing)};  // on A
  R held = kNothing;                                          // J
};

struct NoRolling {
  template <class R>
  SCREE_HD static CoupleT<R> evaluate(const LawParams&, const ContactInputT<R>&, const NormalForceT<R>&,
                                      const TangentialForceT<R>&, SpringsT<R>&, EnergiesT<R>&) {
    return {};
  }
};

// As slide(), but the limit holds for the spring, and the dashpot gets what is left below it.
template <class V, class R>
SCREE_HD Slide<V, R> slide_then_damp(const R& k, const R& gamma, const R& limit, const V& xi, const V& omega, Real dt) {
  using std::sqrt;
  Slide<V, R> r = slide(k, R(0), limit, xi, omega, dt);
  V drag = select(r.capped, R(0), -gamma) * omega;
  const V total = r.force + drag;
  const MaskOf<R> free = !r.capped, over = free & (inner(total, total) > limit * limit);
  if (any(over)) {
    // The largest share of the drag with |force + share drag| <= limit; |force| <= limit, so it is in [0, 1).
    const R d2 = inner(drag, drag), fd = inner(r.force, drag);
    const R room = at_least(fms(limit, limit, inner(r.force, r.force)), 0);
    const R root = sqrt(fma(fd, fd, d2 * room));
    const R share = select(fd > 0, room / (fd + root), (root - fd) / d2);
    drag = select(over, share, R(1)) * drag;
  }
  r.force = r.force + drag;
  r.dashpot = -dt * inner(drag, omega);
  return r;
}

struct SpringRolling {
  template <class R>
  SCREE_HD static CoupleT<R> evaluate(const LawParams& law, const ContactInputT<R>& in, const NormalForceT<R>& normal,
                                      const TangentialForceT<R>& t, SpringsT<R>& s, EnergiesT<R>& e) {
    CoupleT<R> c;
    const Vec3T<R>& omega = in.omega;
    const R spin = dot(omega, in.n);
    if (law.rolling == RollingLaw::kSpring) {
      const Resistance rolling{law.k_rolling, law.eta_rolling, law.mu_rolling};
      const Slide<Vec3T<R>, R> step = resist(rolling, in, normal, t, transport(s.xi_r, in), fnma(spin, in.n, omega));
      s.xi_r = step.xi;
      c.couple = step.force;
      c.held = step.held;
      e.rolling += step.slip + step.dashpot;
    }
    if (law.twisting == RollingLaw::kSpring) {
      const Resistance twisting{law.k_twisting, law.eta_twisting, law.mu_twisting};
      const Slide<R, R> step = resist(twisting, in, normal, t, s.xi_s, spin);
      s.xi_s = step.xi;
      c.couple = fma(step.force, in.n, c.couple);
      c.held += step.held;
      e.rolling += step.slip + step.dashpot;
    }
    return c;
  }

 private:
  struct Resistance {
    Real k, eta, mu;
  };
  template <class V, class R>
  SCREE_HD static Slide<V, R> resist(const Resistance& law, const ContactInputT<R>& in, const NormalForceT<R>& normal,
                                     const TangentialForceT<R>& t, V xi, const V& omega) {
    const R r2 = in.r_star * in.r_star;
    const R k = law.k > 0 ? R(law.k) : t.k * r2;
    const R released = law.k > 0 ? R(0) : change_stiffness(R(t.k_old * r2), k, xi, omega, in.dt);
    const R gamma = dashpot(0, 0, law.eta, k, in.i_star);
    Slide<V, R> r = slide_then_damp(k, gamma, R(law.mu * in.r_star * normal.grip), xi, omega, in.dt);
    r.slip += released;
    return r;
  }
};

}  // namespace scree::force
