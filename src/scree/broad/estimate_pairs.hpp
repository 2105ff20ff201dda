// How many pairs there will be, before a list is made that may not fit into the memory.
#pragma once
#include "scree/broad/broad_phase.hpp"

namespace scree::broad {

// From some of the bodies, each held against all others.
double estimate_pairs(const Cloud& c, Real margin);

}  // namespace scree::broad
