// Integration: forces -> velocities -> poses, in two halves around the force evaluation.
#pragma once
#include "scree/body/state.hpp"

namespace scree::integrate {

void begin(const Model& model, State& s, std::size_t i);  // what a scheme keeps of body i, from its forces now
void begin(const Model& model, State& s);
void first_half(const Model& model, State& s);   // positions to t + dt; velocities as the scheme wants them for forces
void second_half(const Model& model, State& s);  // velocities to t + dt

}  // namespace scree::integrate
