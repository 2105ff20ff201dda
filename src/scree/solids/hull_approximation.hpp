// Polyhedra of few vertices take the place of superellipsoids and of polyhedra of many vertices.
#pragma once
#include "scree/shape/polyhedron_data.hpp"
#include "scree/shape/superellipsoid.hpp"

namespace scree {

inline constexpr int kMostHullVertices = 5000;

// Takes n points on the surface and their hull, so the polyhedron lies inside. The points of a Fibonacci lattice are
// stretched by the semi-axes and moved along rays from the middle onto the surface; an ellipsoid has them evenly on the
// sphere it is an image of. On flat sides some points may not become vertices (n_dropped). Throws InputError unless 4
// <= n <= 5000.
PolyhedronData inscribed_hull(const Superellipsoid& s, int n);

// Returns the hull of n vertices of a convex polyhedron: after the first four each time the vertex that lies farthest
// outside the hull so far. It takes all vertices if there are no more than n.
PolyhedronData decimated_hull(const PolyhedronData& p, int n);

}  // namespace scree
