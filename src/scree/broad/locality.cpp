// An order of the bodies in which neighbours in space are neighbours in memory: along the Morton (Z) curve of the
// cells.
//
// Carried bodies come first and keep their order, so that walls of balls stay together; free bodies whose
// position is not finite come last. Bodies of one cell keep their order: sorting twice changes nothing.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "scree/broad/broad_phase.hpp"
#include "scree/broad/cell_grid.hpp"
#include "scree/parallel.hpp"

namespace scree::broad {
namespace {

constexpr double kMostCells = 2097151;  // 21 bits an axis

// Spreads the lowest 21 bits to every third place.
std::uint64_t spread(std::uint64_t k) {
  k = (k | k << 32) & 0x001f00000000ffffull;
  k = (k | k << 16) & 0x001f0000ff0000ffull;
  k = (k | k << 8) & 0x100f00f00f00f00full;
  k = (k | k << 4) & 0x10c30c30c30c30c3ull;
  return (k | k << 2) & 0x1249249249249249ull;
}

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
    const auto axis = [](double v) { return spread(std::uint64_t(std::min(v, kMostCells))); };
    keyed[p] = {axis(u.x) | axis(u.y) << 1 | axis(u.z) << 2, i};
  });
  std::sort(keyed.begin(), keyed.end());  // ties by the old place: stable

  std::vector<std::uint32_t> order;
  order.reserve(c.n);
  for (std::size_t i = 0; i < c.n; ++i)
    if (c.owner[i] != kFree) order.push_back(std::uint32_t(i));
  for (const Keyed& k : keyed) order.push_back(k.second);
  if (order.size() < c.n) {
    for (std::size_t i = 0; i < c.n; ++i)
      if (c.owner[i] == kFree && !counts(c, i)) order.push_back(std::uint32_t(i));
  }
  return order;
}

void rank_bodies(const Model& model, State& s) {
  Bodies& b = s.bodies;
  // Ties are broken by the order of the cloud: here that of the ids.
  std::vector<std::uint32_t> by_id(b.size());
  std::iota(by_id.begin(), by_id.end(), 0u);
  std::sort(by_id.begin(), by_id.end(), [&](auto i, auto j) { return b.id[i] < b.id[j]; });
  std::vector<Vec3d> x;
  std::vector<Real> r;
  std::vector<std::int32_t> owner;
  for (const std::uint32_t i : by_id) x.push_back(b.x[i]), r.push_back(b.radius[i]), owner.push_back(b.owner[i]);
  const auto order = locality_order({b.size(), x.data(), r.data(), owner.data()}, 2 * double(model.largest_radius));
  s.next_rank = 0;
  for (const std::uint32_t k : order) b.rank[by_id[k]] = s.next_rank++;
}

std::vector<std::uint32_t> order_by_rank(const Bodies& b) {
  std::vector<std::uint32_t> order(b.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto before = [&](auto i, auto j) {
    return b.rank[i] != b.rank[j] ? b.rank[i] < b.rank[j] : b.id[i] < b.id[j];
  };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  return order;
}

}  // namespace scree::broad
