// This is the last net below the ranges of keys: no number of a scene that was read is infinite or NaN.
#pragma once
#include <string>

#include "scree/state/state.hpp"

namespace scree::scene {

// Returns the first quantity that is not a finite number, as "the mass of body 3 is inf kg", or nothing. Times that
// never come and open sides of the domain are infinite by right. Sizes and masses of bodies keep to the limits of their
// dimensions.
std::string number_out_of_limits(const Model& model, const State& s);

}  // namespace scree::scene
