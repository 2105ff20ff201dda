#include "scree/force/coulomb.hpp"

#include <gtest/gtest.h>

#include <random>

#include "force/impact.hpp"
#include "scree/math/quat.hpp"

namespace scree::force {
namespace {

LawParams coulomb(Real mu) {
  LawParams law;
  law.tangential = TangentialLaw::kCoulomb;
  law.k_n = 1;
  law.k_t = 0.8;
  law.mu = mu;
  return law;
}

TEST(CoulombTangential, SticksWithItsSpringAndSlidesAtTheLimit) {
  ContactInput in = resting_contact(0.1);  // F_n = 0.1
  in.dt = 0.01;
  in.v_t = {0.6, 0.8, 0};
  Springs s;
  for (int i = 1; i <= 20; ++i) {
    Energies e;
    const Vec3 f = evaluate(coulomb(0.5), in, s, e).f;
    const Real stretch = i * in.dt, limit = 0.05;
    const Real expected = std::min(0.8 * stretch, limit);
    EXPECT_NEAR(f.x, -0.6 * expected, 1e-14);
    EXPECT_NEAR(f.y, -0.8 * expected, 1e-14);
    EXPECT_NEAR(norm(s.xi_t), expected / 0.8, 1e-14);
    if (0.8 * stretch < limit) {
      EXPECT_EQ(e.friction, 0);
    }
    if (0.8 * (stretch - in.dt) > limit) {
      EXPECT_NEAR(e.friction, limit * in.dt, 1e-14);
    }
  }
}

TEST(CoulombTangential, NoFrictionCoefficientNoForce) {
  ContactInput in = resting_contact(0.1);
  in.dt = 0.01;
  in.v_t = {1, 0, 0};
  LawParams law = coulomb(0);
  law.gamma_t = 1;
  Springs s;
  Energies e;
  EXPECT_EQ(evaluate(law, in, s, e).f, (Vec3{0, 0, -0.1}));
  EXPECT_EQ(norm(s.xi_t), 0);
}

TEST(CoulombTangential, WithoutATimeStepTheSpringsStayAndNothingIsLost) {
  ContactInput in = resting_contact(0.1);
  in.v_t = {1, 0, 0};
  in.omega = {0, 0, 3}, in.spin = 1.5;
  Springs s;
  s.xi_t = {0.02, 0.01, 0};
  Energies e;
  EXPECT_EQ(evaluate(coulomb(1), in, s, e).f, (Vec3{-0.8 * 0.02, -0.8 * 0.01, -0.1}));
  EXPECT_EQ(s.xi_t, (Vec3{0.02, 0.01, 0}));
  evaluate(coulomb(0.01), in, s, e);
  EXPECT_EQ(s.xi_t, (Vec3{0.02, 0.01, 0}));
  EXPECT_EQ(e.friction + e.damping_tangential + e.damping_normal, 0);
}

// The contact turns as one rigid body: the force must turn with it. Error of one full turn in `steps` steps.
Real error_after_a_turn(const Vec3& axis, const Vec3& n, const Vec3& xi, int steps) {
  const Real angle = Real(2 * 3.14159265358979323846 / steps);
  Springs s;
  s.xi_t = xi;
  ContactInput in = resting_contact(10);
  in.dt = 1;
  in.spin = angle * dot(axis, in.n);
  Real worst = 0;
  for (int i = 1; i <= steps; ++i) {
    const Real half = i * angle / 2;
    const Quat q{std::cos(half), std::sin(half) * axis.x, std::sin(half) * axis.y, std::sin(half) * axis.z};
    in.n = rotate(q, n);
    Energies e;
    const Vec3 f = evaluate(coulomb(1), in, s, e).f + 10 * in.n;
    worst = std::max(worst, norm(f + 0.8 * rotate(q, xi)) / (0.8 * norm(xi)));
  }
  return worst;
}

TEST(CoulombTangential, TheSpringTurnsWithItsContact) {
  const Vec3 n = {0, 0, 1}, xi = {0.3, -0.7, 0};
  EXPECT_LT(error_after_a_turn(n, n, xi, 3600), 1e-5) << "about the normal";
  EXPECT_LT(error_after_a_turn({1, 0, 0}, n, {1, 0, 0}, 3600), 1e-12) << "about the spring";
  EXPECT_LT(error_after_a_turn({1, 0, 0}, n, {0, 1, 0}, 3600), 1e-12) << "across the spring";
  EXPECT_LT(error_after_a_turn({1, 0, 0}, n, xi, 3600), 5e-3) << "about an axis in the tangent plane";
  const Vec3 oblique = normalized(Vec3{1, 2, 3});
  const Real coarse = error_after_a_turn(oblique, n, xi, 3600), fine = error_after_a_turn(oblique, n, xi, 7200);
  EXPECT_LT(coarse, 5e-3);
  EXPECT_LT(fine, 0.55 * coarse) << "first order";
}

TEST(CoulombTangential, AFastSlideWithADashpotDoesNotLoadTheSpringBackwards) {
  LawParams law = coulomb(0.5);
  law.gamma_t = 10;
  ContactInput in = resting_contact(0.1);
  in.dt = 1e-3;
  in.v_t = {2, 0, 0};
  Springs s;
  for (int i = 0; i < 10; ++i) {
    Energies e;
    EXPECT_NEAR(evaluate(law, in, s, e).f.x, -0.05, 1e-15);
    EXPECT_GE(s.xi_t.x, -1e-16);
    EXPECT_NEAR(e.friction + e.damping_tangential, 0.05 * 2 * in.dt, 1e-15);
  }
}

// Chung & Ooi 2011: full sliding takes mu (1 + e) v m/m_t off the tangential velocity of the contact point.
TEST(CoulombTangential, ASlidingImpactHasTheClosedFormRebound) {
  LawParams law = coulomb(0.1);
  law.zeta_n = zeta_for_restitution(0.8, false);
  const Impact r = throw_at(law, {.v = 1, .u = {3, 4, 0}, .dt = 1e-4});
  const Real taken = 0.1 * 1.8 * 3.5;
  EXPECT_NEAR(r.u.x, 3 - 0.6 * taken, 1e-3);
  EXPECT_NEAR(r.u.y, 4 - 0.8 * taken, 1e-3);
}

// Property: on any path the work done against spring and slider is what is held plus what is lost, to round-off.
TEST(CoulombTangential, WorkIsHeldOrLostOnAnyPath) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<Real> any(-1, 1);
  Springs s;
  Real work = 0, lost = 0;
  Vec3 f_old = {0, 0, 0};
  int sliding = 0;
  for (int i = 0; i < 5000; ++i) {
    ContactInput in = resting_contact(0.1 + 0.05 * std::sin(0.01 * i));
    in.dt = 1e-3;
    in.v_t = {20 * std::sin(0.02 * i), any(rng), 0};
    Energies e;
    const Vec3 f = tangential(evaluate(coulomb(0.5), in, s, e).f, in.n);
    work -= dot(f_old + f, in.v_t) / 2 * in.dt;
    lost += e.friction;
    sliding += e.friction > 0;
    f_old = f;
    ASSERT_NEAR(work, e.elastic_tangential + lost, 1e-12 * (1 + lost));
  }
  EXPECT_GT(sliding, 500);
  EXPECT_LT(sliding, 4500);
}

}  // namespace
}  // namespace scree::force
