// The overlap that a law sees of an area: closed forms of what it stands for.
#include "scree/force/patch_overlap.hpp"

#include <gtest/gtest.h>

namespace scree::force {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

Real hertz_energy(Real xi, Real r_star) { return Real(8) / 15 * std::sqrt(r_star) * std::pow(xi, Real(2.5)); }  // / E*

TEST(PatchOverlap, AFlatPunchIsThatOfAnElasticHalfSpace) {
  const Real a = Real(0.3), depth = Real(1e-3), area = kPi * a * a;
  for (const Real r_star : {Real(0.1), Real(2)}) {
    const PatchOverlap o =
        patch_overlap(NormalLaw::kHertz, area * std::pow(depth, 4), area * std::pow(depth, 3), -depth, r_star);
    EXPECT_NEAR(hertz_energy(o.xi, r_star) / (a * depth * depth), 1, 1e-12);  // F = 2 E* a depth
  }
}

// F = 2/pi E* tan(alpha) depth^2 of a cone (Sneddon 1965), 4/3 E* sqrt(R) depth^1.5 of a ball.
TEST(PatchOverlap, ConesAndBallsAreMetToAFifth) {
  const Real depth = Real(1e-3), r = Real(0.5), tangent = Real(1.7), rim = depth * tangent;
  const Real cone = kPi * rim * rim * std::pow(depth, 4) / 15;
  const PatchOverlap c = patch_overlap(NormalLaw::kHertz, cone, cone / depth * Real(1.5), -depth, 1);
  EXPECT_NEAR(hertz_energy(c.xi, 1) / (2 / (3 * kPi) * tangent * depth * depth * depth), 1.22, 0.01);
  const Real ball = 2 * kPi * r * std::pow(depth, 5) / 5;
  const PatchOverlap b = patch_overlap(NormalLaw::kHertz, ball, ball / depth * Real(1.25), -depth, 1);
  EXPECT_NEAR(hertz_energy(b.xi, 1) / hertz_energy(depth, r), 1.19, 0.01);
}

TEST(PatchOverlap, TheRateIsTheDerivative) {
  const auto j4 = [](Real d) { return Real(0.2) * std::pow(d, 5) + Real(0.1) * std::pow(d, 6); };
  const auto j3 = [](Real d) { return Real(0.25) * std::pow(d, 4) + Real(0.15) * std::pow(d, 5); };
  for (const NormalLaw law : {NormalLaw::kLinear, NormalLaw::kHertz}) {
    const Real d = Real(0.02), h = Real(1e-6);
    const auto xi = [&](Real x) { return patch_overlap(law, j4(x), j3(x), -x, Real(0.3)).xi; };
    EXPECT_NEAR(patch_overlap(law, j4(d), j3(d), -d, Real(0.3)).rate, (xi(d + h) - xi(d - h)) / (2 * h), 1e-7);
  }
}

TEST(PatchOverlap, CohesiveLawsAndGapsSeeTheDepthItself) {
  for (const NormalLaw law : {NormalLaw::kDmt, NormalLaw::kJkr, NormalLaw::kKelvinVoigtCohesive})
    EXPECT_EQ(patch_overlap(law, Real(1), 1, Real(-0.1), 1).xi, Real(0.1));
  EXPECT_EQ(patch_overlap(NormalLaw::kLinear, Real(0), 0, Real(0.1), 1).xi, Real(-0.1));
  EXPECT_EQ(patch_overlap(NormalLaw::kLinear, Real(0), 0, Real(0.1), 1).rate, 1);
}

TEST(PatchOverlap, OfFourAtOnceIsThatOfEach) {
  const Real j4[] = {2e-9, 0, 3e-8, 5e-10}, j3[] = {3e-7, 0, 4e-6, 2e-7}, gap[] = {-0.01, 0.002, -0.03, -0.004};
  const Real r_star[] = {0.1, 0.2, 0.3, 0.4};
  Mask round;
  round.lanes[2] = -1;
  for (const NormalLaw law : {NormalLaw::kLinear, NormalLaw::kHertz, NormalLaw::kDmt}) {
    const PatchOverlapT<Pack> four =
        patch_overlap<Pack>(law, Pack::load(j4), Pack::load(j3), Pack::load(gap), Pack::load(r_star), round);
    for (int l = 0; l < kLanes; ++l) {
      const PatchOverlap one = patch_overlap(law, j4[l], j3[l], gap[l], r_star[l], l == 2);
      EXPECT_NEAR(four.xi.lanes[l], one.xi, 1e-15 * std::fabs(one.xi));
      EXPECT_NEAR(four.rate.lanes[l], one.rate, 1e-15 * std::fabs(one.rate));
    }
  }
}

}  // namespace
}  // namespace scree::force
