// Alarms are signs that a run can no longer be trusted. Overlaps, speeds and NaN values are looked at after every step,
// by what the step itself has kept; the energy balance every Settings::check_every steps.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scree/state/state.hpp"

namespace scree {

struct AlarmMemory {
  bool said_overlap = false, said_speed = false, said_wall_speed = false;
  // The session began with overlaps beyond the limit, which the scene allows: they may not grow beyond
  // alarms.start_overlap_limit, and once they are gone the limit holds.
  bool relaxing = false;
  std::vector<std::string> warnings;
};
// Returns the memory of a session that is about to go on from `s`.
AlarmMemory alarm_memory_of(const Model& model, const State& s);

// Returns a text if the run must stop. Warnings are collected in `memory`, each kind once a run.
//
// It looks after every step for an overlap beyond the limit, a body or a wall that moves too far in a step, a position,
// velocity or spin that is no finite number.
std::optional<std::string> watch_step(const Model& model, const State& s, AlarmMemory& memory);
// Returns a text if energy comes out of nowhere.
std::optional<std::string> check_energy(const Model& model, State& s);
std::vector<std::string> take_warnings(AlarmMemory& memory);

// Holds the largest overlap over the inner radius of the smaller of the two, and the fastest body's speed.
struct Extremes {
  double overlap = 0;
  std::uint32_t overlap_a = 0, overlap_b = 0;  // the two that overlap
  double speed = 0;
  std::size_t fastest = 0;
  bool finite = true;
  std::size_t not_finite = 0;
};
Extremes extremes_of(const Model& model, const State& s);

// Tells how positions are rounded where the dynamic body farthest from the origin is.
struct Rounding {
  double place = 0;    // m, the largest coordinate
  double spacing = 0;  // m, between two numbers there
  double speed = 0;    // m/s, at which bodies are about to move: the fastest, or after a fall by the smallest radius
  bool matters(double dt) const;
};
Rounding rounding_of(const Model& model, const State& s);

// Lists what is odd about a scene but allowed, for the user who is about to run it. `s` has been started.
std::vector<std::string> start_warnings(const Model& model, const State& s);
// Throws InputError if bodies overlap by more than the scene allows at the start. It names them.
void refuse_overlaps_at_start(const Model& model, const State& s, const std::string& scene);

}  // namespace scree
