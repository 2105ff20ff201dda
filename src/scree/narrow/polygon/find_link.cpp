#include "scree/narrow/find_link.hpp"

#include "scree/narrow/polygon/ladder.hpp"

namespace scree {

LinkStatus find_link(const PolygonView& a, const PolygonView& b, const Pose2& X_ab, const LinkOptions& options,
                     LinkCache2& cache, Link2& link, LinkCounters& counters) {
  return polygon::find_link(a, b, X_ab, options, cache, link, counters);
}

}  // namespace scree
