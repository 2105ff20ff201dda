// Figs. 6 to 11 of Nezami et al. 2006 are sketches; these are the numbers: the walk to the nearest point of a body, the
// alternating iteration between two bodies, and what the three special cases save. 6 to 11 of Nezami et al. 2006
// sketch, in numbers: the walk to the nearest point of a body, the alternating iteration between two bodies, and what
// the three special cases save.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/narrow/polyhedron/special_moves.hpp"

namespace scree::bench {

// Walks on A and on B in turn until both points stay, the last iteration confirming it, as in the paper.
struct Alternation {
  std::vector<polyhedron::LinkEnds> ends;  // at the start and after each iteration
  std::vector<Real> lengths;
  bool converged = false, inside = false;
  int iterations() const { return int(ends.size()) - 1; }
};
Alternation alternate(const polyhedron::Pair& pair, const polyhedron::LinkEnds& start, bool special_cases, int limit);

// The JSON covers `n_pairs` random pairs of the four shapes of Fig. 14, apart, without memory.
std::string walk_examples(std::uint64_t seed, int n_pairs);

}  // namespace scree::bench
