#include "scree/narrow/superellipsoid/ladder.hpp"

namespace scree {

LinkStatus find_link(const Superellipsoid& a, const Superellipsoid& b, const Pose& X_ab, const NormalOptions& options,
                     NormalCache& cache, NormalLink& link, NormalCounters& counters) {
  const superellipsoid::Pair pair{a, b, X_ab};
  return superellipsoid::Ladder(pair, options, cache, link, counters).climb();
}

}  // namespace scree
