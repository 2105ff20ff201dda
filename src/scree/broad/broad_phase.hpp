// Broad phase: which pairs may touch before the next list is made.
//
// Every method returns the same set: all pairs with |x_i - x_j| <= r_i + r_j + margin, at least one of them free
// (owner == kDynamic). The order is the method's own; contacts/pair_list.cpp sorts.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scree/math/vec3.hpp"
#include "scree/state/cube_tables.hpp"
#include "scree/state/state.hpp"

namespace scree::broad {

// Balls that bound the bodies.
struct Cloud {
  std::size_t n = 0;
  const Vec3d* x = nullptr;
  const Real* r = nullptr;
  const std::int32_t* owner = nullptr;  // kDynamic (-1): moves on its own. Two kinematic bodies never make a pair.
};
struct RawPair {
  std::uint32_t i, j;  // i < j
  auto operator<=>(const RawPair&) const = default;
};
using PairList = std::vector<RawPair>;

// The one definition of "near", used by every method so that all sets are equal to the bit.
inline bool near(const Cloud& c, std::size_t i, std::size_t j, Real margin) {
  const double reach = double(c.r[i]) + double(c.r[j]) + double(margin);
  return norm2(c.x[i] - c.x[j]) <= reach * reach;
}

void brute_force(const Cloud& c, Real margin, PairList& out);
void sorted_cells(const Cloud& c, Real margin, PairList& out);
void hierarchical(const Cloud& c, Real margin, PairList& out);
// cell_size 0: 2 r_max+ and a little. `tables` keeps the wall balls' entries from call to call.
void fixed_cubes(const Cloud& c, Real margin, double cell_size, CubeTables& tables, PairList& out);

// Order of bodies along the cells of a grid: neighbours in space become neighbours in memory. Kinematic bodies first.
// Bodies of one cell keep their order.
std::vector<std::uint32_t> locality_order(const Cloud& c, double cell_size);

}  // namespace scree::broad
