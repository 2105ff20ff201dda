#include "scree/bench/timing.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <utility>

#include "scree/run/run.hpp"
#include "scree/step.hpp"
#include "scree/store/checkpoint.hpp"

namespace scree::bench {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// Returns the largest resident memory of this process so far, in bytes.
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      double kib = 0;
      status >> kib;
      return 1024 * kib;
    }
  return -1;
}

// Gives back what loading has freed and lets the kernel forget the peak of it.
void forget_peak_memory() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

// Sums up the time of the steps that made a pair list, beyond that of a step without one.
class ListTime {
 public:
  void add(double seconds, bool made_list) { (made_list ? with_ : without_).push_back(seconds); }
  double total() {
    if (without_.empty()) return -1;
    const auto middle = without_.begin() + std::ptrdiff_t(without_.size() / 2);
    std::nth_element(without_.begin(), middle, without_.end());
    double sum = 0;
    for (const double t : with_) sum += std::max(0.0, t - *middle);
    return sum;
  }

 private:
  std::vector<double> with_, without_;
};

double kinetic_energy(const State& s) {
  double sum = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    if (s.bodies.owner[i] == kDynamic) sum += 0.5 * double(s.bodies.mass[i]) * double(norm2(s.bodies.v[i]));
  return sum;
}

void time_steps(const Model& model, State& s, const Length& length, Measurement& m) {
  ListTime list_time;
  const std::uint64_t lists_before = s.counters.pair_lists;
  const double cpu_before = cpu_seconds();
  const Clock::time_point begin = Clock::now();
  double now = 0;
  while (length.steps > 0 ? m.steps < length.steps : m.steps == 0 || now < length.seconds) {
    const std::uint64_t lists = s.counters.pair_lists;
    step(model, s);
    const double then = std::exchange(now, seconds_since(begin));
    list_time.add(now - then, s.counters.pair_lists != lists);
    ++m.steps;
  }
  m.wall = now;
  m.cpu = (cpu_seconds() - cpu_before) / m.wall;
  m.lists = std::int64_t(s.counters.pair_lists - lists_before);
  m.list_share = std::max(-1.0, list_time.total() / m.wall);
}

}  // namespace

Measurement measure(const TimedScene& timed, int threads, const Length& length) {
  omp_set_num_threads(threads);
  Scene scene = load_scene(timed.scene, timed.overrides);
  State& s = scene.state;
  const bool at_rest = !timed.rest.empty();
  if (at_rest) s = {}, s = output::read_checkpoint(timed.rest, scene.model);
  const double load_peak = peak_memory();
  forget_peak_memory();

  Measurement m;
  m.scene = timed.name;
  m.code = "scree";
  m.threads = threads;
  if (!at_rest) start(scene.model, s);
  for (std::int64_t k = 0; k < length.warm; ++k) step(scene.model, s);
  time_steps(scene.model, s, length, m);
  m.run_peak = peak_memory();
  m.peak = std::max(load_peak, m.run_peak);
  m.n = std::int64_t(count_free_bodies(s));
  m.contacts = std::int64_t(count_touching(s));
  m.skin = double(s.skin);
  m.ke = kinetic_energy(s);
  if (scene.model.has_polyhedra()) m.failed_links = std::int64_t(s.link_counters.failed);
  if (scene.model.has_superellipsoids()) {
    const NormalCounters& c = s.normal_counters;
    m.failed_links = std::int64_t(c.failed);
    m.by_plane = c.solves > 0 ? double(c.by_plane) / double(c.solves) : 0;
  }
  m.hash = fmt::format("{:016x}", state_hash(s));
  return m;
}

}  // namespace scree::bench
