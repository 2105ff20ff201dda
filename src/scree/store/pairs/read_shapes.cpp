#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "scree/error.hpp"
#include "scree/store/pairs/pair_set.hpp"

namespace scree::pairs {
namespace {

constexpr int kMostVertices = 1000000;
// This is the part of the radius by which a vertex may stand out of a face, because faces of more than three vertices
// are rounded.
constexpr Real kFlat = 1e-9;

template <class S>
typename S::Vec read_point(Fields& fields) {
  Real x[S::kDim];
  constexpr const char* names[] = {"x", "y", "z"};
  for (int k = 0; k < S::kDim; ++k) x[k] = fields.number(names[k]);
  return S::vec(x);
}

std::vector<int> read_loop(Lines& lines, int n_vertices) {
  Fields fields = lines.need("a face (f)");
  fields.expect("f");
  std::vector<int> loop(std::size_t(fields.integer("number of vertices of the face", 3, n_vertices)));
  for (int& i : loop) i = fields.integer("vertex of the face", 0, n_vertices - 1);
  fields.end();
  if (std::set<int>(loop.begin(), loop.end()).size() != loop.size()) fields.fail("a vertex stands twice in the face");
  return loop;
}

template <class S>
void check_convex(const Fields& header, const Shape<S>& shape) {
  const typename S::View view = shape.data.view();
  if (!(view.radius > 0)) header.fail(fmt::format("shape \"{}\": all vertices lie in one point", shape.name));
  for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
    const Real out = S::outside(view, shape.vertices[i]);
    // The comparison also refuses a normal that is not a number.
    if (!(out <= kFlat * view.radius))
      header.fail(fmt::format("shape \"{}\": vertex {} lies {:.2g} outside a face: not convex, or turned inside out",
                              shape.name, i, out));
  }
  // A flat body passes so far, because its centre lies in the plane of a face.
  if (!(S::outside(view, view.centre) < -kFlat * view.radius))
    header.fail(fmt::format("shape \"{}\": has no volume", shape.name));
}

}  // namespace

template <class S>
Shape<S> read_shape(Lines& lines) {
  Fields header = lines.need("a shape");
  header.expect("shape");
  Shape<S> shape;
  shape.name = header.word("name");
  shape.family = header.word("class");
  const int n_vertices = header.integer("number of vertices", S::kDim + 1, kMostVertices);
  const int n_faces = S::kDim == 3 ? header.integer("number of faces", 4, 2 * kMostVertices) : 0;
  shape.width = header.positive("width");
  header.end();
  for (int i = 0; i < n_vertices; ++i) {
    Fields fields = lines.need("a vertex (v)");
    fields.expect("v");
    shape.vertices.push_back(read_point<S>(fields));
    fields.end();
  }
  for (int f = 0; f < n_faces; ++f) shape.loops.push_back(read_loop(lines, n_vertices));
  try {
    shape.data = S::build(shape.vertices, shape.loops);
  } catch (const InputError& e) {
    header.fail(fmt::format("shape \"{}\": {}", shape.name, e.what()));
  }
  check_convex(header, shape);
  return shape;
}

template <class S>
std::vector<Shape<S>> read_shapes(const std::string& path) {
  Lines lines(path);
  std::vector<Shape<S>> shapes;
  while (!lines.peek().empty()) shapes.push_back(read_shape<S>(lines));
  if (shapes.empty()) throw InputError(fmt::format("{}: no shapes in it", path));
  return shapes;
}

int dimension_of_shapes(const std::string& path) {
  Lines lines(path);
  Fields header = lines.need("a shape");
  header.expect("shape");
  for (const char* name : {"name", "class", "number of vertices", "width"}) header.word(name);
  return header.more() ? 3 : 2;  // with one more field the number of faces stood before the width
}

std::string neighbouring_shapes(const std::string& pairs_path) {
  const std::filesystem::path path(pairs_path);
  const std::string name = path.filename().string();
  const std::string stem = name.substr(0, name.rfind('_')) + "_shapes";
  for (const char* ending : {".txt.gz", ".txt"}) {
    const std::filesystem::path found = path.parent_path() / (stem + ending);
    if (std::filesystem::is_regular_file(found)) return found.string();
  }
  throw InputError(fmt::format("{}: no {}.txt.gz or {}.txt beside it; say where the shapes are with --shapes FILE",
                               pairs_path, stem, stem));
}

template Shape<Space> read_shape(Lines&);
template Shape<Plane2> read_shape(Lines&);
template std::vector<Shape<Space>> read_shapes(const std::string&);
template std::vector<Shape<Plane2>> read_shapes(const std::string&);

}  // namespace scree::pairs
