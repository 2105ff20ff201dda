// Checkpoints keep what pairs of polyhedra or superellipsoids remember as arrays of plain numbers.
#pragma once
#include <string>

#include "scree/state/state.hpp"

namespace scree::output {

struct StoredLinks {
  std::vector<std::uint32_t> first;     // Links::first
  std::vector<std::int32_t> numbers;    // seven a cache: state, kinds and indices of both features, both tops
  std::vector<Vec3> vectors;            // three a cache
  std::vector<float> proved, clear;     // one a cache
  std::vector<std::uint64_t> counters;  // LinkCounters, NormalCounters
};

StoredLinks stored_links(const State& s);
// Puts them back, for the pairs of `s`. Returns what does not fit, or nothing.
std::string restore(const StoredLinks& links, const Model& model, State& s);

}  // namespace scree::output
