// The energy ledger: what is held, lost and given adds up, and the residual falls with dt, at least to first order
// because contacts begin and end inside a step.
#include "scree/state/ledger.hpp"

#include <functional>

#include "physics/cloud.hpp"
#include "physics/measured.hpp"
#include "scree/run/alarms.hpp"

namespace scree::test {
namespace {

constexpr double kR = 0.01, kDensity = 2500;

LawParams usual_law() {
  LawParams law = linear_law(1e4, Real(0.15), Real(0.5));
  law.zeta_t = Real(0.1);
  return law;
}
LawParams hertz_mindlin() {
  LawParams law = hertz_law(Real(1e7), hertz_beta_for_restitution(Real(0.7), false));
  law.tangential = TangentialLaw::kMindlin;
  law.G_star = Real(3e6);
  law.beta_t = law.beta_n;
  law.mu = Real(0.5);
  law.rolling = law.twisting = RollingLaw::kSpring;
  law.mu_rolling = law.mu_twisting = Real(0.05);
  law.eta_rolling = law.eta_twisting = Real(0.3);
  return law;
}

SmallWorld box_of_balls(const LawParams& law, double dt, int n = 3, bool lid = true) {
  SmallWorld w(law, Real(kDensity), dt);
  const double side = 2.4 * kR * n;
  w.gravity({0, 0, Real(-9.81)});
  add_box(w, {0, 0, 0}, {side, side, side}, lid);
  w.open();
  add_lattice(w, n, n, n, kR, {1.2 * kR, 1.2 * kR, 1.2 * kR}, 1.0, 3);
  return w;
}

// Largest |residual| on the way to `end`, over the largest energy; looked at every 1e-3 s.
double worst_residual(SmallWorld& w, double end) {
  w.begin();
  const auto every = std::uint64_t(std::llround(1e-3 / w.model.settings.dt));
  double worst = 0;
  while (w.time() < end) {
    w.run(every);
    update_ledger(w.model, w.s);
    worst = std::max(worst, std::abs(w.s.ledger.relative_residual()));
  }
  return worst;
}

// The residual at three steps, each a quarter of the one before. Trajectories part after a few collisions, so that the
// errors are not those of one and the same run: the order is asked of the two ends, and not too sharply.
void expect_residual_falls(const std::string& name, double end, const std::function<SmallWorld(double dt)>& scene,
                           double coarse_dt = 4e-5) {
  double residual[3];
  for (int k = 0; k < 3; ++k) {
    SmallWorld w = scene(coarse_dt / (1 << (2 * k)));
    residual[k] = worst_residual(w, end);
  }
  testing::Test::RecordProperty(name, fmt::format("residual {:.2e} {:.2e} {:.2e} at dt, dt/4, dt/16, dt = {:.0f} us",
                                                  residual[0], residual[1], residual[2], 1e6 * coarse_dt));
  EXPECT_LT(residual[2], residual[0] / 8) << name;  // 16 for first order
  EXPECT_LT(residual[2], 1e-3) << name;
}

TEST(Ledger, ResidualFallsWithTheStepForFrictionAndDamping) {
  expect_residual_falls("linear", 0.1, [](double dt) { return box_of_balls(usual_law(), dt); });
  expect_residual_falls("hertz_mindlin_rolling", 0.1, [](double dt) { return box_of_balls(hertz_mindlin(), dt); });
}

TEST(Ledger, ResidualFallsWithTheStepForContactsThatPullAtTheirEnd) {
  LawParams law = usual_law();
  law.attraction = true;
  expect_residual_falls("attraction", 0.1, [&](double dt) { return box_of_balls(law, dt); });
}

TEST(Ledger, ResidualFallsWithTheStepForAnElasticCloud) {
  LawParams law = linear_law(1e4, 0, Real(0.5));
  expect_residual_falls("elastic", 0.1, [&](double dt) { return box_of_balls(law, dt); });
}

TEST(Ledger, ResidualFallsWithTheStepForPredictorCorrectors) {
  // Springs are stretched by the velocity at the end of the step here, which is of first order too and costs a
  // factor 3.
  for (const Integrator integrator : {Integrator::kPredictorCorrector, Integrator::kGear}) {
    const auto scene = [integrator](double dt) {
      SmallWorld w = box_of_balls(usual_law(), dt);
      w.model.settings.integrator = integrator;
      w.s.aux.assign(w.s.bodies.size() * aux_per_body(w.model.settings), {0, 0, 0});
      return w;
    };
    expect_residual_falls(integrator == Integrator::kGear ? "gear_5" : "pec", 0.1, scene, 2e-5);
  }
}

TEST(Ledger, ResidualFallsWithTheStepForCohesiveLaws) {
  LawParams silo = usual_law();
  silo.normal = NormalLaw::kKelvinVoigtCohesive;
  silo.attraction = true;
  silo.cohesive_force = Real(0.5);
  expect_residual_falls("kelvin_voigt_cohesive", 0.1, [&](double dt) { return box_of_balls(silo, dt); });
  for (const NormalLaw normal : {NormalLaw::kDmt, NormalLaw::kJkr}) {
    LawParams law = hertz_mindlin();
    law.normal = normal;
    law.adhesion = Real(2);
    expect_residual_falls(normal == NormalLaw::kDmt ? "dmt" : "jkr", 0.1,
                          [&](double dt) { return box_of_balls(law, dt); });
  }
}

SmallWorld piston(double dt) {
  SmallWorld w = box_of_balls(usual_law(), dt);
  Motion m;
  m.name = "piston";
  m.walls = {5};
  m.phases = {MotionPhase{}};
  m.phases[0].velocity = {0, 0, Real(-0.3)};
  m.phases[0].end = 0.05;
  w.model.motions = {m};
  w.s.motion_start = {0};
  return w;
}

TEST(Ledger, APistonsWorkIsBooked) {
  expect_residual_falls("piston", 0.1, piston);
  SmallWorld w = piston(1e-5);
  w.begin();
  double work = 0, before = 0;  // force times way, by the trapezoid and from outside
  for (int k = 0; k < 6000; ++k) {
    const double z = w.s.walls[5].x.z;
    w.run(1);
    const double force = w.s.walls[5].f.z;
    work += (before + force) / 2 * (z - w.s.walls[5].x.z);
    before = force;
  }
  EXPECT_GT(work, 0);
  expect_close("work", w.s.ledger.wall_work.value(), work, 1e-9);
}

TEST(Ledger, AShakenTurnedWallsWorkIsBooked) {
  expect_residual_falls("rocking_floor", 0.1, [](double dt) {
    SmallWorld w = box_of_balls(usual_law(), dt);
    Motion m;
    m.walls = {0, 1, 2, 3, 4, 5};
    m.pivot = {3 * kR, 3 * kR, 0};
    m.phases = {MotionPhase{}};
    m.phases[0].angular_amplitude = {0, Real(0.2), 0};
    m.phases[0].amplitude = {0, 0, Real(0.3 * kR)};
    m.phases[0].frequency = 10;
    w.model.motions = {m};
    w.s.motion_start = {0};
    return w;
  });
}

TEST(Ledger, WorkOfAWallOfBallsIsBooked) {
  expect_residual_falls("heaving_floor_of_balls", 0.1, [](double dt) {
    SmallWorld w = box_of_balls(usual_law(), dt);
    Wall floor;
    floor.name = "balls";
    floor.kind = WallKind::kBalls;
    w.model.walls.push_back(floor);
    Motion m;
    m.walls = {6};
    m.pivot = {3 * kR, 3 * kR, 0};
    m.phases = {MotionPhase{}};
    m.phases[0].angular_amplitude = {0, Real(0.1), 0};
    m.phases[0].amplitude = {0, 0, Real(0.5 * kR)};
    m.phases[0].frequency = 10;
    w.model.motions = {m};
    const State free = w.s;
    w.open();
    w.s.bodies = free.bodies;
    w.s.next_id = free.next_id;
    for (int k = 0; k < 36; ++k) {
      const std::size_t i = w.ball(Real(kR), {(k % 6) * 1.5 * kR - 0.2 * kR, (k / 6) * 1.5 * kR - 0.2 * kR, -kR});
      w.s.bodies.owner[i] = 6;
    }
    return w;
  });
}

TEST(Ledger, InsertionAndRemovalAreBooked) {
  // A stream onto a floor that is tilted so that balls leave the domain at the side.
  const auto scene = [](double dt) {
    SmallWorld w(usual_law(), Real(kDensity), dt);
    w.gravity({0, 0, Real(-9.81)}).plane({0, 0, 0}, {Real(0.5), 0, 1});
    w.model.settings.domain_lo = {-kNever, -kNever, -3 * kR};
    w.model.settings.domain_hi = {4 * kR, kNever, kNever};
    Stream stream;
    stream.name = "inlet";
    stream.types = {0};
    stream.shares = {1};
    SizeDistribution size;
    size.min = size.max = Real(0.8 * kR);
    stream.sizes = {size};
    stream.rate = 200;
    stream.max_count = 40;
    stream.lo = {-2 * kR, -2 * kR, 3 * kR};
    stream.hi = {2 * kR, 2 * kR, 6 * kR};
    stream.velocity = {0, 0, Real(-0.5)};
    w.model.streams = {stream};
    w.model.largest_radius = w.model.smallest_radius = Real(0.8 * kR);
    w.model.settings.skin = Real(0.2 * kR);
    w.open();
    return w;
  };
  expect_residual_falls("stream_and_leavers", 0.3, scene);
  SmallWorld w = scene(1e-5);
  w.begin();
  w.run(30000);
  EXPECT_EQ(w.s.streams[0].inserted, 40u);
  EXPECT_GT(w.s.counters.removed_bodies, 10u);
  EXPECT_EQ(w.s.bodies.size(), 40 - w.s.counters.removed_bodies);
}

TEST(Ledger, LeaversInContactTakeTheirSpringsWithThem) {
  // Two balls pressed together far over their weight; the domain cuts one of them off.
  SmallWorld w(linear_law(1e4), Real(kDensity), 1e-6);
  w.model.settings.domain_hi = {Real(1.9 * kR), kNever, kNever};
  w.open();
  w.ball(Real(kR), {0, 0, 0});
  w.ball(Real(kR), {1.9 * kR - 1e-9, 0, 0});
  w.begin();
  w.run(100);
  update_ledger(w.model, w.s);
  EXPECT_EQ(w.s.bodies.size(), 1u);
  expect_below("residual", std::abs(w.s.ledger.relative_residual()), 1e-2);
}

TEST(Ledger, WorkOfATurnOfGravityIsBooked) {
  expect_residual_falls("gravity_turns", 0.1, [](double dt) {
    SmallWorld w = box_of_balls(usual_law(), dt);
    Event event;
    event.value = 0.03;
    event.set_gravity = true;
    event.gravity = {Real(9.81), 0, 0};
    w.model.events = {event};
    w.s.events.resize(1);
    return w;
  });
}

TEST(Ledger, ARemovedWallIsBooked) {
  expect_residual_falls("wall_goes", 0.1, [](double dt) {
    SmallWorld w = box_of_balls(usual_law(), dt);
    Event event;
    event.value = 0.05;
    event.remove_walls = {1};
    w.model.events = {event};
    w.s.events.resize(1);
    return w;
  });
}

TEST(Ledger, EnergyOutOfNowhereRaisesTheAlarm) {
  // Explicit integration of a ball of mass m on a spring k diverges above dt = 2 sqrt(m/k).
  const double stable = 2 * std::sqrt(sphere_mass(0.6 * kR, kDensity) / 1e4);
  for (const double share : {0.05, 1.5}) {
    SmallWorld w = box_of_balls(linear_law(1e4), share * stable);
    w.model.settings.energy_limit = Real(0.05);
    w.begin();
    std::optional<std::string> alarm;
    for (int k = 0; k < 2000 && !alarm; ++k) w.run(1), alarm = check_energy(w.model, w.s);
    EXPECT_EQ(alarm.has_value(), share > 1) << alarm.value_or("no alarm");
    if (alarm) {
      EXPECT_NE(alarm->find("energy out of nowhere"), std::string::npos) << *alarm;
    }
  }
}

}  // namespace
}  // namespace scree::test
