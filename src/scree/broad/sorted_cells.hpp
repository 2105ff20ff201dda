// sorted_cells in its two parts, so that each can be timed and counted alone.
#pragma once
#include "scree/broad/broad_phase.hpp"
#include "scree/broad/cell_grid.hpp"

namespace scree::broad {

struct SortedCells {
  Census census;
  CellGrid grid;  // of the free balls
};

SortedCells sort_into_cells(const Cloud& c, Real margin);
void loop_over_cells(const Cloud& c, Real margin, const SortedCells& cells, PairList& out);

}  // namespace scree::broad
