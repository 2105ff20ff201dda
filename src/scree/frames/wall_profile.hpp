// A profile has the forces on walls of balls by height: what the bodies press with on each band of a cylinder or cone,
// and what they hang on it. It is compared with Janssen's curve in silos.
//
// Bands have equal width along the slant. A ball belongs to the band with the point where it touches the surface it was
// put around, and its force counts with the normal of that surface: a wall of balls is bumpy, so forces on single balls
// point elsewhere, and that is what gives frictionless bodies a hold on it.
#pragma once
#include <string>
#include <vector>

#include "scree/state/state.hpp"

namespace scree::output {

struct WallBand {
  double from = 0, to = 0;           // m along the axis of the wall, from its base
  double area = 0;                   // m2, part of the nominal surface
  std::uint32_t balls = 0;           //
  double normal = 0, downwards = 0;  // N on the wall: outwards; along the slant towards the base
};
std::vector<WallBand> wall_bands(const Model& model, const State& s, const WallProfile& profile);

// The columns are those of profiles.csv, which has a row a band of every wall that is there. The rows are empty after
// the walls are gone.
std::vector<std::string> profile_columns();
std::string profile_rows(const Model& model, const State& s);

}  // namespace scree::output
