// From what a user knows (E, nu, restitution) to what a law needs.
//
// Restitution of the linear contact that ends at zero force: Schwager & Pöschel 2007 give three branches in zeta; with
// zeta = cos(theta) they are one, e = exp(-2 theta cot(theta)), and its continuation to zeta > 1.
//
// Hertz: xi^(5/4) and a stretched time turn Tsuji's contact into the linear one (Antypov & Elliott 2011), with
// beta = sqrt(5/6) zeta. Zero force maps to zero force too, so both endings need no formula of their own. The fit of
// Thornton et al. 2013 for the ending at zero force agrees to 2e-4 in e below 0.9, but gives 0.985 where 1 is wanted.
#include "scree/model/material.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/math/elementary.hpp"

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;

double restitution_at_zero_force(double zeta) {
  const double w2 = (1 - zeta) * (1 + zeta);
  if (w2 > 1e-8) return scree::exp(-2 * zeta * scree::acos(zeta) / std::sqrt(w2));
  if (w2 < -1e-8) return scree::exp(-2 * zeta * scree::acosh(zeta) / std::sqrt(-w2));
  return scree::exp(-2 * zeta * (1 + w2 / 6));  // acos(zeta)/w = 1 + w^2/6 + ... about zeta = 1
}

// The x in [lo, hi] with falling(x) = value, to the last digits of the interval's upper end.
template <class F>
double bisect(F&& falling, double value, double lo, double hi) {
  for (int i = 0; i < 100 && hi - lo > 1e-15 * hi; ++i) {
    const double mid = (lo + hi) / 2;
    (falling(mid) > value ? lo : hi) = mid;
  }
  return (lo + hi) / 2;
}

}  // namespace

Real cohesive_reach(const LawParams& law, Real R_star) {
  if (law.normal == NormalLaw::kKelvinVoigtCohesive) return law.k_n > 0 ? law.cohesive_force / law.k_n : 0;
  if (law.normal == NormalLaw::kJkr && law.adhesion > 0) {
    const Real strain = Real(kPi) * law.adhesion / law.E_star;
    return Real(0.75) * scree::cbrt(strain * strain * R_star);
  }
  return 0;
}

Real effective_young(const Material& a, const Material& b) {
  return 1 / ((1 - a.poisson * a.poisson) / a.young + (1 - b.poisson * b.poisson) / b.young);
}

Real effective_shear(const Material& a, const Material& b) {
  const auto compliance = [](const Material& m) { return (2 - m.poisson) * 2 * (1 + m.poisson) / m.young; };
  return 1 / (compliance(a) + compliance(b));
}

Real restitution_for_zeta(Real zeta, bool attraction) {
  if (!attraction) return Real(restitution_at_zero_force(zeta));
  return zeta < 1 ? Real(scree::exp(-kPi * zeta / std::sqrt((1 - zeta) * (1 + zeta)))) : 0;
}

Real zeta_for_restitution(Real e, bool attraction) {
  if (e >= 1) return 0;
  if (attraction) return e > 0 ? Real(-scree::log(e) / scree::hypot(scree::log(e), kPi)) : 1;
  const double wanted = std::max(e, kSmallestRestitution);
  return Real(bisect(restitution_at_zero_force, wanted, 0, 8));
}

Real hertz_restitution_for_beta(Real beta, bool attraction) {
  return restitution_for_zeta(beta / std::sqrt(Real(5) / 6), attraction);
}

Real hertz_beta_for_restitution(Real e, bool attraction) {
  return std::sqrt(Real(5) / 6) * zeta_for_restitution(e, attraction);
}

Real linear_stiffness_from_young(Real E_star, Real R_star, Real m_star, Real v) {
  const Real c = Real(16) / 15 * E_star * std::sqrt(R_star);
  return c * scree::pow(m_star * v * v / c, Real(0.2));
}

}  // namespace scree
