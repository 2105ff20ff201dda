// Balls that may overlap cover a body together, whose volume, centroid and inertia are found.
//
// A slice through balls is a union of discs (solids/disc_union.hpp), exact to rounding. In space slices are added up by
// Gauss' rule between the heights where balls begin and end and, of up to 12 balls, where they part; points crowd there
// because areas begin and end like roots. What is left is the error of that rule: docs/clusters.md.
#pragma once
#include <span>

#include "scree/shape/ball.hpp"
#include "scree/solids/disc_union.hpp"
#include "scree/solids/mass_properties.hpp"

namespace scree {

// Fills volume, centroid, inertia (of density 1, about the centroid), moments and principal. There must be a ball at
// least.
MassProperties mass_of_union(std::span<const Ball> balls);
// Does the same for the sum over all balls, with what lies in several of them counted as often.
MassProperties mass_of_sum(std::span<const Ball> balls);
// In two dimensions there are discs at z = 0: volume is the area, the moment about z is that of the area, and x and y
// are not used.
MassProperties flat_mass_of_union(std::span<const Ball> balls);
MassProperties flat_mass_of_sum(std::span<const Ball> balls);

}  // namespace scree
