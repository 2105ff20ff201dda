#include "scree/force/kelvin_voigt_cohesive.hpp"

#include <gtest/gtest.h>

#include "force/impact.hpp"

namespace scree::force {
namespace {

LawParams silo(bool bond_after_contact = false) {
  LawParams law;
  law.normal = NormalLaw::kKelvinVoigtCohesive;
  law.k_n = 1e7;
  law.cohesive_force = 110;
  law.attraction = true;
  law.bond_after_contact = bond_after_contact;
  return law;
}

Real force_at(const LawParams& law, Real xi_n, Real v_n, Springs& s) {
  ContactInput in = resting_contact(xi_n);
  in.v_n = v_n;
  Energies e;
  return -evaluate(law, in, s, e).f.z;
}

TEST(KelvinVoigtCohesive, PullGrowsToTheLargestForceAndThenBreaks) {
  const LawParams law = silo();
  const Real reach = cohesive_reach(law, 1);
  EXPECT_DOUBLE_EQ(reach, 11e-6);
  Springs s;
  for (int i = 0; i <= 100; ++i) {
    const Real part = Real(i) / 100;
    EXPECT_NEAR(force_at(law, -part * reach * (1 - 1e-12), -1, s), -part * 110, 1e-9);
  }
  EXPECT_EQ(force_at(law, -reach * (1 + 1e-9), -1, s), 0);
}

TEST(KelvinVoigtCohesive, ApproachingBodiesDoNotPull) {
  Springs s;
  EXPECT_LT(force_at(silo(), -5e-6, -1e-9, s), 0);
  EXPECT_EQ(force_at(silo(), -5e-6, 1e-9, s), 0);
  EXPECT_EQ(force_at(silo(), -5e-6, 0, s), 0);
}

TEST(KelvinVoigtCohesive, ABondAfterContactNeedsATouchAndEndsWithRupture) {
  const LawParams law = silo(true);
  Springs s;
  EXPECT_EQ(force_at(law, -5e-6, -1, s), 0);
  EXPECT_GT(force_at(law, 5e-6, 1, s), 0);
  EXPECT_NEAR(force_at(law, -5e-6, -1, s), -50, 1e-9);
  EXPECT_EQ(force_at(law, -12e-6, -1, s), 0);
  EXPECT_EQ(force_at(law, -5e-6, -1, s), 0);
  EXPECT_EQ(s.touched, 0u);
}

TEST(KelvinVoigtCohesive, AnImpactLosesTheWorkOfThePullAndNothingElse) {
  LawParams law = silo();
  law.k_n = 1;
  law.cohesive_force = 0.3;
  const Impact r = throw_at(law, {});
  EXPECT_NEAR(r.lost.cohesion_lost, 0.3 * 0.3 / 2, 1e-4);
  EXPECT_NEAR(r.restitution, std::sqrt(1 - 0.3 * 0.3), 1e-4);
  EXPECT_NEAR(r.residual(), 0, 1e-4);
  EXPECT_NEAR(r.min_force, -0.3, 1e-3);
}

// Pulled hard enough the bodies turn back inside the reach: no force on the way in, and the books close over it.
TEST(KelvinVoigtCohesive, BodiesThatTurnBackInsideTheReachLoseEnergyOnEveryWayOut) {
  LawParams law = silo();
  law.k_n = 1;
  law.cohesive_force = 2;
  Springs s;
  Energies lost;
  Real xi = 0, v = -1, f = 0, held = 0, xi_old = 0;
  const Real dt = 1e-4, push = 0.2;  // a constant push together, so that they come back
  for (int i = 0; i < 60000; ++i) {
    v += dt / 2 * (push - f);
    xi += v * dt;
    ContactInput in = resting_contact(xi);
    in.v_n = v;
    in.xi_n_old = xi_old;
    in.dt = dt;
    Energies e;
    f = -evaluate(law, in, s, e).f.z;
    held = e.elastic_normal;
    EXPECT_GE(e.cohesion_lost, -1e-7);  // half of the step in which they turn goes the other way
    lost += e;
    v += dt / 2 * (push - f);
    xi_old = xi;
  }
  EXPECT_GT(lost.cohesion_lost, 0.25);
  EXPECT_NEAR(v * v / 2 - push * xi + held + lost.cohesion_lost + lost.damping_normal, 0.5, 1e-3);
}

}  // namespace
}  // namespace scree::force
