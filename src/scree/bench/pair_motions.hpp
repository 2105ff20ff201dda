// Smooth motions of pairs near contact come by class; the benchmark of pairs is measured on them, in our code and in
// others.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/bench/pair_shapes.hpp"

namespace scree::bench {

struct MotionPlan {
  int motions = 8;  // number of each class and kind
  int steps = 1000;
  std::uint64_t seed = 1;
  std::vector<std::string> classes = {};  // none: all
};

struct PairMotion {
  std::string family;
  char kind = 'S';  // S apart near contact, P overlapping slightly
  int a = 0, b = 0;
  std::vector<pairs::Pair<pairs::Space>> steps;
};
struct PairMotions {
  PairShapes set;
  std::vector<PairMotion> motions;
};

// The motions follow oracle/motion.hpp. References are cold answers of another method than the one measured: gjk for
// bodies apart, the scan of all axes for overlaps (gjk for bodies of more than 50 vertices, where the scan takes long).
PairMotions make_pair_motions(const MotionPlan& plan);

// This text is for programs that measure other libraries:
//   shapes <n>, then of each `shape <vertices> <faces>`, its vertices, and its faces as `<n> <vertex>...`
//   motions <n>, then of each `motion <shape a> <shape b> <size> <steps>`, and of each step the rotation matrix of A by
//   rows, its position, the same of B, and the gap
std::string motions_text(const PairMotions& motions);

}  // namespace scree::bench
