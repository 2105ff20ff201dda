// Narrow phase: candidate pairs -> contact points, with last step's springs put back on them.
#pragma once
#include "scree/body/state.hpp"

namespace scree::narrow {

// Rewrites s.contacts, sorted by pair. Springs of contacts that ended go, with the energy they held (to the ledger).
void collide(const Model& model, State& s);

}  // namespace scree::narrow
