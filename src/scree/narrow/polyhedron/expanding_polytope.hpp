// Least depth of an overlap: a polytope of points of C = A - B round the origin grows outwards at its face nearest to
// the origin until that face lies on the border of C (van den Bergen 2001, "expanding polytope").
//
// Every polytope on the way proves a ball (depth_proof.hpp), so an early end, a sliver or a full workspace gives a
// wider residual, never a wrong answer. It starts from a tetrahedron with the difference of the centres as one corner
// and a triangle that the ray from there through the origin crosses (the portal of Snethen's XenoCollide).
#pragma once
#include "scree/narrow/polyhedron/depth_proof.hpp"
#include "scree/narrow/polyhedron/difference.hpp"

namespace scree::polyhedron {

struct DepthResult {
  bool found = false;  // false: the origin is not inside C, or rounding got in the way
  Vec3 n{};
  Slab across{};
  Real proved = 0;  // radius of a ball proved to lie in C
  int iterations = 0;
};

// A tetrahedron round the origin: the inner point first, then a triangle, counter-clockwise seen from outside.
SCREE_HD inline bool find_portal(const Pair& pair, DifferencePoint (&v)[4], LinkCounters& counters) {
  const Real tiny = Real(1e-13) * pair.size();
  v[0] = centre_of_difference(pair);
  if (norm(v[0].c) < tiny) v[0].c = {Real(1e-3) * pair.a.radius, 0, 0};  // still inside C; gives the ray a direction
  const auto support = [&](const Vec3& d, const DifferencePoint& from) {
    ++counters.plane_evaluations;
    return farthest(pair, d, from);
  };
  v[1] = support(-v[0].c, v[0]);
  if (dot(v[1].c, -v[0].c) <= 0) return false;
  Vec3 d = cross(v[1].c, v[0].c);
  if (norm2(d) <= tiny * tiny * norm2(v[0].c)) {
    Vec3 axis = -v[0].c;
    if (!to_unit(axis, 0)) return false;
    d = any_perpendicular(axis);
  }
  v[2] = support(d, v[1]);
  d = cross(v[1].c - v[0].c, v[2].c - v[0].c);
  if (dot(d, v[0].c) > 0) {
    const DifferencePoint t = v[1];
    v[1] = v[2], v[2] = t, d = -d;
  }
  for (int k = 0; k < 50; ++k) {
    v[3] = support(d, v[1]);
    if (dot(cross(v[1].c, v[3].c), v[0].c) < 0)
      v[2] = v[3];
    else if (dot(cross(v[3].c, v[2].c), v[0].c) < 0)
      v[1] = v[3];
    else
      break;
    d = cross(v[1].c - v[0].c, v[2].c - v[0].c);
  }
  for (int k = 0; k < 50; ++k) {
    Vec3 m = cross(v[2].c - v[1].c, v[3].c - v[1].c);
    if (!to_unit(m, tiny * tiny)) return false;
    if (dot(m, v[1].c - v[0].c) < 0) return false;
    if (dot(m, v[1].c) >= 0) return true;  // the origin is on the inner side
    const DifferencePoint w = support(m, v[1]);
    if (dot(m, w.c) < 0 || dot(m, w.c - v[1].c) <= tiny) return false;
    const Vec3 x = cross(w.c, v[0].c);
    if (dot(v[1].c, x) > 0) {
      if (dot(v[2].c, x) > 0)
        v[1] = w;
      else
        v[3] = w;
    } else {
      if (dot(v[3].c, x) > 0)
        v[2] = w;
      else
        v[1] = w;
    }
  }
  return false;
}

class Polytope {
 public:
  static constexpr int kMaxPoints = 160, kMaxFaces = 3 * kMaxPoints;  // 2 n - 4 faces, and what is made anew

  SCREE_HD bool start(const DifferencePoint (&v)[4]) {
    for (int k = 0; k < 4; ++k) points_[n_points_++] = v[k];
    const Vec3 m = cross(v[2].c - v[1].c, v[3].c - v[1].c);
    const bool outward = dot(m, v[1].c - v[0].c) > 0;
    const int p = 1, q = outward ? 2 : 3, r = outward ? 3 : 2;
    const int f0 = add(p, q, r), f1 = add(q, p, 0), f2 = add(r, q, 0), f3 = add(p, r, 0);
    if (f0 < 0 || f1 < 0 || f2 < 0 || f3 < 0) return false;
    join(f0, 0, f1, 0), join(f0, 1, f2, 0), join(f0, 2, f3, 0);
    join(f1, 1, f3, 2), join(f1, 2, f2, 1), join(f2, 2, f3, 1);
    for (int f = 0; f < n_faces_; ++f) faces_[f].is_new = false;
    return true;
  }
  SCREE_HD int nearest_face() const {
    int best = -1;
    for (int f = 0; f < n_faces_; ++f)
      if (faces_[f].alive && (best < 0 || faces_[f].distance < faces_[best].distance)) best = f;
    return best;
  }
  SCREE_HD const Vec3& normal(int f) const { return faces_[f].n; }
  SCREE_HD Real distance(int f) const { return faces_[f].distance; }
  SCREE_HD const DifferencePoint& corner_of(int f) const { return points_[faces_[f].v[0]]; }
  SCREE_HD bool knows(const DifferencePoint& w) const {
    for (int k = 0; k < n_points_; ++k)
      if (points_[k].a == w.a && points_[k].b == w.b) return true;
    return false;
  }

  // Takes away the faces that w sees, beginning with `from`, and joins their rim to w.
  SCREE_HD bool expand(int from, const DifferencePoint& w, Real tiny) {
    if (n_points_ == kMaxPoints) return false;
    const int w_index = n_points_;
    points_[n_points_++] = w;
    first_new_ = last_new_ = -1;
    faces_[from].alive = false;
    // Depth first round the hole, so that the rim comes in order; the stack holds (face, side entered by, sides done).
    int stack_face[kMaxFaces], stack_side[kMaxFaces], stack_done[kMaxFaces], top = 0;
    stack_face[0] = from, stack_side[0] = 0, stack_done[0] = 0;
    while (top >= 0) {
      const int f = stack_face[top];
      const int sides = top == 0 ? 3 : 2;  // the side entered by needs no look
      if (stack_done[top] == sides) {
        --top;
        continue;
      }
      const int side = (stack_side[top] + (top == 0 ? 0 : 1) + stack_done[top]) % 3;
      ++stack_done[top];
      const int g = faces_[f].next[side], g_side = faces_[f].next_side[side];
      if (!faces_[g].alive) continue;  // already in the hole
      // Faces that w lies on go, too: their rim could be in line with w, and a face from there to w would be empty.
      if (dot(faces_[g].n, w.c - points_[faces_[g].v[0]].c) > -tiny) {
        faces_[g].alive = false;
        if (top + 1 == kMaxFaces) return false;
        ++top;
        stack_face[top] = g, stack_side[top] = g_side, stack_done[top] = 0;
      } else if (!add_rim(g, g_side, w_index)) {
        return false;
      }
    }
    if (first_new_ < 0) return false;
    join(last_new_, 1, first_new_, 2);
    // The hole is looked at no more: its places can be taken from now on.
    for (int f = 0; f < n_faces_; ++f) {
      if (faces_[f].alive || faces_[f].free) continue;
      faces_[f].free = true;
      faces_[f].next[0] = free_;
      free_ = f;
    }
    for (int f = 0; f < n_faces_; ++f) {
      if (faces_[f].alive && faces_[f].is_new) {
        // The rim must close up: each new face ends where the next begins.
        const Face& g = faces_[faces_[f].next[1]];
        if (g.v[0] != faces_[f].v[1]) return false;
        faces_[f].is_new = false;
      }
    }
    return true;
  }

 private:
  struct Face {
    int v[3];
    int next[3], next_side[3];  // across side k, from v[k] to v[k + 1]
    Vec3 n;
    Real distance;
    bool alive, is_new, free;
  };

  SCREE_HD int add(int p, int q, int r) {
    if (free_ < 0 && n_faces_ == kMaxFaces) return -1;
    const int f = free_ < 0 ? n_faces_++ : free_;
    if (free_ >= 0) free_ = faces_[f].next[0];
    Face& face = faces_[f];
    face.v[0] = p, face.v[1] = q, face.v[2] = r;
    face.n = cross(points_[q].c - points_[p].c, points_[r].c - points_[p].c);
    face.distance = plane_below(points_[p].c, points_[q].c, points_[r].c);
    face.alive = face.is_new = true, face.free = false;
    const Real l = norm(face.n);
    if (!(l > 0)) return -1;
    face.n = face.n / l;
    return f;
  }
  SCREE_HD void join(int f, int f_side, int g, int g_side) {
    faces_[f].next[f_side] = g, faces_[f].next_side[f_side] = g_side;
    faces_[g].next[g_side] = f, faces_[g].next_side[g_side] = f_side;
  }
  // A face from side `side` of g, seen from the hole, to w.
  SCREE_HD bool add_rim(int g, int side, int w) {
    const int p = faces_[g].v[(side + 1) % 3], q = faces_[g].v[side];
    const int f = add(p, q, w);
    if (f < 0) return false;
    join(f, 0, g, side);
    if (first_new_ < 0) {
      first_new_ = f;
    } else {
      join(last_new_, 1, f, 2);
    }
    last_new_ = f;
    return true;
  }

  DifferencePoint points_[kMaxPoints];
  Face faces_[kMaxFaces];
  int n_points_ = 0, n_faces_ = 0;
  int first_new_ = -1, last_new_ = -1;
  int free_ = -1;  // first of the places to take again, linked by next[0]
};

// Grows from a tetrahedron round the origin. `tight`: the residual to reach, a length.
SCREE_HD inline DepthResult expand_from(const Pair& pair, const DifferencePoint (&start)[4], Real tight,
                                        LinkCounters& counters) {
  DepthResult r;
  Polytope polytope;
  if (!polytope.start(start)) return r;
  const Real tiny = Real(1e-14) * pair.size();
  Real depth = Real(1e300);
  for (r.iterations = 1; r.iterations < Polytope::kMaxPoints; ++r.iterations) {
    const int f = polytope.nearest_face();
    const Vec3 n = polytope.normal(f);
    r.proved = polytope.distance(f);
    if (depth - r.proved <= tight) break;
    const DifferencePoint w = farthest(pair, n, polytope.corner_of(f));
    ++counters.plane_evaluations;
    const Real reach = dot(n, w.c);
    if (reach < depth) depth = reach, r.n = n, r.across = {-reach, w.a, w.b};
    r.found = true;
    if (depth - r.proved <= tight) break;
    if (polytope.knows(w) || !polytope.expand(f, w, tiny)) break;
  }
  if (r.found) polish_normal(pair, r.n, r.across);
  return r;
}

SCREE_HD inline DepthResult expand_polytope(const Pair& pair, Real tight, LinkCounters& counters) {
  DifferencePoint v[4];
  if (!find_portal(pair, v, counters)) return {};
  return expand_from(pair, v, tight, counters);
}

// From the face of C that two features across n make: the triangle of it that the origin lies under, and the inner
// point. False if the origin is not under the face.
SCREE_HD inline bool tetrahedron_under(const Pair& pair, const Vec3& n, const Feature& fa, const Feature& fb,
                                       DifferencePoint (&v)[4]) {
  const auto vertex_of = [](const PolyhedronView& s, const Feature& f, int k) {
    return f.kind == FeatureKind::kVertex ? f.index
           : f.kind == FeatureKind::kEdge ? s.edges[f.index].v[k]
                                          : s.loop[s.face_start[f.index] + k];
  };
  const auto point = [&](int i, int j) {
    const int a = vertex_of(pair.a, fa, i), b = vertex_of(pair.b, fb, j);
    return DifferencePoint{pair.a.vertices[a] - pair.to_a(pair.b.vertices[b]), a, b};
  };
  const bool edges = fa.kind == FeatureKind::kEdge && fb.kind == FeatureKind::kEdge;
  const bool face_a = fa.kind == FeatureKind::kFace;
  if (!edges && !face_a && fb.kind != FeatureKind::kFace) return false;
  const int sides = edges ? 4 : face_a ? n_corners(pair.a, fa) : n_corners(pair.b, fb);
  const auto corner_at = [&](int k) {
    return edges ? point(k == 1 || k == 2, k >= 2) : face_a ? point(k, 0) : point(0, k);
  };
  v[0] = centre_of_difference(pair);
  v[1] = corner_at(0);
  for (int k = 1; k + 1 < sides; ++k) {
    v[2] = corner_at(k), v[3] = corner_at(k + 1);
    const Real x = dot(n, cross(v[1].c, v[2].c)), y = dot(n, cross(v[2].c, v[3].c)), z = dot(n, cross(v[3].c, v[1].c));
    if ((x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0)) return true;
  }
  return false;
}

}  // namespace scree::polyhedron
