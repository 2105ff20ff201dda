// How far apart two superellipsoids are, and where: one pair, one proved answer (docs/superellipsoids.md).
//
// The link of two smooth bodies is their common normal: a direction n from A to B and the surface points with normals n
// and -n, which lie over each other. Everything is in A's frame; gap > 0 means apart.
#pragma once
#include "scree/math/pose.hpp"
#include "scree/model/normal_method.hpp"
#include "scree/narrow/link.hpp"
#include "scree/shape/superellipsoid.hpp"
#include "scree/state/normal_counters.hpp"

namespace scree {

struct NormalOptions {
  NormalMethod method = NormalMethod::kSupportGap;
  Real margin = kWholeAnswer;    // gaps beyond it need only be proved, not measured
  bool ladder = true;            // false: the chosen method alone, with whatever residual it leaves
  Real tolerance = Real(1e-10);  // proof asked for, relative to the size of the pair (sum of the two radii)
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
  Real gap = 0;               // distance; overlapping: minus the translation along n that parts the bodies
  Vec3 n{};                   // unit vector
  Vec3 p_a{}, p_b{};          // on A and on B, p_b = p_a + gap n
  Sym2 radii_a{}, radii_b{};  // of curvature there, both on the same two axes across n
  // Proof: how far p_b lies beside the normal at p_a. Apart, the distance lies between `gap` and |p_b - p_a|.
  // Overlapping, n is a strict maximum of the gap and each point lies inside the other body.
  Real residual = 0;
  int iterations = 0;  // of all rungs
  NormalRung rung = NormalRung::kNone;
  NormalDoubt doubt = NormalDoubt::kNone;
};

// X_ab: pose of B in A's frame. The cache may be empty; it is filled for the next call. kBeyond: only gap, a lower
// bound, and n are set. kFailed: the best answer there is, never to be taken for "apart".
LinkStatus find_link(const Superellipsoid& a, const Superellipsoid& b, const Pose& X_ab, const NormalOptions& options,
                     NormalCache& cache, NormalLink& link, NormalCounters& counters);

}  // namespace scree
