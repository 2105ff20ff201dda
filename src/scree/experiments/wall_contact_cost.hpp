// What it costs to find where an ellipsoid meets a plane wall: by iteration, in closed form, and of balls or vertices
// in its place (Höhner et al. 2011, Table 7).
#pragma once
#include <string>

#include "scree/math/pose.hpp"

namespace scree::bench {

// The point of the ellipsoid with semi-axes r whose outward normal is c, of unit length, in the way of Lin & Ng (1995):
// Newton's method for the point and the multiplier l of  r^-2 x = l c,  x . r^-2 x = 1, from the point of the ball of
// the same volume. Nothing is known of the last step, as in the paper's comparison.
struct IteratedPoint {
  Vec3 x;
  int iterations;
};
IteratedPoint iterated_support_point(const Vec3& r, const Vec3& c);

// CSV: what, n, nanoseconds a call, relative to the iterative ellipsoid. `calls` with a new orientation each.
std::string wall_contact_cost(int calls);

}  // namespace scree::bench
