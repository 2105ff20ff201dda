// The options of `scree reproduce`.
#pragma once
#include <CLI/CLI.hpp>

#include "scree/reproduce/reproduce.hpp"

namespace app {

void add_reproduce_options(CLI::App& command, scree::reproduce::Options& options);

}  // namespace app
