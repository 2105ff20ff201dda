// Owns the arrays of a convex polyhedron.
#pragma once
#include <string>
#include <vector>

#include "scree/shape/polyhedron.hpp"

namespace scree {

// Holds four sides of a face, as in side_normals and side_offsets; those past the last side hold everywhere.
struct FourSides {
  Real x[4], y[4], z[4], offset[4];
};

struct PolyhedronData {
  std::vector<Vec3> vertices;
  std::vector<PolyhedronEdge> edges;
  std::vector<Vec3> normals;
  std::vector<Real> offsets;
  std::vector<int> face_start, loop, loop_edge, loop_face;
  std::vector<int> fan_start, neighbours, fan_edge, fan_face;
  std::vector<Vec3> fan_points, side_normals;
  std::vector<Real> side_offsets;
  std::vector<FourSides> outlines;  // the sides of faces once more, four at a time
  std::vector<int> outline_start;   // outline of face f: outline_start[f] up to outline_start[f + 1]
  Vec3 centre = {0, 0, 0};
  Real radius = 0;
  Real inner_radius = 0;  // radius of the ball about the centre that touches the nearest face
  Real bulge = 0;         // most that level vertices of a face and next to it differ along its normal
  int n_dropped = 0;      // points given that are no vertices: inside the body, in a face or on an edge

  PolyhedronView view(Real scale = 1) const;  // at the size of a body
  PolyhedronFans fans(Real scale) const {
    return {{vertices.data(), scale}, {fan_points.data(), scale}, fan_start.data(), neighbours.data()};
  }
  int n_faces() const { return int(normals.size()); }
};

// The function is in the header, so that where only a few of the arrays are read, the others are not looked up.
inline PolyhedronView PolyhedronData::view(Real scale) const {
  return {int(vertices.size()),
          int(edges.size()),
          int(normals.size()),
          {vertices.data(), scale},
          edges.data(),
          normals.data(),
          {offsets.data(), scale},
          face_start.data(),
          loop.data(),
          loop_edge.data(),
          loop_face.data(),
          fan_start.data(),
          neighbours.data(),
          fan_edge.data(),
          fan_face.data(),
          {fan_points.data(), scale},
          side_normals.data(),
          {side_offsets.data(), scale},
          scale * centre,
          scale * radius};
}

// Finds edges, fans, normals, centroid and radius from vertices and face loops. The surface must be closed: an
// InputError names the vertices of an edge that has not exactly one face on either side. Nothing else is checked here
// (see polyhedron_build.hpp).
PolyhedronData with_topology(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops);

// Does the same, but measures the planes of the faces alone, in less than a third of the memory.
PolyhedronData linked(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops);

// Recomputes normals and offsets after vertices have moved.
void measure_planes(PolyhedronData& p);
// Recomputes all that is measured.
void measure(PolyhedronData& p);

}  // namespace scree
