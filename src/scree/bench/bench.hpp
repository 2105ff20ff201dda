// scree bench says how fast the program is, on what, and against whom.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/bench/timing.hpp"

namespace scree::bench {

struct Options {
  std::vector<std::string> names;  // empty: list them
  std::vector<std::int64_t> n;     // number of bodies; links, normals: pairs. Empty: each benchmark has its own
  std::vector<int> threads = {1};
  Length length;  // pairs: `steps` of a motion; detection: steps of the flow
  int rounds = 3;
  bool peers = false;
  std::vector<std::string> codes;      // names of the peers; empty: all
  std::vector<std::string> overrides;  // --set, for our own runs
  std::string scene;                   // detection: with a tool that moves in phases, instead of the flow
  std::string run;                     // detection: folder of a run of such a scene, or of the flow
  std::string work = "bench-work";
  std::string csv;         // empty: none (those with a figure: in the work folder)
  std::string driver;      // driver of the peers; empty: bench/peers/run_peers
  bool large = false;      // broad: up to 10^6
  bool quick = false;      // impacts: few orientations and angles; normals: the paper's pairs alone
  std::int64_t most = 0;   // broad: largest number instead
  std::uint64_t seed = 1;  // pairs, links, normals
  std::int64_t first = 0;  // links: index of the first pair
};

// Prints to standard output as results come. It throws InputError for names, codes and numbers that are not allowed.
void run(const Options& options);

}  // namespace scree::bench
