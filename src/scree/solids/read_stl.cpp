// STL is the format of CAD and of scanners: triangles, each with its own three points. Normals in the file are passed
// over; the order of the points says what is outside.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "scree/error.hpp"
#include "scree/input_file.hpp"
#include "scree/solids/mesh.hpp"
#include "scree/solids/mesh_text.hpp"
#include "scree/solids/polyhedron_check.hpp"

namespace scree {
namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is little-endian");

constexpr std::size_t kHeader = 80, kStart = 84, kTriangle = 50;  // bytes

void add_triangle(Mesh& mesh) {
  const int n = int(mesh.points.size());
  for (int k = n - 3; k < n; ++k) mesh.corners.push_back(k);
  mesh.end_face();
}

Mesh read_binary(const std::string& path, const std::string& bytes) {
  if (bytes.size() < kStart)
    throw InputError(fmt::format("{}: {} bytes are too few for an STL file, which has 84 before the first triangle",
                                 path, bytes.size()));
  std::uint32_t n = 0;
  std::memcpy(&n, bytes.data() + kHeader, sizeof n);
  const std::size_t whole = (bytes.size() - kStart) / kTriangle;
  if (whole < n)
    throw InputError(
        fmt::format("{}: the file is cut off: it ends at byte {} in triangle {} of {}", path, bytes.size(), whole, n));
  Mesh mesh;
  mesh.points.reserve(3 * std::size_t(n));
  mesh.corners.reserve(3 * std::size_t(n));
  mesh.face_start.reserve(std::size_t(n) + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = kStart + i * kTriangle + 12;  // behind the normal
    float xyz[9];
    std::memcpy(xyz, bytes.data() + at, sizeof xyz);
    for (std::size_t k = 0; k < 9; ++k) {
      if (std::abs(xyz[k]) <= float(kLargestCoordinate)) continue;
      throw InputError(fmt::format("{}: triangle {} (byte {}): {} is {}", path, i, at + 4 * k, xyz[k],
                                   std::isfinite(xyz[k]) ? "too large for a coordinate" : "not a finite number"));
    }
    for (std::size_t k = 0; k < 9; k += 3) mesh.points.push_back({Real(xyz[k]), Real(xyz[k + 1]), Real(xyz[k + 2])});
    add_triangle(mesh);
  }
  return mesh;
}

// Keeps track of where in "solid, facet, outer loop, three vertices, endloop, endfacet, endsolid" the reader is.
class AsciiReader {
 public:
  explicit AsciiReader(const std::string& path) : path_(path) {}

  void line(std::string_view text) {
    ++number_;
    words_of(text, words_);
    if (words_.empty()) return;
    const std::string key = lower_case(words_[0].substr(0, 10));  // no word of the format is longer
    if (key == "vertex") return vertex();
    if (key == "solid") return step(key, kOutside, kSolid);
    if (key == "facet") return step(key, kSolid, kFacet);
    if (key == "outer") return step(key, kFacet, kLoop);
    if (key == "endloop") return end_loop();
    if (key == "endfacet") return step(key, kClosed, kSolid);
    if (key == "endsolid") return step(key, kSolid, kOutside);
    throw InputError(fmt::format("{}: \"{}\" is no word of an STL file", where(), shortened(words_[0])));
  }

  Mesh finish() {
    if (state_ != kOutside) throw InputError(fmt::format("{}: the file is cut off: it ends without endsolid", where()));
    return std::move(mesh_);
  }

 private:
  enum State { kOutside, kSolid, kFacet, kLoop, kClosed };

  std::string where() const { return Place{path_, number_}.text(); }
  void step(const std::string& key, State from, State to) {
    if (state_ != from) throw InputError(fmt::format("{}: \"{}\" is out of place", where(), key));
    state_ = to;
    in_loop_ = 0;
  }
  void vertex() {
    if (state_ != kLoop || in_loop_ == 3) throw InputError(fmt::format("{}: \"vertex\" is out of place", where()));
    mesh_.points.push_back(point_of(words_, 1, {path_, number_}));
    ++in_loop_;
  }
  void end_loop() {
    if (state_ == kLoop && in_loop_ != 3)
      throw InputError(fmt::format("{}: a triangle has 3 vertices, this one {}", where(), in_loop_));
    step("endloop", kLoop, kClosed);
    add_triangle(mesh_);
  }

  const std::string& path_;
  Mesh mesh_;
  std::vector<std::string_view> words_;
  State state_ = kOutside;
  int number_ = 0, in_loop_ = 0;
};

Mesh read_ascii(const std::string& path, std::string_view bytes) {
  AsciiReader reader(path);
  Lines lines(bytes);
  for (std::string_view line; lines.next(line);) reader.line(line);
  return reader.finish();
}

// Binary files may begin with "solid" too. Text has no zero bytes; the count of triangles of any sane file has.
bool is_ascii(const std::string& bytes) {
  std::vector<std::string_view> words;
  words_of(std::string_view(bytes).substr(0, 80), words);
  return !words.empty() && lower_case(words[0]).starts_with("solid") && bytes.find('\0') == bytes.npos;
}

}  // namespace

Mesh read_stl(const std::string& path) {
  const std::string bytes = read_input_file(path);
  Mesh mesh = is_ascii(bytes) ? read_ascii(path, bytes) : read_binary(path, bytes);
  mesh.face_name = "triangle";
  if (mesh.n_faces() == 0) throw InputError(fmt::format("{}: has no triangles", path));
  return mesh;
}

}  // namespace scree
