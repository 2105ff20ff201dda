// Parts of bodies are placed where they are in a frame, to be drawn.
#pragma once
#include <vector>

#include "scree/frames/frame.hpp"
#include "scree/frames/wall_surface.hpp"

namespace scree::output {

struct BodyPart {
  const PolyhedronData* shape = nullptr;   // null for a ball
  const Superellipsoid* smooth = nullptr;  // at size 1, where the faces only stand for a curved surface
  Vec3d centre;
  Real size = 0;  // m: radius of a ball, else factor on the vertices
  Mat3 R;         // part to world
  std::uint32_t material = 0;

  Vec3d vertex(int v) const { return centre + Vec3d(size * (R * shape->vertices[std::size_t(v)])); }
  Vec3d normal(int face) const { return Vec3d(R * shape->normals[std::size_t(face)]); }
  Polygon polygon(int face) const;  // counter-clockwise seen from outside
};

// Returns the faces of a part at size 1; null for a ball.
const PolyhedronData* surface_of(const Model& model, const Part& part);

// Returns the parts of body i. Throws InputError if the model does not have its type: then frame and model are of two
// scenes.
std::vector<BodyPart> parts_of(const Model& model, const Frame& frame, std::size_t i);

// Is there anything but single balls in space: polyhedra, superellipsoids, clusters, or bodies in the plane?
bool has_shapes(const Model& model);

// Returns what a part of a body in the plane shows: the face of the prism that looks along z, or a disc as a polygon of
// 48 sides, both at z = 0.
Polygon flat_polygon(const BodyPart& part);

}  // namespace scree::output
