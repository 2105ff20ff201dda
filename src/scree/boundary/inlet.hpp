// Streams: bodies that enter while the run goes on, without overlap, at a rate in bodies/s or kg/s, or a layer at a
// time.
#pragma once
#include "scree/state/state.hpp"

namespace scree {

// Inserts what is due in the step that ends at t + dt. What finds no room stays owed. Everything random comes from
// counters in the State. Returns the number of new bodies; the caller books their energy and invalidates the list.
std::size_t run_streams(const Model& model, State& s);

double largest_radius_of(const Model& model, const Stream& stream);

}  // namespace scree
