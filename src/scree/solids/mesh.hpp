// Surfaces of polygons are kept as they stand in files, unchecked but for what the file itself gets wrong.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

struct Mesh {
  std::vector<Vec3> points;
  std::vector<int> corners;           // corners of all faces, one after the other
  std::vector<int> face_start = {0};  // face f: corners[face_start[f]] up to corners[face_start[f + 1]]
  const char* face_name = "face";     // what the format calls them: "triangle"

  int n_faces() const { return int(face_start.size()) - 1; }
  std::span<const int> face(int f) const {
    const std::size_t k = std::size_t(f);
    return {corners.data() + face_start[k], std::size_t(face_start[k + 1] - face_start[k])};
  }
  void end_face() { face_start.push_back(int(corners.size())); }
};

// No coordinate is beyond kLargestCoordinate. Errors are an InputError "path:line: text", for binary files "path:
// triangle 7 (byte 434): text". Each triangle of an STL file has three points of its own.
Mesh read_stl(const std::string& path);  // ASCII or binary
Mesh read_obj(const std::string& path);
Mesh read_ply(const std::string& path);   // ASCII or binary, either order of bytes
Mesh read_mesh(const std::string& path);  // format by the file's ending

}  // namespace scree
