// A thin convex plate becomes a polyhedron without volume, for the pair algorithms of polyhedra.
#pragma once
#include "scree/shape/polyhedron_data.hpp"

namespace scree {

// The plate has two faces, front and back, with opposite normals; n corners and n edges, each with one face on either
// side. The corners are those of a convex polygon, in order round it, in one plane to rounding: the front is the side
// from which they run counter-clockwise.
PolyhedronData flat_polyhedron(const std::vector<Vec3>& corners);

}  // namespace scree
