#include "scree/alarms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/small_world.hpp"

namespace scree {
namespace {

using test::linear_law;
using test::SmallWorld;

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

TEST(Alarms, NotANumberStopsTheRun) {
  AlarmMemory memory;
  SmallWorld w = two_balls(0);
  w.s.bodies.v[1].y = std::numeric_limits<Real>::quiet_NaN();
  const auto alarm = check_alarms(w.model, w.s, memory);
  ASSERT_TRUE(alarm);
  EXPECT_NE(alarm->find("body 1"), std::string::npos);
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
