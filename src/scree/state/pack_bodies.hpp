// Bodies as bytes, field by field as fields.def lists them: how they get from one State to another.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "scree/state/state.hpp"

namespace scree {

// Appends body i with its wrench and what the integrator keeps of it.
void pack_body(const Model& model, const State& s, std::size_t i, std::vector<std::byte>& out);
// Takes one body off the front of the bytes, appends it to the State and returns its index. It keeps its id; the pair
// list has to be rebuilt. RunError if the bytes end within it.
std::size_t unpack_body(const Model& model, State& s, std::span<const std::byte>& bytes);

}  // namespace scree
