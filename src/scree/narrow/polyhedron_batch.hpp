// Blocks of pairs with polyhedra: the rows of the pair table.
#pragma once
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/pair_table.hpp"
#include "scree/narrow/placed_parts.hpp"

namespace scree::narrow {

// How a run asks for links.
LinkOptions link_options(const Model& model, Real margin);

void run_polyhedra(const BatchArgs& args);
void run_sphere_polyhedron(const BatchArgs& args);  // A is the sphere
void run_polyhedron_sphere(const BatchArgs& args);  // B is the sphere
void run_polyhedron_plane(const BatchArgs& args);
void run_polyhedron_plate(const BatchArgs& args);
void run_polyhedron_frustum(const BatchArgs& args);

}  // namespace scree::narrow
