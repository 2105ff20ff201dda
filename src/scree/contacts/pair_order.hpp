// From a bag of raw pairs to State::pairs: walls added, A first, bucketed, rows per body, springs carried over.
#pragma once
#include "scree/broad/broad_phase.hpp"

namespace scree::contacts {

void order_pairs(const Model& model, State& s, broad::PairList raw, Real margin);

}  // namespace scree::contacts
