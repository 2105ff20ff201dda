// Size distributions: drawing from them, and their bounds and moments.
#pragma once
#include "scree/body/model.hpp"
#include "scree/insert/random.hpp"

namespace scree {

Real draw_size(const SizeDistribution& d, RandomStream& random);
// Index of a share (shares sum to 1).
std::size_t draw_share(const std::vector<Real>& shares, RandomStream& random);
// Mean of size^3 by number: with it a rate in kg/s or a mass becomes a number of bodies. By quadrature over the cut distribution.
Real mean_cube(const SizeDistribution& d);

}  // namespace scree
