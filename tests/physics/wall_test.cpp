// Walls that carry, move and go: closed forms for single balls.
#include "physics/impact.hpp"
#include "physics/measured.hpp"
#include "scree/narrow/points.hpp"
#include "scree/state/ledger.hpp"

namespace scree::test {
namespace {

constexpr double kR = 0.01, kDensity = 2500, kStiffness = 1e5, kG = 9.81, kDt = 1e-5;
const double kWeight = sphere_mass(kR, kDensity) * kG;

LawParams rough_law(double mu = 0.5) {
  LawParams law = linear_law(Real(kStiffness), Real(0.3), Real(mu));
  law.zeta_t = Real(0.3);
  return law;
}
std::uint64_t steps(double seconds) { return std::uint64_t(std::llround(seconds / kDt)); }

Wall plate(double half) {
  Wall w;
  w.name = "plate";
  w.kind = WallKind::kPlate;
  w.material = 1;
  const Real a = Real(half);
  w.vertices = {{-a, -a, 0}, {a, -a, 0}, {a, a, 0}, {-a, a, 0}};
  return w;
}
Wall frustum(WallKind kind, double r0, double z0, double r1, double z1) {
  Wall w;
  w.name = "frustum";
  w.kind = kind;
  w.material = 1;
  w.frustum = {Real(r0), Real(z0), Real(r1), Real(z1)};
  return w;
}
SmallWorld world_with(const Wall& wall, const LawParams& law, const Vec3d& ball) {
  SmallWorld w(law, Real(kDensity), kDt);
  w.gravity({0, 0, Real(-kG)});
  w.model.walls.push_back(wall);
  w.open();
  w.ball(Real(kR), ball);
  return w;
}
// Moves wall 0 from t = 0 on.
void set_motion(SmallWorld& w, const MotionPhase& phase) {
  Motion m;
  m.name = "motion";
  m.walls = {0};
  m.phases = {phase};
  w.model.motions = {m};
  w.s.motion_start = {0};
}

TEST(Walls, AtRestEveryKindOfWallCarriesTheWeight) {
  Wall lying = frustum(WallKind::kCylinder, 5 * kR, -kR * 10, 5 * kR, kR * 10);
  lying.q = SmallWorld::turn_z_to({0, 1, 0});
  const struct {
    const char* name;
    Wall wall;
    Vec3d ball;
  } cases[] = {{"plate", plate(5 * kR), {kR, 0.3 * kR, kR}},
               {"plate_edge", plate(kR), {0, 0, kR}},
               {"lying_cylinder", lying, {0, 0, -4 * kR}},
               {"cone", frustum(WallKind::kCone, 0.5 * kR, 0, 5 * kR, 4.5 * kR), {0, 0, 1.5 * kR}}};
  for (const auto& c : cases) {
    SmallWorld w = world_with(c.wall, rough_law(), c.ball);
    w.begin();
    w.run(steps(0.2));
    expect_close(c.name, -w.s.walls[0].f.z, kWeight, 1e-9);
    EXPECT_NEAR(norm(w.s.bodies.v[0]), 0, 1e-9) << c.name;
    EXPECT_NEAR(w.s.bodies.wrench[0].f.z, kWeight, 1e-9 * kWeight) << c.name;
  }
}

// A ball on the axis of a cone of half angle alpha rests on two opposite points: 2 F_n sin(alpha) = m g without
// friction.
TEST(Walls, ABallPlugsAConeAndRestsOnTwoPoints) {
  const double alpha = kPi / 6;
  for (const double nudge : {0.0, 1e-4}) {
    const Wall cone = frustum(WallKind::kCone, 0.5 * kR, 0, 0.5 * kR + 5 * kR * std::tan(alpha), 5 * kR);
    LawParams law = linear_law(Real(kStiffness), Real(0.3));
    SmallWorld w = world_with(cone, law, {nudge * kR, 0, 2 * kR});
    w.begin();
    w.run(steps(0.3));
    const auto c = narrow::contact_rows(w.model, w.s);
    ASSERT_EQ(c.size(), 2u);
    for (int k = 0; k < 2; ++k)
      expect_close(fmt::format("force_{}_nudge_{}", k, nudge), norm(c[std::size_t(k)].f),
                   kWeight / (2 * std::sin(alpha)), 1e-6);
    // Touching both sides: R = (z tan(alpha) + r_0) cos(alpha) at height z of the centre, less the overlap.
    const double overlap = kWeight / (2 * std::sin(alpha)) / kStiffness;
    const double z = (kR - overlap) / std::sin(alpha) - 0.5 * kR / std::tan(alpha);
    expect_close(fmt::format("height_nudge_{}", nudge), w.s.bodies.x[0].z, z, 1e-8);
  }
}

// An outlet smaller than the ball: it sits on the rim, at sin(beta) = r_0/R from the vertical.
TEST(Walls, ABallPlugsAnOutletAndSitsOnItsRim) {
  const double beta = std::asin(0.5);
  SmallWorld w = world_with(frustum(WallKind::kCone, 0.5 * kR, 0, 10 * kR, 2 * kR),
                            linear_law(Real(kStiffness), Real(0.3)), {0, 0, 0.9 * kR});
  w.begin();
  w.run(steps(0.3));
  ASSERT_EQ(count_contacts(w.s.contacts), 2u);
  expect_close("force", norm(narrow::contact_rows(w.model, w.s)[0].f), kWeight / (2 * std::cos(beta)),
               1e-4);  // up to the overlap
  expect_close("height", w.s.bodies.x[0].z, kR * std::cos(beta), 1e-4);
}

// A spun ball on the axis of a cone: whether its centre is a hair this or that side of the axis is all one to its
// forces. The nearer meridian becomes the farther one there, and each point must keep its own spring.
TEST(Walls, SpringsStayWithTheirPointsWhenABallCrossesTheAxisOfACone) {
  const Wall cone = frustum(WallKind::kCone, 0.5 * kR, 0, 5 * kR, 4.5 * kR);
  const double z = std::sqrt(2.0) * (kR - 1e-6) - 0.5 * kR;  // on two points, 1e-6 m deep
  SmallWorld w = world_with(cone, rough_law(0.8), {1e-12, 0, z});
  w.s.bodies.omega[0] = {0, Real(0.1), 0};
  w.begin();
  w.run(20);
  SmallWorld other = w;
  const double x = 1e-9 * kR;
  w.s.bodies.x[0].x = x, other.s.bodies.x[0].x = -x;
  w.s.bodies.v[0].x = other.s.bodies.v[0].x = 0;
  w.run(1), other.run(1);
  ASSERT_EQ(count_contacts(w.s.contacts), 2u);
  ASSERT_EQ(count_contacts(other.s.contacts), 2u);
  const double scale = norm(w.s.bodies.wrench[0].tau);
  ASSERT_GT(scale, 1e-3 * kWeight * kR);
  expect_below("jump_of_torque", norm(w.s.bodies.wrench[0].tau - other.s.bodies.wrench[0].tau) / scale, 1e-6);
  // The shift itself changes the overlaps by 2e-11 m, that is 2e-5 of the weight.
  expect_below("jump_of_force",
               norm(w.s.bodies.wrench[0].f - other.s.bodies.wrench[0].f) / norm(w.s.bodies.wrench[0].f), 1e-4);
}

TEST(Walls, ARemovedWallLetsTheBallFall) {
  SmallWorld w = world_with(plate(5 * kR), rough_law(), {0, 0, kR});
  Event event;
  event.name = "open";
  event.value = 0.1;
  event.remove_walls = {0};
  w.model.events = {event};
  w.s.events.resize(1);
  w.begin();
  w.run(steps(0.1));
  const double z = w.s.bodies.x[0].z;
  w.run(steps(0.1));
  // The force of the step before still acts in the first half kick.
  expect_close("fall", z - w.s.bodies.x[0].z, kG * 0.1 * 0.1 / 2, 2e-4);
  EXPECT_EQ(count_contacts(w.s.contacts), 0u);
  EXPECT_EQ(w.s.walls[0].f.z, 0);
  update_ledger(w.model, w.s);
  expect_below("residual", std::abs(w.s.ledger.relative_residual()), 1e-4);
}

// A sin(omega t) with A omega^2 < g: the ball stays on, and the plate feels m (g - A omega^2 sin(omega t)).
TEST(Walls, ASinusoidalPlateCarriesABall) {
  const double frequency = 20, omega = 2 * kPi * frequency, amplitude = 0.5 * kG / (omega * omega);
  SmallWorld w = world_with(plate(5 * kR), linear_law(Real(kStiffness), Real(0.7)), {0, 0, kR - kWeight / kStiffness});
  MotionPhase phase;
  phase.amplitude = {0, 0, Real(amplitude)};
  phase.frequency = Real(frequency);
  set_motion(w, phase);
  w.begin();
  w.run(steps(0.1));
  double worst = 0, mean = 0;
  const std::uint64_t n = steps(2 / frequency);
  for (std::uint64_t k = 0; k < n; ++k) {
    w.run(1);
    const double force = -w.s.walls[0].f.z / kWeight;
    worst = std::max(worst, std::abs(force - (1 - 0.5 * std::sin(omega * w.time()))));
    mean += force / double(n);
  }
  // The spring follows within (omega/omega_0)^2 = 2e-3 of the amplitude.
  expect_below("worst_force_over_weight", worst, 2e-3);
  expect_close("mean_force_over_weight", mean, 1, 1e-4);
  expect_below("residual", std::abs((update_ledger(w.model, w.s), w.s.ledger.relative_residual())), 1e-3);
}

// Shaken sideways, a ball that does not slip gets 2/7 of the plate's velocity.
TEST(Walls, ABallOnAPlateShakenSidewaysRolls) {
  const double frequency = 5, omega = 2 * kPi * frequency, amplitude = 0.2 * kR;
  SmallWorld w = world_with(plate(50 * kR), rough_law(), {0, 0, kR - kWeight / kStiffness});
  MotionPhase phase;
  phase.amplitude = {Real(amplitude), 0, 0};
  phase.frequency = Real(frequency);
  phase.phase = Real(kPi / 2);  // from rest: cos - 1
  set_motion(w, phase);
  w.begin();
  double worst = 0;
  for (std::uint64_t k = 0; k < steps(2 / frequency); ++k) {
    w.run(1);
    const double expected = -2.0 / 7 * amplitude * omega * std::sin(omega * w.time());
    worst = std::max(worst, std::abs(w.s.bodies.v[0].x - expected) / (amplitude * omega));
  }
  expect_below("worst_velocity_error", worst, 5e-3);
}

// A drum turned about its lying axis: the ball at the bottom is spun up to R_drum Omega/R and stays where it is.
TEST(Walls, ATurningDrumSpinsABallAtItsBottom) {
  Wall drum = frustum(WallKind::kCylinder, 5 * kR, -kR * 10, 5 * kR, kR * 10);
  drum.q = SmallWorld::turn_z_to({0, 1, 0});
  SmallWorld w = world_with(drum, rough_law(), {0, 0, -4 * kR});
  MotionPhase phase;
  phase.angular_velocity = {0, 1, 0};
  phase.end = 1e9;
  set_motion(w, phase);
  w.begin();
  w.run(steps(1.0));
  // The ball swings about the bottom while it is spun up; rolling, it swings on for ever. Its mean spin is the drum's.
  double spin = 0;
  const std::uint64_t n = steps(2 * kPi * std::sqrt(1.4 * 4 * kR / kG));  // one swing
  for (std::uint64_t k = 0; k < n; ++k) w.run(1), spin += w.s.bodies.omega[0].y / double(n);
  expect_close("spin", spin, 5.0, 2e-2);
}

// A cylinder that moves with V hits a ball at rest and throws it across, and so on: after n impacts the ball has the
// velocity V (1 - (-e)^n). The ways are R/2 and then R, so that three impacts are over after 0.77 s and the fourth is
// at 1.9 s.
TEST(Walls, AMovingCylinderTakesTheBallAlong) {
  SmallWorld w(linear_law(Real(kStiffness), Real(0.3)), Real(kDensity), kDt);
  w.model.walls.push_back(frustum(WallKind::kCylinder, 1.5 * kR, -kR * 10, 1.5 * kR, kR * 10));
  w.open();
  w.ball(Real(kR), {0, 0, 0});
  MotionPhase phase;
  phase.velocity = {Real(0.1), 0, 0};
  set_motion(w, phase);
  w.begin();
  w.run(steps(1.0));
  const double e = restitution_for_zeta(Real(0.3), false);
  expect_close("velocity", w.s.bodies.v[0].x, 0.1 * (1 + e * e * e), 2e-3);
}

}  // namespace
}  // namespace scree::test
