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
  // kPlaces: of a superellipsoid in a round wall; then the other numbers are no features, but where it touched.
  // kShrunken: the shrunken edges did not touch; a and b are faces that kept those of the other body off.
  // kInside: a polyhedron in a round wall; a says whether it touches.
  enum class State : std::uint8_t { kNothing, kPlane, kApart, kOverlap, kPlaces, kShrunken, kInside };
  State state = State::kNothing;
  Feature a, b;              // where the ends of the link lie; in 3-D and 2-D
  int top_a = 0, top_b = 0;  // vertices that reached farthest along n and against it
  V n{};                     // last normal, in A's frame
  V p_a{}, p_b{};            // ends of the link, in A's frame and in B's frame
  Real proved = 0;           // of an overlap: there is no way out that is shorter; 0: that is not known
};
using LinkCache = LinkCacheT<Vec3>;
using LinkCache2 = LinkCacheT<Vec2>;

// The same as a State keeps it for every listed pair, in little more than half the bytes. What is remembered is where a
// search starts; answers are worked out anew from features, to full precision. Only what was proved is believed, for as
// long as bodies have not moved too far: `proved` of a depth, `clear` of a gap.
struct LinkMemo {
  using Short = Vec3T<float>;
  Short n = {0, 0, 0}, p_a = {0, 0, 0}, p_b = {0, 0, 0};
  float proved = 0;
  float clear = 0;  // m that bodies were beyond reach where the pair list was made, at least; 0: that is not known
  std::int32_t a = 0, b = 0, top_a = 0, top_b = 0;
  LinkCache::State state = LinkCache::State::kNothing;
  FeatureKind kind_a = FeatureKind::kVertex, kind_b = FeatureKind::kVertex;

  LinkMemo() = default;
  static Short shortened(const Vec3& v) { return {float(v.x), float(v.y), float(v.z)}; }
  static float rounded_down(Real length) { return length > 0 ? float(length * (1 - Real(2e-7))) : 0; }
  static Vec3 whole(const Short& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
  explicit LinkMemo(const LinkCache& c)
      : n(shortened(c.n)),
        p_a(shortened(c.p_a)),
        p_b(shortened(c.p_b)),
        proved(rounded_down(c.proved)),
        a(c.a.index),
        b(c.b.index),
        top_a(c.top_a),
        top_b(c.top_b),
        state(c.state),
        kind_a(c.a.kind),
        kind_b(c.b.kind) {}
  LinkCache whole() const {
    return {state, {kind_a, a}, {kind_b, b}, top_a, top_b, whole(n), whole(p_a), whole(p_b), Real(proved)};
  }
};
static_assert(sizeof(LinkMemo) == 64);

}  // namespace scree
