// Walls become polygons one can look at.
#pragma once
#include <functional>
#include <vector>

#include "scree/frames/frame.hpp"

namespace scree::output {

using Polygon = std::vector<Vec3d>;

struct Box {
  Vec3d lo = {kNever, kNever, kNever}, hi = {-kNever, -kNever, -kNever};
  bool empty() const { return lo.x > hi.x; }
  void add(const Vec3d& p, double r = 0);
};

// Returns the part of a convex polygon where a distance from a plane is not > 0 (Sutherland and Hodgman 1974).
Polygon clipped(const Polygon& polygon, const std::function<double(const Vec3d&)>& outside);

// Returns the box infinite planes are cut with: round all bodies and finite walls, and up to planes that are near.
Box view_box(const Model& model, const Frame& frame);

// Returns the surface of one wall where it is now. Walls of balls have none: their balls are among the bodies.
std::vector<Polygon> wall_surface(const Wall& wall, const WallState& now, const Box& view);

}  // namespace scree::output
