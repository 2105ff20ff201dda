// The options of `scree view` and `scree render`.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "commands.hpp"

namespace app {

void add_view_options(CLI::App& command, ViewCommand& options);
void add_render_options(CLI::App& command, RenderCommand& options);

}  // namespace app
