// Convex polyhedron against an infinite wall: every vertex behind the wall is a contact point.
//
// Höhner et al. 2011, Sec. 3.2: an unbounded wall can only have vertex-to-face contacts, so one pass over the vertices
// is exact.
#pragma once
#include "scree/narrow/keep_deepest.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/shapes.hpp"

namespace scree {

struct PolyhedronPlane {
  using ShapeA = PolyhedronView;
  using ShapeB = Plane;
  struct Cache {
    int deepest = 0;  // vertex
  };
  static constexpr bool kTurns = true;

  // Vertices up to `margin` in front of the wall are handed out, too. The number of the vertex names the point. With
  // more of them than a manifold holds the deepest are kept, and kPointsDropped is returned.
  SCREE_HD static CollideStatus collide(const PolyhedronView& a, const Plane&, const Pose& X_ab, Real margin,
                                        Cache& cache, Manifold& m) {
    const Vec3 n_wall = X_ab.R * Vec3{0, 0, 1};
    const Real offset = dot(n_wall, X_ab.p);
    const Support top = climb(a, -n_wall, cache.deepest);
    cache.deepest = top.vertex;
    if (-top.value - offset > margin) return CollideStatus::kSeparated;
    bool all_kept = true;
    for (int i = 0; i < a.n_vertices; ++i) {
      const Vec3 v = a.vertices[i];
      const Real gap = dot(n_wall, v) - offset;
      if (gap > margin) continue;
      all_kept &= keep_deepest(m, {-n_wall, fnma(gap / 2, n_wall, v), gap, std::uint32_t(i)});
    }
    return all_kept ? CollideStatus::kContact : CollideStatus::kPointsDropped;
  }
};
static_assert(PairCollider<PolyhedronPlane>);

}  // namespace scree
