// scree on the command line. Exit codes: 0 done, 1 the run failed or was interrupted (state saved), 2 the input is
// wrong.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>

#include "bench_options.hpp"
#include "commands.hpp"
#include "pairs_options.hpp"
#include "picture_options.hpp"
#include "reproduce_options.hpp"
#include "run_options.hpp"
#include "scree/error.hpp"
#include "scree/floating_point.hpp"
#include "scree/memory.hpp"
#include "shape_options.hpp"
#include "view_options.hpp"

namespace {

constexpr int kDone = 0, kRunFailed = 1, kInputWrong = 2;

int run_command(const std::function<int()>& command) {
  try {
    return command();
  } catch (const scree::InputError& e) {
    fmt::print(stderr, "{}\n", e.what());
    return kInputWrong;
  } catch (const scree::RunError& e) {
    fmt::print(stderr, "the run failed: {}\n", e.what());
    return kRunFailed;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "failed: out of memory with {:.3g} GB held\n", scree::held_memory() / 1e9);
    return kRunFailed;
  } catch (const std::exception& e) {
    fmt::print(stderr, "failed: {}\n", e.what());
    return kRunFailed;
  }
}

// What can be asked for. The parser writes into the members, so they stay in place until the chosen command has run.
struct Commands {
  app::RunCommand run;
  app::SceneOptions check;
  app::ExportCommand to_vtk;
  app::PictureCommand picture;
  app::ViewCommand view;
  app::RenderCommand render;
  scree::bench::Options bench;
  scree::pairs::Options pairs;
  scree::approximate::Options shape;
  scree::reproduce::Options reproduce;
  std::function<int()> chosen;
};

// The help lists the subcommands in this order.
void add_commands(CLI::App& program, Commands& c) {
  const auto add = [&](const char* name, const char* what, auto& options, auto add_options, auto act) {
    CLI::App* const command = program.add_subcommand(name, what);
    add_options(*command, options);
    command->callback([&c, &options, act] { c.chosen = [&options, act] { return act(options); }; });
  };
  add("run", "run a scene", c.run, app::add_run_options, app::run);
  add("check", "say what would run, in physical terms, without running it", c.check, app::add_scene_options,
      app::check);
  program.add_subcommand("table", "print which shapes meet which, by what algorithm, and the contact laws")
      ->callback([&c] { c.chosen = app::table; });
  add("export", "convert the frames of a run for other programs", c.to_vtk, app::add_export_options,
      app::export_frames);
  add("picture", "draw frames of a run as SVG, or all of them as a film for the browser", c.picture,
      app::add_picture_options, app::picture);
  add("view", "look at a run in the browser, finished or going on", c.view, app::add_view_options, app::view);
  add("render", "draw a frame of a run as the viewer shows it (PNG)", c.render, app::add_render_options, app::render);
  add("bench", "measure the speed, on request beside that of other codes", c.bench, app::add_bench_options, app::bench);
  add("pairs", "find the contact of pairs of convex bodies and compare with known answers", c.pairs,
      app::add_pairs_options, app::pairs);
  add("shape", "put balls or a polyhedron of few vertices in place of a shape and say what they miss", c.shape,
      app::add_shape_options, app::shape);
  add("reproduce", "every table and figure of the papers again, in one report", c.reproduce, app::add_reproduce_options,
      app::reproduce);
}

}  // namespace

int main(int argc, char** argv) {
  scree::round_as_ieee();
  CLI::App program{"scree: discrete element simulation of particles as they really are"};
  program.set_version_flag("--version", "scree " SCREE_VERSION);
  program.require_subcommand(1);
  program.footer(
      "Exit codes: 0 done; 1 the run failed or was interrupted, its state is saved (pairs: an answer was not right); 2 "
      "the input is wrong.");
  Commands commands;
  add_commands(program, commands);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return program.exit(e) == 0 ? kDone : kInputWrong;
  }
  return run_command(commands.chosen);
}
