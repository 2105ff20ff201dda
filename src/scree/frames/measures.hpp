// Measures are numbers about a heap or a flow of dynamic bodies, for the telemetry: how far it has run out, how steep
// it lies, how much of it is where. Bodies count with their bounding spheres, which for polyhedra reach up to a
// circumradius too far.
//
// Up is against the gravity of the scene (along z without gravity). Values are NaN where there is nothing to measure.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "scree/state/state.hpp"

namespace scree::output {

// Finds the largest set of dynamic bodies that hang together by contacts that touch: 1 for its bodies, 0 for the
// others. If two sets are equally large, the one with the lowest id counts.
std::vector<std::uint8_t> largest_cluster(const State& s);

// Returns how far bodies reach along `direction` from `point`: the largest of centre plus radius. It takes the bodies
// of the largest cluster only (stones that have jumped off are no front), or all.
double front(const State& s, const Measure& m, bool of_cluster);

// Returns the angle of repose in degrees, positive where the heap falls along `direction`. The surface is the highest
// top (centre plus radius) in each bin of two mean diameters, from `point` outwards in a strip of half_width to either
// side. From the highest bin outwards, as long as there are bodies and they reach over 10 % of the largest height above
// `point`, a straight line is fitted by least squares to those below 90 %: crest and toe are round.
double heap_angle(const Model& model, const State& s, const Measure& m);

// Returns the mass of the dynamic bodies whose centres lie beyond `point` along `direction`, or in the box.
double mass_above(const State& s, const Measure& m);
double mass_in_box(const State& s, const Measure& m);

// Returns the columns of the telemetry, with units, and their values. A front has two: of the largest cluster, and of
// all bodies.
std::vector<std::pair<std::string, double>> measured(const Model& model, const State& s, const Measure& m);

}  // namespace scree::output
