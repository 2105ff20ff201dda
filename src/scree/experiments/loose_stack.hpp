// Bodies stand in rows and layers, each rotated as it likes and none overlapping; they fall and become a packing.
#pragma once
#include "scree/state/state.hpp"

namespace scree::bench {

// Stands the bodies side by side in a box of lx times ly, box round each beside box round the next, layer upon layer
// from z = 0 on. Types, sizes and rotations stay. A lattice with room for every body in any rotation would be three
// times as high. Returns the height.
double stack_loosely(const Model& model, Bodies& bodies, double lx, double ly);

}  // namespace scree::bench
