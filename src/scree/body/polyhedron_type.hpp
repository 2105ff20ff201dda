// Bodies of one polyhedron.
#pragma once
#include "scree/body/model.hpp"
#include "scree/shape/mass_properties.hpp"

namespace scree {

// Puts the polyhedron, scaled to circumradius 1 and in its principal frame, into the model, and makes its type: a body
// of scale s has circumradius s. `m`: mass properties of `p` as it is.
BodyType polyhedron_type(Model& model, std::string name, std::uint32_t material, Real density, const PolyhedronData& p,
                         const MassProperties& m);

}  // namespace scree
