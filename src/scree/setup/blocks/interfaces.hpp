// An interface is where the faces of two cells lie against each other.
#pragma once
#include "scree/math/quat.hpp"
#include "scree/math/vec2.hpp"
#include "scree/setup/blocks/cells.hpp"

namespace scree::blocks {

struct Interface {
  int a = 0, b = 0;  // cells, a < b
  Vec3d centre;      // centroid of the area
  Quat frame;        // to the axes of the region: z is the normal from a to b, x and y principal axes of the area
  double area = 0, i_x = 0, i_y = 0;  // m2, m4: integrals of 1, y^2 and x^2
  std::vector<Vec2> corners;          // in the frame, counter-clockwise seen from b
};

// There is one interface a pair of cells at most, sorted by (a, b). The area that two faces share counts from
// kLeastPart of the smaller one on.
inline constexpr double kLeastPart = 1e-6;
// Estimates how many pairs of cells the search looks at, each of which takes kBytesOfANearPair of memory.
double estimate_near_pairs(const Cells& cells);
inline constexpr double kBytesOfANearPair = 250;
std::vector<Interface> find_interfaces(const Cells& cells);

// Holds area, centroid and second moments about the centroid of a plane polygon, counter-clockwise.
struct AreaMoments {
  double area = 0;
  Vec2 centre = {0, 0};
  double xx = 0, yy = 0, xy = 0;
};
AreaMoments area_moments(const std::vector<Vec2>& polygon);

}  // namespace scree::blocks
