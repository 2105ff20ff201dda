// `scree pairs` runs pair queries on files of pairs with known answers (docs/pairs.md).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace scree::pairs {

struct Options {
  std::string file;         // file of pairs or motions
  std::string shapes;       // empty: the neighbouring *_shapes file
  std::string algorithm;    // empty: shortest_link, superellipsoids support_gap
  double shrinkage = 0.01;  // for shrunken_edge
  bool ladder = true;
  int repeat = 1;  // the fastest pass counts
  bool warm = false;
  std::uint64_t seed = 1;         // seed of the poses nearby that warm pairs come from
  int steps = 0;                  // > 0: motions of so many steps from the pairs of the file
  int sample = 0;                 // > 0: so many pairs of each set and kind
  std::vector<std::string> only;  // sets to run; none: all
  double scale = 1;
  std::string move, turn;
  bool swap = false;
  std::string csv;     // empty: to the standard output
  std::string failed;  // file that pairs with bad answers are added to; empty: failed_pairs.txt
  std::string replay;  // a file of such pairs, solved again instead of anything else
};

// Prints answers, tables and the summary. Returns false if an answer was wrong or lost or there was none; without the
// ladder that is a finding about the method, and the result is true.
bool run(const Options& options);

}  // namespace scree::pairs
