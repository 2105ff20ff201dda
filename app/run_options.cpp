#include "run_options.hpp"

#include "scree/threads.hpp"

namespace app {

void add_scene_options(CLI::App& command, SceneOptions& o) {
  command.add_option("SCENE", o.scene, "scene file (TOML, docs/scene.md)")->required();
  command.add_option("--set", o.overrides, "override a key of the scene, e.g. --set time.end='2 s'; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--threads", o.threads,
                  "number of threads (default: the cores this process may use); results do not depend on it")
      ->check(CLI::Range(1, scree::kMostThreads))
      ->type_name("N");
}

void add_run_options(CLI::App& command, RunCommand& o) {
  add_scene_options(command, o.scene);
  command.add_option("--out", o.out, "folder for the output (default: out/<name of the scene>)")->type_name("DIR");
  command.add_flag("--resume", o.resume, "continue from the newest checkpoint in DIR, bit for bit");
  command.add_flag("--overwrite", o.overwrite, "replace a run that is already in DIR")->excludes("--resume");
  command.add_flag("--quiet", o.quiet, "no progress, only warnings and the last three lines");
  CLI::Option* const live =
      command.add_flag("--view", o.view, "look at it in the browser while it goes on, as scree view");
  command.add_option("--port", o.viewer.port, "with --view: as scree view")
      ->check(CLI::Range(0, 65535))
      ->type_name("N")
      ->needs(live);
  command.add_flag("!--no-open", o.viewer.open, "with --view: as scree view")->needs(live);
}

}  // namespace app
