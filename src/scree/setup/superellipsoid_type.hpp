// These are bodies of one superellipsoid.
#pragma once
#include "scree/model/model.hpp"

namespace scree {

// Puts the superellipsoid, scaled to a bounding sphere of radius 1, into the model, and makes its type: a body of scale
// s has a bounding sphere of radius s. Its axes are the principal ones.
BodyType superellipsoid_type(Model& model, std::string name, std::uint32_t material, Real density,
                             const Superellipsoid& shape);

}  // namespace scree
