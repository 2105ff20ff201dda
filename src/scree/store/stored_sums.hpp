// Exact sums are stored as rows of whole numbers: equal sums make equal rows.
#pragma once
#include <string>
#include <vector>

#include "scree/math/exact_sum.hpp"

namespace scree::output {

// One row follows the other: the carried digits, then how many terms were NaN, infinite and minus infinite.
std::vector<std::int64_t> stored_sums(const std::vector<const ExactSum*>& sums);
// Returns an empty text, or what is wrong with the rows.
std::string restore(const std::vector<std::int64_t>& rows, const std::vector<ExactSum*>& sums);

}  // namespace scree::output
