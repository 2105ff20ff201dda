// The cost of finding where an ellipsoid meets a plane wall is measured: by iteration, in closed form, and with balls
// or vertices in its place (Höhner et al. 2011, Table 7).
#pragma once
#include <string>

#include "scree/math/pose.hpp"

namespace scree::bench {

// Finds the point of the ellipsoid with semi-axes r whose outward normal is c, of unit length, in the way of Lin & Ng
// (1995): Newton's method for the point and the multiplier l of r^-2 x = l c, x . r^-2 x = 1, from the point of the
// ball of the same volume. Nothing is known of the last step, as in the paper's comparison.
struct IteratedPoint {
  Vec3 x;
  int iterations;
};
IteratedPoint iterated_support_point(const Vec3& r, const Vec3& c);

// The CSV has what, n, nanoseconds a call, and the time relative to the iterative ellipsoid. Each of the `calls` has a
// new orientation.
std::string wall_contact_cost(int calls);

}  // namespace scree::bench
