// The options are checked: the names must exist, and the benchmarks named must have every option.
#pragma once
#include "scree/bench/bench.hpp"

namespace scree::bench {

// Throws InputError with all problems. `known` holds the names of the benchmarks.
void check(const Options& options, const std::vector<std::string>& known);

}  // namespace scree::bench
