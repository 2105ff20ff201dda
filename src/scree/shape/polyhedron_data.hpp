// Owns the arrays of a convex polyhedron.
#pragma once
#include <string>
#include <vector>

#include "scree/shape/polyhedron.hpp"

namespace scree {

// Four sides of a face, as side_normals and side_offsets have them; those past the last side hold everywhere.
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
  Real inner_radius = 0;  // of the ball about the centre that touches the nearest face
  Real bulge = 0;     // how far vertices at a face and next to it lie apart along its normal that should not, at most
  int n_dropped = 0;  // points given that are no vertices: inside the body, in a face or on an edge

  PolyhedronView view(Real scale = 1) const;  // at the size of a body
  PolyhedronFans fans(Real scale) const {
    return {{vertices.data(), scale}, {fan_points.data(), scale}, fan_start.data(), neighbours.data()};
  }
  int n_faces() const { return int(normals.size()); }
};

// In the header: where only a few of the arrays are read, the others are not looked up.
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

// Edges, fans, normals, centroid and radius from vertices and face loops. The surface must be closed: an InputError
// names the vertices of an edge that has not exactly one face on either side. Nothing else is checked here (see
// polyhedron_build.hpp).
PolyhedronData with_topology(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops);

// Likewise, but of what is measured the planes of the faces alone: less than a third of the memory. measure() adds the
// rest.
PolyhedronData linked(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& loops);

// Normals and offsets anew, after vertices have moved.
void measure_planes(PolyhedronData& p);
// Likewise all that is measured.
void measure(PolyhedronData& p);

}  // namespace scree
