#include "scree/force/hertz.hpp"

#include <gtest/gtest.h>

#include "force/impact.hpp"

namespace scree::force {
namespace {

LawParams hertz(Real beta, bool attraction) {
  LawParams law;
  law.normal = NormalLaw::kHertz;
  law.E_star = 1;
  law.beta_n = beta;
  law.attraction = attraction;
  return law;
}

// Chung & Ooi 2011, tests 1 and 2 (two balls; ball on a rigid plane): notes, section 8.
TEST(HertzNormal, ElasticImpactsOfChungAndOoiHaveTheClosedFormValues) {
  const auto ball = [](Real density, Real r) { return density * Real(4.0 / 3 * 3.14159265358979) * r * r * r; };
  LawParams law = hertz(0, false);

  law.E_star = 48e9 / (2 * (1 - 0.2 * 0.2));  // glass
  Impact r = throw_at(law, {.v = 20, .m = ball(2800, 0.01) / 2, .r = 0.005, .dt = 1e-9});
  EXPECT_NEAR(r.max_overlap, 274.11e-6, 0.02e-6);
  EXPECT_NEAR(r.max_force, 10.697e3, 2);
  EXPECT_NEAR(r.duration, 40.34e-6, 0.01e-6);

  law.E_star = 70e9 / (1 - 0.3 * 0.3);  // aluminium alloy
  r = throw_at(law, {.v = 0.2, .m = ball(2699, 0.1), .r = 0.1, .dt = 2e-8});
  EXPECT_NEAR(r.max_overlap, 49.72e-6, 0.01e-6);
  EXPECT_NEAR(r.max_force, 11.370e3, 2);
  EXPECT_NEAR(r.duration, 731.7e-6, 0.2e-6);
}

TEST(HertzNormal, RestitutionIsTheOneAskedForWithBothEndingsAtAnySpeed) {
  for (const bool attraction : {false, true}) {
    for (const Real e : {0.1, 0.2, 0.5, 0.8, 0.95, 0.999}) {
      for (const Real v : {0.01, 1.0}) {
        SCOPED_TRACE(testing::Message() << "attraction " << attraction << ", e " << e << ", v " << v);
        const LawParams law = hertz(hertz_beta_for_restitution(e, attraction), attraction);
        const Real t = std::pow(v, Real(-0.2));  // contacts last longer at low speed
        EXPECT_NEAR(throw_at(law, {.v = v, .dt = 1e-4 * t}).restitution, e, 3e-4);
      }
    }
  }
}

TEST(HertzNormal, TsujisDampingCutAtZeroForceReboundsFaster) {
  const Real asked[] = {0.2, 0.5, 0.8, 0.95}, got[] = {0.325, 0.550, 0.808, 0.9505};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(throw_at(hertz(hertz_beta_for_restitution(asked[i], true), false), {}).restitution, got[i], 1e-3);
  }
}

TEST(HertzNormal, TheEnergyHeldIsTheWorkOfTheForce) {
  const LawParams law = hertz(0, false);
  Real work = 0;
  const Real d = 1e-4;
  Springs s;
  for (int i = 0; i < 1000; ++i) work += d * HertzNormal::evaluate(law, resting_contact((i + Real(0.5)) * d), s).force;
  EXPECT_NEAR(HertzNormal::evaluate(law, resting_contact(1000 * d), s).held, work, 1e-6 * work);
}

}  // namespace
}  // namespace scree::force
