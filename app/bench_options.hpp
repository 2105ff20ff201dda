// The options of `scree bench`.
#pragma once
#include <CLI/CLI.hpp>

#include "scree/bench/bench.hpp"

namespace app {

void add_bench_options(CLI::App& command, scree::bench::Options& options);

}  // namespace app
