// The same kernels as in step_in_stages, group by group.
//
// Where bodies are more than caches hold, stages that each go through all of them fetch a body from memory once a
// stage. Here a group of bodies meets its neighbours while a cache has it, and spheres whose pair list is known to hold
// move right before and after that. It is allowed because no sum knows in which order groups are worked through
// (docs/order-of-sums.md): a body adds up what its own group gives it in one order and what each other group gives it
// in another, and moves on only after the last contact that names it. tests/whole/order_of_sums_test.cpp has both ways
// agree bit by bit on every small scene.
#pragma once
#include "scree/state/state.hpp"

namespace scree {

// Goes from where events, inlets and walls have been advanced to t + dt up to the velocities of bodies at t + dt.
void step_fused(const Model& model, State& s);
// Works out the contacts alone, where bodies stay as they are: the first forces of a run.
void sweep_contacts(const Model& model, State& s, double dt);

}  // namespace scree
