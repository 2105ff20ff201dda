// The production method: counting sort by the cell of the centre, half shell.
//
// Lazarević 2002 enters a ball in every cube it cuts and needs flags and midpoints to meet each pair once. Here a ball
// is in one cell, with cells of side 2 r_max + margin, and looks at its own cell and the 13 ahead (notes on fixed
// cubes, section 5). Only free balls are sorted; a kinematic ball (a ball of a wall) looks up the free ones around it,
// so that walls of thousands of overlapping balls never meet themselves. Carried balls do not make the cells larger.
#include "scree/broad/sorted_cells.hpp"

#include "scree/parallel.hpp"

namespace scree::broad {

SortedCells sort_into_cells(const Cloud& c, Real margin) {
  SortedCells cells{take_census(c), {}};
  double r_max = 0;
  for (const std::uint32_t i : cells.census.free) r_max = std::max(r_max, double(c.r[i]));
  cells.grid.build(c, cells.census.free, cells.census.lo, 2 * r_max + double(margin));
  return cells;
}

void loop_over_cells(const Cloud& c, Real margin, const SortedCells& cells, PairList& out) {
  const Census& census = cells.census;
  const CellGrid& grid = cells.grid;
  const std::size_t n_free_tasks = n_chunks(census.free.size());
  const std::size_t n_tasks = n_free_tasks + (census.free.empty() ? 0 : n_chunks(census.kinematic.size()));
  const auto task = [&](std::size_t t, PairBuffer& pairs) {
    if (t < n_free_tasks) {
      grid.half_shell(t * kChunk, std::min((t + 1) * kChunk, grid.size()), double(margin), pairs);
      return;
    }
    const std::size_t begin = (t - n_free_tasks) * kChunk;
    for (std::size_t p = begin; p < std::min(begin + kChunk, census.kinematic.size()); ++p) {
      const std::uint32_t i = census.kinematic[p];
      grid.around({c.x[i], double(c.r[i])}, i, double(margin), pairs);
    }
  };
  collect_pairs(n_tasks, task, out);
}

void sorted_cells(const Cloud& c, Real margin, PairList& out) {
  loop_over_cells(c, margin, sort_into_cells(c, margin), out);
}

}  // namespace scree::broad
