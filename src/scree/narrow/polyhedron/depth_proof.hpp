// This is the proof for overlapping pairs that a depth is the least of all directions.
//
// C = A - B, the Minkowski difference, is convex and holds the origin; the depth is the radius of the largest ball
// about the origin in C. Points a - b of C (a in A, b in B) that make up a closed surface round the origin prove a
// ball: a ray from the origin leaves the surface at a point of C, so the ball as large as the least distance of the
// surface's planes lies in C. The slab across any direction bounds the radius from above. When the two meet, the depth
// is proved.
//
// For shallow overlaps a pyramid does: its base is the face of C that the two features across n make, its apex the
// difference of the two centres, deep inside. Only the sides are in question. A side that comes too near, because the
// foot of the origin lies within about one depth of the border of the face, is pushed out once, to the farthest point
// of C across it. This is the guard of the separation scheme: it costs some cross products, and where it fails, because
// another direction may be as good or the foot is near a corner, a fresh search is made.
#pragma once
#include "scree/narrow/polyhedron/difference.hpp"

namespace scree::polyhedron {

// Returns the distance of the origin below the plane of the triangle p, q, r, counter-clockwise seen from outside, less
// what rounding can have added. It is negative if the origin lies outside, and far below zero for a sliver.
SCREE_HD inline Real plane_below(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 u = q - p, w = r - p;
  const Vec3 m = cross(u, w);
  const Real area = norm(m);
  if (!(area > 0)) return Real(-1e300);
  return (dot(m, p) - Real(1e-15) * std::sqrt(norm2(u) * norm2(w) * norm2(p))) / area;
}

// Does the plane of the triangle leave the ball of the given radius inside? This is the common case of plane_below
// without square roots: (x + y)^2 <= (1 + e) x^2 + (1 + 1/e) y^2 with e = 1e-6 keeps rounding on the safe side.
SCREE_HD inline bool clears(const Vec3& p, const Vec3& q, const Vec3& r, Real radius) {
  const Vec3 u = q - p, w = r - p;
  const Vec3 m = cross(u, w);
  const Real along = dot(m, p);
  return along > 0 &&
         along * along >= Real(1.000001) * radius * radius * norm2(m) + Real(1.1e-24) * norm2(u) * norm2(w) * norm2(p);
}

// Finds the radius of a ball about the origin that the pyramid over the base proves, where the base lies at that depth.
struct PyramidProof {
  const Pair& pair;
  Vec3 apex, n;
  int top_a, top_b;  // where to climb from
  Real radius;
  Vec3 first{}, last{};
  bool any = false;

  SCREE_HD void add(const Vec3& c) {
    const Real level = dot(n, c);
    radius = level < radius ? level : radius;
    if (any) side(last, c);
    if (!any) first = c;
    last = c, any = true;
  }
  SCREE_HD void close() { side(last, first); }

 private:
  struct Triangle {
    Vec3 p, q, r;
    int pushes;  // how often it may still be pushed out
  };
  static constexpr int kPushes = 4;  // more make the guard slower than the search it saves

  SCREE_HD void side(const Vec3& p, const Vec3& q) {
    if (radius > 0 && !clears(q, p, apex, radius)) push_out({q, p, apex, kPushes});
  }
  // A triangle of the surface that is not clear of the ball makes way for three, up to the farthest point across it.
  SCREE_HD void push_out(const Triangle& first_triangle) {
    Triangle open[2 * kPushes + 1] = {first_triangle};  // one goes, three come: two more each time
    for (int left = 1; left > 0 && radius > 0;) {
      const Triangle t = open[--left];
      if (clears(t.p, t.q, t.r, radius)) continue;
      if (t.pushes == 0) {
        const Real d = plane_below(t.p, t.q, t.r);
        if (d < radius) radius = d;
        continue;
      }
      const Vec3 w = farthest(pair, cross(t.q - t.p, t.r - t.p), {{}, top_a, top_b}).c;
      open[left++] = {t.p, t.q, w, t.pushes - 1};
      open[left++] = {t.q, t.r, w, t.pushes - 1};
      open[left++] = {t.r, t.p, w, t.pushes - 1};
    }
  }
};

SCREE_HD inline void add_edges_crossed(const Pair& pair, const Feature& fa, const Feature& fb, PyramidProof& proof) {
  const Vec3 a0 = corner(pair.a, fa, 0), a1 = corner(pair.a, fa, 1);
  const Vec3 b0 = pair.to_a(corner(pair.b, fb, 0)), b1 = pair.to_a(corner(pair.b, fb, 1));
  const bool left = dot(cross(a1 - a0, b0 - b1), proof.n) > 0;
  proof.add(a0 - b0);
  proof.add(left ? a1 - b0 : a0 - b1);
  proof.add(a1 - b1);
  proof.add(left ? a0 - b1 : a1 - b0);
}

// Returns the corner of B's feature that is farthest against `out`.
SCREE_HD inline Vec3 farthest_corner(const PolyhedronView& s, const Feature& f, const Vec3& out) {
  Vec3 best = corner(s, f, 0);
  for (int k = 1; k < n_corners(s, f); ++k)
    if (dot(out, corner(s, f, k)) > dot(out, best)) best = corner(s, f, k);
  return best;
}

// Treats a face against a vertex, edge or face: every corner of the face, seen from the middle of the contact, gets the
// corner of the other feature that makes the base widest there.
SCREE_HD inline void add_face_of_a(const Pair& pair, const Feature& fa, const Feature& fb, const Vec3& middle,
                                   PyramidProof& proof) {
  for (int k = 0; k < n_corners(pair.a, fa); ++k) {
    const Vec3 c = corner(pair.a, fa, k);
    proof.add(c - pair.to_a(farthest_corner(pair.b, fb, pair.turn_to_b(middle - c))));
  }
}
SCREE_HD inline void add_face_of_b(const Pair& pair, const Feature& fa, const Feature& fb, const Vec3& middle,
                                   PyramidProof& proof) {
  for (int k = n_corners(pair.b, fb) - 1; k >= 0; --k) {
    const Vec3 c = pair.to_a(corner(pair.b, fb, k));
    proof.add(farthest_corner(pair.a, fa, middle - c) - c);
  }
}

// Returns the radius of the ball proved by the pyramid over the contact of features fa and fb across n; `middle` is a
// point of the contact. It is at most the depth, and less, or negative, if the pyramid does not hold that ball.
SCREE_HD inline Real proved_depth(const Pair& pair, const Vec3& n, Real depth, const Feature& fa, const Feature& fb,
                                  const Vec3& middle, const Slab& across) {
  PyramidProof proof{pair, pair.centre_a() - pair.centre_b(), n, across.top_a, across.top_b, depth};
  if (fa.kind == FeatureKind::kFace)
    add_face_of_a(pair, fa, fb, middle, proof);
  else if (fb.kind == FeatureKind::kFace)
    add_face_of_b(pair, fa, fb, middle, proof);
  else if (fa.kind == FeatureKind::kEdge && fb.kind == FeatureKind::kEdge)
    add_edges_crossed(pair, fa, fb, proof);
  else
    return -1;
  proof.close();
  return proof.radius;
}

}  // namespace scree::polyhedron
