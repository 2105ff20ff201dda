#include "scree/broad/estimate_pairs.hpp"

#include <algorithm>

namespace scree::broad {

double estimate_pairs(const Cloud& c, Real margin) {
  constexpr std::size_t kLooks = 50'000'000, kLeast = 8;
  if (c.n < 2) return 0;
  const std::size_t samples = std::min(c.n, std::max(kLeast, kLooks / c.n));
  double found = 0;
  for (std::size_t k = 0; k < samples; ++k) {
    const std::size_t i = k * c.n / samples;
    for (std::size_t j = 0; j < c.n; ++j) found += j != i && near(c, i, j, margin);
  }
  return found / double(samples) * double(c.n) / 2;
}

}  // namespace scree::broad
