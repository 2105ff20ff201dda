#include "scree/model/material.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

TEST(Material, EffectiveModuliOfEqualBodiesAndOfARigidWall) {
  const Material glass{.name = "glass", .young = 48e9, .poisson = 0.2};
  const Material rigid{.name = "rigid", .young = std::numeric_limits<Real>::infinity(), .poisson = 0.3};
  EXPECT_NEAR(effective_young(glass, glass), 25e9, 1);
  EXPECT_NEAR(effective_young(glass, rigid), 50e9, 1);
  EXPECT_EQ(effective_young(glass, rigid), effective_young(rigid, glass));
  const Real shear = 48e9 / 2.4;  // G = E/(2 (1 + nu))
  EXPECT_NEAR(effective_shear(glass, glass), shear / (2 * 1.8), 1);
  EXPECT_NEAR(effective_shear(glass, rigid), shear / 1.8, 1);
}

TEST(Material, RestitutionOfTheLinearContactForBothEndings) {
  const Real zeta[] = {0.05, 0.2, 0.5, 0.7, 0.8};
  const Real cut[] = {0.8588, 0.5717, 0.2984, 0.2103, 0.1798};
  const Real pulled[] = {0.8545, 0.5266, 0.1630, 0.0460, 0.0152};
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(restitution_for_zeta(zeta[i], false), cut[i], 6e-5);
    EXPECT_NEAR(restitution_for_zeta(zeta[i], true), pulled[i], 6e-5);
  }
}

TEST(Material, OneFormulaCoversTheBranchesOfSchwagerAndPoeschel) {
  for (Real zeta = 0.01; zeta < 0.999; zeta += 0.01) {
    const Real w = std::sqrt(1 - zeta * zeta);
    const Real angle = zeta < std::sqrt(0.5) ? 3.14159265358979323846 - std::atan(2 * zeta * w / (1 - 2 * zeta * zeta))
                                             : std::atan(2 * zeta * w / (2 * zeta * zeta - 1));
    EXPECT_NEAR(restitution_for_zeta(zeta, false), std::exp(-zeta / w * angle), 1e-12);
  }
  // Continuous through critical damping, exp(-2) there.
  for (const Real off : {-1e-6, -1e-9, 0.0, 1e-9, 1e-6}) {
    EXPECT_NEAR(restitution_for_zeta(1 + off, false), std::exp(-2.0), 1e-6);
  }
  EXPECT_EQ(restitution_for_zeta(0, false), 1);
  EXPECT_EQ(restitution_for_zeta(1, true), 0);
}

TEST(Material, DampingRatioInvertsRestitution) {
  for (const bool attraction : {false, true}) {
    for (const Real e : {0.011, 0.1, 0.1353, 0.5, 0.9, 0.999, 1 - 1e-9}) {
      EXPECT_NEAR(restitution_for_zeta(zeta_for_restitution(e, attraction), attraction), e, 1e-12);
      EXPECT_NEAR(hertz_restitution_for_beta(hertz_beta_for_restitution(e, attraction), attraction), e, 1e-12);
    }
    EXPECT_EQ(zeta_for_restitution(1, attraction), 0);
    EXPECT_EQ(hertz_beta_for_restitution(1, attraction), 0);
    EXPECT_TRUE(std::isfinite(zeta_for_restitution(0, attraction)));
    EXPECT_TRUE(std::isfinite(zeta_for_restitution(1e-300, attraction)));
  }
  EXPECT_EQ(zeta_for_restitution(0, true), 1);
  EXPECT_EQ(zeta_for_restitution(0, false), zeta_for_restitution(kSmallestRestitution, false));
}

TEST(Material, HertzDampingIsThatOfTsujiAndOfThornton) {
  EXPECT_NEAR(hertz_beta_for_restitution(0.5, true), std::sqrt(5.0 / 6) * 0.215454, 1e-6);
  // Thornton et al. 2013, Eq. for beta with its ten coefficients.
  const Real h[] = {-6.918798, -16.41105, 146.8049,  -796.4559, 2928.711,
                    -7206.864, 11494.29,  -11342.18, 6276.757,  -1489.915};
  for (const Real e : {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9}) {
    Real alpha = 0;
    for (int j = 9; j >= 0; --j) alpha = (alpha + h[j]) * e;
    const Real fit = std::sqrt(1 / (1 - (1 + e) * (1 + e) * std::exp(alpha)) - 1);
    EXPECT_NEAR(hertz_beta_for_restitution(e, false), fit, 3e-3 * fit) << e;
  }
}

TEST(Material, ReachOfCohesion) {
  LawParams law;
  EXPECT_EQ(cohesive_reach(law, 1), 0);
  law.normal = NormalLaw::kKelvinVoigtCohesive;
  EXPECT_EQ(cohesive_reach(law, 1), 0);
  law.k_n = 1e7;
  law.cohesive_force = 110;
  EXPECT_DOUBLE_EQ(cohesive_reach(law, 1), 11e-6);
  law.normal = NormalLaw::kJkr;
  law.E_star = 2;
  law.adhesion = 0.1;
  EXPECT_NEAR(cohesive_reach(law, 3), 0.75 * std::pow(9.8696044 * 0.01 * 3 / 4, 1.0 / 3), 1e-8);
  law.normal = NormalLaw::kDmt;
  EXPECT_EQ(cohesive_reach(law, 3), 0);
}

TEST(Material, TheLinearSpringReachesTheOverlapOfTheHertzImpact) {
  const Real E = 25e9, R = 0.005, m = 5.86e-3, v = 20;
  const Real overlap = std::pow(15 * m * v * v / (16 * E * std::sqrt(R)), 0.4);
  const Real k = linear_stiffness_from_young(E, R, m, v);
  EXPECT_NEAR(v * std::sqrt(m / k), overlap, 1e-12 * overlap);
}

}  // namespace
}  // namespace scree
