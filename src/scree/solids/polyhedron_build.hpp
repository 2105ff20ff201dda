// Convex polyhedra are made from points and from faces, and checked (files: solids/shape_files.hpp). Bad input is an
// InputError that names vertex, face and amount, by the numbers of the input, from 0.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scree/shape/polyhedron_data.hpp"

namespace scree {

// What differs by less, relative to the circumradius, counts as equal: two vertices, a vertex and the plane of a face,
// two faces in one plane. This is wide enough for coordinates in single precision (STL) or with six decimals.
inline constexpr Real kShapeTolerance = Real(1e-6);

// With kByVertices each face starts from its lowest vertex, and faces are in ascending order, so that sums over them
// are the same whatever found the faces. Otherwise faces keep the order they came in.
enum class FaceOrder { kAsGiven, kByVertices };

// Faces are loops of vertices, counter-clockwise seen from outside. Adjacent faces in one plane become one polygon;
// vertices in the middle of a face or an edge are dropped. Vertices keep their coordinates and their order, except
// where faces of more than three sides are plane only to the tolerance: their vertices are moved into the planes,
// because the proofs of the pair algorithms rest on faces plane to 1e-12.
PolyhedronData polyhedron_from_faces(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>& faces,
                                     Real tolerance = kShapeTolerance, FaceOrder order = FaceOrder::kAsGiven);

// Returns the convex hull. Points that are no vertices are dropped and counted (n_dropped).
PolyhedronData hull_of(std::span<const Vec3> points, Real tolerance = kShapeTolerance);

// Does the first half of polyhedron_from_faces: it returns nothing where faces that are merged cannot be made plane, or
// the body not convex to the last digits, by moving vertices within the tolerance.
std::optional<PolyhedronData> polyhedron_within(const std::vector<Vec3>& vertices,
                                                const std::vector<std::vector<int>>& faces,
                                                Real tolerance = kShapeTolerance,
                                                FaceOrder order = FaceOrder::kAsGiven);
// Returns the triangles of the convex hull, by the numbers of the points.
std::vector<std::vector<int>> hull_triangles(std::span<const Vec3> points);

// Rotates, shifts and scales: vertex -> X * (scale * vertex).
PolyhedronData moved(PolyhedronData p, const Pose& X, Real scale = 1);

}  // namespace scree
