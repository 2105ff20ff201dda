// Listed pairs of polyhedra and of superellipsoids by the distance of their surfaces instead of that of the balls that
// bound them.
#pragma once
#include "scree/broad/broad_phase.hpp"

namespace scree::narrow {

// Takes out pairs whose surfaces are farther apart than `margin`. Expects links to be detached. Bodies of several parts
// and pairs with spheres stay as they are. In a packing about half of the pairs go.
void drop_far_pairs(const Model& model, State& s, Real margin, broad::PairList& pairs);

}  // namespace scree::narrow
