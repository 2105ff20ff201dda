// A superellipsoid and everything it can meet: it is pushed away, action equals reaction, and it comes to rest.
#include "physics/measured.hpp"
#include "physics/partners.hpp"
#include "scree/narrow/pair_table.hpp"

namespace scree::test {
namespace {

// A flat pebble, its short axis upright; and a cube as wide.
constexpr double kWide = 0.03, kHigh = 0.02, kSide = 0.06, kBall = 0.03, kBig = 0.1, kG = 9.81;
constexpr std::uint32_t kPebble = 1, kCube = 2;

void upper_pebble(PolyWorld& w, double z) { w.block(kPebble, kWide, {0, 0, z}); }
void lower_pebble(PolyWorld& w) { w.block(kPebble, kWide, {0, 0, kHigh}); }
void cube_at(PolyWorld& w, double z) { w.block(kCube, kSide * kRoot3 / 2, {0, 0, z}); }

std::vector<Case> cases() {
  using enum ShapeKind;
  const auto none = [](PolyWorld&) {};
  const auto lying_cylinder = [](PolyWorld& w) { w.frustum({0, -0.1, 0}, {0, Real(0.2), 0}, kBig, kBig); };
  const double in_funnel = std::hypot(kWide, kHigh) - 0.02;  // radius 0.02 + z
  // On the rim of an upright tube of radius 0.02.
  const double on_rim = kHigh * std::sqrt(1 - (0.02 / kWide) * (0.02 / kWide));
  return {
      {"ball_on_pebble", kSphere, kSuperellipsoid, 2 * kHigh + kBall, none,
       [](PolyWorld& w, double z) {
         w.sphere(kBall, {0, 0, z}), lower_pebble(w);
       },
       true},
      {"pebble_under_ball", kSuperellipsoid, kSphere, 2 * kHigh + kBall, none,
       [](PolyWorld& w, double z) {
         lower_pebble(w), w.sphere(kBall, {0, 0, z});
       },
       true},
      {"pebble_on_pebble", kSuperellipsoid, kSuperellipsoid, 3 * kHigh, none,
       [](PolyWorld& w, double z) { lower_pebble(w), upper_pebble(w, z); }, true},
      {"pebble_on_cube", kSuperellipsoid, kPolyhedron, kSide + kHigh, none,
       [](PolyWorld& w, double z) { upper_pebble(w, z), cube_at(w, kSide / 2); }, true},
      {"cube_under_pebble", kPolyhedron, kSuperellipsoid, kSide + kHigh, none,
       [](PolyWorld& w, double z) { cube_at(w, kSide / 2), upper_pebble(w, z); }, true},
      {"pebble_on_plane", kSuperellipsoid, kPlane, kHigh, [](PolyWorld& w) { w.floor(); }, upper_pebble},
      {"pebble_on_plate", kSuperellipsoid, kPlate, kHigh,
       [](PolyWorld& w) {
         w.plate({0, 0, 0}, {0, 0, 1}, 0.2, 0.04);
       },
       upper_pebble},
      {"pebble_in_cylinder", kSuperellipsoid, kCylinder, kHigh - kBig, lying_cylinder, upper_pebble},
      {"pebble_on_cylinder", kSuperellipsoid, kCylinder, kBig + kHigh, lying_cylinder, upper_pebble},
      {"pebble_on_rim", kSuperellipsoid, kCylinder, on_rim,
       [](PolyWorld& w) {
         w.frustum({0, 0, -0.2}, {0, 0, Real(0.2)}, 0.02, 0.02);
       },
       upper_pebble},
      {"pebble_in_cone", kSuperellipsoid, kCone, in_funnel,
       [](PolyWorld& w) {
         w.frustum({0, 0, 0}, {0, 0, Real(0.1)}, 0.02, 0.12);
       },
       upper_pebble},
      {"pebble_on_cone", kSuperellipsoid, kCone, kBig + kHigh, [](PolyWorld& w) { lying_cone(w, kBig); }, upper_pebble},
      {"pebble_on_fixed_ball", kSuperellipsoid, kSphere, kBig + kHigh,
       [](PolyWorld& w) {
         w.fixed_ball({0, 0, 0}, kBig);
       },
       [](PolyWorld& w, double z) { upper_pebble(w, z), w.fix_balls(); }},
  };
}

LawParams law_of(bool hertz) {
  LawParams law = hertz ? hertz_block_law(2e8, 0.3, 0.5) : linear_block_law(1e6, 0.3, 0.5);
  law.rolling = RollingLaw::kSpring;
  law.mu_rolling = Real(0.1);
  law.eta_rolling = Real(0.5);
  return law;
}

PolyWorld world_of(const Case& c, bool hertz, double above, double gravity) {
  PolyWorld w(law_of(hertz), 2650);
  w.gravity({0, 0, Real(-gravity)});
  EXPECT_EQ(w.shape(make_superellipsoid({kWide, kWide, kHigh}, 1, 1)), kPebble);
  EXPECT_EQ(w.shape(cube()), kCube);
  c.walls(w);
  if (c.floor && gravity > 0) w.floor();
  w.open();
  c.bodies(w, c.height + above);
  w.step_of(hertz ? 0.3 : 3);
  w.begin();
  return w;
}
std::string name_of(const Case& c, bool hertz) { return fmt::format("{}_{}", c.name, hertz ? "hertz" : "linear"); }

TEST(SuperellipsoidsPartners, EveryRowOfThePairTableIsHere) {
  for (const narrow::PairAlgorithm& row : narrow::pair_algorithms()) {
    if (row.a != ShapeKind::kSuperellipsoid && row.b != ShapeKind::kSuperellipsoid) continue;
    if (row.a == ShapeKind::kCluster || row.b == ShapeKind::kCluster) continue;  // clusters_partners_test.cpp
    int n = 0;
    for (const Case& c : cases()) n += c.a == row.a && c.b == row.b;
    EXPECT_GT(n, 0) << name_of(row.a) << " " << name_of(row.b);
  }
}

// Pressed together a little.
TEST(SuperellipsoidsPartners, ABodyPressedIntoItsPartnerIsPushedAwayAndPushesBack) {
  for (const Case& c : cases())
    for (const bool hertz : {false, true}) {
      SCOPED_TRACE(name_of(c, hertz));
      PolyWorld w = world_of(c, hertz, -1e-3 * kSide, 0);
      expect_pushed_away(w, kWide);
      EXPECT_EQ(w.s.normal_counters.failed, 0u);
    }
}

TEST(SuperellipsoidsPartners, ABodyLetGoAboveItsPartnerComesToRestOnIt) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    PolyWorld w = world_of(c, false, 1e-3, kG);
    w.run_for(0.4);
    double worst = 0;
    for (int k = 0; k < 20; ++k) w.run_for(0.005), worst = std::max(worst, w.kinetic() / (w.mass() * kG * kHigh));
    expect_below(c.name, worst, 1e-8);
    EXPECT_NEAR(w.s.bodies.x[upper(w)].z, c.height, 0.01 * kHigh);
    EXPECT_GT(count_touching(w.s), 0u);
    EXPECT_EQ(w.s.normal_counters.failed, 0u);
  }
}

}  // namespace
}  // namespace scree::test
