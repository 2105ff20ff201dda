// One run of a scene is timed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/bench/measurement.hpp"

namespace scree::bench {

struct TimedScene {
  std::string name;                    // name of the benchmark
  std::string scene;                   // path of the scene file
  std::vector<std::string> overrides;  // --set
  std::string rest{};                  // checkpoint to go on from; empty: the scene from its start
};
struct Length {
  std::int64_t warm = 200;  // steps before the clock is looked at
  std::int64_t steps = 0;   // 0: as many as fill `seconds`
  double seconds = 5;
};

// Loads the scene and takes the time of step() alone. It must be called in a process of its own (in_child), because the
// largest memory a process had includes all it did before.
Measurement measure(const TimedScene& scene, int threads, const Length& length);

}  // namespace scree::bench
