// The benchmarks of pairs use the shapes of the library, stretched by random factors, by classes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/store/pairs/pair_set.hpp"

namespace scree::bench {

using PairShape = pairs::Shape<pairs::Space>;
using PairShapes = pairs::PairSet<pairs::Space>;

// Motions are made of these classes, in the order in which they are printed.
struct PairClass {
  const char* name;
  int vertices;
};
inline constexpr PairClass kPairClasses[] = {{"tetrahedra", 4}, {"pyramids", 5}, {"boxes", 8},
                                             {"fourteen", 14},  {"rock20", 20},  {"rock50", 50},
                                             {"rock200", 200},  {"slender", 20}, {"flat", 20}};

// Returns body `index` (below 1000) of a class of the table: the same for the same seed, whatever else is made.
PairShape pair_shape(const PairClass& of, std::uint64_t seed, std::uint64_t index);

// Holds bodies of all kinds: `n_small` of 4 to 24 vertices, sizes from 0.3 to 3, then `n_large` of 50 to 200.
struct ShapePool {
  PairShapes set;
  int n_small = 0, n_large = 0;
};
ShapePool shape_pool(std::uint64_t seed, int n_small, int n_large);

}  // namespace scree::bench
