#include "scree/bench/settle.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "scree/parallel.hpp"
#include "scree/run/progress.hpp"
#include "scree/step.hpp"

namespace scree::bench {

namespace {

// Writes one line that updates on a terminal, or a line now and then elsewhere.
class Countdown {
 public:
  Countdown(std::string title, std::int64_t steps) : title_(std::move(title)), steps_(steps) {
    fmt::print(stderr, "# {} ...\n", title_);
  }
  ~Countdown() {
    if (terminal_) fmt::print(stderr, "\r\x1b[K");
    fmt::print(stderr, "# {}: {}\n", title_, duration_text(elapsed()));
  }
  Countdown(const Countdown&) = delete;
  Countdown& operator=(const Countdown&) = delete;

  void step() {
    if (done_++ == 0) start_ = std::chrono::steady_clock::now();  // the first step comes with the first pair list
    const double now = elapsed();
    if (now < next_) return;
    next_ = now + (terminal_ ? 0.5 : 30);
    const double left = now * double(steps_ - done_) / double(done_ - 1);
    fmt::print(stderr, "{}# {}: step {} of {}, {} left{}", terminal_ ? "\r\x1b[K" : "", title_, done_, steps_,
               duration_text(left), terminal_ ? "" : "\n");
    std::fflush(stderr);
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  std::string title_;
  std::int64_t steps_, done_ = 0;
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  double next_ = 0.5;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void slow_down(Bodies& b, const Phase& phase, double dt) {
  for_each_index(b.size(), [&](std::size_t i) {
    if (b.owner[i] != kDynamic) return;
    b.v[i] = Real(std::exp(-(phase.drag / double(b.mass[i]) + phase.rate) * dt)) * b.v[i];
    if (phase.rate > 0) b.omega[i] = Real(std::exp(-phase.rate * dt)) * b.omega[i];
  });
}

// Returns the kinetic energy of dynamic bodies, J/kg.
double specific_energy(const Bodies& b) {
  double energy = 0, mass = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.owner[i] != kDynamic) continue;
    energy += 0.5 * double(b.mass[i]) * double(norm2(b.v[i]));
    mass += double(b.mass[i]);
  }
  return mass > 0 ? energy / mass : 0;
}

std::vector<Ball> moving_balls(const Bodies& b) {
  std::vector<std::size_t> order(b.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return b.id[i] < b.id[j]; });
  std::vector<Ball> balls;
  for (const std::size_t i : order)
    if (b.owner[i] == kDynamic) balls.push_back({kMoves, b.x[i], double(b.radius[i])});
  return balls;
}

}  // namespace

void settle(const std::string& title, Scene& scene, std::span<const Phase> phases) {
  State& s = scene.state;
  std::int64_t steps = 0;
  for (const Phase& phase : phases) steps += phase.steps;
  Countdown countdown(title, steps);
  start(scene.model, s);
  for (const Phase& phase : phases) {
    s.gravity = {0, 0, Real(-phase.gravity)};
    for (int k = 0; k < phase.steps; ++k) {
      step(scene.model, s);
      if (phase.drag > 0 || phase.rate > 0) slow_down(s.bodies, phase, scene.model.settings.dt);
      countdown.step();
    }
  }
}

void settle_until(const std::string& title, Scene& scene, const Phase& phase, double still) {
  constexpr int kLookEvery = 100;
  State& s = scene.state;
  Countdown countdown(title, phase.steps);
  start(scene.model, s);
  s.gravity = {0, 0, Real(-phase.gravity)};
  for (int k = 0; k < phase.steps; ++k) {
    step(scene.model, s);
    slow_down(s.bodies, phase, scene.model.settings.dt);
    countdown.step();
    if ((k + 1) % kLookEvery == 0 && specific_energy(s.bodies) < still) return;
  }
}

std::vector<Ball> settle(const std::string& title, const std::string& scene_file,
                         const std::vector<std::string>& overrides, std::span<const Phase> phases) {
  Scene scene = load_scene(scene_file, overrides);
  settle(title, scene, phases);
  return moving_balls(scene.state.bodies);
}

}  // namespace scree::bench
