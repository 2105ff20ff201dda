// The options of the subcommands that turn frames into files of other kinds: `scree export` and `scree picture`.
#pragma once
#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace app {

void add_export_options(CLI::App& command, ExportCommand& options);
void add_picture_options(CLI::App& command, PictureCommand& options);

}  // namespace app
