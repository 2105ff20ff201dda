// What polyhedra meet where a wall is not a plane.
#pragma once
#include "scree/body/model.hpp"

namespace scree {

// Fills Model::wall_shapes from its walls; needs the bodies' radii. Nothing to do without polyhedra.
void make_wall_shapes(Model& model);

}  // namespace scree
