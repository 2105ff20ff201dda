#include "scree/setup/time_step.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numbers>

#include "scree/setup/polyhedron_type.hpp"
#include "scree/setup/superellipsoid_type.hpp"
#include "scree/solids/mass_properties.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::integrate {
namespace {

constexpr double kPi = std::numbers::pi;

// Balls of 1 mm and 3 mm radius, linear and undamped without friction until a test says more.
Model steel() {
  Model model;
  model.materials = {{"steel", 7800, Real(2e11), Real(0.3), 0}};
  model.laws.resize(1);
  model.laws[0].k_n = Real(1e5);
  model.law_of_pair = {0};
  model.body_types = {sphere_type("ball", 0, 7800)};
  return model;
}
State two_balls(const Model& model, double length = 1) {
  State s = initial_state(model);
  add_body(model, s, 0, Real(1e-3 * length), {0, 0, 0}, {0, 0, 0});
  add_body(model, s, 0, Real(3e-3 * length), {0.1 * length, 0, 0}, {0, 0, 0});
  return s;
}
double ball_mass(double r) { return 7800 * 4 * kPi / 3 * r * r * r; }

void expect_relative(double value, double expected, double tolerance = 1e-5) {
  EXPECT_NEAR(value, expected, tolerance * std::abs(expected));
}

TEST(TimeStep, NothingThereGivesNoLimit) {
  const Model model = steel();
  const StepEstimate e = estimate_step(model, initial_state(model));
  EXPECT_EQ(e.advised, kNever);
  EXPECT_EQ(e.stable, kNever);
  EXPECT_EQ(e.reason, "");
}

TEST(TimeStep, LinearUndampedIsATwentiethOfTheCollision) {
  const Model model = steel();
  const StepEstimate e = estimate_step(model, two_balls(model));
  const double m_star = ball_mass(1e-3) / 2, omega = std::sqrt(1e5 / m_star);
  expect_relative(e.advised, kPi / omega / 20);
  expect_relative(e.stable, 2 / (std::sqrt(2.0) * omega));
  EXPECT_EQ(e.reason, "linear contact steel-steel: t_c/20 with k_n = 1e+05 N/m, m* = 1.63e-05 kg");
}

// A chain of equal bodies between two neighbours that move against it: 4 k / m exactly.
TEST(TimeStep, StableStepIsThatOfAChain) {
  const Model model = steel();
  expect_relative(estimate_step(model, two_balls(model)).stable, 2 / std::sqrt(4 * 1e5 / ball_mass(1e-3)));
}

TEST(TimeStep, FrictionSpringsMakeItShorter) {
  Model model = steel();
  model.laws[0].tangential = TangentialLaw::kCoulomb;
  model.laws[0].k_t = Real(1e5);
  const StepEstimate e = estimate_step(model, two_balls(model));
  const double m = ball_mass(1e-3);
  // Slip by spin of two equal balls: 4 k_t 2 r^2 / (2/5 m r^2) = 20 k_t / m, against 12 k / m along an axis.
  expect_relative(e.stable, 2 / std::sqrt(20 * 1e5 / m));
  expect_relative(e.advised, 0.2 * e.stable);
  EXPECT_NE(e.reason.find("spinning bodies"), std::string::npos) << e.reason;
}

// Property: the estimate is the edge of stability of leap-frog with the dashpot at the velocity half a step back.
TEST(TimeStep, StableStepIsTheEdgeOfStabilityWithDamping) {
  EXPECT_TRUE(rc::check([] {
    Model model = steel();
    const double zeta = 0.05 * *rc::gen::inRange(0, 60);
    model.laws[0].zeta_n = Real(zeta);
    const double dt = estimate_step(model, two_balls(model)).stable;
    const double m_star = ball_mass(1e-3) / 2;
    const double omega2 = 2 * 1e5 / m_star, damping = 2 * 2 * zeta * std::sqrt(1e5 * m_star) / m_star;
    auto grows = [&](double h) {
      double x = 1, v = 0;
      for (int k = 0; k < 20000 && std::abs(x) < 1e6; ++k) {
        v += h * (-omega2 * x - damping * v);
        x += h * v;
      }
      return std::abs(x) >= 1e6;
    };
    RC_ASSERT(!grows(0.999 * dt));
    RC_ASSERT(grows(1.001 * dt));
  }));
}

TEST(TimeStep, DashpotsOfAllThreeKindsAreOneNumber) {
  Model model = steel();
  const double m_star = ball_mass(1e-3) / 2;
  model.laws[0].zeta_n = Real(0.8);
  const StepEstimate by_zeta = estimate_step(model, two_balls(model));
  const double c = 2 * 0.8 * std::sqrt(1e5 * m_star);
  model.laws[0].zeta_n = 0;
  model.laws[0].gamma_n = Real(c);
  expect_relative(estimate_step(model, two_balls(model)).stable, by_zeta.stable);
  model.laws[0].gamma_n = 0;
  model.laws[0].rate_n = Real(c / m_star);
  expect_relative(estimate_step(model, two_balls(model)).stable, by_zeta.stable);
  EXPECT_LE(by_zeta.advised, kPi / std::sqrt(1e5 / m_star * (1 - 0.64)) / 20 * 1.0001);
}

TEST(TimeStep, OverdampedContactsAreLimitedByTheDashpot) {
  Model model = steel();
  model.laws[0].zeta_n = 50;
  const StepEstimate e = estimate_step(model, two_balls(model));
  const double m_star = ball_mass(1e-3) / 2, c = 100 * std::sqrt(1e5 * m_star);
  expect_relative(e.stable, m_star / c, 1e-2);  // c dt / m* < 1
  expect_relative(e.advised, 0.2 * e.stable);
}

TEST(TimeStep, WallsHaveInfiniteMass) {
  Model model = steel();
  model.materials.push_back({"floor", 0, 0, 0, 0});
  model.laws.push_back(model.laws[0]);
  model.laws[0].k_n = 1;          // ball on ball: soft
  model.laws[1].k_n = Real(1e6);  // ball on floor
  model.law_of_pair = {0, 1, 1, 0};
  const State s = two_balls(model);
  expect_relative(estimate_step(model, s).advised, kPi * std::sqrt(ball_mass(1e-3) / 2) / 20);  // no floor yet
  model.walls.resize(1);
  model.walls[0].material = 1;
  const StepEstimate e = estimate_step(model, s);
  expect_relative(e.advised, kPi * std::sqrt(ball_mass(1e-3) / 1e6) / 20);
  EXPECT_NE(e.reason.find("steel-floor"), std::string::npos) << e.reason;
}

TEST(TimeStep, StreamsBringTheSmallestBodies) {
  Model model = steel();
  Stream stream;
  stream.types = {0};
  stream.shares = {1};
  stream.sizes = {{Distribution::kUniform, Real(1e-4), Real(1e-3), 0, 0, {}, {}}};
  model.streams = {stream};
  const StepEstimate e = estimate_step(model, initial_state(model));
  expect_relative(e.advised, kPi * std::sqrt(ball_mass(1e-4) / 2 / 1e5) / 20);
}

Model hertz() {
  Model model = steel();
  model.laws[0].normal = NormalLaw::kHertz;
  model.laws[0].E_star = Real(2e11 / 2 / (1 - 0.09));
  model.laws[0].G_star = Real(2e11 / 2.6 / 2 / 1.7);
  return model;
}

TEST(TimeStep, HertzIsAFifthOfTheRayleighTime) {
  Model model = hertz();
  const double rayleigh = kPi * 1e-3 * std::sqrt(7800 / (2e11 / 2.6)) / (0.1631 * 0.3 + 0.8766);
  const StepEstimate e = estimate_step(model, two_balls(model));
  expect_relative(e.stable, rayleigh);
  expect_relative(e.advised, 0.2 * rayleigh);
  EXPECT_NE(e.reason.find("Hertz contact steel-steel: 20 % of the Rayleigh time of steel"), std::string::npos)
      << e.reason;
  model.materials[0].young = 0;  // E* alone tells the same
  expect_relative(estimate_step(model, two_balls(model)).stable, rayleigh);
}

TEST(TimeStep, ConstantFrictionSpringsLimitHertzContactsToo) {
  Model model = hertz();
  model.laws[0].tangential = TangentialLaw::kCoulomb;
  model.laws[0].k_t = Real(1e10);
  expect_relative(estimate_step(model, two_balls(model)).stable, 2 / std::sqrt(20 * 1e10 / ball_mass(1e-3)));
}

TEST(TimeStep, FastImpactsAreResolved) {
  const Model model = hertz();
  State s = two_balls(model);
  s.bodies.v[1] = {0, 3000, 4000};  // absurd, so that it is the smallest limit
  const double m_star = ball_mass(1e-3) / 2, r_star = 5e-4, E_star = 2e11 / 2 / 0.91;
  const double t_c = 2.8683 * std::pow(m_star * m_star / (r_star * E_star * E_star * 5000), 0.2);
  const StepEstimate e = estimate_step(model, s);
  expect_relative(e.advised, t_c / 20, 1e-3);
  EXPECT_NE(e.reason.find("impact at 5e+03 m/s"), std::string::npos) << e.reason;
}

TEST(TimeStep, LargestSpeedKnowsFallsStreamsAndWalls) {
  auto limit = [](const Model& model) {
    const StepEstimate e = estimate_step(model, two_balls(model));
    return e.reason.find("impact at 1e+04 m/s") != std::string::npos;
  };
  Model model = hertz();
  EXPECT_FALSE(limit(model));
  model.settings.gravity = {Real(-1e8 / 2 / 0.104), 0, 0};  // 0.104 m is the length of the scene
  EXPECT_TRUE(limit(model));

  model = hertz();
  Event event;
  event.set_gravity = true;
  event.gravity = {Real(-1e8 / 2 / 0.104), 0, 0};
  model.events = {event};
  EXPECT_TRUE(limit(model));

  model = hertz();
  model.motions.resize(1);
  model.motions[0].phases.resize(1);
  model.motions[0].phases[0].amplitude = {0, 0, 2};
  model.motions[0].phases[0].frequency = Real(5000 / (2 * kPi));
  EXPECT_TRUE(limit(model));

  model = hertz();
  Stream stream;
  stream.types = {0};
  stream.shares = {1};
  stream.sizes = {{Distribution::kFixed, Real(1e-3), Real(1e-3), 0, 0, {}, {}}};
  stream.velocity = {9000, 0, 0};
  stream.velocity_spread = {0, 1000, 0};
  model.streams = {stream};
  EXPECT_TRUE(limit(model));
}

TEST(TimeStep, FloorBelowTheBodiesCountsForTheFall) {
  Model model = hertz();
  model.walls.resize(1);
  model.walls[0].x = {0, 0, -50 + 0.003 - 0.006};
  model.settings.gravity = {0, 0, Real(-1e6)};
  const StepEstimate e = estimate_step(model, two_balls(model));
  EXPECT_NE(e.reason.find("impact at 1e+04 m/s"), std::string::npos) << e.reason;
}

TEST(TimeStep, StiffRollingSpringsAreALimit) {
  Model model = steel();
  model.laws[0].rolling = RollingLaw::kSpring;
  model.laws[0].k_rolling = 1;
  const double inertia = 0.4 * ball_mass(1e-3) * 1e-6;
  const StepEstimate e = estimate_step(model, two_balls(model));
  expect_relative(e.stable, 2 / std::sqrt(4 * 2 / inertia));
  EXPECT_NE(e.reason.find("rolling springs steel-steel"), std::string::npos) << e.reason;
  model.laws[0].twisting = RollingLaw::kSpring;
  model.laws[0].k_twisting = 1;
  expect_relative(estimate_step(model, two_balls(model)).stable, 2 / std::sqrt(6 * 2 / inertia));
  // EPSD2: k_r = k_t R*^2, and k_n R*^2 without friction.
  model.laws[0].twisting = RollingLaw::kNone;
  model.laws[0].k_rolling = 0;
  model.laws[0].k_n = Real(1e7);
  expect_relative(estimate_step(model, two_balls(model)).stable,
                  2 / std::sqrt(std::max(4 * 2 * 1e7 * 0.25e-6 / inertia, 4 * 1e7 / ball_mass(1e-3))));
}

// Property: in other lengths, with stiffnesses to match, it is the same scene: Young's moduli stay, springs grow with
// the length, and every time grows with it.
TEST(TimeStep, ScalesWithLength) {
  EXPECT_TRUE(rc::check([] {
    const double length = std::pow(10, *rc::gen::inRange(-6, 4));
    auto scene = [](Model model, double l) {
      for (LawParams& law : model.laws) {
        law.tangential = TangentialLaw::kCoulomb;
        law.rolling = RollingLaw::kSpring;
        law.k_n = Real(1e5 * l);
        law.k_t = Real(0.5e5 * l);
        law.zeta_n = Real(0.2);
      }
      return model;
    };
    for (const Model& base : {steel(), hertz()}) {
      const Model one = scene(base, 1), other = scene(base, length);
      State s = two_balls(one), t = two_balls(other, length);
      s.bodies.v[0] = t.bodies.v[0] = {0, 0, 10};
      const StepEstimate a = estimate_step(one, s), b = estimate_step(other, t);
      RC_ASSERT(std::abs(b.advised / (a.advised * length) - 1) < 1e-4);
      RC_ASSERT(std::abs(b.stable / (a.stable * length) - 1) < 1e-4);
    }
  }));
}

// Blocks of one shape with a circumradius of 1 cm, without friction and damping until a test says more.
Model blocks(const PolyhedronData& shape) {
  Model model = steel();
  model.body_types = {polyhedron_type(model, "block", 0, 7800, shape, mass_properties(shape.view()))};
  return model;
}
State one_block(const Model& model) {
  State s = initial_state(model);
  add_body(model, s, 0, Real(0.01), {0, 0, 0}, {0, 0, 0});
  return s;
}

// A lattice of cubes whose neighbours turn against each other: four faces rock, each by twice the angle against
// 3 k <x^2>, with <x^2> = side^2/12 and I = m side^2/6: Omega^2 = 12 k/m. k = k_n sqrt(A/(pi R*^2)). One face on
// another has a quarter of it. With a law at each of four corners it is 4 k_n on the whole, and the same <x^2>.
TEST(TimeStep, FacesOfCubesRock) {
  Model model = blocks(cube());
  const double zeta = 0.1;
  model.laws[0].zeta_n = Real(zeta);
  const State s = one_block(model);
  const double m = s.bodies.mass[0];
  const auto edge = [&](double omega2, double k) {
    const double omega = std::sqrt(omega2), z = omega * zeta * std::sqrt(m / 2 / k);
    return 2 / omega * (std::sqrt(1 + z * z) - z);
  };
  const double k = 1e5 * std::sqrt(4.0 / 3 / (kPi / 4));
  const StepEstimate area = estimate_step(model, s);
  expect_relative(area.stable, edge(3 * k / m, k));
  expect_relative(area.advised, 0.2 * edge(12 * k / m, k));
  EXPECT_NE(area.reason.find("faces rock"), std::string::npos) << area.reason;
  model.settings.polyhedron_contact = ContactModel::kPoints;
  const StepEstimate points = estimate_step(model, s);
  expect_relative(points.stable, edge(3 * 4e5 / m, 1e5));
  expect_relative(points.advised, 0.2 * edge(12 * 4e5 / m, 1e5));
}

// At a wall A_ref is that of the circumscribed ball, larger than any face: k_n it is, and half as many bodies to move.
TEST(TimeStep, FacesOnWallsHaveTheStiffnessGiven) {
  Model model = blocks(cube());
  model.materials.push_back({"floor", 0, 0, 0, 0});
  model.laws.push_back(model.laws[0]);
  model.laws[0].k_n = 1;
  model.law_of_pair = {0, 1, 1, 0};
  model.walls.resize(1);
  model.walls[0].material = 1;
  const State s = one_block(model);
  const StepEstimate e = estimate_step(model, s);
  expect_relative(e.stable, 2 / std::sqrt(1.5 * 1e5 / s.bodies.mass[0]));
  expect_relative(e.advised, kPi * std::sqrt(s.bodies.mass[0] / 1e5) / 20);
}

TEST(TimeStep, FrictionOnCubesActsAtTheirSurface) {
  Model model = blocks(cube());
  model.laws[0].tangential = TangentialLaw::kCoulomb;
  model.laws[0].k_t = Real(1e6);
  const State s = one_block(model);
  // Four faces at side/2, and the twist of what is spread over the two others: 4/4 + 4/12 side^2 over side^2/6, twice.
  const double k = 1e6 * std::sqrt(4.0 / 3 / (kPi / 4)), m = s.bodies.mass[0];
  const StepEstimate area = estimate_step(model, s);
  expect_relative(area.advised, 0.2 * 2 / std::sqrt(2 * 8 * k / m));
  expect_relative(area.stable, 2 / std::sqrt(k * (2 / m + 2 * 8 / m / 4)));
  model.settings.polyhedron_contact = ContactModel::kPoints;
  expect_relative(estimate_step(model, s).advised, 0.2 * 2 / std::sqrt(4 * 2 * 8 * 1e6 / m));
}

// A stone of very many faces is a ball, and has a ball's step.
TEST(TimeStep, RoundStonesAreBalls) {
  RockOptions round;
  round.n_vertices = 2000;
  for (const bool hertzian : {false, true}) {
    Model stone = blocks(rock(round)), ball = steel();
    for (Model* model : {&stone, &ball}) {
      model->laws[0] = hertzian ? hertz().laws[0] : model->laws[0];
      model->laws[0].tangential = TangentialLaw::kCoulomb;
      model->laws[0].k_t = Real(hertzian ? 1e11 : 1e5);
      model->laws[0].zeta_n = model->laws[0].zeta_t = Real(0.1);
    }
    expect_relative(estimate_step(stone, one_block(stone)).advised, estimate_step(ball, one_block(ball)).advised, 0.01);
  }
}

// 2-D: squares turn about z only, and their ends do not touch. Four sides rock against 3 k <x^2> = 3 k side^2/12 with
// I = m side^2/6 as in 3-D; a side is as high as two circumradii.
TEST(TimeStep, SquaresInThePlaneRockOnTheirSides) {
  Model model = steel();
  model.settings.dimension = 2;
  model.body_types = {polygon_type(model, "square", 0, 7800, regular_polygon(4), 1)};
  model.laws[0].zeta_n = Real(0.1);
  const State s = one_block(model);
  const double m = s.bodies.mass[0], k = 1e5 * std::sqrt(2 * std::sqrt(2.0) / (kPi / 4));
  const double omega = std::sqrt(3 * k / m), z = omega * 0.1 * std::sqrt(m / 2 / k);
  expect_relative(m, 7800 * 2e-4);
  expect_relative(estimate_step(model, s).stable, 2 / omega * (std::sqrt(1 + z * z) - z));
}

// A long bar has a small moment about its long axis, and no lever there either.
TEST(TimeStep, BarsAreNoWorseThanCubes) {
  for (const Real length : {Real(1), Real(3), Real(10), Real(30)}) {
    Model model = blocks(box({1, 1, length}));
    model.laws[0].tangential = TangentialLaw::kCoulomb;
    model.laws[0].k_t = Real(1e5);
    const State s = one_block(model);
    const double unit = std::sqrt(s.bodies.mass[0] / 1e5);
    const double advised = estimate_step(model, s).advised / unit;
    EXPECT_GT(advised, 0.07) << length;
    EXPECT_LT(advised, 0.12) << length;
  }
}

// Hertz: 2 E* a of a face with the area pi a^2, at once and at any speed; no overlap makes it soft.
TEST(TimeStep, FacesAreStiffUnderHertzsLaw) {
  Model model = blocks(cube());
  model.laws = hertz().laws;
  const State s = one_block(model);
  const double m = s.bodies.mass[0], a = 0.01 * std::sqrt(4.0 / 3 / kPi), k = 2 * model.laws[0].E_star * a;
  const StepEstimate e = estimate_step(model, s);
  expect_relative(e.stable, 2 / std::sqrt(3 * k / m));
  expect_relative(e.advised, kPi / std::sqrt(2 * k / m) / 20);
  EXPECT_NE(e.reason.find("Hertz contact steel-steel"), std::string::npos) << e.reason;
}

// Nezami et al. 2006, Sec. 6.2: k_n 130 kN/m, k_t 102 kN/m, 2.0 cm and more, dt 1.3e-4 s, from BLOCKS3D's
// dt = 0.16 * 2 sqrt(rho l^3 / k_n), which takes l^3 for the volume. Blocks that fit into a ball of 2 cm are five times
// lighter and more.
TEST(TimeStep, ThePapersStepIsForBlocksOf2CmNotForBlocksInBallsOf2Cm) {
  const auto stable = [](double radius, const PolyhedronData& shape) {
    Model model = blocks(shape);
    model.body_types[0].density = 2650;
    model.laws[0].k_n = Real(130e3);
    model.laws[0].k_t = Real(102e3);
    model.laws[0].tangential = TangentialLaw::kCoulomb;
    model.laws[0].zeta_n = model.laws[0].zeta_t = Real(0.1);
    State s = initial_state(model);
    add_body(model, s, 0, Real(radius), {0, 0, 0}, {0, 0, 0});
    return estimate_step(model, s).stable;
  };
  const double edge_2_cm = 0.01 * std::sqrt(3.0);
  EXPECT_GT(stable(edge_2_cm, cube()), 1.3e-4);
  EXPECT_LT(stable(0.01, cube()), 1.3e-4);
  EXPECT_LT(stable(0.01, tetrahedron()), 1.3e-4);
}

// Two of a kind whose ball of the same volume has 1 mm.
StepEstimate step_of_two(const Model& steel, const Superellipsoid& shape) {
  Model model = steel;
  model.body_types = {superellipsoid_type(model, "grain", 0, 7800, shape)};
  State s = initial_state(model);
  const Real scale = Real(1e-3) * shape.radius / shape.mean_radius;
  for (const double x : {0.0, 0.1}) add_body(model, s, 0, scale, {x, 0, 0}, {0, 0, 0});
  return estimate_step(model, s);
}

TEST(TimeStep, RoundSuperellipsoidsAreBallsAndNeedlesTurnMoreEasily) {
  for (const bool friction : {false, true}) {
    Model model = steel();
    if (friction) model.laws[0].tangential = TangentialLaw::kCoulomb, model.laws[0].k_t = Real(8e4);
    const StepEstimate balls = estimate_step(model, two_balls(model));
    const StepEstimate round = step_of_two(model, make_superellipsoid({1, 1, 1}, 1, 1));
    expect_relative(round.advised, balls.advised, 0.03);  // its surface has 432 triangles
    expect_relative(round.stable, balls.stable, 0.03);
    const StepEstimate needle = step_of_two(model, make_superellipsoid({1, 1, 6}, 1, 1));
    EXPECT_LT(needle.stable, 0.9 * round.stable);
    if (!friction) continue;  // there the collision is still the shorter time
    EXPECT_LT(needle.advised, round.advised);
    EXPECT_NE(needle.reason.find("springs steel-steel: 20 % of the stable step of spinning bodies"), std::string::npos)
        << needle.reason;
  }
}

}  // namespace
}  // namespace scree::integrate
