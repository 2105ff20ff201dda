// The options of `scree shape`.
#pragma once
#include <CLI/CLI.hpp>

#include "scree/approximate/shaping.hpp"

namespace app {

void add_shape_options(CLI::App& command, scree::approximate::Options& options);

}  // namespace app
