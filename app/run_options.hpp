// The options of `scree run`, and those of the scene, which `scree check` has too.
#pragma once
#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace app {

void add_scene_options(CLI::App& command, SceneOptions& options);
void add_run_options(CLI::App& command, RunCommand& options);

}  // namespace app
