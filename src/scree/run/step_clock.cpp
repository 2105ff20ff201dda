#include "scree/run/step_clock.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <ctime>

namespace scree {

namespace {

constexpr double kWindow = 10;  // s
constexpr double kMuchLonger = 1.5;

double reading(clockid_t clock) {
  timespec t = {};
  clock_gettime(clock, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

}  // namespace

std::optional<std::string> slow_steps_text(double wall, double processor, int threads) {
  if (wall <= kMuchLonger * processor) return {};
  const std::string fewer =
      threads > 1 ? fmt::format("; with fewer than {} threads (--threads) it may be faster", threads) : "";
  return fmt::format(
      "steps take {:.1f} times their processor time: other programs use the cores, or there are too few of them{}",
      wall / processor, fewer);
}

void StepClock::start() {
  wall_ = processor_ = 0;
  go_on();
}

void StepClock::go_on() {
  wall_since_ = reading(CLOCK_MONOTONIC);
  processor_since_ = reading(CLOCK_THREAD_CPUTIME_ID);
}

void StepClock::stop() {
  wall_ += reading(CLOCK_MONOTONIC) - wall_since_;
  processor_ += reading(CLOCK_THREAD_CPUTIME_ID) - processor_since_;
}

std::optional<std::string> StepClock::after_step() {
  if (said_ || wall_ + reading(CLOCK_MONOTONIC) - wall_since_ < kWindow) return {};
  stop();
  const std::optional<std::string> text = slow_steps_text(wall_, processor_, omp_get_max_threads());
  said_ = text.has_value();
  start();
  return text;
}

}  // namespace scree
