#include "scree/boundary/boundary.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "scree/state/ledger.hpp"
#include "support/small_world.hpp"

namespace scree {
namespace {

using boundary::travel_of;
using test::linear_law;
using test::SmallWorld;
constexpr double kPi = std::numbers::pi;

TEST(Motion, PhasesOverlapAndAddUp) {
  Motion m;
  m.phases = {{0, 8, {Real(0.1), 0, 0}}, {5, 16, {0, 0, 0}, {0, Real(0.2), 0}}, {13, 20, {0, 0, Real(0.3)}}};
  const auto whole = travel_of(m, 0, 100);
  EXPECT_NEAR(whole.shift.x, 0.8, 1e-12);
  EXPECT_NEAR(whole.shift.z, 2.1, 1e-12);
  EXPECT_NEAR(whole.angle.y, 2.2, 1e-12);
  // Cut into pieces that do not meet the phases' ends, it is the same.
  boundary::Travel sum;
  for (int k = 0; k < 1000; ++k) {
    const auto t = travel_of(m, 0.0203 * k, 0.0203 * (k + 1));
    sum.shift += t.shift;
    sum.angle += t.angle;
  }
  EXPECT_NEAR(sum.shift.x, 0.8, 1e-12);
  EXPECT_NEAR(sum.shift.z, 2.1, 1e-12);
  EXPECT_NEAR(sum.angle.y, 2.2, 1e-12);
}

TEST(Motion, SinusoidIsExactAtAnyStep) {
  SmallWorld w(linear_law(1e4), 2500, 1e-3);
  w.plane({0, 0, 0}, {0, 0, 1});
  Motion m;
  m.walls = {0};
  MotionPhase phase;
  phase.amplitude = {0, 0, Real(0.01)};
  phase.frequency = 7;
  m.phases = {phase};
  w.model.motions = {m};
  w.open();
  w.begin();
  for (int k = 0; k < 500; ++k) {
    w.run(1);
    EXPECT_NEAR(w.s.walls[0].x.z, 0.01 * std::sin(2 * kPi * 7 * w.time()), 1e-12);
  }
}

TEST(Motion, TurnsAboutAPivotThatMovesAlong) {
  SmallWorld w(linear_law(1e4), 2500, 1e-3);
  w.plane({1, 0, 0}, {0, 0, 1});
  Motion m;
  m.walls = {0};
  m.pivot = {0, 0, 0};
  m.phases = {{0, kNever, {0, 0, 2}, {0, 0, Real(kPi)}}};
  w.model.motions = {m};
  w.open();
  w.begin();
  w.run(500);  // half a second: a quarter turn about a pivot that has risen by 1 m
  EXPECT_NEAR(w.s.walls[0].x.x, 0, 1e-9);
  EXPECT_NEAR(w.s.walls[0].x.y, 1, 1e-9);
  EXPECT_NEAR(w.s.walls[0].x.z, 1, 1e-9);
  EXPECT_NEAR(norm(w.s.walls[0].v), std::hypot(kPi, 2), 1e-3);
}

TEST(Motion, CarriesTheBallsOfAWall) {
  SmallWorld w(linear_law(1e4), 2500, 1e-3);
  Wall balls;
  balls.kind = WallKind::kBalls;
  balls.material = 1;
  w.model.walls = {balls};
  Motion m;
  m.walls = {0};
  m.phases = {{0, kNever, {1, 0, 0}, {0, 0, Real(kPi)}}};
  w.model.motions = {m};
  w.open();
  add_body(w.model, w.s, 0, Real(0.1), {1, 0, 0}, {0, 0, 0}, 0);
  w.model.largest_radius = w.model.smallest_radius = Real(0.1);
  w.model.settings.skin = Real(0.02);
  w.begin();
  w.run(1000);  // half a turn and 1 m along x
  EXPECT_NEAR(w.s.bodies.x[0].x, 0, 1e-9);
  EXPECT_NEAR(w.s.bodies.x[0].y, 0, 1e-9);
  EXPECT_NEAR(norm(w.s.bodies.omega[0]), kPi, 1e-9);
}

SmallWorld falling() {
  SmallWorld w(linear_law(1e4, Real(0.3)), 2500, 1e-4);
  w.gravity({0, 0, -10}).plane({0, 0, 0}, {0, 0, 1}).plane({0, 0, -1}, {0, 0, 1}, "below");
  return w;
}

TEST(Event, FiresOnItsStepAndOnce) {
  SmallWorld w = falling();
  Event e;
  e.value = 0.05;
  e.remove_walls = {0};
  w.model.events = {e};
  w.open();
  w.ball(Real(0.05), {0, 0, 0.05});
  w.begin();
  w.run(500);
  EXPECT_EQ(w.s.walls[0].present, 1);
  w.run(1);  // the step from t = 0.05 on
  EXPECT_EQ(w.s.walls[0].present, 0);
  EXPECT_DOUBLE_EQ(w.s.events[0].fired_at, 0.05);
  w.run(2000);
  EXPECT_LT(w.s.bodies.x[0].z, -0.1);  // fell through the gap
  EXPECT_DOUBLE_EQ(w.s.events[0].fired_at, 0.05);
}

TEST(Event, WaitsUntilTheConditionHasHeld) {
  SmallWorld w = falling();
  w.model.settings.check_every = 10;
  Event rest;
  rest.quantity = Quantity::kKineticEnergyPerMass;
  rest.above = false;
  rest.value = 1e-8;
  rest.after = 0.01;  // at t = 0 the ball is at rest in mid air
  rest.hold = 0.1;
  rest.stop_after = 0.25;
  w.model.events = {rest};
  w.open();
  w.ball(Real(0.05), {0, 0, 0.06});
  w.begin();
  while (w.s.events[0].fired_at == kNever && w.time() < 5) w.run(1);
  ASSERT_LT(w.time(), 5);
  EXPECT_GE(w.s.events[0].fired_at - w.s.events[0].since, 0.1 - 1e-12);
  EXPECT_NEAR(w.s.stop_at, w.s.events[0].fired_at + 0.25, 1e-12);
  EXPECT_NEAR(w.s.bodies.v[0].z, 0, 1e-3);
}

TEST(Event, StartsMotionsAndStreamsAndTurnsGravity) {
  SmallWorld w = falling();
  Motion m;
  m.walls = {1};
  m.start = kNever;
  m.phases = {{0, 1, {0, 0, -1}}};
  w.model.motions = {m};
  Stream stream;
  stream.types = {0};
  stream.shares = {1};
  SizeDistribution size;
  size.min = size.max = size.mean = Real(0.01);
  stream.sizes = {size};
  stream.rate = 100;
  stream.start = kNever;
  stream.lo = {-1, -1, 1};
  stream.hi = {1, 1, 2};
  w.model.streams = {stream};
  Event e;
  e.value = 0.02;
  e.start_motions = {0};
  e.start_streams = {0};
  e.set_gravity = true;
  e.gravity = {5, 0, 0};
  w.model.events = {e};
  w.open();
  w.ball(Real(0.05), {0, 0, 3});
  w.begin();
  w.run(200);
  EXPECT_EQ(w.s.bodies.size(), 1u);
  w.run(1000);
  EXPECT_NEAR(w.s.walls[1].x.z, -1.1, 1e-9);
  EXPECT_NEAR(double(w.s.bodies.size()), 11, 1);
  EXPECT_NEAR(w.s.bodies.v[w.at(0)].x, 0.5, 1e-3);
  update_ledger(w.model, w.s);
  EXPECT_LT(std::abs(w.s.ledger.relative_residual()), 1e-6);
}

TEST(Domain, RemovesBodiesThatLeaveAndBooksThem) {
  SmallWorld w(linear_law(1e4), 2500, 1e-3);
  w.gravity({0, 0, -10});
  w.model.settings.domain_lo = {-1, -1, 0};
  w.model.settings.domain_hi = {1, 1, 2};
  w.open();
  w.ball(Real(0.05), {0, 0, 0.5});
  w.ball(Real(0.05), {0, 0, 1.9});
  w.begin();
  w.run(400);  // the lower one crosses z = 0 after 0.316 s
  EXPECT_EQ(w.s.bodies.size(), 1u);
  EXPECT_EQ(w.s.counters.removed_bodies, 1u);
  update_ledger(w.model, w.s);
  EXPECT_LT(std::abs(w.s.ledger.relative_residual()), 1e-9);
}

TEST(FlowPlane, CountsMassInBothDirectionsAndOnlyWithinItsRadius) {
  SmallWorld w(linear_law(1e4), 2500, 1e-3);
  FlowPlane all, hole;
  all.x = hole.x = {0, 0, 1};
  all.n = hole.n = {0, 0, -1};
  hole.radius = Real(0.2);
  w.model.flow_planes = {all, hole};
  w.open();
  w.ball(Real(0.05), {0, 0, 1.5}, {0, 0, -1});     // through both
  w.ball(Real(0.05), {0.5, 0, 1.5}, {0, 0, -1});   // beside the hole
  w.ball(Real(0.05), {0, 0.15, 0.5}, {0, 0, 1});   // back up
  w.ball(Real(0.05), {0.15, 0, 0.2}, {0, 0, -1});  // never crosses
  w.begin();
  w.run(1000);
  const double m = double(w.s.bodies.mass[0]);
  EXPECT_NEAR(w.s.flow_mass[0].value(), m, 1e-12);  // 2 down, 1 up
  EXPECT_NEAR(w.s.flow_mass[1].value(), 0, 1e-12);  // 1 down, 1 up
}

TEST(FlowPlane, DoesNotCountACrossingMadeBesideItsRadius) {
  SmallWorld w(linear_law(1e4), 2500, 1e-3);
  FlowPlane hole;
  hole.x = {0, 0, 1};
  hole.n = {0, 0, -1};
  hole.radius = Real(0.2);
  w.model.flow_planes = {hole};
  w.open();
  w.ball(Real(0.05), {-0.5, 0, 1.2}, {Real(0.6), 0, -1});  // passes z = 1 at x = -0.38, is under the hole later
  w.begin();
  w.run(1000);
  EXPECT_GT(w.s.bodies.x[0].x, 0);
  EXPECT_EQ(w.s.flow_mass[0].value(), 0);
}

TEST(Event, AStreamThatWasStoppedStartsWithoutOldDebts) {
  SmallWorld w(linear_law(1e4), 2500, 1e-3);
  Stream stream;
  stream.types = {0};
  stream.shares = {1};
  SizeDistribution size;
  size.min = size.max = size.mean = Real(0.01);
  stream.sizes = {size};
  stream.rate = 100;
  stream.end = 0.5;
  stream.lo = {-1, -1, 1};
  stream.hi = {1, 1, 2};
  w.model.streams = {stream};
  Event stop, start;
  stop.value = 0.1;
  stop.stop_streams = {0};
  start.value = 0.4;
  start.start_streams = {0};
  w.model.events = {stop, start};
  w.model.largest_radius = w.model.smallest_radius = Real(0.01);
  w.open();
  w.begin();
  w.run(390);
  EXPECT_NEAR(double(w.s.bodies.size()), 10, 1);
  w.s.streams[0].owed = 1000;  // as if the inlet had been blocked
  w.run(610);
  EXPECT_NEAR(double(w.s.bodies.size()), 20, 2);  // 0.1 s more, until its end in the scene
}

TEST(Ledger, ItsScaleDoesNotDependOnWhereZeroIs) {
  double largest[2];
  for (int high = 0; high < 2; ++high) {
    SmallWorld w(linear_law(1e4, Real(0.3)), 2500, 1e-4);
    const double z = high ? 1000 : 0;
    w.gravity({0, 0, -10}).plane({0, 0, z}, {0, 0, 1});
    Event turn;
    turn.value = 0.05;
    turn.set_gravity = true;
    turn.gravity = {0, 0, -5};
    w.model.events = {turn};
    w.open();
    w.ball(Real(0.05), {0, 0, z + 0.1});
    w.begin();
    w.run(2000);
    update_ledger(w.model, w.s);
    largest[high] = w.s.ledger.largest;
  }
  EXPECT_NEAR(largest[1] / largest[0], 1, 1e-6);
}

}  // namespace
}  // namespace scree
