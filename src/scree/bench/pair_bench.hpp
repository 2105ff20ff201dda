// `scree bench pairs` measures what a pair of polyhedra costs along smooth motions, in our code and in other libraries.
#pragma once
#include <functional>
#include <string>

#include "scree/bench/pair_motions.hpp"

namespace scree::bench {

struct PairBench {
  MotionPlan plan;
  int rounds = 3;
  bool peers = false;
  std::string driver;  // program that asks the peers; empty: scree_pair_peers beside this one
  std::string work;    // folder for the motions the peers read
  std::string csv;
};
// Throws RunError, after everything is said, if an answer was not right.
void pair_bench(const PairBench& options, const std::function<void(const std::string&)>& say);

}  // namespace scree::bench
