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

}  // namespace

int main(int argc, char** argv) {
  scree::round_as_ieee();
  CLI::App program{"scree: discrete element simulation of particles as they really are"};
  program.set_version_flag("--version", "scree " SCREE_VERSION);
  program.require_subcommand(1);
  program.footer(
      "Exit codes: 0 done; 1 the run failed or was interrupted, its state is saved (pairs: an answer was not right); 2 "
      "the input is wrong.");
  std::function<int()> chosen;

  app::RunCommand run;
  CLI::App* c = program.add_subcommand("run", "run a scene");
  app::add_run_options(*c, run);
  c->callback([&] { chosen = [&] { return app::run(run); }; });

  app::SceneOptions check;
  c = program.add_subcommand("check", "say what would run, in physical terms, without running it");
  app::add_scene_options(*c, check);
  c->callback([&] { chosen = [&] { return app::check(check); }; });

  c = program.add_subcommand("table", "print which shapes meet which, by what algorithm, and the contact laws");
  c->callback([&] { chosen = app::table; });

  app::ExportCommand to_vtk;
  c = program.add_subcommand("export", "convert the frames of a run for other programs");
  app::add_export_options(*c, to_vtk);
  c->callback([&] { chosen = [&] { return app::export_frames(to_vtk); }; });

  app::PictureCommand picture;
  c = program.add_subcommand("picture", "draw frames of a run as SVG, or all of them as a film for the browser");
  app::add_picture_options(*c, picture);
  c->callback([&] { chosen = [&] { return app::picture(picture); }; });

  app::ViewCommand view;
  c = program.add_subcommand("view", "look at a run in the browser, finished or going on");
  app::add_view_options(*c, view);
  c->callback([&] { chosen = [&] { return app::view(view); }; });

  app::RenderCommand render;
  c = program.add_subcommand("render", "draw a frame of a run as the viewer shows it (PNG)");
  app::add_render_options(*c, render);
  c->callback([&] { chosen = [&] { return app::render(render); }; });

  scree::bench::Options bench;
  c = program.add_subcommand("bench", "measure the speed, on request beside that of other codes");
  app::add_bench_options(*c, bench);
  c->callback([&] {
    bench.peers = bench.peers || !bench.codes.empty();
    chosen = [&] { return app::bench(bench); };
  });

  scree::pairs::Options pairs;
  c = program.add_subcommand("pairs", "find the contact of pairs of convex bodies and compare with known answers");
  app::add_pairs_options(*c, pairs);
  c->callback([&] { chosen = [&] { return app::pairs(pairs); }; });

  scree::approximate::Options shape;
  c = program.add_subcommand("shape",
                             "put balls or a polyhedron of few vertices in place of a shape and say what they miss");
  app::add_shape_options(*c, shape);
  c->callback([&] { chosen = [&] { return app::shape(shape); }; });

  scree::reproduce::Options reproduce;
  c = program.add_subcommand("reproduce", "every table and figure of the papers again, in one report");
  app::add_reproduce_options(*c, reproduce);
  c->callback([&] { chosen = [&] { return app::reproduce(reproduce); }; });

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return program.exit(e) == 0 ? kDone : kInputWrong;
  }
  return run_command(chosen);
}
