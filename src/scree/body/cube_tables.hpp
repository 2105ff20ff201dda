// The tables of the fixed-cubes search (Lazarević 2002, Sec. 2): plain data, so that they can stay in a State
// between steps. broad/fixed_cubes.cpp fills and reads them.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

struct CubeTables {
  Vec3d origin = {0, 0, 0};
  double cell_size = 0;                      // a
  std::uint32_t n_x = 0, n_y = 0, n_z = 0;   // cubes along each axis, an empty layer on every side included
  std::uint64_t walls_key = 0;               // which wall balls, where: while it stays the same they are not sorted again
  // b_k rows of B as flat chains: head[k] is the newest entry of cube k, next[] the one before it, ball[] its ball.
  std::vector<std::uint32_t> head, next, ball;
  std::vector<std::uint32_t> wall_head;      // head[] with the wall balls only (w_k of the paper)
  std::size_t n_wall_entries = 0;
};

}  // namespace scree
