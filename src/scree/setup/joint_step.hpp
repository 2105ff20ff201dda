// Joints limit the time step (docs/blocks.md).
#pragma once
#include "scree/setup/time_step.hpp"

namespace scree::integrate {

// `stable` is that of the stiffest joint by itself, between its two bodies; no set of joints bears more. `advised` is a
// fifth of what all joints together bear at least. Both are kNever without joints.
StepEstimate joint_step(const Model& model, const State& s);

}  // namespace scree::integrate
