// A polyhedron and everything it can meet: it is pushed away, action equals reaction, and it comes to rest.
#include "physics/measured.hpp"
#include "physics/partners.hpp"
#include "scree/narrow/pair_table.hpp"

namespace scree::test {
namespace {

constexpr double kSide = 0.05, kR = kSide * kRoot3 / 2, kBall = 0.03, kBig = 0.1, kG = 9.81;

std::uint32_t cube_type(PolyWorld& w) {
  if (w.model.body_types.size() == 1) w.shape(cube());
  return 1;
}
// A little askew: round walls are prisms of many sides, and a cube can balance on their edges for long.
void upper_cube(PolyWorld& w, double z) { w.block(1, kR, {0, 0, z}, turn_about({1, 2, 0}, 0.02)); }
void lower_cube(PolyWorld& w) { w.block(1, kR, {0, 0, kSide / 2}); }

std::vector<Case> cases() {
  using enum ShapeKind;
  const auto none = [](PolyWorld&) {};
  const double in_trough = kSide / 2 - std::sqrt(kBig * kBig - kSide * kSide / 4);
  const double in_funnel = kSide / 2 + (kSide / std::sqrt(2.0) - 0.02);  // radius 0.02 + z
  return {
      {"ball_on_cube", kSphere, kPolyhedron, kSide + kBall, none,
       [](PolyWorld& w, double z) {
         w.sphere(kBall, {0, 0, z}), lower_cube(w);
       },
       true},
      {"cube_under_ball", kPolyhedron, kSphere, kSide + kBall, none,
       [](PolyWorld& w, double z) {
         lower_cube(w), w.sphere(kBall, {0, 0, z});
       },
       true},
      {"cube_on_cube", kPolyhedron, kPolyhedron, 1.5 * kSide, none,
       [](PolyWorld& w, double z) {
         lower_cube(w), w.block(1, kR, {0.004, 0.003, z}, turn_about({0, 0, 1}, 0.3));
       },
       true},
      {"cube_on_plane", kPolyhedron, kPlane, kSide / 2, [](PolyWorld& w) { w.floor(); }, upper_cube},
      {"cube_on_plate", kPolyhedron, kPlate, kSide / 2,
       [](PolyWorld& w) {
         w.plate({0, 0, 0}, {0, 0, 1}, 0.2, 0.04);
       },
       upper_cube},
      {"cube_in_cylinder", kPolyhedron, kCylinder, in_trough,
       [](PolyWorld& w) {
         w.frustum({0, -0.1, 0}, {0, Real(0.2), 0}, kBig, kBig);
       },
       upper_cube},
      {"cube_on_cylinder", kPolyhedron, kCylinder, kBig + kSide / 2,
       [](PolyWorld& w) {
         w.frustum({0, -0.1, 0}, {0, Real(0.2), 0}, kBig, kBig);
       },
       upper_cube},
      {"cube_in_cone", kPolyhedron, kCone, in_funnel,
       [](PolyWorld& w) {
         w.frustum({0, 0, 0}, {0, 0, Real(0.1)}, 0.02, 0.12);
       },
       upper_cube},
      {"cube_on_cone", kPolyhedron, kCone, kBig + kSide / 2, [](PolyWorld& w) { lying_cone(w, kBig); }, upper_cube},
      {"cube_on_fixed_ball", kPolyhedron, kSphere, kBig + kSide / 2,
       [](PolyWorld& w) {
         w.fixed_ball({0, 0, 0}, kBig);
       },
       [](PolyWorld& w, double z) { upper_cube(w, z), w.fix_balls(); }},
  };
}

// With rolling resistance on round partners, for a cube on a ball would rock for ever.
LawParams law_of(const Case& c) {
  LawParams law = linear_block_law(1e6, 0.3, 0.5);
  if (c.b == ShapeKind::kPolyhedron || c.b == ShapeKind::kPlane || c.b == ShapeKind::kPlate) return law;
  law.rolling = RollingLaw::kSpring;
  law.mu_rolling = Real(0.05);
  law.eta_rolling = Real(0.5);
  return law;
}

PolyWorld world_of(const Case& c, ContactModel contact, double above, double gravity) {
  PolyWorld w(law_of(c), 2650);
  w.model.settings.polyhedron_contact = contact;
  w.gravity({0, 0, Real(-gravity)});
  cube_type(w);
  c.walls(w);
  if (c.floor && gravity > 0) w.floor();
  w.open();
  c.bodies(w, c.height + above);
  w.step_of(3);
  w.begin();
  return w;
}
std::string name_of(const Case& c, ContactModel contact) {
  return fmt::format("{}_{}", c.name, contact == ContactModel::kArea ? "area" : "points");
}

TEST(PolyhedraPartners, EveryRowOfThePairTableIsHere) {
  for (const narrow::PairAlgorithm& row : narrow::pair_algorithms()) {
    if (row.a != ShapeKind::kPolyhedron && row.b != ShapeKind::kPolyhedron) continue;
    const auto has_its_own = [](ShapeKind k) { return k == ShapeKind::kSuperellipsoid || k == ShapeKind::kCluster; };
    if (has_its_own(row.a) || has_its_own(row.b)) continue;
    int n = 0;
    for (const Case& c : cases()) n += c.a == row.a && c.b == row.b;
    EXPECT_GT(n, 0) << name_of(row.a) << " " << name_of(row.b);
  }
}

// Pressed together by a thousandth of the side.
TEST(PolyhedraPartners, ABodyPressedIntoItsPartnerIsPushedAwayAndPushesBack) {
  for (const Case& c : cases())
    for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
      SCOPED_TRACE(name_of(c, contact));
      PolyWorld w = world_of(c, contact, -1e-3 * kSide, 0);
      expect_pushed_away(w, 0);
    }
}

TEST(PolyhedraPartners, ABodyLetGoAboveItsPartnerComesToRestOnIt) {
  for (const Case& c : cases())
    for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
      SCOPED_TRACE(name_of(c, contact));
      PolyWorld w = world_of(c, contact, 1e-3, kG);
      w.run_for(0.3);
      double worst = 0;
      for (int k = 0; k < 20; ++k) w.run_for(0.005), worst = std::max(worst, w.kinetic() / (w.mass() * kG * kSide));
      expect_below(name_of(c, contact), worst, 1e-10);
      EXPECT_NEAR(w.s.bodies.x[upper(w)].z, c.height, 0.01 * kSide);
      EXPECT_GT(count_touching(w.s), 0u);
    }
}

// A long brick leaves a funnel upright and drifts over the rim of the outlet while its upper half is still above it.
// From outside the funnel is a solid body; what comes out of it must not be taken for something that is stuck in that.
TEST(PolyhedraPartners, ABodyThatLeavesAFunnelGainsNoEnergy) {
  for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
    PolyWorld w(linear_block_law(2e4, 1), 1100);
    w.model.settings.polyhedron_contact = contact;
    w.frustum({0, 0, 0}, {0, 0, Real(0.06)}, 0.02, 0.06);
    const std::uint32_t brick = w.shape(box({1, 1, 5}));
    w.open();
    w.block(brick, 0.0125, {0.014, 0, -0.001}, {1, 0, 0, 0}, {Real(0.2), 0, Real(-0.2)});
    w.step_of(0.5);
    w.begin();
    const double before = w.kinetic();
    double most = 0;
    for (int k = 0; k < 100; ++k) w.run_for(1e-3), most = std::max(most, w.kinetic());
    EXPECT_LT(w.s.bodies.x[0].z, -0.01);
    expect_below(contact == ContactModel::kArea ? "area" : "points", most / before - 1, 1e-6);
  }
}

// A leaning brick comes up through the outlet with its upper end beside the rim: that end gets into the wall from
// behind.
TEST(PolyhedraPartners, ABodyThatComesOverARimGainsNoEnergy) {
  for (const ContactModel contact : {ContactModel::kArea, ContactModel::kPoints}) {
    PolyWorld w(linear_block_law(2e4, 1), 1100);
    w.model.settings.polyhedron_contact = contact;
    w.frustum({0, 0, 0}, {0, 0, Real(0.06)}, 0.02, 0.06);
    const std::uint32_t brick = w.shape(box({1, 1, 5}));
    w.open();
    const double lean = 1.05;
    w.block(brick, 0.0125, {0.011, 0, -0.012}, {Real(std::cos(lean / 2)), 0, Real(std::sin(lean / 2)), 0},
            {0, 0, Real(0.2)});
    w.step_of(0.5);
    w.begin();
    const double before = w.kinetic();
    double most = 0;
    for (int k = 0; k < 100; ++k) w.run_for(1e-3), most = std::max(most, w.kinetic());
    EXPECT_GT(w.s.bodies.x[0].z, 0);
    expect_below(contact == ContactModel::kArea ? "area" : "points", most / before - 1, 1e-6);
  }
}

}  // namespace
}  // namespace scree::test
