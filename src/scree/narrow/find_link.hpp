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
  // Proof asked for, in parts of the size of the pair (sum of the two radii).
  Real tolerance = Real(1e-10);

  static constexpr Real kWholeAnswer = Real(1e300);
};

// X_ab: pose of B in A's frame. The cache may be empty; it is filled for the next call.
LinkStatus find_link(const PolyhedronView& a, const PolyhedronView& b, const Pose& X_ab, const LinkOptions& options,
                     LinkCache& cache, Link& link, LinkCounters& counters);
LinkStatus find_link(const PolygonView& a, const PolygonView& b, const Pose2& X_ab, const LinkOptions& options,
                     LinkCache2& cache, Link2& link, LinkCounters& counters);

}  // namespace scree
