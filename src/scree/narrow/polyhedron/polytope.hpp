// A polytope of points of C = A - B round the origin grows point by point: it keeps triangles and their neighbours in
// places on the stack.
#pragma once
#include "scree/narrow/polyhedron/depth_proof.hpp"
#include "scree/narrow/polyhedron/difference.hpp"

namespace scree::polyhedron {

class Polytope {
 public:
  static constexpr int kMaxPoints = 160, kMaxFaces = 3 * kMaxPoints;  // 2 n - 4 faces, and those that are rebuilt

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

  // Takes away the faces that w sees, beginning with `from`, and joins their rim to w. After it returns false the
  // polytope must not be used any more.
  SCREE_HD bool expand(int from, const DifferencePoint& w, Real tiny) {
    if (n_points_ == kMaxPoints) return false;
    points_[n_points_++] = w;
    first_new_ = last_new_ = -1;
    if (!dig(from, w.c, tiny) || first_new_ < 0) return false;
    join(last_new_, 1, first_new_, 2);
    fill_in();
    return rim_closes();
  }

 private:
  struct Face {
    int v[3];
    int next[3], next_side[3];  // across side k, from v[k] to v[k + 1]
    Vec3 n;
    Real distance;
    bool alive, is_new, free;
  };

  struct Step {
    int face, side, done;  // side entered by, sides looked at
  };

  // The search round the hole is depth first, so that its rim comes in order.
  SCREE_HD bool dig(int from, const Vec3& w, Real tiny) {
    Step stack[kMaxFaces];
    stack[0] = {from, 0, 0};
    faces_[from].alive = false;
    for (int top = 0; top >= 0;) {
      Step& at = stack[top];
      const int sides = top == 0 ? 3 : 2;  // the side entered by needs no look
      if (at.done == sides) {
        --top;
        continue;
      }
      const int side = (at.side + (top == 0 ? 0 : 1) + at.done++) % 3;
      const int g = faces_[at.face].next[side], g_side = faces_[at.face].next_side[side];
      if (!faces_[g].alive) continue;  // already in the hole
      // Faces that w lies on go, too: their rim could be in line with w, and a face from there to w would be empty.
      if (dot(faces_[g].n, w - points_[faces_[g].v[0]].c) > -tiny) {
        faces_[g].alive = false;
        if (top + 1 == kMaxFaces) return false;
        stack[++top] = {g, g_side, 0};
      } else if (!add_rim(g, g_side, n_points_ - 1)) {
        return false;
      }
    }
    return true;
  }
  // Fills in the hole: it is looked at no more, and its places can be taken from now on.
  SCREE_HD void fill_in() {
    for (int f = 0; f < n_faces_; ++f) {
      if (faces_[f].alive || faces_[f].free) continue;
      faces_[f].free = true;
      faces_[f].next[0] = free_;
      free_ = f;
    }
  }
  // Each new face must end where the next begins; a hole with an island has a rim that does not.
  SCREE_HD bool rim_closes() {
    for (int f = 0; f < n_faces_; ++f) {
      if (!faces_[f].alive || !faces_[f].is_new) continue;
      if (faces_[faces_[f].next[1]].v[0] != faces_[f].v[1]) return false;
      faces_[f].is_new = false;
    }
    return true;
  }

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
  // Adds a face from side `side` of g, seen from the hole, to w.
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
  int free_ = -1;  // first of the places that are free again, linked by next[0]
};

}  // namespace scree::polyhedron
