// Some shapes follow from others: what polyhedra meet where a wall is not a plane, and their shrunken edges.
#pragma once
#include "scree/model/model.hpp"

namespace scree {

// Fills Model::wall_shapes from its walls; needs the bodies' radii. It does nothing without polyhedra.
void make_wall_shapes(Model& model);
// Fills Model::shrunken if the settings ask for it.
void make_shrunken_shapes(Model& model);

}  // namespace scree
