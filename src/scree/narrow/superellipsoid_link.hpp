// How far apart two superellipsoids are, and where: one pair, one proved answer (docs/superellipsoids.md).
//
// The link of two smooth bodies is their common normal: a direction n from A to B and the surface points with normals n
// and -n, which lie over each other. Everything is in A's frame; gap > 0 means apart.
#pragma once
#include "scree/math/pose.hpp"
#include "scree/narrow/link.hpp"
#include "scree/shape/normal_method.hpp"
#include "scree/shape/superellipsoid.hpp"

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

struct NormalOptions {
  NormalMethod method = NormalMethod::kSupportGap;
  Real margin = kWholeAnswer;    // gaps beyond it need only be proved, not measured
  bool ladder = true;            // false: the chosen method alone, with whatever residual it leaves
  Real tolerance = Real(1e-10);  // proof asked for, in parts of the size of the pair (sum of the two radii)
  int max_iterations = 50;       // of one start

  static constexpr Real kWholeAnswer = Real(1e300);
};

// What a pair remembers. The normal is kept in the frame of the flatter body, whose surface it follows.
struct NormalCache {
  enum class State : std::uint8_t { kNothing, kOfA, kOfB };
  Vec3 n{};
  State state = State::kNothing;
  bool apart = false;  // a plane was enough
};

struct NormalLink {
  Real gap = 0;       // distance; overlapping: minus the translation along n that parts the bodies
  Vec3 n{};           // unit vector
  Vec3 p_a{}, p_b{};  // on A and on B, p_b = p_a + gap n
  // Proof: how far p_b lies beside the normal at p_a. Apart, the distance lies between `gap` and |p_b - p_a|.
  // Overlapping, n is a strict maximum of the gap and each point lies inside the other body.
  Real residual = 0;
  int iterations = 0;  // of all rungs
  NormalRung rung = NormalRung::kNone;
  NormalDoubt doubt = NormalDoubt::kNone;
};

struct NormalCounters {
  static constexpr int kHistogram = 51;       // 0 .. 49 and more
  std::uint64_t solves = 0;                   // answers asked for
  std::uint64_t rung[kNormalRungs] = {};      // answers by rung
  std::uint64_t iterations[kHistogram] = {};  // 0: a plane was enough; sums up to `solves`
  std::uint64_t evaluations = 0;              // of the points at one direction
  std::uint64_t restarts = 0;                 // new start directions
  std::uint64_t doubts[kNormalDoubts] = {};   // of first starts that were not believed
  std::uint64_t failed = 0;

  SCREE_HD void count_iterations(int n) { ++iterations[n < kHistogram ? n : kHistogram - 1]; }
  SCREE_HD NormalCounters& operator+=(const NormalCounters& c) {
    solves += c.solves, evaluations += c.evaluations, restarts += c.restarts, failed += c.failed;
    for (int k = 0; k < kNormalRungs; ++k) rung[k] += c.rung[k];
    for (int k = 0; k < kHistogram; ++k) iterations[k] += c.iterations[k];
    for (int k = 0; k < kNormalDoubts; ++k) doubts[k] += c.doubts[k];
    return *this;
  }
};

// X_ab: pose of B in A's frame. The cache may be empty; it is filled for the next call. kBeyond: only gap, a lower
// bound, and n are set. kFailed: the best answer there is, never to be taken for "apart".
LinkStatus find_link(const Superellipsoid& a, const Superellipsoid& b, const Pose& X_ab, const NormalOptions& options,
                     NormalCache& cache, NormalLink& link, NormalCounters& counters);

}  // namespace scree
