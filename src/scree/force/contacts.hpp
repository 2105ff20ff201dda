// Forces: contact points -> forces and torques on bodies and walls, springs moved on, energies booked.
#pragma once
#include "scree/body/state.hpp"

namespace scree::force {

// dt = 0: forces from the springs as they are, nothing moves (the first evaluation of a run).
void contacts(const Model& model, State& s, double dt);

}  // namespace scree::force
