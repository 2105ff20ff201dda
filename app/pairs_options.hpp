// The options of `scree pairs`.
#pragma once
#include <CLI/CLI.hpp>

#include "scree/oracle/pairs.hpp"

namespace app {

void add_pairs_options(CLI::App& command, scree::pairs::Options& options);

}  // namespace app
