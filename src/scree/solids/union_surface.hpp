// The surface of a union of balls is cut into triangles to look at, and surfaces are written as STL files.
#pragma once
#include <span>
#include <string>

#include "scree/shape/ball.hpp"
#include "scree/shape/superellipsoid.hpp"

namespace scree {

inline constexpr int kLeastCells = 4, kMostCells = 400;

// Marching tetrahedra run on a grid of `cells` cubes along the longest side, so the surface is closed and outward
// whatever the balls do. The corners are moved onto the balls. The triangles cut off creases, where balls meet, by up
// to a cell.
SurfaceMesh triangulate(std::span<const Ball> balls, int cells = 64);

// Returns a binary STL file as bytes. Triangles whose corners are equal in single precision are left out.
std::string stl_bytes(const SurfaceMesh& mesh, const std::string& title);

}  // namespace scree
