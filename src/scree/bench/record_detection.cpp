// The runs that configurations are recorded from.
#include <algorithm>
#include <cmath>

#include "scree/bench/detection.hpp"
#include "scree/error.hpp"
#include "scree/scene/scene.hpp"
#include "scree/step.hpp"

namespace scree::bench {

namespace {

// A scene whose bodies keep their places in memory.
Scene load(const std::string& file, const std::vector<std::string>& overrides) {
  std::vector<std::string> all = overrides;
  all.push_back("broad_phase.reorder_every=0");
  return load_scene(file, all);
}

// Windows spread over the next steps of the paper's length, `ours` to one of them. The first says how many can be
// afforded.
void record(const Scene& scene, State& s, int ours, const FlowPlan& plan, FlowDetection& found) {
  const auto advance = [&] {
    for (int k = 0; k < ours; ++k) step(scene.model, s);
  };
  found.n = std::int64_t(s.bodies.size());
  found.costs = all_methods();
  const Detector detector(scene.model, s.bodies);
  int windows = 50, at = 0;
  for (int k = 0; k < windows; ++k) {
    for (; at < k * plan.steps / windows; ++at) advance();
    Window window;
    for (int i = 0; i < plan.steps_in_window; ++i, ++at) advance(), detector.record(s, window);
    detector.replay(window, found.costs);
    const DetectionCost& first = found.costs[0];
    const double configurations = double(plan.steps_in_window) * ++found.windows;
    found.pairs = double(first.cold_solves + first.warm_solves) / configurations;
    found.plate_pairs = double(first.with_plates) / configurations;
    if (k > 0) continue;
    const double affordable = double(plan.solves) / std::max(1.0, found.pairs * plan.steps_in_window);
    windows = int(std::clamp(affordable, 2.0, std::min(50.0, double(plan.steps) / plan.steps_in_window)));
  }
}

std::string name_of(const MotionPhase& phase) {
  if (phase.angular_velocity != Vec3{0, 0, 0}) return "rotation";
  return std::fabs(phase.velocity.z) > norm(phase.velocity) / 2 ? "vertical" : "horizontal";
}

}  // namespace

FlowDetection detect_in_flow(const std::string& file, const std::vector<std::string>& overrides, const FlowPlan& plan) {
  constexpr int kOurSteps = 4;  // to one of the paper's, 130 us
  Scene scene = load(file, overrides);
  State& s = scene.state;
  for (std::size_t w = 0; w < s.walls.size(); ++w)
    if (scene.model.walls[w].name == "right" || scene.model.walls[w].name == "back") s.walls[w].present = 0;
  start(scene.model, s);
  FlowDetection found;
  record(scene, s, kOurSteps, plan, found);
  return found;
}

std::vector<FlowDetection> detect_in_phases(const std::string& file, const std::vector<std::string>& overrides,
                                            const FlowPlan& plan) {
  constexpr double kPaperStep = 1.2e-4;  // s
  Scene scene = load(file, overrides);
  const Model& model = scene.model;
  State& s = scene.state;
  if (model.motions.empty()) throw InputError(file + ": nothing moves in phases");
  const int ours = std::max(1, int(std::lround(kPaperStep / model.settings.dt)));
  start(model, s);
  std::vector<FlowDetection> found;
  for (const MotionPhase& phase : model.motions[0].phases) {
    // The motion may still wait for an event.
    while (s.motion_start[0] == kNever || s.time(model) < s.motion_start[0] + phase.start) {
      if (s.time(model) >= std::min(model.settings.end, s.stop_at))
        throw InputError(file + ": it ends before " + model.motions[0].name + " has begun all its phases");
      step(model, s);
    }
    FlowDetection& part = found.emplace_back();
    part.scene = model.motions[0].name;
    part.phase = name_of(phase);
    record(scene, s, ours, plan, part);
  }
  return found;
}

}  // namespace scree::bench
