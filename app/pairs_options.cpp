#include "pairs_options.hpp"

namespace app {
namespace {

void add_query_options(CLI::App& command, scree::pairs::Options& o) {
  command.add_option("FILE", o.file, "pairs with known answers, or motions, plain or gzip-compressed (docs/pairs.md)");
  command.add_option("--shapes", o.shapes, "file of the shapes (default: *_shapes.txt.gz or .txt beside FILE)")
      ->type_name("FILE");
  command
      .add_option("--algorithm,--method", o.algorithm,
                  "one of those that `scree table` lists (default: shortest_link, for superellipsoids support_gap)")
      ->type_name("NAME");
  command.add_option("--shrinkage", o.shrinkage, "with shrunken_edge: how far vertices are moved into their faces")
      ->check(CLI::Range(0.001, 0.01))
      ->type_name("PART")
      ->capture_default_str();
  command.add_flag("!--no-ladder", o.ladder, "the algorithm alone, whatever it answers; bad answers are no failure");
  command.add_option("--repeat", o.repeat, "passes over the pairs; the fastest counts")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  CLI::Option* const warm = command.add_flag(
      "--warm", o.warm, "ask each pair from what it remembers of a pose nearby, 1e-3 of the size away");
  command.add_option("--seed", o.seed, "of the poses nearby")->type_name("N")->capture_default_str();
  command.add_option("--steps", o.steps, "smooth motions of so many steps from the pairs, near contact")
      ->check(CLI::Range(1, 100000000))
      ->type_name("N")
      ->excludes(warm);
  command.add_option("--sample", o.sample, "only so many pairs of each set and kind (motions: 2 unless said)")
      ->check(CLI::Range(1, 100000000))
      ->type_name("N");
  command.add_option("--only", o.only, "only these sets")->delimiter(',')->type_name("SET[,SET]");
}

void add_scene_changes(CLI::App& command, scree::pairs::Options& o) {
  command.add_option("--scale", o.scale, "make everything so many times larger")
      ->type_name("FACTOR")
      ->capture_default_str();
  command.add_option("--turn", o.turn, "turn everything by this rotation vector in degrees (2-D: one angle)")
      ->type_name("X,Y,Z|random:SEED");
  command.add_option("--move", o.move, "move everything (2-D: X,Y)")->type_name("X,Y,Z");
  command.add_flag("--swap", o.swap, "exchange A and B");
}

}  // namespace

void add_pairs_options(CLI::App& command, scree::pairs::Options& o) {
  add_query_options(command, o);
  add_scene_changes(command, o);
  command.add_option("--csv", o.csv, "write the rows to a file; then the tables come to the standard output")
      ->type_name("FILE");
  command.add_option("--failed", o.failed, "add pairs with bad answers to this file (default: failed_pairs.txt)")
      ->type_name("FILE");
  command.add_option("--replay", o.replay, "ask the pairs of such a file again, by every algorithm")
      ->type_name("FILE")
      ->excludes("FILE");
}

}  // namespace app
