// The union of several balls, what lies in at least one of them, has a volume, surface, centroid and inertia.
//
// The body is cut into slices across z. A slice is a union of discs, whose area and moments are exact: Green's theorem
// over the arcs that lie in no other disc. Along z they are summed by adaptive Gauss-Kronrod quadrature between the
// heights where an exposed pole of a ball makes a kink. Inclusion and exclusion would be exact but has a term for every
// set of balls with a common point: hundreds of balls in one place have too many.
#pragma once
#include <span>

#include "scree/shape/ball.hpp"
#include "scree/solids/mass_properties.hpp"

namespace scree {

struct UnionProperties {
  MassProperties mass;  // its inradius and incentre are those of the largest ball
  Real error = 0;       // estimate for volume and second moments, relative to them; the area has fewer digits
  int n_slices = 0;
};

// The quadrature runs until the estimate is below `tolerance` or `most_slices` are spent. Throws InputError without
// balls.
UnionProperties union_properties(std::span<const Ball> balls, Real tolerance = Real(1e-9), int most_slices = 40000);

// Returns how far x is outside: negative inside, where it is exact only in the sense that no ball reaches deeper.
Real distance_to_balls(std::span<const Ball> balls, const Vec3& x);

}  // namespace scree
