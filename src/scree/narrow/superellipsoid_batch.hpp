// Blocks of pairs with superellipsoids: the rows of the pair table.
#pragma once
#include "scree/narrow/placed_parts.hpp"
#include "scree/narrow/superellipsoid_link.hpp"

namespace scree::narrow {

// How a run asks for common normals.
NormalOptions normal_options(const Model& model, Real margin);
// What a pair remembers of its normal, in the memory that all pairs have.
NormalCache normal_of(const LinkMemo& memo);
void remember(const NormalCache& cache, LinkMemo& memo);

// Superellipsoids and spheres, either way round: a sphere is the superellipsoid of equal axes and exponents of 1.
void run_smooth_bodies(const BatchArgs& args);
void run_superellipsoid_plane(const BatchArgs& args);
void run_superellipsoid_plate(const BatchArgs& args);
void run_superellipsoid_frustum(const BatchArgs& args);
void run_superellipsoid_polyhedron(const BatchArgs& args);  // B is the polyhedron
void run_polyhedron_superellipsoid(const BatchArgs& args);  // A is

}  // namespace scree::narrow
