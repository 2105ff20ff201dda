// Is a State that came from a file whole? Every index in range, every array of the right length.
#pragma once
#include <string>

#include "scree/state/state.hpp"

namespace scree::output {

// What is wrong with it, empty if nothing is.
std::string inconsistency(const State& s, const Model& model);

}  // namespace scree::output
