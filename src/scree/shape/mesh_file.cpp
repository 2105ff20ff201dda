#include "scree/shape/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "scree/error.hpp"
#include "scree/shape/polyhedron_build.hpp"
#include "scree/shape/polyhedron_check.hpp"
#include "scree/shape/weld.hpp"

namespace scree {

std::string read_bytes(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) throw InputError(path + ": there is no such file");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file) throw InputError(path + ": cannot be read");
  return std::move(bytes).str();
}

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(kBlanks);
    if (begin == line.npos) return words;
    line.remove_prefix(begin);
    words.push_back(line.substr(0, line.find_first_of(kBlanks)));
    line.remove_prefix(words.back().size());
  }
}

// Not by strtod, which goes by the locale.
std::optional<double> number_of(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range)  // 1e-400 or 1e400: the library does not say which
    return word.find("e-") != word.npos || word.find("E-") != word.npos ? 0 : std::numeric_limits<double>::infinity();
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

Vec3 point_of(const std::vector<std::string_view>& words, std::size_t first, const std::string& where) {
  if (words.size() < first + 3) throw InputError(fmt::format("{}: a vertex has three coordinates", where));
  Vec3 p{0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const std::string_view word = words[first + std::size_t(k)];
    const auto value = number_of(word);
    if (!value) throw InputError(fmt::format("{}: \"{}\" is no number", where, word));
    if (!std::isfinite(*value)) throw InputError(fmt::format("{}: {} is not a finite number", where, word));
    p[k] = Real(*value);
  }
  return p;
}

Mesh read_mesh(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  if (ending == ".stl") return read_stl(path);
  if (ending == ".obj") return read_obj(path);
  throw InputError(fmt::format("{}: must end in .stl or .obj", path));
}

namespace {

// Faces of a mesh whose equal points have become one. A face that has shrunk to a line is no face.
FaceLoops welded_faces(const Mesh& mesh, const Welded& welded) {
  FaceLoops faces;
  for (const auto& given : mesh.faces) {
    std::vector<int> face;
    for (const int p : given) {
      const int v = welded.place[std::size_t(p)];
      if (face.empty() || face.back() != v) face.push_back(v);
    }
    while (face.size() > 1 && face.back() == face.front()) face.pop_back();
    if (face.size() >= 3) faces.push_back(std::move(face));
  }
  return faces;
}

std::vector<Vec3> welded_vertices(const Mesh& mesh, FaceLoops& faces) {
  const Welded welded =
      weld(mesh.points, std::max(kShapeTolerance * half_extent(mesh.points), rounding_of(mesh.points)));
  faces = welded_faces(mesh, welded);
  return keep_used(welded.points, faces);
}

template <class Build>
PolyhedronData from_file(const std::string& path, Build&& build) {
  const Mesh mesh = read_mesh(path);  // its messages name the file themselves
  try {
    return build(mesh);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", path, e.what()));
  }
}

}  // namespace

PolyhedronData read_polyhedron(const std::string& path) {
  return from_file(path, [](const Mesh& mesh) {
    FaceLoops faces;
    std::vector<Vec3> vertices = welded_vertices(mesh, faces);
    return polyhedron_from_faces(std::move(vertices), std::move(faces));
  });
}

PolyhedronData read_closed_surface(const std::string& path) {
  return from_file(path, [](const Mesh& mesh) {
    FaceLoops faces;
    std::vector<Vec3> vertices = welded_vertices(mesh, faces);
    check_loops(vertices.size(), faces);
    return with_topology(std::move(vertices), faces);
  });
}

PolyhedronData hull_of_file(const std::string& path) {
  return from_file(path, [](const Mesh& mesh) { return hull_of(mesh.points); });
}

}  // namespace scree
