// Surfaces of polygons as they stand in files, unchecked but for what the file itself gets wrong.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

struct Mesh {
  std::vector<Vec3> points;
  std::vector<std::vector<int>> faces;
};

// InputError "path:line: text", for binary STL "path: triangle 7 (byte 434): text".
Mesh read_obj(const std::string& path);
Mesh read_stl(const std::string& path);   // ASCII or binary; each triangle has three points of its own
Mesh read_mesh(const std::string& path);  // by the ending

// For readers: the whole file; words of a line; a number, finite or not, or nothing.
std::string read_bytes(const std::string& path);
std::vector<std::string_view> words_of(std::string_view line);
std::optional<double> number_of(std::string_view word);
// Three finite coordinates from words[first] on, or an InputError that begins with `where`.
Vec3 point_of(const std::vector<std::string_view>& words, std::size_t first, const std::string& where);

}  // namespace scree
