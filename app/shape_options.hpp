// The options of `scree shape`.
#pragma once
#include <CLI/CLI.hpp>

#include "scree/shaping/shaping.hpp"

namespace app {

void add_shape_options(CLI::App& command, scree::shaping::Options& options);

}  // namespace app
