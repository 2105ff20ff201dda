// The tables of the fixed-cubes search (Lazarević 2002, Sec. 3.6): plain data, so that they can stay in a State
// between steps. broad/fixed_cubes.cpp fills and reads them.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

// What one call did, for tests and for the figures of the paper.
struct CubeStatistics {
  std::uint32_t largest_b = 0;  // balls in the fullest cube, max b_k
  double mean_a = 0;            // cubes per moving ball, mean a_i
  int fewest_comparisons = 0;   // per moving ball, 6 or more
  int most_comparisons = 0;     // 10 or fewer
  double mean_comparisons = 0;
  std::uint64_t n_midpoints = 0;  // pairs met in a cube and asked for their midpoint
  std::uint64_t n_tested = 0;     // pairs whose distance was taken
};

struct CubeTables {
  Vec3d origin = {0, 0, 0};
  double cell_size = 0;                        // a
  double wanted_size = 0;                      // a before it was raised to bound the number of cubes
  std::uint32_t n_cx = 0, n_cy = 0, n_cz = 0;  // n_c along each axis, an empty layer on every side included
  double enlargement = 0;                      // r_i+ - r_i

  // Matrix A: the cubes of ball i are a_cube[8 i] up to 8 i + a[i].
  std::vector<std::uint8_t> a;        // a_i
  std::vector<std::uint32_t> a_cube;  // a_ij
  // Matrix B as chains: head[k] is the newest entry of cube k, next[] the one before it, ball[] its ball.
  std::vector<std::uint32_t> head, next, ball;
  std::vector<std::uint32_t> b;  // b_k
  // The wall balls' part of B, to which it is reset before each sort.
  std::vector<std::uint32_t> wall_head, w;  // w_k
  std::size_t n_wall_entries = 0;
  std::uint64_t walls_key = 0;         // which wall balls, where: as long as it is the same they stay sorted
  std::uint64_t wall_sorts = 0;        // how often they were sorted
  std::vector<std::uint8_t> finished;  // s_i

  CubeStatistics stats;
};

}  // namespace scree
