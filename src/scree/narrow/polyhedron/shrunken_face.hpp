// The common polygon shows where a face of one polyhedron lies over a face of another: both cover it, seen along the
// normal of the second.
#pragma once
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

class CommonPolygon {
 public:
  // Cuts face f of `main`, whose pose is X, by the sides of face t of `target`, in target's frame.
  SCREE_HD CommonPolygon(const PolyhedronView& main, int f, const Pose& X, const PolyhedronView& target, int t)
      : n_t_(target.normals[t]) {
    for (int h = main.face_start[f]; h < main.face_start[f + 1]; ++h) add(X * main.vertices[main.loop[h]]);
    for (int h = target.face_start[t]; h < target.face_start[t + 1] && n_ > 0; ++h)
      cut(target.side_normals[h], target.side_offsets[h]);
  }
  SCREE_HD int size() const { return n_; }
  SCREE_HD const Vec3& operator[](int i) const { return corners_[i]; }
  SCREE_HD Real area() const {
    Vec3 twice{0, 0, 0};
    for (int i = 1; i + 1 < n_; ++i) twice += cross(corners_[i] - corners_[0], corners_[i + 1] - corners_[0]);
    return std::fabs(dot(twice, n_t_)) / 2;
  }
  SCREE_HD Vec3 middle() const {
    Vec3 sum{0, 0, 0};
    for (int i = 0; i < n_; ++i) sum += corners_[i];
    return sum / Real(n_ > 0 ? n_ : 1);
  }
  // Returns the length from the first corner to the farthest: the largest extent is at most twice this, and hardly ever
  // much more than it.
  SCREE_HD Real length() const {
    Real far2 = 0;
    for (int i = 1; i < n_; ++i)
      if (norm2(corners_[i] - corners_[0]) > far2) far2 = norm2(corners_[i] - corners_[0]);
    return std::sqrt(far2);
  }

 private:
  static constexpr int kMost = 128;  // what comes on top is left out
  SCREE_HD void add(const Vec3& x) {
    if (n_ < kMost) corners_[n_++] = x;
  }
  SCREE_HD void cut(const Vec3& side, Real offset) {
    bool all = true;
    for (int i = 0; i < n_ && all; ++i) all = dot(side, corners_[i]) <= offset;
    if (all) return;
    Vec3 before[kMost];
    const int n = n_;
    for (int i = 0; i < n; ++i) before[i] = corners_[i];
    n_ = 0;
    for (int i = 0; i < n; ++i) {
      const Vec3 &p = before[i], &q = before[i + 1 < n ? i + 1 : 0];
      const Real sp = dot(side, p) - offset, sq = dot(side, q) - offset;
      if (sp <= 0) add(p);
      if ((sp < 0 && sq > 0) || (sp > 0 && sq < 0)) add(p + sp / (sp - sq) * (q - p));
    }
  }

  Vec3 n_t_;
  int n_ = 0;
  Vec3 corners_[kMost];
};

}  // namespace scree::polyhedron
