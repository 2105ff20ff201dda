// A linear program in the centre and the radius, solved exactly, gives the largest ball inside a convex polyhedron.
#pragma once
#include "scree/shape/ball.hpp"
#include "scree/shape/polyhedron.hpp"

namespace scree {

// If several centres do as well (a long box), the one reached from the centroid by the shortest way is given.
Ball largest_inscribed_ball(const PolyhedronView& s);

}  // namespace scree
