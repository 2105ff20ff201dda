// The answer to "how far apart are two convex bodies, and where": the link, with its proof; what a pair remembers from
// one step to the next; what is counted on the way. Shared by all algorithms for polyhedra (Vec3) and polygons (Vec2).
//
// Everything is in A's frame; gap > 0 means apart; n points from A to B (docs/conventions.md).
#pragma once
#include <cstdint>

#include "scree/math/vec2.hpp"
#include "scree/math/vec3.hpp"
#include "scree/shape/link_method.hpp"

namespace scree {

enum class FeatureKind : std::uint8_t { kVertex, kEdge, kFace };

// A vertex, an edge or a face of a body. In 2-D there are vertices and edges.
struct Feature {
  FeatureKind kind = FeatureKind::kVertex;
  int index = 0;
  constexpr bool operator==(const Feature&) const = default;
};

// Which step of the ladder gave the answer.
enum class Rung : std::uint8_t { kRememberedPlane, kWarm, kCold, kGjk, kAxisScan, kNone };
inline constexpr int kRungs = 6;
inline constexpr const char* name_of(Rung r) {
  constexpr const char* names[kRungs] = {"remembered_plane", "warm", "cold", "gjk", "axis_scan", "none"};
  return names[int(r)];
}

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

struct LinkCounters {
  static constexpr int kHistogram = 21;       // 0 .. 19 and more
  std::uint64_t solves = 0;                   // answers asked for
  std::uint64_t rung[kRungs] = {};            // answers by rung
  std::uint64_t iterations[kHistogram] = {};  // 0: a plane was enough; sums up to `solves`
  std::uint64_t plane_evaluations = 0;        // of g(n): one support of A and one of B
  std::uint64_t walk_steps = 0;               // shortest link: faces searched
  std::uint64_t resets = 0;                   // shortest link: started again at a face that sees the point
  std::uint64_t special[3] = {};  // shortest link: edge-edge, face-face, edge-face moves that shortened the link
  std::uint64_t separations = 0;  // overlapping pairs moved apart to be solved
  std::uint64_t guarded = 0;      // overlaps put to the guard: is this the least depth of all directions?
  std::uint64_t fresh = 0;        // overlaps it did not confirm: a fresh search was made
  std::uint64_t failed = 0;

  SCREE_HD void count_iterations(int n) { ++iterations[n < kHistogram ? n : kHistogram - 1]; }
};

}  // namespace scree
