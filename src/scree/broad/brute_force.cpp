// All pairs: the reference for the other methods, and the curve of order n^2 in Lazarević 2002, Fig. 5 (its Sec. 2
// prints these two loops).
#include "scree/broad/broad_phase.hpp"
#include "scree/broad/cell_grid.hpp"

namespace scree::broad {

void brute_force(const Cloud& c, Real margin, PairList& out) {
  out.clear();
  for (std::size_t i = 0; i < c.n; ++i) {
    if (!counts(c, i)) continue;
    for (std::size_t j = i + 1; j < c.n; ++j) {
      if (c.owner[i] != kDynamic && c.owner[j] != kDynamic) continue;
      if (counts(c, j) && near(c, i, j, margin)) out.push_back({std::uint32_t(i), std::uint32_t(j)});
    }
  }
}

}  // namespace scree::broad
