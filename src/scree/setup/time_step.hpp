// The estimate is the largest time step that can be trusted (docs/time-step.md).
#pragma once
#include <string>

#include "scree/state/state.hpp"

namespace scree::integrate {

struct StepEstimate {
  double stable = kNever;   // s: explicit integration of the stiffest contact diverges above it
  double advised = kNever;  // s: what "auto" takes: the smallest of t_c/20, 20 % of the Rayleigh time, damping limit
  std::string reason;       // which limit was the smallest and for which materials, for people
};
// Looks at every law between every two materials in use, with the lightest and smallest bodies that are there or may
// enter.
StepEstimate estimate_step(const Model& model, const State& s);

}  // namespace scree::integrate
