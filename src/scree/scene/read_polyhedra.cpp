// Shapes of type "polyhedron" are read here.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "scree/error.hpp"
#include "scree/scene/shape_source.hpp"
#include "scree/setup/polyhedron_type.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/shape_files.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::scene {

std::string size_text(const SizeDistribution& radius) {
  if (radius.kind == Distribution::kFixed) return fmt::format("size {:.4g} m", 2 * radius.min);
  return fmt::format("sizes {:.4g} .. {:.4g} m; the largest", 2 * radius.min, 2 * radius.max);
}

Real read_file_unit(const Table& t) {
  constexpr Real kMetres[] = {1, Real(0.1), Real(0.01), Real(1e-3), Real(1e-6), 1000, Real(0.0254), Real(0.3048)};
  return kMetres[std::max(0, t.choice("unit"))];
}

namespace {

// Tells where a polyhedron comes from, as read; it is built only if all of it is right.
struct Source {
  std::string key;  // vertices, file or library
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> faces;
  std::string path, name;
  Real unit = 1;
  bool hull = false;
  LibraryOptions options;
};

void read_library(const Table& t, Source& from) {
  if (t.choice("library") < 0) return;
  from.name = t.text("library");
  if (from.name == "regular") return t.problem("library", "is a polygon; must be another for a polyhedron");
  if (from.name == "box") from.options.lengths = Vec3(t.vector("lengths"));
  if (from.name == "prism") {
    from.options.sides = int(std::min<std::int64_t>(t.integer("sides"), 1000));
    from.options.height = Real(t.number("height"));
  }
  if (from.name == "rock") {
    RockOptions& rock = from.options.rock;
    rock.n_vertices = int(std::min<std::int64_t>(t.integer("n_vertices"), kMostRockVertices + 1));
    rock.elongation = Real(t.number("elongation"));
    rock.flatness = Real(t.number("flatness"));
    rock.seed = std::uint64_t(t.integer("seed"));
  }
  t.refuse_unused(fmt::format("library \"{}\"", from.name));
}

// Returns nothing after a problem.
std::optional<Source> read_source(const Draft& d, const Table& t) {
  const std::size_t problems_before = d.problems.size();
  Source from;
  int n = 0;
  for (const char* key : {"vertices", "file", "library"})
    if (t.has(key)) from.key = key, ++n;
  if (n != 1) {
    t.problem("needs just one of vertices, file and library");
    return std::nullopt;
  }
  if (from.key == "vertices") {
    for (const Vec3d& v : t.points("vertices")) from.vertices.push_back(Vec3(v));
    if (t.has("faces")) from.faces = t.faces("faces");
  } else if (from.key == "file") {
    from.path = (d.folder / t.text("file")).string();
    from.unit = read_file_unit(t);
    from.hull = t.flag("hull");
  } else {
    read_library(t, from);
  }
  if (from.key != "library") t.refuse_unused(fmt::format("a polyhedron with {}", from.key));
  return d.problems.size() == problems_before ? std::optional(std::move(from)) : std::nullopt;
}

PolyhedronData build(const Source& from, std::vector<std::string>& notes) {
  if (from.key == "library") return library_shape(from.name, from.options);
  const ShapeFile file{from.path, from.unit, &notes};
  if (from.key == "file") return from.hull ? hull_of_file(file) : read_polyhedron(file);
  return from.faces.empty() ? hull_of(from.vertices) : polyhedron_from_faces(from.vertices, from.faces);
}

// Describes the shape at its size, or at the largest of a distribution.
std::string properties_text(const PolyhedronData& p, const MassProperties& m, const SizeDistribution& radius) {
  const Real s = radius.max / m.circumradius, s5 = s * s * s * s * s;
  return fmt::format(
      "{} vertices, {} edges, {} faces; {}: volume {:.6g} m3, circumradius {:.6g} m, inradius {:.6g} m, principal "
      "moments of inertia {:.6g}, {:.6g}, {:.6g} m5 at density 1",
      p.vertices.size(), p.edges.size(), p.n_faces(), size_text(radius), s * s * s * m.volume, radius.max,
      s * m.inradius, s5 * m.moments.x, s5 * m.moments.y, s5 * m.moments.z);
}

BodyType make_type(Draft& d, PolyhedronData p, const MassProperties& m, ShapeSpec& shape, Real density) {
  if (!shape.radius) {
    shape.radius.emplace();
    shape.radius->min = shape.radius->max = shape.radius->mean = m.circumradius;
  }
  std::string note = fmt::format("shape \"{}\": {}", shape.name, properties_text(p, m, *shape.radius));
  if (p.n_dropped > 0) note += fmt::format("; {} points given are no vertices and were dropped", p.n_dropped);
  d.notes.push_back(std::move(note));
  return polyhedron_type(d.model, shape.name, shape.materials[0], density, std::move(p), m);
}

enum Surface { kFlat, kRound };

// Makes a type that takes the place of a true shape.
BodyType make_type_from(Draft& d, const Table& t, ShapeSpec& shape, Real density) {
  const auto hull = read_hull_source(d, t.table("from"), shape.name);
  const int surface = t.choice("surface");
  t.refuse_unused("a polyhedron with from");
  if (!hull) return sphere_type(shape.name, shape.materials[0], density);
  BodyType type = make_type(d, hull->hull, hull->mass, shape, density);
  type.round = surface < 0 ? hull->round : surface == kRound;
  return type;
}

}  // namespace

std::optional<PolyhedronData> read_polyhedron_source(Draft& d, const Table& t, const std::string& shape_name) {
  const std::optional<Source> from = read_source(d, t);
  if (!from) return std::nullopt;
  try {
    std::vector<std::string> mended;
    PolyhedronData p = build(*from, mended);
    for (const std::string& text : mended) d.notes.push_back(fmt::format("shape \"{}\": {}", shape_name, text));
    return p;
  } catch (const InputError& e) {
    t.problem(from->key, fmt::format("shape \"{}\": {}", shape_name, e.what()));
  }
  return std::nullopt;
}

BodyType read_polyhedron_type(Draft& d, const Table& t, ShapeSpec& shape, Real density) {
  if (t.has("size")) shape.radius = read_half_size(t, "size");
  const auto given = [&t](const char* key) { return t.has(key) ? 1 : 0; };
  if (given("vertices") + given("file") + given("library") + given("from") != 1) {
    t.problem("needs just one of vertices, file, library and from");
    return sphere_type(shape.name, shape.materials[0], density);
  }
  if (t.has("from")) return make_type_from(d, t, shape, density);
  const int surface = t.choice("surface");
  auto p = read_polyhedron_source(d, t, shape.name);
  if (!p) return sphere_type(shape.name, shape.materials[0], density);
  try {
    const MassProperties m = mass_properties(p->view());
    BodyType type = make_type(d, std::move(*p), m, shape, density);
    type.round = surface == kRound;
    return type;
  } catch (const InputError& e) {
    t.problem(fmt::format("shape \"{}\": {}", shape.name, e.what()));
  }
  return sphere_type(shape.name, shape.materials[0], density);
}

}  // namespace scree::scene
