#include "scree/frames/measures.hpp"

#include <numbers>

#include "scree/frames/solid_fraction.hpp"
#include "scree/setup/polyhedron_type.hpp"
#include "scree/setup/superellipsoid_type.hpp"
#include "scree/solids/shape_library.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

constexpr double kRadius = 0.01;

struct World {
  Model model;
  State s;
  World() {
    model.materials = {{"stone", 2600, 0, 0, 0}};
    model.laws.resize(1);
    model.law_of_pair = {0};
    model.body_types = {sphere_type("ball", 0, 2600)};
    model.settings.gravity = {0, 0, Real(-9.81)};
    s = initial_state(model);
  }
  std::uint32_t add(const Vec3d& x, double r = kRadius) {
    return std::uint32_t(add_body(model, s, 0, Real(r), x, {0, 0, 0}));
  }
  void touch(std::uint32_t i, std::uint32_t j, Real gap = 0) {
    s.contacts.a.push_back(i);
    s.contacts.b.push_back(j);
    s.contacts.gap.push_back(gap);
  }
};

Measure along(const Vec3d& direction, double half_width = kNever) {
  Measure m;
  m.direction = direction;
  m.half_width = half_width;
  return m;
}

TEST(Measures, TheFrontIsThatOfTheLargestCluster) {
  World w;
  w.touch(w.add({0, 0, 0}), w.add({1, 0, 0}));
  w.touch(1, w.add({2, 0, 0}));
  w.touch(2, w.add({3, 0, 0}), Real(0.1));  // in reach, but apart
  w.touch(3, w.add({4, 0, 0}));             // two that have left
  w.touch(0, kWallBit);                     // the floor does not join what lies on it
  w.touch(4, kWallBit);
  Measure m = along({1, 0, 0});
  m.point = {0.5, 7, 7};
  EXPECT_NEAR(front(w.s, m, true), 1.5 + kRadius, 1e-9);
  EXPECT_NEAR(front(w.s, m, false), 3.5 + kRadius, 1e-9);
  EXPECT_EQ(largest_cluster(w.s), (std::vector<std::uint8_t>{1, 1, 1, 0, 0}));
  EXPECT_NEAR(front(w.s, along({-1, 0, 0}), false), kRadius, 1e-9);
}

TEST(Measures, BodiesOfWallsAreNoPartOfAHeap) {
  World w;
  w.model.walls.resize(1);
  w.add({0, 0, 0});
  add_body(w.model, w.s, 0, 1, {5, 0, 0}, {0, 0, 0}, 0);
  w.touch(0, 1);
  EXPECT_NEAR(front(w.s, along({1, 0, 0}), true), kRadius, 1e-9);
  EXPECT_NEAR(front(w.s, along({1, 0, 0}), false), kRadius, 1e-9);
  EXPECT_TRUE(std::isnan(front(State{}, along({1, 0, 0}), true)));
}

// Property: the cluster does not depend on the order of arrays; equally large ones are told apart by their ids.
TEST(Measures, TheLargestClusterIsTheSameInAnyOrder) {
  World w;
  for (int i = 0; i < 12; ++i) w.add({0.1 * i, 0, 0});
  for (const auto& [i, j] : {std::pair(0u, 5u), {5u, 9u}, {1u, 2u}, {2u, 11u}, {3u, 4u}}) w.touch(i, j);
  w.s.contacts.mark.assign(5, 0);
  w.s.contacts.damping.assign(5, 0);
  w.s.contacts.force.assign(5, Vec3{0, 0, 0});
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    sample::shuffle(w.s, seed);
    const std::vector<std::uint8_t> in = largest_cluster(w.s);
    for (std::size_t i = 0; i < 12; ++i) {
      const std::uint64_t id = w.s.bodies.id[i];
      EXPECT_EQ(in[i], id == 0 || id == 5 || id == 9);
    }
  }
}

// A heap that falls by `degrees` from its crest along x, to the floor at z = 0, every top on the surface or below.
void put_heap(World& w, double degrees, double height) {
  const double slope = std::tan(degrees * std::numbers::pi / 180);
  for (double x = 0; x < height / slope; x += 2 * kRadius)
    for (double z = height - x * slope - kRadius; z > 0; z -= 2 * kRadius) w.add({x, 0, z});
}

TEST(Measures, TheSlopeOfAStraightHeapIsItsAngle) {
  for (const double degrees : {12.0, 25.0, 38.0}) {
    World w;
    put_heap(w, degrees, 0.5);
    EXPECT_NEAR(heap_angle(w.model, w.s, along({1, 0, 0})), degrees, 1e-4) << degrees;
    // The other way there is only the crest.
    EXPECT_TRUE(std::isnan(heap_angle(w.model, w.s, along({-1, 0, 0}))));
  }
}

TEST(Measures, CrestToeStrayBodiesAndNeighboursDoNotCount) {
  World w;
  put_heap(w, 25, 0.5);
  w.add({0, 0, 0.52});                                           // a stone on the crest
  for (int k = 0; k < 9; ++k) w.add({1.2 + 0.05 * k, 0, 0.01});  // a thin layer before the toe
  w.add({2, 0, 0.3});                                            // one in flight, beyond a gap
  for (int k = 0; k < 50; ++k) w.add({0.02 * k, 0.2, 0.4});      // a neighbour beside the strip
  EXPECT_NEAR(heap_angle(w.model, w.s, along({1, 0, 0}, 0.1)), 25, 0.2);
  EXPECT_LT(heap_angle(w.model, w.s, along({1, 0, 0})), 24);
}

// Property: a cone filled at random has its angle in every direction, in whatever direction gravity pulls.
TEST(Measures, ARandomConeHasItsAngleAllRound) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> u(-1, 1);
  const Quat turn = rotation_by({Real(0.4), Real(-1.1), Real(0.3)});
  const double slope = std::tan(30 * std::numbers::pi / 180), height = 0.4, wide = height / slope;
  World w;
  w.model.settings.gravity = rotate(turn, {0, 0, Real(-9.81)});
  while (w.s.bodies.size() < 40000) {
    const Vec3d x = {wide * u(rng), wide * u(rng), height * std::abs(u(rng))};
    if (x.z > height - slope * std::hypot(x.x, x.y)) continue;
    w.add(Vec3d{1, 2, 3} + Vec3d(rotate(turn, Vec3(x))), 0.004);
  }
  for (const double phi : {0.0, 1.0, 2.5, 4.0}) {
    Measure m = along(Vec3d(rotate(turn, {Real(std::cos(phi)), Real(std::sin(phi)), 0})), 0.03);
    m.point = {1, 2, 3};
    EXPECT_NEAR(heap_angle(w.model, w.s, m), 30, 0.7) << phi;
  }
}

TEST(Measures, MassIsCountedByCentres) {
  World w;
  w.add({0, 0, 1});
  w.add({0, 0, 2});
  w.add({0.5, 0, 3});
  const double mass = double(w.s.bodies.mass[0]);
  Measure m = along({0, 0, 1});
  m.point = {9, 9, 1.5};
  EXPECT_NEAR(mass_above(w.s, m), 2 * mass, 1e-12);
  m.lo = {-0.1, -0.1, 0};
  m.hi = {0.1, 0.1, 2};  // its border belongs to a box
  EXPECT_NEAR(mass_in_box(w.s, m), 2 * mass, 1e-12);
}

TEST(Measures, TheSolidFractionIsThatOfTheTrueShapes) {
  World w;
  const std::uint32_t ellipsoid = std::uint32_t(w.model.body_types.size());
  w.model.body_types.push_back(superellipsoid_type(w.model, "egg", 0, 2600, make_superellipsoid({1, 2, 3}, 0.5, 1.2)));
  const std::uint32_t brick = std::uint32_t(w.model.body_types.size());
  LibraryOptions lengths;
  lengths.lengths = {1, 2, 3};
  const PolyhedronData box = library_shape("box", lengths);
  w.model.body_types.push_back(polyhedron_type(w.model, "brick", 0, 2600, box, mass_properties(box.view())));
  const Vec3d lo{-0.05, -0.05, -0.05}, hi{0.05, 0.05, 0.05};
  const double all = 0.1 * 0.1 * 0.1;
  EXPECT_EQ(solid_fraction(w.model, w.s, lo, hi), 0);
  w.add({0.02, 0.02, 0.02}, 0.025);
  const double ball = 4.0 / 3 * std::numbers::pi * 0.025 * 0.025 * 0.025;
  EXPECT_NEAR(solid_fraction(w.model, w.s, lo, hi), ball / all, 2e-4);
  w.add({0.05, -0.03, 0}, 0.02);  // half of it inside
  const double half = 2.0 / 3 * std::numbers::pi * 0.02 * 0.02 * 0.02;
  EXPECT_NEAR(solid_fraction(w.model, w.s, lo, hi), (ball + half) / all, 3e-4);
  w.add({0.02, 0.02, 0.02}, 0.01);  // inside another
  EXPECT_NEAR(solid_fraction(w.model, w.s, lo, hi), (ball + half) / all, 3e-4);
  for (const std::uint32_t type : {ellipsoid, brick}) {
    World single = w;
    single.s = initial_state(single.model);
    const std::size_t i = add_body(single.model, single.s, type, Real(0.04), {0, 0.002, 0}, {0, 0, 0});
    single.s.bodies.q[i] = normalized(Quat{1, Real(0.3), Real(0.2), Real(-0.4)});
    EXPECT_NEAR(solid_fraction(single.model, single.s, lo, hi), single.model.volume_of(type, 0.04) / all, 3e-4);
  }
  EXPECT_TRUE(std::isnan(solid_fraction(w.model, w.s, lo, lo)));
}

}  // namespace
}  // namespace scree::output
