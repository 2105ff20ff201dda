// The same kernels as in step_in_stages, group by group.
//
// Where bodies are more than caches hold, stages that each go through all of them fetch a body from memory once a
// stage. Here a group of bodies moves, meets its neighbours and moves on while a cache has it: 8.5 -> 10.1 M
// particle-steps/s with 201 600 spheres. It is allowed because no sum knows in which order groups are worked through
// (docs/order-of-sums.md): a body adds up what its own group gives it in one order and what each other group gives it
// in another, and moves on only after the last contact that names it. tests/whole/order_of_sums_test.cpp has both ways
// agree bit by bit on every small scene.
#pragma once
#include "scree/state/state.hpp"

namespace scree {

// From where events, inlets and walls have been advanced to t + dt, to the forces on walls and bodies at t + dt.
void step_fused(const Model& model, State& s);
// The contacts alone, where bodies stay as they are: the first forces of a run.
void sweep_contacts(const Model& model, State& s, double dt);

}  // namespace scree
