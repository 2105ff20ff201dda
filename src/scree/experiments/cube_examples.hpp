// Balls are registered in cubes (Lazarević 2002, Figs. 1 to 4 and Algorithm 1); these are the numbers to draw and to
// check. 1 to 4 and Algorithm 1, as numbers to draw and to check.
#pragma once
#include <cstdint>
#include <string>

namespace scree::bench {

// The JSON has the candidate cubes of each of the eight cells; of `n` balls at random in a cube (a = 0.5 m, radii of
// Table 1) how many cells, cubes and comparisons they have, and how many disagree with the distance from ball to cube;
// and one ball in the eighth cell with its distances.
std::string cube_examples(std::uint64_t seed, int n);

}  // namespace scree::bench
