// The energy that bodies have, and the ledger brought up to date with it.
#pragma once
#include "scree/state/state.hpp"

namespace scree {

// Brings the held energies up to date (kinetic, gravity; springs are booked with the forces) and `largest`.
void update_ledger(const Model& model, State& s);
// The same, without a trace in the run: for those who look by the clock.
Ledger ledger_now(const Model& model, const State& s);

// What a free body has; nothing of one that a wall carries.
struct BodyEnergy {
  double translation = 0, rotation = 0, gravity = 0;  // J
  double total() const { return translation + rotation + gravity; }
};
BodyEnergy energy_of_body(const Model& model, const State& s, std::size_t i);

}  // namespace scree
