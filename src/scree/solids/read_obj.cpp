// A Wavefront OBJ file has vertices and faces. Textures, normals, groups and materials are passed over.
#include <fmt/format.h>

#include <charconv>

#include "scree/error.hpp"
#include "scree/input_file.hpp"
#include "scree/solids/mesh.hpp"
#include "scree/solids/mesh_text.hpp"

namespace scree {
namespace {

// A word is "7", "7/1", "7//3", "7/1/3" or "-1": only what stands before the first / is of interest here. Indices are
// 1-based, and negative numbers count back from the last vertex so far.
int vertex_of(std::string_view word, std::size_t n_points, const Place& place) {
  const std::string_view text = word.substr(0, word.find('/'));
  long index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size())
    throw InputError(fmt::format("{}: \"{}\" is no vertex of a face", place.text(), shortened(word)));
  const long n = long(n_points), at = index > 0 ? index - 1 : n + index;
  if (index == 0 || at < 0 || at >= n)
    throw InputError(fmt::format("{}: there is no vertex {}; {} have been given so far", place.text(), index, n));
  return int(at);
}

void read_line(const std::vector<std::string_view>& words, const Place& place, Mesh& mesh) {
  if (words[0] == "v") mesh.points.push_back(point_of(words, 1, place));
  if (words[0] != "f") return;
  if (words.size() < 4)
    throw InputError(fmt::format("{}: a face has at least 3 vertices, this one {}", place.text(), words.size() - 1));
  for (std::size_t k = 1; k < words.size(); ++k) mesh.corners.push_back(vertex_of(words[k], mesh.points.size(), place));
  mesh.end_face();
}

}  // namespace

Mesh read_obj(const std::string& path) {
  const std::string bytes = read_input_file(path);
  Mesh mesh;
  Lines lines(bytes);
  std::vector<std::string_view> words;
  std::string joined;  // a line may go on over several of the file, with \ at their ends
  for (std::string_view piece; lines.next(piece);) {
    std::string_view line = piece;
    if (piece.ends_with('\\')) {
      joined += piece.substr(0, piece.size() - 1);
      joined += ' ';
      if (!lines.rest().empty()) continue;
      line = joined;
    } else if (!joined.empty()) {
      line = joined += piece;
    }
    words_of(line.substr(0, line.find('#')), words);
    if (!words.empty()) read_line(words, {path, lines.number()}, mesh);
    joined.clear();
  }
  if (mesh.n_faces() == 0) throw InputError(fmt::format("{}: has no faces (lines \"f 1 2 3\")", path));
  return mesh;
}

}  // namespace scree
