// `scree check` says what would run, in physical terms, without running it.
#pragma once
#include <string>

#include "scree/scene/scene.hpp"

namespace scree {

// Describes bodies, walls, laws, time step, start, memory and run time as text for people, warnings last. It takes a
// few steps on a copy of the state to measure the run time.
std::string physical_summary(const Scene& scene);

// Returns Markdown tables made from the code: shapes x shapes and walls with their algorithms, and the contact laws.
std::string tables_text();

}  // namespace scree
