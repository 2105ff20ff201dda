// One time step, and the bookkeeping around it.
#pragma once
#include "scree/state/state.hpp"

namespace scree {

void start(const Model& model, State& s);  // the first force evaluation of a fresh State; opens the ledger
void step(const Model& model, State& s);

}  // namespace scree
