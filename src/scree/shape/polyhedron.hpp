// This is a convex polyhedron as the pair algorithms see it: plain pointers, for host and device.
//
// Faces are polygons, counter-clockwise seen from outside, coplanar triangles merged. A half-edge h is one step of a
// face's loop, from loop[h] to the next vertex of the same loop. The fan of a vertex lists what meets there, in order
// round the vertex: neighbours, the edges that lead to them, and the faces. `PolyhedronData` (polyhedron_data.hpp) owns
// the arrays.
#pragma once
#include "scree/math/pose.hpp"

namespace scree {

struct PolyhedronEdge {
  int v[2];  // ends
  int f[2];  // f[0] has the loop v[0] -> v[1], f[1] the loop v[1] -> v[0]
};

// Holds an array of lengths or points of a shape at scale 1, read at the size of a body.
template <class T>
struct Sized {
  const T* at_scale_1;
  Real scale = 1;
  SCREE_HD T operator[](int i) const { return scale * at_scale_1[i]; }
};

struct PolyhedronView {
  int n_vertices, n_edges, n_faces;
  Sized<Vec3> vertices;
  const PolyhedronEdge* edges;
  const Vec3* normals;       // outward normals of faces, unit length
  Sized<Real> offsets;       // normal . vertex, on average over the face
  const int* face_start;     // half-edges of face f: face_start[f] up to face_start[f + 1]
  const int* loop;           // half-edge -> vertex it starts from
  const int* loop_edge;      // half-edge -> edge
  const int* loop_face;      // half-edge -> face beyond
  const int* fan_start;      // fan of vertex v: fan_start[v] up to fan_start[v + 1]
  const int* neighbours;     // fan -> vertex at the other end
  const int* fan_edge;       // fan -> edge
  const int* fan_face;       // fan -> face
  Sized<Vec3> fan_points;    // fan -> vertex at the other end, once more: read in a row when climbing
  const Vec3* side_normals;  // half-edge -> direction out of the polygon, in its plane (not of unit length)
  Sized<Real> side_offsets;  // half-edge -> side_normal . vertex
  Vec3 centre;               // a point well inside: the centroid
  Real radius;               // largest distance of a vertex from it, which tolerances are measured by
};

// Holds the vertex that lies farthest along d.
struct Support {
  int vertex;
  Real value;  // d . vertex
};

// Holds all that climbing needs of a polyhedron.
struct PolyhedronFans {
  Sized<Vec3> vertices, fan_points;
  const int *fan_start, *neighbours;
};

// Climbs from vertex `from` uphill along edges; on a convex body that ends at the top. It costs some fans. It takes a
// view or fans.
template <class Polyhedron>
SCREE_HD inline Support climb(const Polyhedron& s, const Vec3& d, int from) {
  const Vec3* const fan_points = s.fan_points.at_scale_1;
  Support top{from, dot(d, s.vertices.at_scale_1[from])};
  for (int at = -1; at != top.vertex;) {
    at = top.vertex;
    for (int k = s.fan_start[at]; k < s.fan_start[at + 1]; ++k) {
      const Real value = dot(d, fan_points[k]);
      if (value > top.value) top = {s.neighbours[k], value};
    }
  }
  return {top.vertex, s.vertices.scale * top.value};
}

// Looks at every vertex, and needs no start and no topology.
SCREE_HD inline Support scan(const PolyhedronView& s, const Vec3& d) {
  const Vec3* const vertices = s.vertices.at_scale_1;
  Support top{0, dot(d, vertices[0])};
  for (int i = 1; i < s.n_vertices; ++i) {
    const Real value = dot(d, vertices[i]);
    if (value > top.value) top = {i, value};
  }
  return {top.vertex, s.vertices.scale * top.value};
}

SCREE_HD inline int n_sides(const PolyhedronView& s, int face) { return s.face_start[face + 1] - s.face_start[face]; }
// Returns the vertex a half-edge of `face` leads to.
SCREE_HD inline int loop_next(const PolyhedronView& s, int face, int h) {
  return s.loop[h + 1 < s.face_start[face + 1] ? h + 1 : s.face_start[face]];
}

}  // namespace scree
