// What is asked for makes sense: names that exist, and no option that the benchmarks named do not have.
#pragma once
#include "scree/bench/bench.hpp"

namespace scree::bench {

// InputError with all problems. `known`: names of the benchmarks.
void check(const Options& options, const std::vector<std::string>& known);

}  // namespace scree::bench
