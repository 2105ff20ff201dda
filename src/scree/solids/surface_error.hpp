// The error of an approximation is how far the surface of a body lies from balls inside it, or from a polyhedron.
#pragma once
#include <span>

#include "scree/shape/ball.hpp"
#include "scree/solids/solid.hpp"

namespace scree {

struct SurfaceError {
  Real largest = 0;  // distance from a point of the true surface to the approximation, m
  Real within = 0;   // the true largest is at most so much larger
  Real mean = 0;     // over the true surface, from `n_points` points that stand for equal areas
  int n_points = 0;
};

// The largest distance is found by branch and bound: a triangle whose middle lies at distance d holds no point farther
// than d plus its own size, because distances change no faster than points move. Triangles that may hold a larger one
// are cut in four until what is left is `tolerance` (relative to the size of the body) above the largest found. On
// curved surfaces the size of a triangle is that of its image, times 1.05 for what bulges between its corners.
SurfaceError surface_error(const Solid& solid, std::span<const Ball> balls, Real tolerance = Real(1e-4));
// Measures from the surface of a polyhedron, on either side of it.
SurfaceError surface_error(const Solid& solid, const PolyhedronData& other, Real tolerance = Real(1e-4));

}  // namespace scree
