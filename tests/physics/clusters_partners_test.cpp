// A cluster and everything it can meet: it is pushed away, action equals reaction, and it comes to rest.
#include "physics/cluster_world.hpp"
#include "physics/measured.hpp"
#include "physics/partners.hpp"
#include "scree/narrow/pair_table.hpp"
#include "scree/setup/compound_type.hpp"

namespace scree::test {
namespace {

// Four balls in a square; a pebble; a cube; two cubes side by side.
constexpr double kBall = 0.02, kHalf = 0.015, kWide = 0.03, kHigh = 0.02, kSide = 0.06, kLarge = 0.03, kBig = 0.1;
constexpr double kG = 9.81;
constexpr std::uint32_t kSquare = 1, kPebble = 2, kCube = 3, kBench = 4;

double round_square() { return radius_round(square_of_balls(kHalf, kBall)); }
void square_at(PolyWorld& w, double z, double angle = 0) {
  w.block(kSquare, round_square(), {0, 0, z}, turn_about({0, 0, 1}, angle));
}
void upper_square(PolyWorld& w, double z) { square_at(w, z); }
void lower_square(PolyWorld& w) { square_at(w, kBall); }

// Height of balls round the axis, at the distance rho from it, over what is `reach` from their centres.
double over(double reach, double rho) { return std::sqrt(reach * reach - rho * rho); }

// Height 0: found by looking.
std::vector<Case> cases() {
  using enum ShapeKind;
  const auto none = [](PolyWorld&) {};
  const auto lying_cylinder = [](PolyWorld& w) { w.frustum({0, -0.1, 0}, {0, Real(0.2), 0}, kBig, kBig); };
  const double corner = kHalf * std::sqrt(2.0), quarter = std::numbers::pi / 4;
  return {
      {"sphere_on_square", kSphere, kCluster, kBall + over(kBall + kLarge, corner), none,
       [](PolyWorld& w, double z) {
         w.sphere(kLarge, {0, 0, z}), lower_square(w);
       },
       true},
      {"square_under_sphere", kCluster, kSphere, kBall + over(kBall + kLarge, corner), none,
       [](PolyWorld& w, double z) {
         lower_square(w), w.sphere(kLarge, {0, 0, z});
       },
       true},
      {"square_on_square", kCluster, kCluster, kBall + over(2 * kBall, std::hypot(corner - kHalf, kHalf)), none,
       [quarter](PolyWorld& w, double z) { lower_square(w), square_at(w, z, quarter); }, true},
      {"square_on_cube", kCluster, kPolyhedron, kSide + kBall, none,
       [](PolyWorld& w, double z) {
         upper_square(w, z), w.block(kCube, kSide * kRoot3 / 2, {0, 0, kSide / 2});
       },
       true},
      {"cube_under_square", kPolyhedron, kCluster, kSide + kBall, none,
       [](PolyWorld& w, double z) {
         w.block(kCube, kSide * kRoot3 / 2, {0, 0, kSide / 2}), upper_square(w, z);
       },
       true},
      {"square_on_compound", kCluster, kPolyhedron, 0.04 + kBall, none,
       [](PolyWorld& w, double z) {
         upper_square(w, z), w.block(kBench, std::sqrt(0.0024), {0, 0, 0.02});
       },
       true},
      {"square_on_pebble", kCluster, kSuperellipsoid, 0, none,
       [](PolyWorld& w, double z) {
         upper_square(w, z), w.block(kPebble, kWide, {0, 0, kHigh});
       },
       true},
      {"pebble_under_square", kSuperellipsoid, kCluster, 0, none,
       [](PolyWorld& w, double z) {
         w.block(kPebble, kWide, {0, 0, kHigh}), upper_square(w, z);
       },
       true},
      {"square_on_plane", kCluster, kPlane, kBall, [](PolyWorld& w) { w.floor(); }, upper_square},
      {"square_on_plate", kCluster, kPlate, kBall,
       [](PolyWorld& w) {
         w.plate({0, 0, 0}, {0, 0, 1}, 0.2, 0.04);
       },
       upper_square},
      {"square_in_cylinder", kCluster, kCylinder, -over(kBig - kBall, kHalf), lying_cylinder, upper_square},
      {"square_on_cylinder", kCluster, kCylinder, over(kBig + kBall, kHalf), lying_cylinder, upper_square},
      {"square_in_cone", kCluster, kCone, kBall * std::sqrt(2.0) + corner - 0.02,
       [](PolyWorld& w) {
         w.frustum({0, 0, 0}, {0, 0, Real(0.1)}, 0.02, 0.12);
       },
       upper_square},
      {"square_on_cone", kCluster, kCone, 0, [](PolyWorld& w) { lying_cone(w, kBig); }, upper_square},
      {"square_on_fixed_ball", kCluster, kSphere, over(kBig + kBall, corner),
       [](PolyWorld& w) {
         w.fixed_ball({0, 0, 0}, kBig);
       },
       [](PolyWorld& w, double z) { upper_square(w, z), w.fix_balls(); }},
  };
}

LawParams law_of(bool hertz) {
  LawParams law = hertz ? hertz_block_law(2e8, 0.3, 0.5) : linear_block_law(1e6, 0.3, 0.5);
  law.rolling = RollingLaw::kSpring;
  law.mu_rolling = Real(0.1);
  law.eta_rolling = Real(0.5);
  return law;
}

// Two cubes of 4 cm side by side.
BodyType bench_type(Model& model) {
  const std::uint32_t half = std::uint32_t(model.body_types.size());
  const PolyhedronData box = cube();
  model.body_types.push_back(
      polyhedron_type(model, "half", 0, model.materials[0].density, box, mass_properties(box.view())));
  std::vector<PlacedPart> parts(2);
  for (int k : {0, 1}) {
    parts[std::size_t(k)].type = half;
    parts[std::size_t(k)].scale = Real(0.04 * kRoot3 / 2);
    parts[std::size_t(k)].pose.p = {Real(k == 0 ? -0.02 : 0.02), 0, 0};
    parts[std::size_t(k)].density = model.materials[0].density;
  }
  BodyType type = compound_type(model, "bench", parts).type;
  model.body_types.pop_back();
  return type;
}

ClusterWorld world_of(const Case& c, bool hertz, Combination how, double height, double gravity) {
  ClusterWorld w(law_of(hertz), 2650);
  w.gravity({0, 0, Real(-gravity)});
  w.model.settings.cluster_points = how;
  EXPECT_EQ(w.cluster(square_of_balls(kHalf, kBall)), kSquare);
  EXPECT_EQ(w.shape(make_superellipsoid({kWide, kWide, kHigh}, 1, 1)), kPebble);
  EXPECT_EQ(w.shape(cube()), kCube);
  w.model.body_types.push_back(bench_type(w.model));
  c.walls(w);
  if (c.floor && gravity > 0) w.floor();
  w.open();
  c.bodies(w, height);
  w.step_of(hertz ? 0.3 : 1);
  w.begin();
  return w;
}

// Where the upper body just touches: given, or found by halving.
double height_of(const Case& c) {
  if (c.height != 0) return c.height;
  double lo = 0.03, hi = 0.2;
  while (hi - lo > 1e-10) {
    const double mid = (lo + hi) / 2;
    (count_touching(world_of(c, false, Combination::kSum, mid, 0).s) > 0 ? lo : hi) = mid;
  }
  return (lo + hi) / 2;
}

TEST(ClustersPartners, EveryRowOfThePairTableIsHere) {
  for (const narrow::PairAlgorithm& row : narrow::pair_algorithms()) {
    if (row.a != ShapeKind::kCluster && row.b != ShapeKind::kCluster) continue;
    int n = 0;
    for (const Case& c : cases()) n += c.a == row.a && c.b == row.b;
    EXPECT_GT(n, 0) << name_of(row.a) << " " << name_of(row.b);
  }
}

// Closed forms are where surfaces touch and where they do not.
TEST(ClustersPartners, BodiesTouchWhereTheyShould) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const double z = height_of(c);
    EXPECT_GT(count_touching(world_of(c, false, Combination::kSum, z - 1e-9, 0).s), 0u);
    EXPECT_EQ(count_touching(world_of(c, false, Combination::kSum, z + 1e-9, 0).s), 0u);
  }
}

// Pressed together a little.
TEST(ClustersPartners, ABodyPressedIntoItsPartnerIsPushedAwayAndPushesBack) {
  for (const Case& c : cases())
    for (const bool hertz : {false, true})
      for (const Combination how : {Combination::kSum, Combination::kMean, Combination::kIncremental,
                                    Combination::kContinuing, Combination::kDeepest}) {
        SCOPED_TRACE(fmt::format("{} {} {}", c.name, hertz ? "hertz" : "linear", int(how)));
        ClusterWorld w = world_of(c, hertz, how, height_of(c) - 1e-3 * kSide, 0);
        expect_pushed_away(w, kWide);
      }
}

TEST(ClustersPartners, ABodyLetGoAboveItsPartnerComesToRestOnIt) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const double height = height_of(c);
    ClusterWorld w = world_of(c, false, Combination::kContinuing, height + 1e-3, kG);
    w.run_for(0.3);
    double worst = 0;
    for (int k = 0; k < 10; ++k) w.run_for(0.005), worst = std::max(worst, w.kinetic() / (w.mass() * kG * kHigh));
    expect_below(c.name, worst, 1e-8);
    EXPECT_NEAR(w.s.bodies.x[upper(w)].z, height, 0.01 * kHigh);
    EXPECT_GT(count_touching(w.s), 0u);
  }
}

}  // namespace
}  // namespace scree::test
