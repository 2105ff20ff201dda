// One time step, and the first forces.
#pragma once
#include "scree/state/state.hpp"

namespace scree {

void start(const Model& model, State& s);  // the first force evaluation of a fresh State; opens the ledger
void step(const Model& model, State& s);
// The same to the last bit, one stage after the other over all bodies: the reference. Slower where bodies are more than
// caches hold (fused_sweep.hpp).
void step_in_stages(const Model& model, State& s);

}  // namespace scree
