// Compounds are bodies of several convex polyhedra that are fixed to each other: concave bodies.
#pragma once
#include <span>
#include <vector>

#include "scree/model/model.hpp"

namespace scree {

// Describes a part before it has a body: a type of one polyhedron, its size, and where its centroid and its principal
// axes lie in the coordinates of the compound.
struct PlacedPart {
  std::uint32_t type = 0;  // Model::body_types
  Real scale = 1;
  Pose pose;
  std::uint32_t material = 0;
  Real density = 0;
};

struct Compound {
  BodyType type;          // bounding radius 1
  Real circumradius = 0;  // as placed
};

// Mass, centre and moments are the sums over the parts, so parts must not overlap. Faces that lie against each other
// are marked (Part::covered).
Compound compound_type(const Model& model, std::string name, std::span<const PlacedPart> parts);

}  // namespace scree
