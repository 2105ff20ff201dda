#include "scree/experiments/detection.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/polyhedra_helpers.hpp"
#include "scree/error.hpp"
#include "scree/experiments/detection_report.hpp"
#include "scree/experiments/loose_stack.hpp"

namespace scree::bench {
namespace {

using namespace test;

// Bodies pushed into each other a little and moved on a little from step to step.
Window crowd(const Model& model, State& s, const Detector& detector) {
  Bodies& b = s.bodies;
  stack_loosely(model, b, 0.3, 0.3);
  for (Vec3d& x : b.x) x = 0.93 * x;
  Window window;
  for (int k = 0; k < 4; ++k) {
    detector.record(s, window);
    for (std::size_t i = 0; i < b.size(); ++i) b.x[i] += 2e-5 * Vec3d{std::sin(double(i)), std::cos(double(i)), 0};
  }
  return window;
}

class DetectionOfACrowd : public testing::Test {
 protected:
  DetectionOfACrowd() : scene_(load_scene(kBench + "flow.toml", on_a_lattice(200))) {
    const Detector detector(scene_.model, scene_.state.bodies);
    detector.replay(crowd(scene_.model, scene_.state, detector), costs_);
  }
  const DetectionCost& of(LinkMethod method, bool ladder, bool whole) const {
    for (const DetectionCost& c : costs_)
      if (c.asked.method == method && c.asked.ladder == ladder && c.asked.whole == whole) return c;
    throw std::logic_error("no such row");
  }
  Scene scene_;
  std::vector<DetectionCost> costs_ = all_methods();
};

TEST_F(DetectionOfACrowd, AllMethodsThatProveTheirAnswersFindTheSameContacts) {
  const std::uint64_t touching = of(LinkMethod::kShortestLink, true, true).touching;
  EXPECT_GT(touching, 100u);
  for (const DetectionCost& c : costs_) {
    EXPECT_EQ(c.cold.solves + c.warm.solves, c.cold_solves + c.warm_solves);
    EXPECT_LT(touching, c.cold_solves + c.warm_solves);
    if (!c.asked.ladder) continue;
    EXPECT_EQ(c.touching, touching) << name_of(c.asked.method);
    EXPECT_EQ(c.other_contacts, 0u) << name_of(c.asked.method);
    EXPECT_LT(c.worst_gap, 1e-9) << name_of(c.asked.method);
  }
}

TEST_F(DetectionOfACrowd, MemoryIsEachMethodsOwnAndHelpsTheShortestLink) {
  const DetectionCost& slm = of(LinkMethod::kShortestLink, false, true);
  EXPECT_EQ(slm.cold.solves, slm.cold_solves);  // nobody remembers anything in the first configuration
  EXPECT_GT(at_most_two(slm.warm), 0.95);       // Nezami 2006, Sec. 5.2.1
  EXPECT_GT(at_most_two(slm.warm), at_most_two(slm.cold));
  const DetectionCost& cundall = of(LinkMethod::kCommonPlane, false, true);
  EXPECT_GT(planes(cundall.warm), 20 * planes(slm.warm));
  EXPECT_LT(planes(cundall.warm), planes(cundall.cold));
  EXPECT_LT(planes(of(LinkMethod::kCommonPlane, false, false).warm), planes(cundall.warm));
}

TEST_F(DetectionOfACrowd, ReportsOneRowAMethod) {
  FlowDetection flow;
  flow.n = 200, flow.windows = 1, flow.pairs = 400, flow.costs = costs_;
  for (DetectionCost& c : flow.costs)
    c.warm_seconds = double(c.warm_solves) * (c.asked.method == LinkMethod::kCommonPlane ? 4e-6 : 5e-7);
  EXPECT_EQ(speed_up(flow, flow.costs[0]), 1);
  EXPECT_NEAR(speed_up(flow, flow.costs.back()), 8, 1e-9);
  const std::string csv = detection_csv_head() + csv_of(flow);
  EXPECT_EQ(std::size_t(std::count(csv.begin(), csv.end(), '\n')), 1 + flow.costs.size());
  EXPECT_NE(table_of(flow).find("200 bodies"), std::string::npos);
}

// A few stones rest on a plate that is pushed, turned and lifted.
const std::vector<std::string> kTray = {
    "time.end=1 s",
    "fill=[{kind=\"lattice\", shapes=[\"tetrahedron\", \"pyramid\", \"cube\", \"fourteen\"], count=8, inside=[[0.02, "
    "0.02, "
    "0.002], [0.28, 0.28, 0.3]]}]",
    "wall=[{name=\"tray\", type=\"plate\", material=\"stone\", vertices=[[0, 0, 0], [0.3, 0, 0], [0.3, 0.3, 0], [0, "
    "0.3, "
    "0]]}]",
    "motion=[{name=\"tool\", walls=[\"tray\"], pivot=[0, 0, 0], start=\"250 ms\", phases=[{start=0, end=0.02, "
    "velocity=[0.1, "
    "0, 0]}, {start=0.01, end=0.03, angular_velocity=[0, 0.5, 0]}, {start=0.02, end=0.04, velocity=[0, 0, 0.2]}]}]",
};

TEST(ToolDetection, RecordsTheBeginningOfEveryPhaseWithItsPlates) {
  FlowPlan plan;
  plan.steps = 20;
  plan.solves = 1;
  const std::vector<FlowDetection> phases = detect_in_phases(kBench + "flow.toml", kTray, plan);
  ASSERT_EQ(phases.size(), 3u);
  const char* const names[] = {"horizontal", "rotation", "vertical"};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(phases[k].phase, names[k]);
    EXPECT_EQ(phases[k].scene, "tool");
    EXPECT_EQ(phases[k].n, 8);
    EXPECT_GT(phases[k].plate_pairs, 2);  // those that lie on it
    EXPECT_GE(phases[k].pairs, phases[k].plate_pairs);
    const std::uint64_t touching = phases[k].costs.back().touching;
    EXPECT_GT(touching, 0u);
    for (const DetectionCost& c : phases[k].costs) {
      if (!c.asked.ladder) continue;
      EXPECT_EQ(c.touching, touching) << name_of(c.asked.method);
      EXPECT_EQ(c.other_contacts, 0u) << name_of(c.asked.method);
    }
    EXPECT_GT(paper_speed_up(phases[k], phases[k].costs[3]), 18);
  }
}

TEST(ToolDetection, NeedsATool) {
  EXPECT_THROW(detect_in_phases(kBench + "flow.toml", on_a_lattice(8), {}), InputError);
  std::vector<std::string> late = kTray;
  late.push_back("time.end=50 ms");
  EXPECT_THROW(detect_in_phases(kBench + "flow.toml", late, {}), InputError);
}

TEST(FlowDetection, RunsAFlowWithoutTwoOfItsWalls) {
  FlowPlan plan;
  plan.steps = 40;
  plan.solves = 1;
  const FlowDetection flow = detect_in_flow(kBench + "flow.toml", on_a_lattice(30), plan);
  EXPECT_EQ(flow.n, 30);
  EXPECT_EQ(flow.windows, 2);
  EXPECT_EQ(flow.costs.size(), all_methods().size());
}

}  // namespace
}  // namespace scree::bench
