// JKR adhesion of soft bodies: the surfaces stick inside a contact area that outlives the overlap.
//
// Johnson, Kendall & Roberts 1971, with the contact radius a:
//   F_n = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3),   xi = a^2/R* - sqrt(2 pi w a/E*).
// In units of the radius at zero overlap, a = a_0 y^2 with a_0^3 = 2 pi w R*^2/E*, everything is a polynomial in y:
//   xi = a_0^2/R* (y^4 - y),   F_n = pi w R* (8/3 y^6 - 4 y^3),
//   elastic = pi w a_0^2 (16/15 y^10 - 8/3 y^7 + 2 y^4),   surface = -pi w a_0^2 y^4,
// and their sum is the integral of F_n over xi. The stable branch has y^3 >= 1/4; it ends at
//   xi = -3/4 (pi^2 w^2 R*/E*^2)^(1/3), where displacement-controlled bodies tear. The largest pull is 3/2 pi w R*.
//
// Bodies that have not touched feel nothing. At first touch the area opens to a_0 without work done by the bodies:
// 0.6 pi w a_0^2 is lost there, and 0.4 pi w a_c^2 at rupture, together 7.09 (w^5 R*^4/E*^2)^(1/3) a sticky impact
// (Johnson & Pollock 1994). Friction sees mu (F_n + 3 pi w R*), twice the pull-off force added as in LAMMPS after
// Thornton 1991. The dashpot is that of Hertz with the area's S_n = 2 E* a; it pulls no harder than the pull-off force
// unless `attraction` is set.
#pragma once
#include "scree/force/dmt.hpp"
#include "scree/math/elementary_pack.hpp"

namespace scree::force {

struct JkrNormal {
  static constexpr bool kPullIsLost = false, kRemembers = true, kUsesRadius = true, kOnlySpring = false;

  template <class R>
  SCREE_HD static R pull_off(const LawParams& law, const R& r_star) {
    return Real(1.5) * kPi * law.adhesion * r_star;
  }
  template <class R>
  SCREE_HD static R radius_at_zero(const LawParams& law, const R& r_star) {
    return scree::cbrt(2 * kPi * law.adhesion * r_star * r_star / law.E_star);
  }

  // The larger root of y^4 - y = d, for d above its minimum. The quartic is convex, so Newton falls monotonically onto
  // the root from any point above it; the two starts are upper bounds that are exact at tearing and for large d.
  template <class R>
  SCREE_HD static R stable_root(const R& d) {
    using std::sqrt;
    const Real y_min = Real(0.62996052494743658);  // 4^(-1/3)
    const R above = at_least(R(d + Real(0.75) * y_min), 0);
    const R near = y_min + sqrt(above / (6 * y_min * y_min));
    const R far = sqrt(sqrt(at_least(d, 0) + near));
    R y = select(far < near, far, near);
    for (int i = 0; i < 12; ++i) {
      const R y3 = y * y * y;
      const R slope = fma(R(4), y3, R(-1));
      const R next = y - (fms(y3, y, y) - d) / slope;
      const MaskOf<R> falls = (slope > 0) & (next < y);  // the slope is 0 at the tearing point itself
      if (!any(falls)) break;
      y = select(falls, next, y);
    }
    return at_least(y, y_min);
  }

  template <class R>
  SCREE_HD static R contact_radius(const LawParams& law, const R& r_star, const R& xi_n) {
    if (!(law.adhesion > 0)) return HertzNormal::contact_radius(law, r_star, xi_n);
    const R a_0 = radius_at_zero(law, r_star);
    const R y = stable_root(R(xi_n * r_star / (a_0 * a_0)));
    return a_0 * y * y;
  }
  template <class R>
  SCREE_HD static R stiffness(const LawParams& law, const R& r_star, const R& xi_n) {
    return 2 * law.E_star * contact_radius(law, r_star, xi_n);
  }

  template <class R>
  SCREE_HD static NormalForceT<R> evaluate(const LawParams& law, const ContactInputT<R>& in, SpringsT<R>& s) {
    if (!(law.adhesion > 0)) return HertzNormal::evaluate(law, in, s);
    const R a_0 = radius_at_zero(law, in.r_star);
    const R energy = kPi * law.adhesion * a_0 * a_0;
    const R d = in.xi_n * in.r_star / (a_0 * a_0);
    const MaskOf<R> bound = (in.xi_n >= 0) | s.touched, tears = d < kTearing;
    NormalForceT<R> r = stuck(law, energy, d, in);
    if (in.dt > 0) r.lost = select(s.touched, R(0), R(Real(0.6) * energy));
    if (any(bound & tears)) r = choose<R>(tears, torn(energy, a_0, in), r);
    s.touched = bound & !tears;
    return choose<R>(bound, r, NormalForceT<R>{});
  }

 private:
  static constexpr Real kTearing = Real(-0.75 * 0.62996052494743658);

  template <class R>
  SCREE_HD static NormalForceT<R> stuck(const LawParams& law, const R& energy, const R& d, const ContactInputT<R>& in) {
    const R a_0 = radius_at_zero(law, in.r_star);
    const R y = stable_root(d), y3 = y * y * y, y4 = y3 * y;
    NormalForceT<R> r;
    r.radius = a_0 * y * y;
    r.stiffness = 2 * law.E_star * r.radius;
    r.elastic = kPi * law.adhesion * in.r_star * y3 * fma(R(Real(8) / 3), y3, R(-4));
    r.force = fma(hertz_dashpot(law, r.stiffness, in.m_star), in.v_n, r.elastic);
    const R pull = pull_off(law, in.r_star);
    if (!law.attraction) r.force = at_least(r.force, -pull);
    r.grip = at_least(fma(R(2), pull, r.force), 0);
    r.held = energy * y4 * fma(y3, fma(R(Real(16) / 15), y3, R(-Real(8) / 3)), R(2));
    r.cohesion = -energy * y4;
    return r;
  }

  // Past the tearing point: what the area still held is lost, unless the driver has dropped the contact before.
  template <class R>
  SCREE_HD static NormalForceT<R> torn(const R& energy, const R& a_0, const ContactInputT<R>& in) {
    NormalForceT<R> r;
    const R y = stable_root(R(in.xi_n_old * in.r_star / (a_0 * a_0))), y3 = y * y * y;
    r.lost = energy * y3 * y * fma(y3, fma(R(Real(16) / 15), y3, R(-Real(8) / 3)), R(1));
    return r;
  }
};

}  // namespace scree::force
