// Shapes of type "polygon" are read here.
#include <fmt/format.h>

#include <algorithm>

#include "scree/error.hpp"
#include "scree/scene/draft.hpp"
#include "scree/setup/polyhedron_type.hpp"

namespace scree::scene {

namespace {

constexpr std::int64_t kMostSides = 1000;

std::string properties_text(const PolygonData& p, const SizeDistribution& radius) {
  const Real s = radius.max / p.radius;
  return fmt::format(
      "{} corners; {}: area {:.6g} m2, circumradius {:.6g} m, inradius {:.6g} m, polar moment of area {:.6g} m4",
      p.vertices.size(), size_text(radius), s * s * p.area, radius.max, s * p.inradius, s * s * s * s * p.polar_moment);
}

PolygonData build(const Table& t) {
  if (t.has("library")) return regular_polygon(int(std::min(t.integer("sides"), kMostSides + 1)));
  std::vector<Vec2> points;
  for (const Vec3d& v : t.points("vertices")) points.push_back({Real(v.x), Real(v.y)});
  return hull_of(points);
}

// Nothing may be built after a problem.
bool check_source(const Draft& d, const Table& t) {
  const std::size_t problems_before = d.problems.size();
  if (t.has("vertices") == t.has("library")) {
    t.problem("needs just one of vertices and library");
    return false;
  }
  if (t.has("vertices")) t.points("vertices");
  if (t.has("library")) {
    const std::int64_t sides = t.integer("sides");
    if (t.text("library") != "regular") t.problem("library", "must be \"regular\" for a polygon");
    if (t.has("sides") && sides != 0 && (sides < 3 || sides > kMostSides))
      t.problem("sides", fmt::format("must be from 3 to {}", kMostSides));
  }
  t.refuse_unused("type \"polygon\"");
  return d.problems.size() == problems_before;
}

BodyType make_type(Draft& d, const PolygonData& p, ShapeSpec& shape, Real density) {
  if (!shape.radius) {
    shape.radius.emplace();
    shape.radius->min = shape.radius->max = shape.radius->mean = p.radius;
  }
  std::string note = fmt::format("shape \"{}\": {}", shape.name, properties_text(p, *shape.radius));
  if (p.n_dropped > 0) note += fmt::format("; {} points given are no corners and were dropped", p.n_dropped);
  d.notes.push_back(std::move(note));
  return polygon_type(d.model, shape.name, shape.materials[0], density, p, d.model.settings.thickness);
}

}  // namespace

BodyType read_polygon_type(Draft& d, const Table& t, ShapeSpec& shape, Real density) {
  const BodyType stand_in = sphere_type(shape.name, shape.materials[0], density);
  if (t.has("size")) shape.radius = read_half_size(t, "size");
  if (!check_source(d, t)) return stand_in;
  try {
    return make_type(d, build(t), shape, density);
  } catch (const InputError& e) {
    t.problem(t.has("library") ? "library" : "vertices", fmt::format("shape \"{}\": {}", shape.name, e.what()));
  }
  return stand_in;
}

}  // namespace scree::scene
