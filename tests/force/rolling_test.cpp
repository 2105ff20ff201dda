#include "scree/force/rolling.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "force/impact.hpp"

namespace scree::force {
namespace {

LawParams rolling(Real mu, Real eta) {
  LawParams law;
  law.rolling = law.twisting = RollingLaw::kSpring;
  law.k_n = 2;
  law.mu_rolling = law.mu_twisting = mu;
  law.k_rolling = law.k_twisting = 1;
  law.eta_rolling = law.eta_twisting = eta;
  return law;
}

TEST(SpringRolling, CoupleIsCappedAlongEveryAxis) {
  for (const Real eta : {0.0, 0.5}) {
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0.6, 0.8, 0}, Vec3{0, 0, 1}}) {
      ContactInput in = resting_contact(0.5);  // F_n = 1
      in.r_star = 0.3;
      in.dt = 1e-3;
      in.omega = 3 * axis;
      in.spin = dot(axis, in.n) / 2;
      Springs s;
      Real lost = 0;
      for (int i = 0; i < 1000; ++i) {
        Energies e;
        const Vec3 couple = evaluate(rolling(0.1, eta), in, s, e).couple;
        ASSERT_LE(norm(couple), 0.03 * (1 + 1e-12));
        ASSERT_LT(dot(couple, axis), 0);
        lost += e.rolling;
        if (i == 999) {
          EXPECT_NEAR(norm(couple + 0.03 * axis), 0, 1e-15);
        }
      }
      EXPECT_NEAR(lost, 0.03 * (3.0 - 0.03), eta > 0 ? 1e-3 : 1e-12);
    }
  }
}

// A body on a rolling spring is a pendulum; the dashpot damps it by exp(-2 pi eta/sqrt(1 - eta^2)) a period.
TEST(SpringRolling, OscillatesAndIsDampedAsAnOscillator) {
  const Real eta = 0.1, w = std::sqrt(1 - eta * eta), dt = 1e-4;
  for (const Vec3& axis : {Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    ContactInput in = resting_contact(0.5);
    in.dt = dt;
    Springs s;
    Vec3 omega = 0.01 * axis, couple = {0, 0, 0};
    std::vector<Real> peaks, times;
    Real before = 0, last = 0, lost = 0, held = 0;
    for (int i = 0; i * dt < 20; ++i) {
      omega += dt / 2 * couple;
      in.omega = omega, in.spin = dot(omega, in.n) / 2;
      Energies e;
      couple = evaluate(rolling(10, eta), in, s, e).couple;
      omega += dt / 2 * couple;
      lost += e.rolling;
      held = e.elastic_tangential;
      const Real angle = dot(s.xi_r, axis) + s.xi_s * axis.z;
      if (last > before && last > angle && last > 0) {
        peaks.push_back(last);
        times.push_back(i * dt);
      }
      before = last;
      last = angle;
    }
    ASSERT_GE(peaks.size(), 3u);
    EXPECT_NEAR(times[1] - times[0], 2 * std::numbers::pi / w, 1e-3);
    EXPECT_NEAR(peaks[1] / peaks[0], std::exp(-2 * std::numbers::pi * eta / w), 1e-3);
    EXPECT_NEAR(peaks[2] / peaks[1], std::exp(-2 * std::numbers::pi * eta / w), 1e-3);
    EXPECT_NEAR(norm2(omega) / 2 + held + lost, 0.5e-4, 1e-8);
  }
}

TEST(SpringRolling, StiffnessIsTheTangentialOneTimesRadiusSquaredUnlessGiven) {
  LawParams law = rolling(10, 0);
  law.k_rolling = law.k_twisting = 0;
  ContactInput in = resting_contact(0.5);
  in.r_star = 0.3;
  in.dt = 1e-3;
  in.omega = {1, 0, 1}, in.spin = 0.5;
  Springs s;
  Energies e;
  EXPECT_NEAR(evaluate(law, in, s, e).couple.x, -2 * 0.09 * 1e-3, 1e-15) << "no tangential law: k_n";
  law.tangential = TangentialLaw::kCoulomb;
  law.k_t = 0.7;
  s = {};
  const Vec3 couple = evaluate(law, in, s, e).couple;
  EXPECT_NEAR(couple.x, -0.7 * 0.09 * 1e-3, 1e-15);
  EXPECT_NEAR(couple.z, -0.7 * 0.09 * 1e-3, 1e-15);
}

TEST(SpringRolling, OnlyThePartsThatAreOnAct) {
  LawParams law = rolling(10, 0);
  law.twisting = RollingLaw::kNone;
  ContactInput in = resting_contact(0.5);
  in.dt = 1e-3;
  in.omega = {1, 0, 1}, in.spin = 0.5;
  Springs s;
  Energies e;
  EXPECT_EQ(evaluate(law, in, s, e).couple.z, 0);
  EXPECT_LT(evaluate(law, in, s, e).couple.x, 0);
  law.rolling = RollingLaw::kNone;
  EXPECT_EQ(norm(evaluate(law, in, s, e).couple), 0);
}

// With Mindlin's k_t the rolling spring changes stiffness too; it must not make energy of it.
TEST(SpringRolling, WorkIsHeldOrLostWhileTheStiffnessChanges) {
  LawParams law = rolling(0.02, 0);
  law.normal = NormalLaw::kHertz;
  law.tangential = TangentialLaw::kMindlin;
  law.E_star = 1;
  law.G_star = 0.3;
  law.mu = 0.5;
  law.k_rolling = law.k_twisting = 0;
  Springs s;
  Vec3 couple = {0, 0, 0};
  Real xi_old = 0.1, work = 0, lost = 0;
  for (int i = 0; i < 3000; ++i) {
    ContactInput in = resting_contact(0.1 + 0.05 * std::sin(0.013 * i));
    in.xi_n_old = xi_old;
    in.dt = 1e-3;
    // Both spin against each other about n: no mean spin, which would turn the rolling spring.
    in.omega = {10 * std::sin(0.02 * i), 0, 20 * std::cos(0.03 * i)};
    Energies e;
    const Vec3 c = evaluate(law, in, s, e).couple;
    work -= dot(couple + c, in.omega) / 2 * in.dt;
    lost += e.rolling;
    couple = c;
    xi_old = in.xi_n;
    ASSERT_NEAR(work, e.elastic_tangential + lost, 1e-13);
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace scree::force
