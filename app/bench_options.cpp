#include "bench_options.hpp"

#include "scree/threads.hpp"

namespace app {
namespace {

using scree::bench::Options;

void add_size_options(CLI::App& command, Options& o) {
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
}

void add_length_options(CLI::App& command, Options& o) {
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
}

void add_code_options(CLI::App& command, Options& o) {
  command.add_flag("--peers", o.peers,
                   "run LIGGGHTS, LAMMPS and YADE on the same packing, where installed; pairs: Bullet and FCL");
  command.add_option("--codes", o.codes, "the peers to run: liggghts, lammps, yade, yade-frict")
      ->delimiter(',')
      ->type_name("CODE[,CODE]");
  command.add_option("--set", o.overrides, "override a key of our scene, e.g. --set broad_phase.skin='1 mm'")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_file_options(CLI::App& command, Options& o) {
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
}

void add_case_options(CLI::App& command, Options& o) {
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

// The help lists the options in the order in which they are added.
void add_bench_options(CLI::App& command, Options& o) {
  add_size_options(command, o);
  add_length_options(command, o);
  add_code_options(command, o);
  add_file_options(command, o);
  add_case_options(command, o);
}

}  // namespace app
