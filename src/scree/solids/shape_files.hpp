// Shapes are read from files of triangles: .stl (ASCII or binary), .obj, .ply (ASCII or binary), by the ending.
#pragma once
#include <string>
#include <vector>

#include "scree/shape/polyhedron_data.hpp"

namespace scree {

// `unit` is the length of a coordinate of 1, in m. `notes` says what was mended (mend.hpp), "path: text" a line.
struct ShapeFile {
  std::string path;
  Real unit = 1;
  std::vector<std::string>* notes = nullptr;
};

// The mesh must be convex and closed; for the hull of a mesh that is neither see hull_of_file.
PolyhedronData read_polyhedron(const ShapeFile& file);
PolyhedronData hull_of_file(const ShapeFile& file);
// Reads the mesh as it is, for solid.hpp: closed and outward, convex or not, in one or several pieces. That it does not
// cut itself is not checked.
PolyhedronData read_closed_surface(const ShapeFile& file);

}  // namespace scree
