// The library makes convex polyhedra by name. All but the rock have their centroid at the origin; a size is put on them
// by scaling (docs/shapes.md).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/shape/polyhedron_data.hpp"

namespace scree {

// The five shapes below have edges of 1.
PolyhedronData tetrahedron();
PolyhedronData pyramid();  // square base, four equilateral triangles
PolyhedronData cube();
PolyhedronData octahedron();
PolyhedronData dodecahedron();

// This is a cube of side 1 with an apex over each face, 1.6 half-sides from the middle: 14 vertices, 24 triangles. It
// is the largest shape of Nezami et al. 2006, Fig. 14, as far as the figure says; at 2 half-sides it would be the next
// one.
PolyhedronData fourteen();
PolyhedronData rhombic_dodecahedron();  // 14 vertices, 12 rhombi round a cube of side 1

PolyhedronData box(const Vec3& lengths);
// The regular polygon has a circumscribed circle of diameter 1, in the plane across z; `height` is along z.
PolyhedronData prism(int sides, Real height);

// A stone is the hull of `n_vertices` points spread at random, with some distance between them, over an ellipsoid with
// the axes 1 : elongation : elongation flatness. Elongation and flatness are Zingg's ratios (1935), of the middle to
// the longest and of the shortest to the middle axis, both > 0 and <= 1. All points become vertices, because an
// ellipsoid is convex. The same seed gives the same stone on every machine. The origin is the middle of the ellipsoid.
struct RockOptions {
  int n_vertices = 20;
  Real elongation = 1, flatness = 1;
  std::uint64_t seed = 1;
};
inline constexpr int kMostRockVertices = 2000;
PolyhedronData rock(const RockOptions& options);

const std::vector<std::string>& library_names();

// Holds the parameters of all library shapes together; each uses its own.
struct LibraryOptions {
  Vec3 lengths = {1, 1, 1};  // box
  int sides = 6;             // prism
  Real height = 1;           // prism
  RockOptions rock;
};
// Throws InputError for a name that is not in the list.
PolyhedronData library_shape(const std::string& name, const LibraryOptions& options = {});

}  // namespace scree
