// What is counted while common normals of superellipsoids are looked for.
#pragma once
#include <cstdint>

#include "scree/math/vec3.hpp"

namespace scree {

// Which step of the ladder gave the answer.
enum class NormalRung : std::uint8_t { kRememberedPlane, kWarm, kCold, kRestart, kSupportGap, kContinuation, kNone };
inline constexpr int kNormalRungs = 7;
inline constexpr const char* name_of(NormalRung r) {
  constexpr const char* names[kNormalRungs] = {"remembered_plane", "warm",         "cold", "restart",
                                               "support_gap",      "continuation", "none"};
  return names[int(r)];
}

// What speaks against an answer.
enum class NormalDoubt : std::uint8_t {
  kNone,
  kStalled,      // too many iterations, or no way on
  kBeside,       // the points do not lie over each other: a local minimum of |d|
  kNotAMaximum,  // overlapping: the depth shrinks when n turns
  kOutside       // overlapping: a point does not lie inside the other body
};
inline constexpr int kNormalDoubts = 5;
inline constexpr const char* name_of(NormalDoubt d) {
  constexpr const char* names[kNormalDoubts] = {"none", "stalled", "beside", "not_a_maximum", "outside"};
  return names[int(d)];
}

struct NormalCounters {
  static constexpr int kHistogram = 51;       // 0 .. 49 and more
  std::uint64_t solves = 0;                   // answers asked for
  std::uint64_t rung[kNormalRungs] = {};      // answers by rung
  std::uint64_t iterations[kHistogram] = {};  // 0: a plane was enough; sums up to `solves`
  std::uint64_t by_plane = 0;                 // apart, as the first direction showed: without a step
  std::uint64_t evaluations = 0;              // of the points at one direction
  std::uint64_t restarts = 0;                 // new start directions
  std::uint64_t doubts[kNormalDoubts] = {};   // of first starts that were not believed
  std::uint64_t failed = 0;

  SCREE_HD void count_iterations(int n) { ++iterations[n < kHistogram ? n : kHistogram - 1]; }
  SCREE_HD NormalCounters& operator+=(const NormalCounters& c) {
    solves += c.solves, by_plane += c.by_plane, evaluations += c.evaluations, restarts += c.restarts,
        failed += c.failed;
    for (int k = 0; k < kNormalRungs; ++k) rung[k] += c.rung[k];
    for (int k = 0; k < kHistogram; ++k) iterations[k] += c.iterations[k];
    for (int k = 0; k < kNormalDoubts; ++k) doubts[k] += c.doubts[k];
    return *this;
  }
};

}  // namespace scree
