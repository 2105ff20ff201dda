// Volume, centroid and inertia of what balls cover together, however they overlap.
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

// Fills volume, centroid, inertia (of density 1, about the centroid), moments and principal. At least one ball.
MassProperties mass_of_union(std::span<const Ball> balls);
// The same for the sum over all balls, with what lies in several of them counted as often.
MassProperties mass_of_sum(std::span<const Ball> balls);
// In two dimensions, discs at z = 0: volume is the area, the moment about z is that of the area; x and y are not used.
MassProperties flat_mass_of_union(std::span<const Ball> balls);
MassProperties flat_mass_of_sum(std::span<const Ball> balls);

}  // namespace scree
