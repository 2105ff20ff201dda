// Sphere against a convex polyhedron: the nearest point of the polyhedron to the centre, exactly. A centre inside goes
// out through the face it is least deep under.
//
// The nearest point is found by the walk of the shortest link method (walk.hpp), from the feature it lay on in the last
// step; along coherent motion that is one feature to look at.
#pragma once
#include "scree/narrow/manifold.hpp"
#include "scree/narrow/polyhedron/walk.hpp"
#include "scree/shape/shapes.hpp"

namespace scree {

struct SpherePolyhedron {
  using ShapeA = Sphere;
  using ShapeB = PolyhedronView;
  struct Cache {
    Feature on;  // of B, nearest to the centre
  };
  static constexpr bool kTurns = true;

  // kFailed if the walk did not end: the point it got to is handed out.
  SCREE_HD static CollideStatus collide(const Sphere& a, const PolyhedronView& b, const Pose& X_ab, Real margin,
                                        Cache& cache, Manifold& m) {
    const Vec3 centre = turned_back(X_ab.R, -X_ab.p);  // of the sphere, in the polyhedron's frame
    polyhedron::SurfacePoint at = start(b, cache.on, centre);
    LinkCounters unread;
    const polyhedron::WalkEnd end = polyhedron::walk(b, centre, at, unread);
    const Vec3 to = at.p - centre;
    const Real d = norm(to);
    cache.on = at.on;
    if (end == polyhedron::WalkEnd::kInside || !(d > kTouching * b.radius))
      return from_inside(a, b, X_ab, centre, cache, m);
    if (d - a.r > margin) return CollideStatus::kSeparated;
    add(a, X_ab.R * (to / d), d - a.r, m);
    return end == polyhedron::WalkEnd::kStuck ? CollideStatus::kFailed : CollideStatus::kContact;
  }

 private:
  // Nearer than this, relative to the radius, the direction to the nearest point is rounding: the normal of the face is
  // the limit from either side.
  static constexpr Real kTouching = Real(1e-12);

  SCREE_HD static polyhedron::SurfacePoint start(const PolyhedronView& b, const Feature& on, const Vec3& x) {
    if (on.kind == FeatureKind::kFace) return polyhedron::nearest_on_face(b, on.index, x);
    if (on.kind == FeatureKind::kEdge) return polyhedron::nearest_on_edge(b, on.index, x);
    return polyhedron::at_vertex(b, on.index);
  }
  SCREE_HD static CollideStatus from_inside(const Sphere& a, const PolyhedronView& b, const Pose& X_ab, const Vec3& x,
                                            Cache& cache, Manifold& m) {
    Real height;  // of the centre over the face: none or negative
    const int face = polyhedron::highest_face(b, x, height);
    cache.on = {FeatureKind::kFace, face};
    add(a, -(X_ab.R * b.normals[face]), height - a.r, m);
    return CollideStatus::kContact;
  }
  SCREE_HD static void add(const Sphere& a, const Vec3& n, Real gap, Manifold& m) {
    m.add({n, (a.r + gap / 2) * n, gap, 0});
  }
};
static_assert(PairCollider<SpherePolyhedron>);

}  // namespace scree
