// The numbers of a scene can be odd but allowed: `check` and `run` say so before the first step.
#pragma once
#include <string>
#include <vector>

#include "scree/state/state.hpp"

namespace scree {

// Reports densities, moduli, sizes and speeds that no material or experiment has, most often by a slip of units; bodies
// that start beside the wall that holds the others; a scene from which all bodies are removed at once.
std::vector<std::string> odd_numbers(const Model& model, const State& s);

// Throws InputError where energies, forces or overlaps at the start are no finite numbers. `s` has been started.
void refuse_numbers_at_start(const Model& model, const State& s, const std::string& scene);

}  // namespace scree
