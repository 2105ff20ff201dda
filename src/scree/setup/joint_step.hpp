// The step that joints bear (docs/blocks.md).
#pragma once
#include "scree/setup/time_step.hpp"

namespace scree::integrate {

// `stable`: of the stiffest joint by itself, between its two bodies; no set of joints bears more. `advised`: a fifth of
// what all joints together bear at least. kNever without joints.
StepEstimate joint_step(const Model& model, const State& s);

}  // namespace scree::integrate
