// Shapes and walls are turned into the triangles, lines and balls that a page draws, in the axes of the body or the
// wall.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/frames/wall_surface.hpp"

namespace scree::view {

struct Mesh {
  std::vector<Vec3T<float>> positions, normals;  // one normal a vertex
  std::vector<std::uint32_t> triangles;          // three a triangle, counter-clockwise seen from outside
  std::vector<std::uint32_t> edges;              // two a line: true edges and outlines, not those of the triangulation
  bool smooth = false;                           // a curved surface
  bool sheet = false;                            // seen from both sides
};

struct UnitBall {
  Vec3T<float> x;
  float r;
};

// Bodies have a bounding radius of 1, walls their size in m; -1 stands for none.
struct Geometry {
  std::vector<Mesh> meshes;
  std::vector<std::vector<UnitBall>> ball_lists;
  std::vector<int> mesh_of_type, balls_of_type, mesh_of_wall;
};

// Planes are cut with `box`, where they are now; an empty box leaves them out. Curved surfaces of bodies get
// 12 squares^2 triangles.
Geometry make_geometry(const Model& model, const std::vector<WallState>& walls, const output::Box& box, int squares);

// Returns "sphere", "disc", "superellipsoid", "polyhedron", "polygon", "compound" or "cluster".
const char* shape_name(const Model& model, const BodyType& type);

std::string pack_geometry(const Geometry& geometry);

}  // namespace scree::view
