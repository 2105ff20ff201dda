// A State that came from a file is checked: every index must be in range, every array of the right length.
#pragma once
#include <string>

#include "scree/state/state.hpp"

namespace scree::output {

// Says what is wrong with it; the text is empty if nothing is.
std::string inconsistency(const State& s, const Model& model);

}  // namespace scree::output
