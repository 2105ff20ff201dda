// Owns the arrays of a convex polygon, and what is measured of it.
#pragma once
#include <span>
#include <vector>

#include "scree/shape/polygon.hpp"

namespace scree {

struct PolygonData {
  std::vector<Vec2> vertices;  // counter-clockwise
  std::vector<Vec2> normals;   // outward normals of edges
  Vec2 centre = {0, 0};        // centroid
  Real radius = 0;             // largest distance of a vertex from it
  Real area = 0;
  Real polar_moment = 0;   // about the centroid, for density 1 a unit area
  Real inradius = 0;       // radius of the largest circle inside,
  Vec2 incentre = {0, 0};  // which lies here
  int n_dropped = 0;       // points given that are no vertices

  PolygonView view() const { return {int(vertices.size()), vertices.data(), normals.data(), centre, radius}; }
};

// The corners come in order, counter-clockwise. Corners on a straight edge are dropped. Throws InputError with the
// number of the corner and the amount. Tolerances are those of polyhedra (polyhedron_build.hpp).
PolygonData polygon_from_vertices(std::span<const Vec2> vertices);
// Does the same without any check, and without dropping anything.
PolygonData make_polygon(std::vector<Vec2> vertices);
PolygonData hull_of(std::span<const Vec2> points);
// The circumscribed circle has radius 1 round the origin, and the first vertex lies on the x axis.
PolygonData regular_polygon(int sides);

}  // namespace scree
