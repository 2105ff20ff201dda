#include "scree/narrow/find_link.hpp"

#include "scree/narrow/polyhedron/ladder.hpp"

namespace scree {

LinkStatus find_link(const polyhedron::Pair& pair, const LinkOptions& options, LinkCache& cache, Link& link,
                     LinkCounters& counters) {
  return polyhedron::climb_ladder(pair, options, cache, link, counters);
}
LinkStatus find_link(const PolyhedronView& a, const PolyhedronView& b, const Pose& X_ab, const LinkOptions& options,
                     LinkCache& cache, Link& link, LinkCounters& counters) {
  return find_link({a, b, X_ab}, options, cache, link, counters);
}

}  // namespace scree
