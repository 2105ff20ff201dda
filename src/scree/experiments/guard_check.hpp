// The separation scheme alone is held against the true least depth, and so is what the guard makes of it.
//
// The scheme follows a local minimum of the depth from step to step; the guard has to notice where that is not the
// least of all (separation.hpp, depth_proof.hpp).
#pragma once
#include "scree/bench/pair_motions.hpp"
#include "scree/experiments/random_pairs.hpp"

namespace scree::bench {

struct GuardCheck {
  static constexpr Real kDeeper = Real(1e-6);  // relative to the size

  std::uint64_t asked = 0;      // overlaps
  std::uint64_t no_answer = 0;  // by the scheme: it could not part the bodies
  std::uint64_t deeper = 0;     // deeper than the true depth, by more than kDeeper
  Real worst_excess = 0;        // relative to the true depth
  int worst_id = -1;
  std::uint64_t fresh = 0;         // with the ladder: sent to a fresh search
  std::uint64_t wrong_passed = 0;  // answers of the scheme off by more than 1e-9 of the size that the guard lets pass
  std::uint64_t ladder_wrong = 0;  // answers with the ladder off by as much, or none

  void add(const GuardCheck& other);
  bool clean() const { return wrong_passed == 0 && ladder_wrong == 0; }
};

// Checks shallow overlaps, each from what is remembered of a pose a little less deep and rotated by up to a degree.
GuardCheck check_guard(const RandomPairs& pairs, std::uint64_t n);
// Checks motions that overlap, each step from what the scheme itself remembers of the one before.
GuardCheck check_guard(const PairMotions& motions);

std::string text_of(const std::string& title, const GuardCheck& check);

}  // namespace scree::bench
