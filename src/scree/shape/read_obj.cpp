// Wavefront OBJ: vertices and faces. Textures, normals, groups and materials are passed over.
#include <fmt/format.h>

#include <charconv>

#include "scree/error.hpp"
#include "scree/shape/mesh_file.hpp"

namespace scree {
namespace {

// "7", "7/1", "7//3", "7/1/3" or "-1": only what stands before the first / is of interest here. 1-based, negative
// numbers count back from the last vertex so far.
int vertex_of(std::string_view word, std::size_t n_points, const std::string& where) {
  const std::string_view text = word.substr(0, word.find('/'));
  long index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size())
    throw InputError(fmt::format("{}: \"{}\" is no vertex of a face", where, word));
  const long n = long(n_points), place = index > 0 ? index - 1 : n + index;
  if (index == 0 || place < 0 || place >= n)
    throw InputError(fmt::format("{}: there is no vertex {}; {} have been given so far", where, index, n));
  return int(place);
}

void read_line(const std::vector<std::string_view>& words, const std::string& where, Mesh& mesh) {
  if (words[0] == "v") mesh.points.push_back(point_of(words, 1, where));
  if (words[0] != "f") return;
  if (words.size() < 4)
    throw InputError(fmt::format("{}: a face has at least 3 vertices, this one {}", where, words.size() - 1));
  std::vector<int> face;
  for (std::size_t k = 1; k < words.size(); ++k) face.push_back(vertex_of(words[k], mesh.points.size(), where));
  mesh.faces.push_back(std::move(face));
}

}  // namespace

Mesh read_obj(const std::string& path) {
  const std::string bytes = read_bytes(path);
  Mesh mesh;
  std::string_view rest = bytes;
  std::string line;  // may go on over several lines of the file, with \ at their ends
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    std::string_view piece = rest.substr(0, end);
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    if (piece.ends_with('\r')) piece.remove_suffix(1);
    const bool goes_on = piece.ends_with('\\');
    line += goes_on ? std::string(piece.substr(0, piece.size() - 1)) + ' ' : std::string(piece);
    if (goes_on && !rest.empty()) continue;
    const auto words = words_of(std::string_view(line).substr(0, line.find('#')));
    if (!words.empty()) read_line(words, fmt::format("{}:{}", path, number), mesh);
    line.clear();
  }
  if (mesh.faces.empty()) throw InputError(fmt::format("{}: has no faces (lines \"f 1 2 3\")", path));
  return mesh;
}

}  // namespace scree
