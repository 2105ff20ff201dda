// Size distributions: drawing from them, and their bounds and moments.
#pragma once
#include "scree/math/random.hpp"
#include "scree/model/model.hpp"

namespace scree {

Real draw_size(const SizeDistribution& d, RandomStream& random);
// What draw_size can give at the least and at the most. A table is bounded by its rows, all others by their cut-offs.
Real smallest_size(const SizeDistribution& d);
Real largest_size(const SizeDistribution& d);
// Index of a share (shares sum to 1).
std::size_t draw_share(const std::vector<Real>& shares, RandomStream& random);
// Mean of size^3 by number: with it a rate in kg/s or a mass becomes a number of bodies. Closed forms, and quadrature
// over the cut distribution for normal and lognormal.
Real mean_cube(const SizeDistribution& d);
Real mean_square(const SizeDistribution& d);  // in 2-D

}  // namespace scree
