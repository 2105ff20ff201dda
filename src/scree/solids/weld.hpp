// Lists of points lose their doubles, and those that no face uses.
#pragma once
#include <span>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

struct Welded {
  std::vector<Vec3> points;
  std::vector<int> place;  // point given -> point kept
  std::vector<int> first;  // point kept -> the first point given that it stands for
};

// Points within `tolerance` (m) of an earlier one are that one.
Welded weld(std::span<const Vec3> points, Real tolerance);

// Keeps the points that the loops name, in their order; the loops are renumbered.
std::vector<Vec3> keep_used(std::span<const Vec3> points, std::vector<std::vector<int>>& loops);

}  // namespace scree
