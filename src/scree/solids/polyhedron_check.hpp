// These conditions must hold of a surface before it is a convex polyhedron. Each check throws an InputError with the
// numbers of the input.
#pragma once
#include <span>
#include <vector>

#include "scree/error.hpp"
#include "scree/shape/polyhedron_data.hpp"
#include "scree/solids/merge_faces.hpp"

namespace scree {

using FaceLoops = std::vector<std::vector<int>>;

// Returns half the diagonal of the box round the points, the measure of tolerances before the centroid is known.
Real half_extent(std::span<const Vec3> points);
// Distances below it are rounding: coordinates far from the origin have no more digits.
Real rounding_of(std::span<const Vec3> points);

// Coordinates beyond it are no lengths, and their fifth powers, which moments of inertia are made of, would overflow.
inline constexpr Real kLargestCoordinate = Real(1e30);
void check_finite(std::span<const Vec3> points);
// Indices must be in range, with at least three sides and no vertex twice in a face.
void check_loops(std::size_t n_vertices, const FaceLoops& faces);
// No two vertices may be closer than `tolerance` (m).
void check_distinct(std::span<const Vec3> vertices, Real tolerance);
// The surface must not be inside out, and must be thicker than `tolerance` (m).
void check_outward(const PolyhedronView& s, Real tolerance);
void check_plane_faces(const PolyhedronView& s, Real tolerance);
// Reports that a vertex lies outside the plane of a face, by their numbers in the input.
struct NotConvex : InputError {
  NotConvex(int vertex, int face, Real by);
  int vertex, face;
  Real by;  // m
};
// Throws NotConvex if a vertex lies farther than `tolerance` outside the plane of an outline.
void check_convex(const PolyhedronView& s, const Outlines& outlines, Real tolerance);
// Checks the faces themselves in the same way.
bool is_convex(const PolyhedronView& s, Real tolerance);

}  // namespace scree
