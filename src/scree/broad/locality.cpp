// An order of the bodies in which neighbours in space are neighbours in memory: along the Morton (Z) curve of the
// cells.
//
// Kinematic bodies come first and keep their order, so that walls of balls stay together; free bodies whose
// position is not finite come last. Bodies of one cell keep their order: sorting twice changes nothing.
#include <algorithm>
#include <cmath>
#include <utility>

#include "scree/broad/broad_phase.hpp"
#include "scree/broad/cell_grid.hpp"
#include "scree/math/morton.hpp"
#include "scree/parallel.hpp"

namespace scree::broad {
namespace {

constexpr double kMostCells = 2097151;  // 21 bits an axis

}  // namespace

std::vector<std::uint32_t> locality_order(const Cloud& c, double cell_size) {
  const Census census = take_census(c);
  const Vec3d box = census.hi - census.lo;
  const double widest = std::max({box.x, box.y, box.z});
  // Far-flung clouds get larger cells: the order is then coarser, which costs speed and nothing else.
  const double wanted = cell_size > 0 ? cell_size : 2 * census.r_max;
  const double per_cell = 1 / std::max({wanted, widest / kMostCells, 1e-150});

  using Keyed = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<Keyed> keyed(census.free.size());
  for_each_index(keyed.size(), [&](std::size_t p) {
    const std::uint32_t i = census.free[p];
    const Vec3d u = per_cell * (c.x[i] - census.lo);
    const auto axis = [](double v) { return std::uint64_t(std::min(v, kMostCells)); };
    keyed[p] = {morton(axis(u.x), axis(u.y), axis(u.z)), i};
  });
  std::sort(keyed.begin(), keyed.end());  // ties by the old place: stable

  std::vector<std::uint32_t> order;
  order.reserve(c.n);
  for (std::size_t i = 0; i < c.n; ++i)
    if (c.owner[i] != kDynamic) order.push_back(std::uint32_t(i));
  for (const Keyed& k : keyed) order.push_back(k.second);
  if (order.size() < c.n) {
    for (std::size_t i = 0; i < c.n; ++i)
      if (c.owner[i] == kDynamic && !counts(c, i)) order.push_back(std::uint32_t(i));
  }
  return order;
}

}  // namespace scree::broad
