// Convex polyhedron inside a cylinder or a cone: on the concave side only vertices can touch, away from the rims.
//
// In the half-plane of a meridian the surface is a segment. The signed distance of a vertex from its line, counted
// outwards, is its depth; it counts if its foot lies on the segment. A body is inside if its centre is nearer to the
// axis than the line at its height. Outside, and at the rims, the frustum is a convex body of its own
// (solids/frustum_polyhedron.hpp).
#pragma once
#include "scree/narrow/keep_deepest.hpp"
#include "scree/narrow/polyhedron/cap.hpp"
#include "scree/shape/shapes.hpp"

namespace scree {

// The meridian of a frustum: a line in the half-plane (distance from the axis, height), with its normal away from the
// axis. A ring, r0 != r1 at one height, has no such side: its normal is along the axis.
struct Meridian {
  Real r0, z0;
  Real nr, nz;  // normal
  Real tr, tz;  // along the segment, by its length squared: 0 and 1 at the ends

  SCREE_HD explicit Meridian(const Frustum& f) : r0(f.r0), z0(f.z0) {
    const Real dr = f.r1 - f.r0, dz = f.z1 - f.z0, l2 = fma(dr, dr, dz * dz);
    const Real over = (dz < 0 ? -1 : 1) / std::sqrt(l2);
    nr = over * dz, nz = -over * dr;
    tr = dr / l2, tz = dz / l2;
  }
  // How far outside the line.
  SCREE_HD Real outside(Real r, Real z) const { return fma(nr, r - r0, nz * (z - z0)); }
  SCREE_HD bool over_segment(Real r, Real z) const {
    const Real t = fma(tr, r - r0, tz * (z - z0));
    return t >= 0 && t <= 1;
  }
};

// Several vertices pressed into one wall as one contact, with the depths d_i, in A's frame. The energy of the contact
// is a function of sum4; sum3 n is its derivative: d sum4 / d depth = 4 sum3, with the depth along n.
struct VertexPatch {
  Real sum4 = 0;   // sum of d^4
  Real sum3 = 0;   // length of the sum of d^3 n_i; the sum of d^3 as far as the normals agree
  Vec3 centre;     // mean of the points, each half its depth inside the wall, with the weights d^3
  Vec3 n;          // along the sum of d^3 n_i, out of the body
  Vec3 g1, g2;     // across n; g1 g1^T + g2 g2^T is the second moment of the points with the weights d^3
  Real depth = 0;  // largest d
};

struct PolyhedronInFrustum {
  using ShapeA = PolyhedronView;
  using ShapeB = Frustum;
  struct Cache {};
  static constexpr bool kTurns = true;

  // X_ab: pose of the frustum in the frame of the polyhedron.
  SCREE_HD static bool inside(const PolyhedronView& a, const Frustum& b, const Pose& X_ab) {
    const Vec3 c = turned_back(X_ab.R, a.centre - X_ab.p);
    return Meridian(b).outside(std::sqrt(fma(c.x, c.x, c.y * c.y)), c.z) < 0;
  }

  // A point for every vertex, named by its number; vertices up to `margin` in front of the wall, too.
  SCREE_HD static CollideStatus collide(const PolyhedronView& a, const Frustum& b, const Pose& X_ab, Real margin,
                                        Cache&, Manifold& m) {
    bool all_kept = true;
    for_vertices(a, b, X_ab, margin, [&](int v, const Vec3& p, const Vec3& n, Real depth) {
      all_kept &= keep_deepest(m, {n, p, -depth, std::uint32_t(v)});
    });
    if (m.n_points == 0) return CollideStatus::kSeparated;
    return all_kept ? CollideStatus::kContact : CollideStatus::kPointsDropped;
  }

  // False if no vertex has gone through.
  SCREE_HD static bool patch(const PolyhedronView& a, const Frustum& b, const Pose& X_ab, VertexPatch& out) {
    Real weight = 0;
    Vec3 push{0, 0, 0}, first{0, 0, 0}, n_deepest{};
    out = {};
    for_vertices(a, b, X_ab, 0, [&](int, const Vec3& p, const Vec3& n, Real d) {
      const Real d3 = d * d * d;
      out.sum4 = fma(d3, d, out.sum4), weight += d3;
      push = fma(d3, n, push), first = fma(d3, p, first);
      if (d > out.depth) out.depth = d, n_deepest = n;
    });
    if (!(weight > 0)) return false;
    out.sum3 = norm(push);
    // Wedged between opposite sides: the pushes cancel, and any of the normals is as good as the other.
    out.n = out.sum3 > Real(1e-9) * weight ? push / out.sum3 : n_deepest;
    out.centre = first / weight;
    find_extent(a, b, X_ab, weight, out);
    return true;
  }

 private:
  // Calls f(vertex, point half-way to the surface, normal, depth), all in A's frame, for vertices less than `margin`
  // inside the surface or beyond it.
  template <class F>
  SCREE_HD static void for_vertices(const PolyhedronView& a, const Frustum& b, const Pose& X_ab, Real margin,
                                    const F& f) {
    const Meridian line(b);
    const Mat3 to_b = transpose(X_ab.R);
    const Vec3 c = to_b * (a.centre - X_ab.p);
    // Distances from the line change no faster than the point moves.
    if (line.outside(std::sqrt(fma(c.x, c.x, c.y * c.y)), c.z) + a.radius < -margin) return;
    for (int v = 0; v < a.n_vertices; ++v) {
      const Vec3 x = a.vertices[v], q = to_b * (x - X_ab.p);
      // outside(r, z) >= -margin, without the root.
      const Real r2 = fma(q.x, q.x, q.y * q.y), least = fms(line.nr, line.r0, line.nz * (q.z - line.z0)) - margin;
      if (least > 0 && line.nr * line.nr * r2 < least * least) continue;
      const Real r = std::sqrt(r2), depth = line.outside(r, q.z);
      if (!(depth > -margin) || !line.over_segment(r, q.z)) continue;
      const Real cx = r > 0 ? q.x / r : Real(1), cy = r > 0 ? q.y / r : Real(0);
      const Vec3 n = X_ab.R * Vec3{line.nr * cx, line.nr * cy, line.nz};
      f(v, fnma(depth / 2, n, x), n, depth);
    }
  }

  SCREE_HD static void find_extent(const PolyhedronView& a, const Frustum& b, const Pose& X_ab, Real weight,
                                   VertexPatch& out) {
    polyhedron::PatchFrame frame{any_perpendicular(out.n), {}, out.centre};
    frame.e2 = cross(out.n, frame.e1);
    Real xx = 0, xy = 0, yy = 0;
    for_vertices(a, b, X_ab, 0, [&](int, const Vec3& p, const Vec3&, Real d) {
      const Real x = dot(frame.e1, p - out.centre), y = dot(frame.e2, p - out.centre), w = d * d * d / weight;
      xx = fma(w * x, x, xx), xy = fma(w * x, y, xy), yy = fma(w * y, y, yy);
    });
    polyhedron::to_vectors(xx, xy, yy, frame, out.g1, out.g2);
  }
};
static_assert(PairCollider<PolyhedronInFrustum>);

}  // namespace scree
