// The ladder: one pair of convex bodies, one proved answer (docs/polyhedra.md).
//
// Rungs, in order: the plane remembered from the last step; the chosen method from the remembered link; the chosen
// method without memory; GJK and the expanding polytope; the scan of all axes. An answer counts only with its proof.
#pragma once
#include "scree/narrow/link.hpp"
#include "scree/shape/polygon.hpp"
#include "scree/shape/polyhedron.hpp"

namespace scree {

struct LinkOptions {
  LinkMethod method = LinkMethod::kShortestLink;
  Real margin = kWholeAnswer;  // gaps beyond it need only be proved, not measured
  bool ladder = true;          // false: the chosen method alone, with whatever residual it leaves
  // Proof asked for, relative to the size of the pair (sum of the two radii).
  Real tolerance = Real(1e-10);
  // Overlaps: a remembered way out is kept as long as no other is shorter by more than this part of it. Without it two
  // ways of nearly the same length would take turns from step to step, and nothing would come to rest.
  Real hysteresis = 0;
  // How far points of one body have at most moved against points of the other since the cache was filled. A depth that
  // was proved then is proved now but for that.
  Real moved = kUnknown;

  static constexpr Real kWholeAnswer = Real(1e300), kUnknown = Real(1e300);
};

// How much the plane remembered in the cache still leaves between the bodies: the gap, at least. Two supports, no
// relative pose: what most pairs of a neighbour list need. X_a and X_b are poses in any common frame; `between` is the
// vector from A's origin to B's in it, taken before digits are lost. Without memory, and of a pair that overlapped last
// time: nothing, far below zero.
template <class Polyhedron, class Memory>
SCREE_HD inline Real left_by_plane(const Polyhedron& a, const Mat3& R_a, const Polyhedron& b, const Mat3& R_b,
                                   const Vec3& between, Memory& cache) {
  if (cache.state != LinkCache::State::kPlane && cache.state != LinkCache::State::kApart) return Real(-1e300);
  const Vec3 n_in_a{cache.n.x, cache.n.y, cache.n.z}, n = R_a * n_in_a;
  const Vec3 n_in_b = turned_back(R_b, n);
  const Support top_a = climb(a, n_in_a, cache.top_a), top_b = climb(b, -n_in_b, cache.top_b);
  cache.top_a = top_a.vertex, cache.top_b = top_b.vertex;
  return dot(n, between) - top_a.value - top_b.value;
}
template <class Polyhedron, class Memory>
SCREE_HD inline bool plane_still_parts(const Polyhedron& a, const Mat3& R_a, const Polyhedron& b, const Mat3& R_b,
                                       const Vec3& between, Real margin, Memory& cache) {
  return left_by_plane(a, R_a, b, R_b, between, cache) > margin;
}

namespace polyhedron {
struct Pair;
}

// X_ab: pose of B in A's frame. The cache may be empty; it is filled for the next call.
LinkStatus find_link(const polyhedron::Pair& pair, const LinkOptions& options, LinkCache& cache, Link& link,
                     LinkCounters& counters);
LinkStatus find_link(const PolyhedronView& a, const PolyhedronView& b, const Pose& X_ab, const LinkOptions& options,
                     LinkCache& cache, Link& link, LinkCounters& counters);
LinkStatus find_link(const PolygonView& a, const PolygonView& b, const Pose2& X_ab, const LinkOptions& options,
                     LinkCache2& cache, Link2& link, LinkCounters& counters);

}  // namespace scree
