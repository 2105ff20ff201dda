// These are bodies of one polyhedron, and of one polygon.
#pragma once
#include "scree/model/model.hpp"
#include "scree/solids/mass_properties.hpp"
#include "scree/solids/polygon_data.hpp"

namespace scree {

// Puts the polyhedron, scaled to circumradius 1 and in its principal frame, into the model, and makes its type: a body
// of scale s has circumradius s. `m` holds the mass properties of `p` as it is.
BodyType polyhedron_type(Model& model, std::string name, std::uint32_t material, Real density, PolyhedronData p,
                         const MassProperties& m);

// In 2-D the body is a prism whose base is the polygon, scaled to circumradius 1 and about its centroid, from z = -1 to
// 1. The centres of all bodies lie in the plane z = 0, so the polygon's circumradius serves as bounding radius. Mass
// and moment about z are those of the polygon at the given thickness; the other moments play no part.
BodyType polygon_type(Model& model, std::string name, std::uint32_t material, Real density, const PolygonData& p,
                      Real thickness);

}  // namespace scree
