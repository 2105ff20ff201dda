// The tests of Wellmann et al. 2008 (Sec. 5) run on random pairs of superellipsoids, for both methods; pairs beyond
// theirs go through the whole ladder.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "scree/experiments/normal_pairs.hpp"

namespace scree::bench {

// Studies one method on the pairs of one series and interval, each from the line of centres.
struct NormalStudy {
  static constexpr int kMost = 50;  // iterations of one start, as in the paper
  NormalMethod method = NormalMethod::kSupportGap;
  int series = 0, interval = 0;
  std::uint64_t pairs = 0;
  std::uint64_t not_strict = 0;                   // pairs made with a contact that is none, which are left out
  std::uint64_t iterations[kMost + 1] = {};       // for those that came to an end with an answer that was believed
  std::uint64_t failed[kNormalDoubts] = {};       // first starts by cause
  std::uint64_t restarts = 0, most_restarts = 0;  // for those that failed
  std::uint64_t never = 0;                        // not solved by 20 new starts
  std::uint64_t other_way = 0;                    // series 2: a shorter way out than the one the pair was made with
  double gap_error = 0, point_error = 0, angle_error = 0;  // series 2, sums: relative, length, degrees
  std::uint64_t compared = 0;                              // number of pairs behind the errors of series 2
  double seconds = 0;                                      // CPU time of the first starts

  NormalStudy& operator+=(const NormalStudy& other);
  std::uint64_t all_failed() const;
  // Returns the part of the pairs that needed at most so many iterations.
  double share_up_to(int n) const;
  double mean_iterations() const;
};

struct NormalPlan {
  std::uint64_t n = 1000000;  // pairs of each series, interval and method
  std::uint64_t seed = 1;
  std::function<void(std::uint64_t done)> tick;
};
// The criteria are those of the paper: series 1 ends at the first direction that parts the bodies; series 2 converges
// to a gradient of |d|^2 of 1e-6 (common_normal), or to points 1e-10 of the size beside each other (support_gap).
std::vector<NormalStudy> study_normals(const NormalPlan& plan);

// Sends any pair through the whole ladder, cold and then warm.
struct HardStudy {
  std::uint64_t pairs = 0, disagreements = 0;  // warm and cold differ by more than 1e-9 of the size, or a bad answer
  NormalCounters cold, warm;
  std::vector<std::uint64_t> bad;  // indices of failed or disagreeing pairs, at most 100
  HardStudy& operator+=(const HardStudy& other);
};
HardStudy study_hard_pairs(NormalMethod method, const NormalPlan& plan);

// Holds the CPU time of one call of find_link on pairs of interval 3 (and of ellipsoids) in the cache of the processor:
// cold, from memory after a step of 1e-4 of the size, and for pairs apart with their remembered plane.
struct NormalCost {
  NormalMethod method = NormalMethod::kSupportGap;
  int interval = 0;
  double cold = 0, warm = 0, plane = 0;  // ns
};
std::vector<NormalCost> normal_costs(std::uint64_t seed, double seconds);

}  // namespace scree::bench
