// Alarms: signs that a run can no longer be trusted, looked for every Settings::check_every steps.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scree/body/state.hpp"

namespace scree {

struct AlarmMemory {
  bool said_overlap = false, said_speed = false;
  std::vector<std::string> warnings;
};

// A text if the run must stop: energy out of nowhere, an overlap beyond the limit, a body that moves too far in a step,
// something that is no longer a number. Warnings are collected in `memory`, each kind once a run.
std::optional<std::string> check_alarms(const Model& model, State& s, AlarmMemory& memory);
std::vector<std::string> take_warnings(AlarmMemory& memory);

// Largest overlap over the smaller radius of the two, and the fastest body's speed.
struct Extremes {
  Real overlap = 0;
  std::uint32_t overlap_a = 0, overlap_b = 0;  // whose it is
  double speed = 0;
  std::size_t fastest = 0;
  bool finite = true;
  std::size_t not_finite = 0;
};
Extremes extremes_of(const Model& model, const State& s);

}  // namespace scree
