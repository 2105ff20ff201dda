// Clusters of balls against everything: every ball for itself.
//
// Balls are placed once a step. Two bodies of balls need not be looked at ball by ball: with every pair list the pairs
// of balls that may touch while it holds are listed, too, so that a step has few distances to work out, four at a time.
#pragma once
#include "scree/narrow/pair_table.hpp"

namespace scree::narrow {

// Places the balls of clusters and spheres, and lists the pairs of balls that are near where the pair list is new.
// Nothing where there are no clusters.
void place_balls(const Model& model, State& s);

void run_cluster_balls(const BatchArgs& args);  // clusters and spheres, in either order
void run_cluster_plane(const BatchArgs& args);
void run_cluster_plate(const BatchArgs& args);
void run_cluster_frustum(const BatchArgs& args);
void run_cluster_polyhedron(const BatchArgs& args);
void run_polyhedron_cluster(const BatchArgs& args);

}  // namespace scree::narrow
