// Features of convex bodies, and what a pair of them remembers from one step to the next. Part of the State: a run that
// is continued must start where it stopped.
#pragma once
#include <cstdint>

#include "scree/math/vec2.hpp"
#include "scree/math/vec3.hpp"

namespace scree {

enum class FeatureKind : std::uint8_t { kVertex, kEdge, kFace };

// A vertex, an edge or a face of a body. In 2-D there are vertices and edges.
struct Feature {
  FeatureKind kind = FeatureKind::kVertex;
  int index = 0;
  constexpr bool operator==(const Feature&) const = default;
};

// What a pair remembers. Points are in the frame of their own body, so that they move with it.
template <class V>
struct LinkCacheT {
  enum class State : std::uint8_t { kNothing, kPlane, kApart, kOverlap };
  State state = State::kNothing;
  Feature a, b;              // where the ends of the link lie; in 3-D and 2-D
  int top_a = 0, top_b = 0;  // vertices that reached farthest along n and against it
  V n{};                     // last normal, in A's frame
  V p_a{}, p_b{};            // ends of the link, in A's frame and in B's frame
};
using LinkCache = LinkCacheT<Vec3>;
using LinkCache2 = LinkCacheT<Vec2>;

}  // namespace scree
