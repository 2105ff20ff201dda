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

namespace scree::force {

struct JkrNormal {
  static constexpr bool kPullIsLost = false;

  SCREE_HD static Real pull_off(const LawParams& law, Real r_star) { return Real(1.5) * kPi * law.adhesion * r_star; }
  SCREE_HD static Real radius_at_zero(const LawParams& law, Real r_star) {
    return std::cbrt(2 * kPi * law.adhesion * r_star * r_star / law.E_star);
  }

  // The larger root of y^4 - y = d, for d above its minimum. The quartic is convex, so Newton falls monotonically onto
  // the root from any point above it; the two starts are upper bounds that are exact at tearing and for large d.
  SCREE_HD static Real stable_root(Real d) {
    const Real y_min = Real(0.62996052494743658);  // 4^(-1/3)
    const Real above = at_least(d + Real(0.75) * y_min, 0);
    const Real near = y_min + std::sqrt(above / (6 * y_min * y_min));
    const Real far = std::sqrt(std::sqrt(at_least(d, 0) + near));
    Real y = far < near ? far : near;
    for (int i = 0; i < 12; ++i) {
      const Real y3 = y * y * y;
      const Real slope = 4 * y3 - 1;
      if (!(slope > 0)) break;  // the tearing point itself
      const Real next = y - (y3 * y - y - d) / slope;
      if (!(next < y)) break;
      y = next;
    }
    return at_least(y, y_min);
  }

  SCREE_HD static Real contact_radius(const LawParams& law, Real r_star, Real xi_n) {
    if (!(law.adhesion > 0)) return HertzNormal::contact_radius(law, r_star, xi_n);
    const Real a_0 = radius_at_zero(law, r_star);
    const Real y = stable_root(xi_n * r_star / (a_0 * a_0));
    return a_0 * y * y;
  }
  SCREE_HD static Real stiffness(const LawParams& law, Real r_star, Real xi_n) {
    return 2 * law.E_star * contact_radius(law, r_star, xi_n);
  }

  SCREE_HD static NormalForce evaluate(const LawParams& law, const ContactInput& in, Springs& s) {
    if (!(law.adhesion > 0)) return HertzNormal::evaluate(law, in, s);
    if (in.xi_n < 0 && s.touched == 0) return {};
    const Real a_0 = radius_at_zero(law, in.r_star);
    const Real energy = kPi * law.adhesion * a_0 * a_0;
    const Real d = in.xi_n * in.r_star / (a_0 * a_0);
    if (d < kTearing) return torn(energy, a_0, in, s);

    const Real y = stable_root(d), y3 = y * y * y, y4 = y3 * y;
    NormalForce r;
    r.radius = a_0 * y * y;
    r.stiffness = 2 * law.E_star * r.radius;
    r.elastic = kPi * law.adhesion * in.r_star * y3 * (Real(8) / 3 * y3 - 4);
    r.force = r.elastic + hertz_dashpot(law, r.stiffness, in.m_star) * in.v_n;
    const Real pull = pull_off(law, in.r_star);
    if (!law.attraction) r.force = at_least(r.force, -pull);
    r.grip = at_least(r.force + 2 * pull, 0);
    r.held = energy * y4 * (Real(16) / 15 * y3 * y3 - Real(8) / 3 * y3 + 2);
    r.cohesion = -energy * y4;
    if (s.touched == 0 && in.dt > 0) r.lost = Real(0.6) * energy;
    s.touched = 1;
    return r;
  }

 private:
  static constexpr Real kTearing = Real(-0.75 * 0.62996052494743658);

  // Past the tearing point: what the area still held is lost, unless the driver has dropped the contact before.
  SCREE_HD static NormalForce torn(Real energy, Real a_0, const ContactInput& in, Springs& s) {
    NormalForce r;
    const Real y = stable_root(in.xi_n_old * in.r_star / (a_0 * a_0)), y3 = y * y * y;
    r.lost = energy * y3 * y * (Real(16) / 15 * y3 * y3 - Real(8) / 3 * y3 + 1);
    s.touched = 0;
    return r;
  }
};

}  // namespace scree::force
