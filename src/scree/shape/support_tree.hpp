// The tree finds the farthest of many points along a direction, without a look at all of them: boxes lie within boxes,
// each rotated as the points in it lie, so that a box round a piece of a curved surface is flat.
#pragma once
#include <span>
#include <vector>

#include "scree/math/pose.hpp"

namespace scree {

class SupportTree {
 public:
  explicit SupportTree(std::span<const Vec3> points);

  // Returns the largest n . p if it is more than `beyond`, else `beyond`. The number is that of a loop over all points,
  // bit for bit; n has unit length.
  Real farthest(const Vec3& n, Real beyond) const;

 private:
  struct Box {
    Vec3 middle, axes[3];  // middle, and axes each half as long as the box
    int begin, end;        // points; none in a box of boxes, the first of which follows it
    int next;              // box to go on with where this one is passed over
  };
  void build(int begin, int end);

  std::vector<Vec3> points_;  // points of a box stand together
  std::vector<Box> boxes_;
  Real slack_ = 0;  // for rounding
};

}  // namespace scree
