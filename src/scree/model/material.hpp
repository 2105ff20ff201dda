// Materials, and the numbers of a contact law for one pair of materials.
//
// A law is named by its parts with LAMMPS' words (normal, tangential, rolling, twisting). All mixing and all
// conversions from E, nu and restitution happen once, in material.cpp, when a scene is loaded; the laws in
// force/ see numbers only.
#pragma once
#include <limits>
#include <string>

#include "scree/math/vec3.hpp"

namespace scree {

struct Material {
  std::string name;
  Real density = 0;         // kg/m3
  Real young = 0;           // Pa, 0: not given
  Real poisson = 0;         // 1
  Real surface_energy = 0;  // J/m2 per surface; the work of adhesion of a pair is 2 sqrt(g1 g2) unless the contact says
};

enum class NormalLaw : std::uint8_t { kLinear, kKelvinVoigtCohesive, kHertz, kDmt, kJkr };
enum class TangentialLaw : std::uint8_t { kNone, kCoulomb, kMindlin };
enum class RollingLaw : std::uint8_t { kNone, kSpring };

struct LawParams {
  NormalLaw normal = NormalLaw::kLinear;
  TangentialLaw tangential = TangentialLaw::kNone;
  RollingLaw rolling = RollingLaw::kNone;
  RollingLaw twisting = RollingLaw::kNone;
  // May the normal force pull while bodies overlap and part (contact ends at zero overlap), or is it cut at
  // zero (contact ends at zero force)? The two endings give different restitutions for one damping.
  bool attraction = false;
  bool bond_after_contact = false;  // cohesion only between bodies that have touched

  // Linear and Kelvin-Voigt. The dashpot is gamma + rate m* + 2 zeta sqrt(k m*): whichever the scene gave, others 0.
  Real k_n = 0, k_t = 0;          // N/m
  Real gamma_n = 0, gamma_t = 0;  // N s/m
  Real rate_n = 0, rate_t = 0;    // 1/s
  Real zeta_n = 0, zeta_t = 0;    // 1
  Real cohesive_force = 0;        // N, largest (silo paper: N^c_max)

  // Hertz, DMT, JKR.
  Real E_star = 0, G_star = 0;  // Pa
  Real beta_n = 0;              // F_d = 2 beta_n sqrt(S_n m*) d(xi_n)/dt; Tsuji's sqrt(5/6) is folded in
  Real beta_t = 0;
  Real adhesion = 0;  // J/m2, work of adhesion w

  Real mu = 0;                           // Coulomb
  Real mu_rolling = 0, mu_twisting = 0;  // couple at most mu_rolling R* F_n
  Real k_rolling = 0, k_twisting = 0;    // N m/rad; 0: k_t R*^2 (Ai et al. 2011, EPSD2)
  Real eta_rolling = 0, eta_twisting = 0;

  bool operator==(const LawParams&) const = default;
};

// Does it ask for R*?
inline bool uses_radius(const LawParams& law) {
  const bool hertzian = law.normal != NormalLaw::kLinear && law.normal != NormalLaw::kKelvinVoigtCohesive;
  return hertzian || law.rolling != RollingLaw::kNone || law.twisting != RollingLaw::kNone;
}

// How far apart bodies of effective radius R can be and still pull at each other [m].
Real cohesive_reach(const LawParams& law, Real R_star);

// E* and G* of a pair: Particle-wall uses the same formula as particle-particle.
Real effective_young(const Material& a, const Material& b);
Real effective_shear(const Material& a, const Material& b);

// Damping ratio zeta of the linear dashpot that gives restitution e, for the two endings of a contact
// (docs/force-laws.md). With attraction this is a closed form, without it is bisected. Without attraction no finite
// dashpot gives e = 0: there e below kSmallestRestitution counts as kSmallestRestitution (zeta 4.8).
inline constexpr Real kSmallestRestitution = Real(0.01);
Real zeta_for_restitution(Real e, bool attraction);
Real restitution_for_zeta(Real zeta, bool attraction);
// beta_n of LawParams for a Hertz contact of restitution e: Tsuji's formula (attraction), or the value for the contact
// that ends at zero force, which Thornton et al. 2013 fit and which is exact here.
Real hertz_beta_for_restitution(Real e, bool attraction);
Real hertz_restitution_for_beta(Real beta, bool attraction);

// The linear spring that gives a Hertz impact of two bodies its largest energy at speed v.
Real linear_stiffness_from_young(Real E_star, Real R_star, Real m_star, Real v);

}  // namespace scree
