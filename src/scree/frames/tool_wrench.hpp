// Walls that move together are one tool, as the plates of a bucket; the wrench is what the bodies do to it.
#pragma once
#include "scree/state/state.hpp"

namespace scree::output {

// Returns force and torque of the bodies on all walls of a motion that are there, about the pivot, which moves along.
Wrench tool_wrench(const Model& model, const State& s, const Motion& motion);

}  // namespace scree::output
