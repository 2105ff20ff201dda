// The solid fraction is how much of a box is filled by dynamic bodies, by their true shapes.
#pragma once
#include "scree/state/state.hpp"

namespace scree::output {

// Looks at the middles of 64^3 equal cells of the box, in 2-D of 512^2 in the plane z = 0: is any dynamic body there? A
// place where bodies overlap counts once. The result is NaN for a box without a volume.
double solid_fraction(const Model& model, const State& s, const Vec3d& lo, const Vec3d& hi);

}  // namespace scree::output
