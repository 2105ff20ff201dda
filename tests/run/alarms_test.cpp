#include "scree/run/alarms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scree/error.hpp"
#include "support/small_world.hpp"

namespace scree {
namespace {

using test::linear_law;
using test::SmallWorld;

// What a run asks after a step in which it looks at the books, too.
std::optional<std::string> check_alarms(const Model& model, State& s, AlarmMemory& memory) {
  if (auto alarm = watch_step(model, s, memory)) return alarm;
  return check_energy(model, s);
}

SmallWorld two_balls(double overlap, double speed = 0, double dt = 1e-5) {
  SmallWorld w(linear_law(1e5), 2500, dt);
  w.open();
  w.ball(Real(0.01), {0, 0, 0}, {Real(speed), 0, 0});
  w.ball(Real(0.01), {0.02 - overlap, 0, 0});
  w.begin();
  return w;
}

TEST(Alarms, AQuietRunRaisesNone) {
  SmallWorld w = two_balls(0.0001, 0.1);
  w.model.settings.energy_limit = Real(0.05);
  AlarmMemory memory;
  for (int k = 0; k < 100; ++k) {
    w.run(10);
    EXPECT_EQ(check_alarms(w.model, w.s, memory), std::nullopt);
  }
  EXPECT_TRUE(take_warnings(memory).empty());
}

TEST(Alarms, OverlapWarnsOnceThenStops) {
  AlarmMemory memory;
  SmallWorld w = two_balls(0.001);  // 10 % of the radius
  EXPECT_EQ(check_alarms(w.model, w.s, memory), std::nullopt);
  EXPECT_EQ(check_alarms(w.model, w.s, memory), std::nullopt);
  const auto warnings = take_warnings(memory);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("body 0 with body 1 is 10 %"), std::string::npos) << warnings[0];
  SmallWorld deep = two_balls(0.008);
  const auto alarm = check_alarms(deep.model, deep.s, memory);
  ASSERT_TRUE(alarm);
  EXPECT_NE(alarm->find("overlap_limit"), std::string::npos) << *alarm;
}

TEST(Alarms, ABodyThatCrossesItsRadiusInAStepStopsTheRun) {
  AlarmMemory memory;
  SmallWorld w = two_balls(-1, 200);  // 2 mm a step, 20 % of the radius
  EXPECT_EQ(check_alarms(w.model, w.s, memory), std::nullopt);
  EXPECT_EQ(take_warnings(memory).size(), 1u);
  SmallWorld fast = two_balls(-1, 2000);
  EXPECT_TRUE(check_alarms(fast.model, fast.s, memory));
}

TEST(Alarms, NotANumberStopsTheRunAtTheNextStep) {
  for (const Real bad : {std::numeric_limits<Real>::quiet_NaN(), -std::numeric_limits<Real>::infinity()}) {
    AlarmMemory memory;
    SmallWorld w = two_balls(-1);
    w.run(1);
    EXPECT_EQ(check_alarms(w.model, w.s, memory), std::nullopt);
    w.s.gravity.y = bad;
    w.run(1);
    const auto alarm = check_alarms(w.model, w.s, memory);
    ASSERT_TRUE(alarm);
    EXPECT_NE(alarm->find("body 0 has a position, velocity or spin that is not a finite number"), std::string::npos)
        << *alarm;
  }
}

// The ball is below the limit again after the impact: a look now and then would have missed it.
TEST(Alarms, TheDeepestOverlapBetweenTwoLooksCounts) {
  SmallWorld w = two_balls(-0.001, 0, 1e-6);
  const double omega = std::sqrt(2e5 / double(w.s.bodies.mass[0]));
  w.s.bodies.v[0].x = Real(0.006 * omega);  // 60 % of a radius deep, for pi / omega
  w.run(std::uint64_t((0.001 / (0.006 * omega) + 1.2 * M_PI / omega) / w.model.settings.dt));
  EXPECT_EQ(extremes_of(w.model, w.s).overlap, 0);
  EXPECT_NEAR(w.s.deepest.bodies, 0.6, 0.01);
  AlarmMemory memory;
  EXPECT_EQ(watch_step(w.model, w.s, memory), std::nullopt);  // in that step it would have stopped the run
}

TEST(Alarms, OverlapsAtTheStartAreRefusedByName) {
  SmallWorld w = two_balls(0.008);
  try {
    refuse_overlaps_at_start(w.model, w.s, "heap.toml");
    FAIL() << "not refused";
  } catch (const InputError& e) {
    EXPECT_NE(
        std::string(e.what()).find("heap.toml: body 0 at (0, 0, 0) m overlaps body 1 by 80 % of its inner radius"),
        std::string::npos)
        << e.what();
  }
  w.model.settings.start_overlap_limit = Real(0.9);
  EXPECT_NO_THROW(refuse_overlaps_at_start(w.model, w.s, "heap.toml"));
  // They may not grow, and once they are gone the limit holds.
  AlarmMemory memory = alarm_memory_of(w.model, w.s);
  EXPECT_TRUE(memory.relaxing);
  EXPECT_EQ(watch_step(w.model, w.s, memory), std::nullopt);
  SmallWorld apart = two_balls(0.001);
  apart.s.deepest.bodies = 0.8;
  EXPECT_EQ(watch_step(apart.model, apart.s, memory), std::nullopt);
  EXPECT_FALSE(memory.relaxing);
}

TEST(Alarms, AWallThatMovesTooFarInAStepStopsTheRun) {
  SmallWorld w(linear_law(1e5), 2500, 1e-5);
  w.plane({0, 0, -1}, {0, 0, 1}).open();
  w.ball(Real(0.01), {0, 0, 0});
  w.begin();
  Motion motion;
  w.model.motions = {motion};
  AlarmMemory memory;
  w.s.walls[0].v = {0, 0, 200};
  EXPECT_EQ(watch_step(w.model, w.s, memory), std::nullopt);
  EXPECT_EQ(take_warnings(memory).size(), 1u);
  w.s.walls[0].v = {0, 0, 2000};
  EXPECT_TRUE(watch_step(w.model, w.s, memory));
}

TEST(Alarms, EnergyOutOfNowhereStopsTheRun) {
  // A ball squeezed between two walls, omega^2 = 2 k/m, integrated with 1.05 times the stable step 2/omega.
  SmallWorld w(linear_law(1e5), 2500, 1);
  w.plane({0, 0, 0}, {0, 0, 1}).plane({0, 0, 0.0199}, {0, 0, -1}, "lid").open();
  w.ball(Real(0.01), {0, 0, 0.00996});
  w.model.settings.dt = 2.1 / std::sqrt(2 * 1e5 / double(w.s.bodies.mass[0]));
  w.begin();
  w.model.settings.energy_limit = Real(0.05);
  AlarmMemory memory;
  std::optional<std::string> alarm;
  for (int k = 0; k < 200 && !alarm; ++k) {
    w.run(1);
    alarm = check_alarms(w.model, w.s, memory);
  }
  ASSERT_TRUE(alarm);
  EXPECT_NE(alarm->find("energy out of nowhere"), std::string::npos) << *alarm;
}

}  // namespace
}  // namespace scree
