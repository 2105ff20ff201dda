// Impacts on a wall: the perfect sphere against the closed form, clusters and polyhedra against the perfect body, and
// the trends of Höhner et al. 2011.
#include "scree/experiments/impact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scree/experiments/wall_contact_cost.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/superellipsoid.hpp"
#include "support/temporary_folder.hpp"

namespace scree::bench {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRadius = 0.025, kStiffness = 1.25e5;
const double kMass = 3900 * 4 / 3.0 * kPi * kRadius * kRadius * kRadius;
const double kContactTime = kPi * std::sqrt(kMass / kStiffness);
const std::string kSphere = "type = \"sphere\"\nradius = 0.025";

std::string cluster(int n) {
  return "type = \"cluster\"\nfrom = { type = \"sphere\", radius = 0.025, n = " + std::to_string(n) + " }";
}
const std::string kAxes = "semi_axes = [0.05, 0.025, 0.025]";
std::string ellipsoid_of(const char* type, int n) {
  return "type = \"" + std::string(type) + "\"\nfrom = { type = \"ellipsoid\", " + kAxes +
         ", n = " + std::to_string(n) + " }";
}

// For the scenes.
std::string scratch() {
  static const test::TemporaryFolder folder;
  return folder.path() + "/";
}

Scene scene_of(const std::string& shape, double steps) {
  return impact_scene({"test", shape}, {kStiffness, 1e5, 1, 0.18, 3900, kContactTime / steps}, scratch());
}
// 1 m/s, `angle` from the normal of the wall.
Impact fly(const Scene& scene, double angle, Combination how, std::uint64_t orientation = 0) {
  RandomStream random = RandomStream::branch(1, orientation);
  const Vec3 v{Real(std::sin(angle)), 0, Real(-std::cos(angle))};
  return run_impact(scene, {random.rotation(), v, how}, 10000);
}

TEST(Impact, OfTheSphereIsThatOfAMassOnASpring) {
  const Impact impact = fly(scene_of(kSphere, 2000), 0, Combination::kSum);
  ASSERT_TRUE(impact.ended);
  EXPECT_NEAR(impact.peak(), std::sqrt(kStiffness * kMass), 0.005 * impact.peak());
  EXPECT_NEAR(impact.contact_time(), kContactTime, 0.003 * kContactTime);
  const double ratio = 1 / (2 * std::sqrt(kStiffness * kMass)),
               e = std::exp(-kPi * ratio / std::sqrt(1 - ratio * ratio));
  EXPECT_NEAR(impact.velocity.z, e, 1e-4);
  EXPECT_EQ(impact.most_points(), 1);
  EXPECT_NEAR(rebound_angle(impact), 0, 1e-12);
}

// In translation all points get the same increment: the force is that of the perfect sphere, but for the steps at which
// points touch, and that error goes with the step. A cluster that no torque turns is in translation.
TEST(Impact, IncrementsGiveThePerfectForceInTranslation) {
  double last = 1;
  for (const double steps : {250.0, 500.0, 1000.0}) {
    const Impact perfect = fly(scene_of(kSphere, steps), 0, Combination::kSum);
    Scene scene = scene_of(cluster(100), steps);
    scene.model.body_types[0].gyration2 *= Real(1e9);
    for (const Combination how : {Combination::kIncremental, Combination::kContinuing, Combination::kDeepest}) {
      const Impact impact = run_impact(scene, {{}, {0, 0, -1}, how}, int(10 * steps));
      const double error = deviation(impact, perfect).normal;
      EXPECT_GT(impact.most_points(), 2);
      EXPECT_LT(error, 3 / steps) << int(how);
      if (how != Combination::kIncremental) continue;
      EXPECT_LT(error, 0.6 * last);
      last = error;
    }
  }
}

// Figs. 6 to 8: sums are too stiff, the more so the more balls; means are too soft. Means over orientations.
TEST(Impact, SumsAreTooStiffAndMeansTooSoft) {
  const Impact perfect = fly(scene_of(kSphere, 250), 0, Combination::kSum);
  double last_peak = perfect.peak(), last_time = perfect.contact_time();
  for (const int n : {50, 300}) {
    double sum_peak = 0, sum_time = 0, mean_peak = 0, mean_time = 0;
    constexpr int kOrientations = 4;
    const Scene scene = scene_of(cluster(n), 250);
    for (int k = 0; k < kOrientations; ++k) {
      const Impact sum = fly(scene, 0, Combination::kSum, std::uint64_t(k));
      const Impact mean = fly(scene, 0, Combination::kMean, std::uint64_t(k));
      sum_peak += sum.peak() / kOrientations, sum_time += sum.contact_time() / kOrientations;
      mean_peak += mean.peak() / kOrientations, mean_time += mean.contact_time() / kOrientations;
    }
    EXPECT_GT(sum_peak, 1.2 * last_peak) << n;
    EXPECT_LT(sum_time, 0.9 * last_time) << n;
    EXPECT_LT(mean_peak, 0.95 * perfect.peak()) << n;
    EXPECT_GT(mean_time, 1.1 * perfect.contact_time()) << n;
    last_peak = sum_peak, last_time = sum_time;
  }
}

// Figs. 9b and 10: at 45 degrees, where points roll over the wall, increments stay within some per cent.
TEST(Impact, IncrementsStayNearThePerfectSphereWhenItRolls) {
  const Impact perfect = fly(scene_of(kSphere, 500), kPi / 4, Combination::kSum);
  const Scene scene = scene_of(cluster(100), 500);
  double sum = 0, increments = 0;
  for (const std::uint64_t orientation : {0, 1, 2}) {
    const Deviation naive = deviation(fly(scene, kPi / 4, Combination::kSum, orientation), perfect);
    const Deviation d = deviation(fly(scene, kPi / 4, Combination::kIncremental, orientation), perfect);
    EXPECT_LT(d.normal, 0.03);
    EXPECT_LT(d.tangential, 0.05);
    sum += naive.normal, increments += d.normal;
  }
  EXPECT_GT(sum, 10 * increments);
}

// On its tip and on its side the ellipsoid is in translation: all approximations have the perfect force.
TEST(Impact, EllipsoidsOnTheirTipAreMassesOnSprings) {
  const double time = kPi * std::sqrt(2 * kMass / kStiffness), h = std::sqrt(0.5);
  const Quat on_tip{Real(h), 0, Real(h), 0};
  const auto fall = [&](const std::string& shape) {
    return run_impact(scene_of(shape, 500), {on_tip, {0, 0, Real(-0.5)}, Combination::kIncremental}, 5000);
  };
  const Impact perfect = fall("type = \"superellipsoid\"\n" + kAxes);
  EXPECT_NEAR(perfect.contact_time(), time, 0.01 * time);
  const double ratio = 1 / (2 * std::sqrt(kStiffness * 2 * kMass));
  EXPECT_NEAR(perfect.velocity.z, 0.5 * std::exp(-kPi * ratio / std::sqrt(1 - ratio * ratio)), 1e-4);
  EXPECT_LT(deviation(fall(ellipsoid_of("cluster", 50)), perfect).normal, 0.02);
  EXPECT_EQ(fall(ellipsoid_of("cluster", 50)).most_points() > 1, true);
  // A polyhedron on its highest vertex tilts: its way is that of the perfect body to first order only.
  EXPECT_LT(deviation(fall(ellipsoid_of("polyhedron", 200)), perfect).normal, 0.5);
}

// Table 3 and 4: with more balls on the axis the ellipsoid differs more from the perfect one, not less, and the number
// of points goes with that of balls; with more vertices a polyhedron differs less.
TEST(Impact, MoreBallsOnTheAxisDeviateMoreMoreVerticesLess) {
  const double h = kPi / 6;  // 60 degrees
  const ImpactStart start{{Real(std::cos(h)), 0, Real(std::sin(h)), 0}, {0, 0, -2}, Combination::kIncremental};
  const Impact perfect = run_impact(scene_of("type = \"superellipsoid\"\n" + kAxes, 500), start, 10000);
  const auto fly_as = [&](const char* type, int n) {
    return run_impact(scene_of(ellipsoid_of(type, n), 500), start, 10000);
  };
  const Impact few = fly_as("cluster", 15), many = fly_as("cluster", 100);
  EXPECT_GT(deviation(many, perfect).normal, 1.1 * deviation(few, perfect).normal);
  EXPECT_NEAR(many.mean_points() / few.mean_points(), 100.0 / 15, 2);
  EXPECT_LT(deviation(fly_as("polyhedron", 200), perfect).normal, deviation(fly_as("polyhedron", 15), perfect).normal);
}

// Two equal spheres head on exchange their velocities, but for what the dashpot takes; clusters of many balls do nearly
// so.
TEST(PairImpact, SpheresExchangeTheirVelocities) {
  const ImpactLaw law{kStiffness, 1e5, 1, 0.18, 3900, kContactTime / 500};
  const PairStart start{{}, {}, 1, Real(2.02 * kRadius), 0, 0};
  const Scene perfect = pair_scene({"test", kSphere}, law, scratch());
  const auto impact = run_pair(perfect, start, 5000);
  ASSERT_TRUE(impact);
  const double ratio = 1 / (2 * std::sqrt(kStiffness * kMass / 2)),
               e = std::exp(-kPi * ratio / std::sqrt(1 - ratio * ratio));
  EXPECT_NEAR(impact->change.x, -(1 + e) / 2, 1e-4);
  const auto balls = run_pair(pair_scene({"test", cluster(100)}, law, scratch()), start, 5000);
  ASSERT_TRUE(balls);
  EXPECT_LT(norm(balls->change - impact->change), 0.1);
  EXPECT_FALSE(run_pair(perfect, {{}, {}, 1, Real(2.02 * kRadius), Real(2.1 * kRadius), 0}, 2000));  // a miss
}

TEST(Impact, DeviationsAreIntegralsOverBothContacts) {
  Impact perfect, other;
  perfect.dt = other.dt = 1e-3;
  for (const Real f : {Real(1), Real(2), Real(1)}) perfect.force.push_back({Real(0.5), 0, f});
  for (const Real f : {Real(2), Real(2)}) other.force.push_back({0, Real(0.5), f});
  const Deviation d = deviation(other, perfect);
  EXPECT_NEAR(d.normal, 2.0 / 4, 1e-12);        // |2 - 1| + 0 + |0 - 1|
  EXPECT_NEAR(d.mean_normal, 0.5, 1e-12);       // 2 against 4/3
  EXPECT_NEAR(d.tangential, 0.5 / 1.5, 1e-12);  // as large for two steps, gone in the third
  EXPECT_NEAR(d.tangential_vector, (2 * std::sqrt(0.5) + 0.5) / 1.5, 1e-12);
  EXPECT_NEAR(d.tangential_newton, 0.5 / 3, 1e-12);
  EXPECT_EQ(deviation(perfect, perfect).normal, 0);
}

TEST(WallContactCost, TheIterationFindsTheSupportPoint) {
  const Superellipsoid s = make_superellipsoid({Real(0.05), Real(0.025), Real(0.02)}, 1, 1);
  RandomStream random = RandomStream::branch(5, 0);
  for (int k = 0; k < 200; ++k) {
    const Vec3 c = to_matrix(random.rotation()).row0;
    const IteratedPoint p = iterated_support_point(s.r(), c);
    EXPECT_LT(norm(p.x - support_point(s, c)), 1e-14);
    EXPECT_LT(p.iterations, 30);
  }
}

TEST(WallContactCost, HasARowForEachBody) {
  const std::string csv = wall_contact_cost(50);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3 + 10);
  EXPECT_NE(csv.find("\nPoly,200,"), std::string::npos);
}

}  // namespace
}  // namespace scree::bench
