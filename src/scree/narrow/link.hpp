// The answer to "how far apart are two convex bodies, and where": the link, with its proof; what a pair remembers from
// one step to the next; what is counted on the way. Shared by all algorithms for polyhedra (Vec3) and polygons (Vec2).
//
// Everything is in A's frame; gap > 0 means apart; n points from A to B (docs/conventions.md).
#pragma once
#include <cstdint>

#include "scree/math/vec2.hpp"
#include "scree/math/vec3.hpp"
#include "scree/model/link_method.hpp"
#include "scree/state/link_cache.hpp"
#include "scree/state/link_counters.hpp"

namespace scree {

enum class LinkStatus : std::uint8_t {
  kBeyond,  // the gap is larger than the margin; only n and gap, a lower bound, need be set
  kLink,    // the whole answer, proved to `residual`
  kFailed   // no rung could prove its answer; the best one is given, with its residual
};

template <class V>
struct LinkT {
  Real gap = 0;    // distance; overlapping: minus the least translation that parts the bodies
  V n{};           // unit vector
  V p_a{}, p_b{};  // on A and on B, p_b = p_a + gap n
  // What of A reaches farthest along n and what of B against it: the type of contact.
  Feature a, b;
  // Proof. Apart: |p_b - p_a| less the width of the empty slab across n, so the distance is known to lie between the
  // two. Overlapping: the width of the overlap along n less the radius of a ball proved to lie in the Minkowski
  // difference.
  Real residual = 0;
  int iterations = 0;
  Rung rung = Rung::kNone;
};
using Link = LinkT<Vec3>;
using Link2 = LinkT<Vec2>;

}  // namespace scree
