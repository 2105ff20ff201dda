// `scree pairs` runs on a file of superellipsoids.
#pragma once
#include <vector>

#include "scree/oracle/pairs.hpp"
#include "scree/store/pairs/superellipsoid_saved.hpp"

namespace scree::pairs {

// Does the same as pairs::run, for pairs of superellipsoids.
bool run_superellipsoids(const Options& options);
// Solves one saved pair again, as remembered, without memory and by every method; returns true if its own method is
// right.
bool replay_superellipsoids(Lines& lines);

}  // namespace scree::pairs
