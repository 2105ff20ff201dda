// A cylinder or cone becomes a convex polyhedron, for bodies that touch it from outside or at its rims.
#pragma once
#include "scree/shape/polyhedron_data.hpp"
#include "scree/shape/shapes.hpp"

namespace scree {

// Builds a prism, frustum or pyramid of `sides` sides, at least 3. Circle and polygon share the deviation: the edges
// lie as far outside the surface as the middles of the faces lie inside, r tan^2(pi / (2 sides)), 0.06 % of r for 64
// sides.
PolyhedronData frustum_polyhedron(const Frustum& f, int sides);

}  // namespace scree
