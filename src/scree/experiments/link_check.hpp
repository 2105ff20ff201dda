// Does the ladder say the same as the two slow methods, on as many pairs as one likes?
//
// Each random pair is solved three times: remembering nothing, from a pose nearby, and from somewhere else altogether.
// Each answer is held against gjk alone and the scan of all axes alone, which remember nothing and have no ladder.
#pragma once
#include <functional>

#include "scree/experiments/random_pairs.hpp"
#include "scree/store/pairs/judge.hpp"

namespace scree::bench {

enum class Memory : std::uint8_t { kNone, kNearby, kElsewhere };
inline constexpr int kMemories = 3;
inline constexpr const char* name_of(Memory m) {
  constexpr const char* names[kMemories] = {"remembering nothing", "from a pose nearby", "from elsewhere"};
  return names[int(m)];
}
inline constexpr LinkMethod kReferenceMethods[] = {LinkMethod::kGjk, LinkMethod::kAxisScan};
inline constexpr int kReferences = 2;
inline constexpr Real kAgreement = Real(1e-9);  // agreement of gaps, relative to the size

// Holds one answer that differs from a reference, or is missing, with all that is needed to solve the pair again.
struct Disagreement {
  RandomPair pair;  // its id is the index; the reference is the scan of all axes
  Memory memory = Memory::kNone;
  LinkMethod against = LinkMethod::kGjk;
  Real difference = 0;  // relative to the size
  LinkCache before;
  pairs::Answer<pairs::Space> answer;
};

struct LinkCheckOptions {
  std::uint64_t n = 100000, first = 0;  // pairs, and the index of the first
  LinkOptions link;
  std::function<void(std::uint64_t done)> progress;  // called now and then, never by two threads at a time
};

struct LinkCheck {
  std::uint64_t pairs = 0, kinds[3] = {};  // apart, nearly touching (to 1e-3 of the size), overlapping
  std::uint64_t disagreeing_pairs = 0;
  std::uint64_t failed = 0;  // answers
  LinkCounters counters[kMemories];
  Real worst[kMemories][kReferences] = {};            // relative to the size
  std::uint64_t beyond[kMemories][kReferences] = {};  // answers farther off than kAgreement, or NaN
  std::vector<Disagreement> disagreements;            // one a pair at most, by index; the first 1000

  void add(const LinkCheck& other);
};
// Runs in parallel, by OpenMP; the result does not depend on the number of threads.
LinkCheck check_links(const RandomPairs& pairs, const LinkCheckOptions& options);

}  // namespace scree::bench
