// Bodies of one superellipsoid.
#pragma once
#include "scree/model/model.hpp"

namespace scree {

// Puts the superellipsoid, scaled to a ball of radius 1 round it, into the model, and makes its type: a body of scale s
// fits into a ball of radius s. Its axes are the principal ones.
BodyType superellipsoid_type(Model& model, std::string name, std::uint32_t material, Real density,
                             const Superellipsoid& shape);

}  // namespace scree
