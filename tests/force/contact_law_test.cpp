// Properties that every combination of laws must have.
#include "scree/force/contact_law.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "force/impact.hpp"

namespace scree::force {
namespace {

// Lengths, masses and times are multiplied by these.
struct Units {
  Real l = 1, m = 1, t = 1;
  Real force() const { return m * l / (t * t); }
  Real energy() const { return m * l * l / (t * t); }
  Real pressure() const { return m / (l * t * t); }
};

LawParams law_of(NormalLaw normal, TangentialLaw tangential, RollingLaw rolling, const Units& u = {}) {
  LawParams law;
  law.normal = normal;
  law.tangential = tangential;
  law.rolling = law.twisting = rolling;
  law.k_n = u.m / (u.t * u.t);
  law.k_t = 0.6 * law.k_n;
  law.zeta_n = law.beta_n = 0.1;
  law.rate_t = 0.1 / u.t;
  law.cohesive_force = 0.2 * u.force();
  law.E_star = u.pressure();
  law.G_star = 0.2 * u.pressure();
  law.adhesion = 0.02 * u.m / (u.t * u.t);
  law.mu = 0.3;
  law.mu_rolling = law.mu_twisting = 0.1;
  law.eta_rolling = law.eta_twisting = 0.2;
  return law;
}

std::vector<LawParams> all_laws(const Units& u = {}) {
  std::vector<LawParams> laws;
  for (const LawRow& n : kLawTable) {
    for (const LawRow& t : kLawTable) {
      for (const RollingLaw r : {RollingLaw::kNone, RollingLaw::kSpring}) {
        if (n.part != std::string("normal") || t.part != std::string("tangential")) continue;
        const LawParams law = law_of(NormalLaw(n.value), TangentialLaw(t.value), r, u);
        if (law_problem(law).empty()) laws.push_back(law);
      }
    }
  }
  return laws;
}

std::string name(const LawParams& law) {
  return std::string(law_name("normal", std::uint8_t(law.normal))) + " " +
         law_name("tangential", std::uint8_t(law.tangential)) + " " + law_name("rolling", std::uint8_t(law.rolling));
}

TEST(ContactLaw, EveryCombinationOfTheTableIsThere) { EXPECT_EQ(all_laws().size(), 2u * (2 * 2 + 3 * 3)); }

TEST(ContactLaw, SwappingTheBodiesTurnsTheForceRound) {
  std::mt19937 rng(11);
  std::uniform_real_distribution<Real> any(-1, 1);
  const auto vec = [&] { return Vec3{any(rng), any(rng), any(rng)}; };
  for (const LawParams& law : all_laws()) {
    SCOPED_TRACE(name(law));
    for (int trial = 0; trial < 200; ++trial) {
      ContactInput in = resting_contact(0.1 * any(rng));
      in.xi_n_old = in.xi_n + 0.01 * any(rng);
      in.n = normalized(vec());
      in.v_n = any(rng);
      in.v_t = tangential(vec(), in.n);
      in.omega = vec();
      in.spin = any(rng);
      in.dt = 0.01;
      Springs s;
      s.xi_t = 0.1 * tangential(vec(), in.n);
      s.xi_r = 0.1 * tangential(vec(), in.n);
      s.xi_s = 0.1 * any(rng);
      s.touched = 1;
      ContactInput in_ba = in;
      in_ba.n = -in.n;
      in_ba.v_t = -in.v_t;
      in_ba.omega = -in.omega, in_ba.spin = -in.spin;  // along the other normal
      Springs s_ba = s;
      s_ba.xi_t = -s.xi_t;
      s_ba.xi_r = -s.xi_r;

      Energies e, e_ba;
      const ContactForce ab = evaluate(law, in, s, e), ba = evaluate(law, in_ba, s_ba, e_ba);
      ASSERT_NEAR(norm(ab.f + ba.f), 0, 1e-15);
      ASSERT_NEAR(norm(ab.couple + ba.couple), 0, 1e-15);
      ASSERT_NEAR(norm(s.xi_t + s_ba.xi_t) + norm(s.xi_r + s_ba.xi_r) + std::abs(s.xi_s - s_ba.xi_s), 0, 1e-15);
      ASSERT_NEAR(s.energy, s_ba.energy, 1e-15);
    }
  }
}

TEST(ContactLaw, MicrometresAndKilometresGiveTheSameImpact) {
  for (const Units& u : {Units{1e-6, 1e-18, 1e-6}, Units{1e3, 1e9, 1e2}}) {
    const std::vector<LawParams> ones = all_laws(), scaled = all_laws(u);
    for (std::size_t i = 0; i < ones.size(); ++i) {
      SCOPED_TRACE(name(ones[i]));
      const Real v = u.l / u.t;
      const Impact a = throw_at(ones[i], {.v = 1, .u = {0.4, 0.1, 0}, .dt = 1e-3, .limit = 20});
      const Impact b = throw_at(scaled[i], {.v = v,
                                            .u = v * Vec3{0.4, 0.1, 0},
                                            .m = u.m,
                                            .r = u.l,
                                            .m_t = u.m * 2 / 7,
                                            .dt = 1e-3 * u.t,
                                            .limit = 20 * u.t});
      ASSERT_FALSE(a.stuck);
      EXPECT_NEAR(b.restitution, a.restitution, 1e-9);
      EXPECT_NEAR(b.max_overlap / u.l, a.max_overlap, 1e-9);
      EXPECT_NEAR(b.max_force / u.force(), a.max_force, 1e-9);
      EXPECT_NEAR(norm(1 / v * b.u - a.u), 0, 1e-9);
      EXPECT_NEAR(b.total_lost() / u.energy(), a.total_lost(), 1e-9);
    }
  }
}

// Make and break of a contact are seen at whole steps only, so the books close to first order in dt.
TEST(ContactLaw, EnergyBooksOfAnImpactCloseAndTheResidualFallsWithTheStep) {
  for (const bool half_step : {true, false}) {
    for (const LawParams& base : all_laws()) {
      for (const bool attraction : {false, true}) {
        LawParams law = base;
        law.attraction = attraction;
        SCOPED_TRACE(testing::Message() << name(law) << ", attraction " << attraction << ", half step " << half_step);
        Shot shot{.v = 1, .u = {0.4, 0.1, 0}, .dt = 4e-3, .half_step_velocity = half_step};
        const Real coarse = std::abs(throw_at(law, shot).residual());
        shot.dt /= 16;
        const Impact r = throw_at(law, shot);
        EXPECT_LT(std::abs(r.residual()), 3e-4);
        EXPECT_LT(std::abs(r.residual()), coarse / 8 + 1e-6);
        EXPECT_GE(r.lost.friction, 0);
        EXPECT_GT(r.lost.damping_normal, 0);
        EXPECT_GE(r.lost.damping_tangential, 0);
      }
    }
  }
}

TEST(ContactLaw, AnUndampedLinearImpactClosesToSecondOrder) {
  LawParams law;
  law.k_n = 1;
  const Real coarse = throw_at(law, {.dt = 1e-2}).residual(), fine = throw_at(law, {.dt = 1e-3}).residual();
  EXPECT_LT(std::abs(coarse), 1e-3);
  EXPECT_LT(std::abs(fine), 2e-2 * std::abs(coarse) + 1e-9);
}

TEST(ContactLaw, SpringsEnergyIsAllTheContactHolds) {
  for (const LawParams& law : all_laws()) {
    SCOPED_TRACE(name(law));
    ContactInput in = resting_contact(0.1);
    in.v_n = 0.3;
    in.v_t = {0.1, 0.2, 0};
    in.omega = {0.1, 0.4, 0.2};
    in.dt = 0.01;
    Springs s;
    s.xi_t = {0.01, 0, 0};
    Energies e;
    evaluate(law, in, s, e);
    EXPECT_DOUBLE_EQ(s.energy, e.elastic_normal + e.elastic_tangential + e.cohesion);
  }
}

}  // namespace
}  // namespace scree::force
