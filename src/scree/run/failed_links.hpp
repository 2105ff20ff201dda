// Pairs of a run whose link could not be proved on any rung are saved so that `scree pairs --replay` solves them again.
#pragma once
#include <string>

#include "scree/state/state.hpp"

namespace scree::pairs {

// Solves every listed pair of polyhedra once more, with what it remembers and without, and appends those that fail to
// the file, at most FaultFile::kMost. Returns how many failed. The state is not changed.
std::size_t save_failed_links(const Model& model, const State& s, const std::string& path);

}  // namespace scree::pairs
