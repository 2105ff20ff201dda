// These are the runs that configurations are recorded from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "scree/error.hpp"
#include "scree/experiments/detection.hpp"
#include "scree/run/run.hpp"
#include "scree/scene/scene.hpp"
#include "scree/step.hpp"
#include "scree/store/checkpoint.hpp"
#include "scree/store/checkpoint_folder.hpp"

namespace scree::bench {

namespace {

// The steps of the paper, in s, are those in the flow and with the bucket.
constexpr double kFlowStep = 1.3e-4, kToolStep = 1.2e-4;

// Loads a scene whose bodies keep their places in memory.
Scene load(const std::string& file, const std::vector<std::string>& overrides) {
  std::vector<std::string> all = overrides;
  all.push_back("broad_phase.reorder_every=0");
  return load_scene(file, all);
}

// The methods that are compared know single polyhedra alone.
void check_bodies(const Model& model, const std::string& source) {
  for (const BodyType& type : model.body_types)
    if (type.parts.size() != 1 || type.parts.front().kind != ShapeKind::kPolyhedron)
      throw InputError(
          fmt::format("{}: \"{}\" is no single polyhedron; detection compares pairs of these", source, type.name));
}

// Windows are spread over the next steps of the paper, which take `paper_step` each. The first says how many can be
// afforded.
void record(const Scene& scene, State& s, double paper_step, const FlowPlan& plan, FlowDetection& found) {
  found.n = std::int64_t(s.bodies.size());
  std::int64_t papers = 0, ours = 0;  // numbers of steps
  const double ratio = paper_step / scene.model.settings.dt;
  const auto advance = [&] {
    // At least one step is made, so that no configuration is recorded twice.
    const std::int64_t until = std::max<std::int64_t>(std::llround(double(++papers) * ratio), ours + 1);
    for (; ours < until; ++ours) step(scene.model, s);
    if (std::int64_t(s.bodies.size()) != found.n)
      throw InputError("bodies come or go while the search is recorded; detection needs a scene where they stay");
  };
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

// The motion may still wait for an event.
void advance_to(const MotionPhase& phase, const Scene& scene, State& s, const std::string& source) {
  const Model& model = scene.model;
  while (s.motion_start[0] == kNever || s.time(model) < s.motion_start[0] + phase.start) {
    if (s.time(model) >= std::min(model.settings.end, s.stop_at))
      throw InputError(source + ": it ends before " + model.motions[0].name + " has begun all its phases");
    step(model, s);
  }
}

FlowDetection record_phase(const MotionPhase& phase, const Scene& scene, State& s, const FlowPlan& plan) {
  FlowDetection part;
  part.scene = scene.model.motions[0].name;
  part.phase = name_of(phase);
  record(scene, s, kToolStep, plan, part);
  return part;
}

constexpr const char* kKeepMore = "; run it with output.checkpoints_every, and output.keep_checkpoints large enough";

std::vector<output::NamedCheckpoint> checkpoints_of(const std::string& dir) {
  return output::checkpoints_in((std::filesystem::path(dir) / "checkpoints").string());
}

// Returns the last checkpoint kept before a phase begins.
State state_before(const MotionPhase& phase, const std::string& dir, const Model& model) {
  for (const output::NamedCheckpoint& checkpoint : checkpoints_of(dir)) {
    State s = output::read_checkpoint(checkpoint.path, model);
    if (s.motion_start[0] == kNever || s.time(model) <= s.motion_start[0] + phase.start) return s;
  }
  throw InputError(fmt::format("{}: no checkpoint before {} begins its phase \"{}\"{}", dir, model.motions[0].name,
                               name_of(phase), kKeepMore));
}

// Returns the time in s when the first wall was taken away, or kNever if all are there.
double walls_went_at(const Model& model, const State& s) {
  double first = kNever;
  for (std::size_t k = 0; k < model.events.size(); ++k)
    if (!model.events[k].remove_walls.empty()) first = std::min(first, s.events[k].fired_at);
  return first;
}

// Returns the checkpoint that the event which takes walls away has written.
State state_when_walls_go(const std::string& dir, const Model& model) {
  for (const output::NamedCheckpoint& checkpoint : checkpoints_of(dir)) {
    State s = output::read_checkpoint(checkpoint.path, model);
    const double since = s.time(model) - walls_went_at(model, s);
    if (since >= 0 && since < 2.5 * model.settings.dt) return s;
  }
  throw InputError(
      fmt::format("{}: no checkpoint of when a wall is taken away; the event that does so needs checkpoint = true, and "
                  "output.keep_checkpoints must be large enough",
                  dir));
}

void keep_lowest(State& s, std::int64_t n) {
  if (n > std::int64_t(s.bodies.size()))
    throw InputError(fmt::format("--n {}: the run has {} bodies", n, s.bodies.size()));
  std::vector<std::size_t> order(s.bodies.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::pair(s.bodies.x[i].z, s.bodies.id[i]) < std::pair(s.bodies.x[j].z, s.bodies.id[j]);
  });
  std::vector<std::uint8_t> remove(s.bodies.size(), 0);
  for (std::size_t k = std::size_t(n); k < order.size(); ++k) remove[order[k]] = 1;
  remove_bodies(s, remove);
}

}  // namespace

FlowDetection detect_in_flow(const std::string& file, const std::vector<std::string>& overrides, const FlowPlan& plan) {
  Scene scene = load(file, overrides);
  State& s = scene.state;
  for (std::size_t w = 0; w < s.walls.size(); ++w)
    if (scene.model.walls[w].name == "right" || scene.model.walls[w].name == "back") s.walls[w].present = 0;
  start(scene.model, s);
  FlowDetection found;
  record(scene, s, kFlowStep, plan, found);
  return found;
}

std::vector<FlowDetection> detect_in_phases(const std::string& file, const std::vector<std::string>& overrides,
                                            const FlowPlan& plan) {
  Scene scene = load(file, overrides);
  const Model& model = scene.model;
  State& s = scene.state;
  if (model.motions.empty()) throw InputError(file + ": nothing moves in phases");
  check_bodies(model, file);
  start(model, s);
  std::vector<FlowDetection> found;
  for (const MotionPhase& phase : model.motions[0].phases) {
    advance_to(phase, scene, s, file);
    found.push_back(record_phase(phase, scene, s, plan));
  }
  return found;
}

std::vector<FlowDetection> detect_in_run(const std::string& dir, std::int64_t n, const FlowPlan& plan) {
  Scene scene = load_scene_of_run(dir);
  check_bodies(scene.model, dir);
  scene.model.settings.reorder_every = 0;
  if (scene.model.motions.empty()) {
    State s = state_when_walls_go(dir, scene.model);
    if (n > 0) keep_lowest(s, n);
    FlowDetection flow;
    record(scene, s, kFlowStep, plan, flow);
    return {flow};
  }
  if (n > 0) throw InputError(fmt::format("--n {}: only flows are cut down, and {} has a tool", n, dir));
  std::vector<FlowDetection> found;
  for (const MotionPhase& phase : scene.model.motions[0].phases) {
    State s = state_before(phase, dir, scene.model);
    advance_to(phase, scene, s, dir);
    found.push_back(record_phase(phase, scene, s, plan));
  }
  return found;
}

}  // namespace scree::bench
