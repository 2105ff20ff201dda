// Owns the arrays of a convex polygon, with what one wants to know of it.
#pragma once
#include <span>
#include <vector>

#include "scree/shape/polygon.hpp"

namespace scree {

struct PolygonData {
  std::vector<Vec2> vertices;  // counter-clockwise
  std::vector<Vec2> normals;   // of edges, outward
  Vec2 centre = {0, 0};        // centroid
  Real radius = 0;             // largest distance of a vertex from it
  Real area = 0;
  Real polar_moment = 0;   // about the centroid, for density 1 a unit area
  Real inradius = 0;       // of the largest circle inside,
  Vec2 incentre = {0, 0};  // which lies here
  int n_dropped = 0;       // points given that are no vertices

  PolygonView view() const { return {int(vertices.size()), vertices.data(), normals.data(), centre, radius}; }
};

// Corners in order, counter-clockwise. Corners on a straight edge are dropped. InputError with the number of the corner
// and the amount. Tolerances as for polyhedra (polyhedron_build.hpp).
PolygonData polygon_from_vertices(std::span<const Vec2> vertices);
// The same without any check, and without dropping anything.
PolygonData make_polygon(std::vector<Vec2> vertices);
PolygonData hull_of(std::span<const Vec2> points);
// Circumscribed circle of radius 1 round the origin, first vertex on the x axis.
PolygonData regular_polygon(int sides);

}  // namespace scree
