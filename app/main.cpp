// scree on the command line. Exit codes: 0 done, 1 the run failed or was interrupted (state saved), 2 the input is
// wrong.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>

#include "commands.hpp"
#include "pairs_options.hpp"
#include "reproduce_options.hpp"
#include "scree/error.hpp"
#include "scree/floating_point.hpp"
#include "scree/memory.hpp"
#include "scree/threads.hpp"
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

void add_scene_options(CLI::App& command, app::SceneOptions& o) {
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

void add_bench_options(CLI::App& command, scree::bench::Options& o) {
  command.add_option("NAME", o.names, "benchmarks; without a name they are listed");
  command
      .add_option("--n", o.n,
                  "spheres: about so many, e.g. 8000,27000,64000,200000,1000000 (default: 27000); polyhedra (216), "
                  "detection (500,4000): bodies; links (100000), normals (1000000): pairs")
      ->delimiter(',')
      ->check(CLI::Range(1, 100000000))
      ->type_name("N[,M]");
  command.add_option("--threads", o.threads, "numbers of threads (default: 1)")
      ->delimiter(',')
      ->check(CLI::Range(1, scree::kMostThreads))
      ->type_name("N[,M]");
  CLI::Option* const steps =
      command
          .add_option("--steps", o.length.steps,
                      "steps of a timed loop; pairs: of a motion (1000); detection: of the flow (1000)")
          ->check(CLI::PositiveNumber)
          ->type_name("N");
  command.add_option("--seconds", o.length.seconds, "length of a timed loop instead")
      ->check(CLI::PositiveNumber)
      ->excludes(steps)
      ->capture_default_str();
  command.add_option("--warm", o.length.warm, "steps before the timed loop")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--rounds", o.rounds, "runs of each code in turn; the fastest counts")
      ->check(CLI::PositiveNumber)
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--peers", o.peers,
                   "run LIGGGHTS, LAMMPS and YADE on the same packing, where installed; pairs: Bullet and FCL");
  command.add_option("--codes", o.codes, "the peers to run: liggghts, lammps, yade, yade-frict")
      ->delimiter(',')
      ->type_name("CODE[,CODE]");
  command.add_option("--set", o.overrides, "override a key of our scene, e.g. --set broad_phase.skin='1 mm'")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      .add_option(
          "--scene", o.scene,
          "detection: a scene in which a tool moves in phases, e.g. scenes/bucket_small.toml, instead of the flow")
      ->type_name("FILE");
  command
      .add_option("--run", o.run,
                  "detection: go on from the checkpoints of a run of such a scene, or of a flow (then --n: its lowest "
                  "bodies alone)")
      ->type_name("DIR");
  command.add_option("--work", o.work, "folder for packings and logs; packings found there are used again")
      ->type_name("DIR")
      ->capture_default_str();
  command.add_option("--csv", o.csv, "write the rows to a file too")->type_name("FILE");
  command
      .add_option("--driver", o.driver,
                  "program that runs the peers (default: bench/peers/run_peers; pairs: scree_pair_peers)")
      ->type_name("FILE");
  command.add_option("--seed", o.seed, "pairs, links, normals, normal_examples, cubes: of the shapes and poses")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--first", o.first, "links: index of the first pair, to repeat one")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--large", o.large, "broad: up to a million balls");
  command.add_flag("--quick", o.quick, "impacts: few orientations and angles; normals: the paper's pairs alone");
  command.add_option("--most", o.most, "broad: up to so many balls")->check(CLI::Range(10, 100000000))->type_name("N");
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
  add_scene_options(*c, run.scene);
  c->add_option("--out", run.out, "folder for the output (default: out/<name of the scene>)")->type_name("DIR");
  c->add_flag("--resume", run.resume, "continue from the newest checkpoint in DIR, bit for bit");
  c->add_flag("--overwrite", run.overwrite, "replace a run that is already in DIR")->excludes("--resume");
  c->add_flag("--quiet", run.quiet, "no progress, only warnings and the last three lines");
  CLI::Option* const live =
      c->add_flag("--view", run.view, "look at it in the browser while it goes on, as scree view");
  c->add_option("--port", run.viewer.port, "with --view: as scree view")
      ->check(CLI::Range(0, 65535))
      ->type_name("N")
      ->needs(live);
  c->add_flag("!--no-open", run.viewer.open, "with --view: as scree view")->needs(live);
  c->callback([&] { chosen = [&] { return app::run(run); }; });

  app::SceneOptions check;
  c = program.add_subcommand("check", "say what would run, in physical terms, without running it");
  add_scene_options(*c, check);
  c->callback([&] { chosen = [&] { return app::check(check); }; });

  c = program.add_subcommand("table", "print which shapes meet which, by what algorithm, and the contact laws");
  c->callback([&] { chosen = app::table; });

  app::ExportCommand to_vtk;
  c = program.add_subcommand("export", "convert the frames of a run for other programs");
  c->add_option("DIR", to_vtk.dir, "folder of a run")->required();
  c->add_flag("--vtk", to_vtk.vtk, "VTK XML for ParaView: DIR/vtk/bodies.pvd, shapes.pvd, contacts.pvd, walls.pvd")
      ->required();
  c->callback([&] { chosen = [&] { return app::export_frames(to_vtk); }; });

  app::PictureCommand picture;
  c = program.add_subcommand("picture", "draw frames of a run as SVG, or all of them as a film for the browser");
  c->add_option("DIR", picture.dir, "folder of a run")->required();
  c->add_option("--frame", picture.frame, "number of the frame (default: the last)")->type_name("N");
  c->add_flag("--all", picture.all, "every frame, to DIR/pictures/NNNNNN.svg")->excludes("--frame");
  c->add_option("--out", picture.out, "file to write (default: DIR/pictures/NNNNNN.svg)")->type_name("FILE");
  c->add_option("--html", picture.html, "write a page that plays all frames instead; drag to turn")->type_name("FILE");
  c->add_option("--colour,--color", picture.colour, "what the colour shows")
      ->check(CLI::IsMember({"speed", "radius", "force", "type", "id", "order"}))
      ->capture_default_str();
  c->add_option("--view", picture.view, "direction to look from, e.g. 1,-2,0.5")
      ->delimiter(',')
      ->expected(3)
      ->type_name("X,Y,Z");
  c->add_option("--cut", picture.cut,
                "cut open: leave out what lies on the eye's side of the plane y = 0 (--cut y) or y = 0.5 (--cut y=0.5)")
      ->type_name("AXIS[=PLACE]")
      ->excludes("--html");
  c->add_flag("--chains", picture.chains, "draw contact forces as lines and the bodies faint");
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
  add_bench_options(*c, bench);
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
