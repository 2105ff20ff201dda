#include "scree/force/mindlin.hpp"

#include <gtest/gtest.h>

#include "force/impact.hpp"

namespace scree::force {
namespace {

LawParams mindlin(NormalLaw normal = NormalLaw::kHertz) {
  LawParams law;
  law.normal = normal;
  law.tangential = TangentialLaw::kMindlin;
  law.E_star = 1;
  law.G_star = 0.2;
  law.mu = 100;  // sticks
  if (normal != NormalLaw::kHertz) law.adhesion = 0.01;
  return law;
}

// A contact led along a path by hand; counts the work put into its tangential spring.
struct Rig {
  explicit Rig(const LawParams& l) : law(l) {}
  LawParams law;
  Springs s;
  Real xi_n = 0.1, work = 0, lost = 0, held = 0;
  Vec3 f = {0, 0, 0};

  void go(Real to_xi_n, Real shear, int steps = 200) {
    const Real from = xi_n;
    for (int i = 1; i <= steps; ++i) {
      ContactInput in = resting_contact(from + (to_xi_n - from) * i / steps);
      in.xi_n_old = xi_n;
      in.dt = 1;
      in.v_t = {shear / steps, 0, 0};
      Energies e;
      const Vec3 f_new = tangential(evaluate(law, in, s, e).f, in.n);
      work -= dot(f + f_new, in.v_t) / 2;
      EXPECT_GE(e.friction, -1e-14);  // a step across zero stretch, second order in the step
      lost += e.friction;
      held = e.elastic_tangential;
      f = f_new;
      xi_n = in.xi_n;
    }
  }
};

TEST(MindlinTangential, StiffnessIsEightGStarTimesTheContactRadius) {
  Rig rig(mindlin());
  rig.go(0.1, 1e-3);
  EXPECT_NEAR(rig.f.x, -8 * 0.2 * std::sqrt(0.1) * 1e-3, 1e-15);
}

TEST(MindlinTangential, LoadingKeepsTheForceUnloadingTheStretch) {
  Rig rig(mindlin());
  rig.go(0.1, 1e-3);
  const Real f = rig.f.x;
  rig.go(0.2, 0);
  EXPECT_NEAR(rig.f.x, f, 1e-12 * -f);
  rig.go(0.05, 0);
  EXPECT_NEAR(rig.f.x, f / 2, 1e-12 * -f) << "k_t falls by half from 0.2 to 0.05";
}

// Elata & Berryman 1996: load, shear, unload, shear back. A spring that keeps its force while it softens gives energy.
TEST(MindlinTangential, NoLoopOfLoadingAndShearingGivesEnergy) {
  for (const NormalLaw normal : {NormalLaw::kHertz, NormalLaw::kDmt, NormalLaw::kJkr}) {
    Rig rig(mindlin(normal));
    for (int loop = 0; loop < 5; ++loop) {
      rig.go(0.2, 0);
      rig.go(0.2, 1e-3);
      rig.go(0.1, 0);
      rig.go(0.1, -1e-3);
      EXPECT_GT(rig.work, 0);
      EXPECT_NEAR(rig.work, rig.held + rig.lost, 1e-12 * rig.work);
      rig.go(0.2, 1e-3);  // the other way round
      rig.go(0.1, -1e-3);
      EXPECT_NEAR(rig.work, rig.held + rig.lost, 1e-12 * rig.work);
    }
  }
}

TEST(MindlinTangential, SlidesAtTheCoulombLimit) {
  LawParams law = mindlin();
  law.mu = 0.1;
  Rig rig(law);
  rig.go(0.1, 0.5);
  EXPECT_NEAR(rig.f.x, -0.1 * 4.0 / 3 * std::pow(0.1, 1.5), 1e-15);
  EXPECT_NEAR(rig.work, rig.held + rig.lost, 1e-12 * rig.work);
}

TEST(MindlinTangential, AJkrContactHoldsTangentiallyUntilItTears) {
  Rig rig(mindlin(NormalLaw::kJkr));
  rig.go(0, 1e-3);
  const Real reach = cohesive_reach(rig.law, 1);
  rig.go(-0.9 * reach, 0);
  EXPECT_LT(rig.f.x, 0);
  rig.go(-1.1 * reach, 0, 10);
  EXPECT_EQ(rig.f.x, 0);
  EXPECT_EQ(norm(rig.s.xi_t), 0);
  EXPECT_EQ(rig.s.energy, 0);
  EXPECT_NEAR(rig.work, rig.lost, 1e-12 * rig.work);
}

}  // namespace
}  // namespace scree::force
