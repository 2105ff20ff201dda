// Materials, shapes and size distributions are read here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "scree/math/elementary.hpp"
#include "scree/scene/draft.hpp"
#include "scree/scene/shown_text.hpp"

namespace scree::scene {

std::string read_name(const Table& table, const std::vector<std::string>& others, const char* what) {
  const std::string name = table.name("name");
  if (!name.empty() && std::find(others.begin(), others.end(), name) != others.end())
    table.problem("name", fmt::format("another {} has this name", what));
  return name;
}

std::optional<std::uint32_t> find_name(const Table& table, const NamedRef& ref, const std::vector<std::string>& names,
                                       const char* what) {
  const auto it = std::find(names.begin(), names.end(), ref.name);
  if (it != names.end()) return std::uint32_t(it - names.begin());
  report(table.problems(), ref,
         names.empty() ? fmt::format("no such {0}; the scene has no {0}", what)
                       : fmt::format("no such {} ({})", what, listed(names)));
  return std::nullopt;
}

std::optional<std::uint32_t> find_name(const Table& table, std::string_view key, const std::vector<std::string>& names,
                                       const char* what) {
  const std::string name = table.text(key);
  if (name.empty()) return std::nullopt;
  return find_name(table, NamedRef{table.ref(key), name}, names, what);
}

void read_materials(Draft& d, const Table& root) {
  for (const Table& t : root.tables("material")) {
    Material m;
    m.name = read_name(t, names_of(d.model.materials), "material");
    if (m.name == "*") t.problem("name", "\"*\" stands for any material in contacts");
    MaterialUse use;
    use.has_density = t.has("density");
    use.has_young = t.has("young");
    use.has_poisson = t.has("poisson");
    use.has_surface_energy = t.has("surface_energy");
    const auto given = [&t](const char* key) { return t.has(key) ? Real(t.number(key)) : Real(0); };
    m.density = given("density");
    m.young = given("young");
    m.poisson = given("poisson");
    m.surface_energy = Real(t.number("surface_energy"));
    d.model.materials.push_back(m);
    d.use.push_back(use);
  }
  if (d.model.materials.empty() && root.has("material")) root.problem("material", "must not be empty");
}

namespace {

// Holds the mean and deviation of the logarithm, of a lognormal distribution with the given mean and deviation of the
// size.
struct LogMoments {
  double mean, deviation;
};
LogMoments log_moments(double mean, double deviation) {
  const double s2 = scree::log1p(deviation * deviation / (mean * mean));
  return {scree::log(mean) - s2 / 2, std::sqrt(s2)};
}

void read_table(const Table& t, SizeDistribution& size) {
  const std::vector<double> sizes = t.numbers("sizes"), passing = t.numbers("passing");
  if (!t.has("sizes") || !t.has("passing") || sizes.empty()) return;
  if (sizes.size() != passing.size() || sizes.size() < 2)
    t.problem("passing", fmt::format("must have as many entries as sizes ({}), at least 2", sizes.size()));
  for (std::size_t i = 1; i < sizes.size(); ++i)
    if (sizes[i] <= sizes[i - 1]) return t.problem("sizes", "must be in ascending order");
  for (std::size_t i = 1; i < passing.size(); ++i)
    if (passing[i] < passing[i - 1]) return t.problem("passing", "must not decrease");
  if (!passing.empty() && (passing.front() != 0 || passing.back() != 1))
    t.problem("passing", "must begin with 0 and end with 1");
  size.min = Real(sizes.front());
  size.max = Real(sizes.back());
  for (const double v : sizes) size.sizes.push_back(Real(v));
  for (const double v : passing) size.weights.push_back(Real(v));
}

// Reads the cut-offs of normal and lognormal sizes: as given, or at three deviations.
void read_bell(const Table& t, SizeDistribution& size) {
  const double mean = t.number("mean"), deviation = t.number("deviation");
  double lo = mean - 3 * deviation, hi = mean + 3 * deviation;
  if (size.kind == Distribution::kLognormal) {
    const LogMoments m = log_moments(mean, deviation);
    lo = scree::exp(m.mean - 3 * m.deviation);
    hi = scree::exp(m.mean + 3 * m.deviation);
  }
  if (t.has("min")) lo = t.number("min");
  if (t.has("max")) hi = t.number("max");
  if (lo <= 0) t.problem("deviation", "three deviations below the mean is below 0; give min");
  if (mean < lo || mean > hi) t.problem("mean", fmt::format("must lie between min and max, {} and {} m", lo, hi));
  size.mean = Real(mean);
  size.deviation = Real(deviation);
  size.min = Real(lo);
  size.max = Real(hi);
}

SizeDistribution read_distribution(const Table& t) {
  SizeDistribution size;
  const int choice = t.choice("distribution");
  if (choice < 0) return size;
  constexpr Distribution kinds[] = {Distribution::kUniform, Distribution::kNormal, Distribution::kLognormal,
                                    Distribution::kTriangular, Distribution::kTable};
  size.kind = kinds[choice];
  if (size.kind == Distribution::kTable) {
    read_table(t, size);
  } else if (size.kind == Distribution::kNormal || size.kind == Distribution::kLognormal) {
    read_bell(t, size);
  } else {
    for (const char* key : {"min", "max"})
      if (!t.has(key)) t.problem(key, "missing; must be a length, e.g. \"2.5 cm\"");
    size.min = Real(t.number("min"));
    size.max = Real(t.number("max"));
    size.mean = (size.min + size.max) / 2;
    if (size.kind == Distribution::kTriangular) {
      size.mean = Real(t.number("mode"));
      if (size.mean < size.min || size.mean > size.max) t.problem("mode", "must lie between min and max");
    }
  }
  if (size.min > size.max) t.problem("min", "must be <= max");
  t.refuse_unused(fmt::format("distribution \"{}\"", t.text("distribution")));
  return size;
}

void scale(SizeDistribution& size, Real factor) {
  for (Real* v : {&size.min, &size.max, &size.mean, &size.deviation}) *v *= factor;
  for (Real& v : size.sizes) v *= factor;
}

}  // namespace

SizeDistribution read_size(const Table& table, std::string_view key) {
  if (table.is_table(key)) return read_distribution(table.table(key));
  SizeDistribution size;
  size.min = size.max = size.mean = Real(table.number(key));
  return size;
}

SizeDistribution read_half_size(const Table& table, std::string_view key) {
  SizeDistribution size = read_size(table, key);
  scale(size, Real(0.5));
  return size;
}

namespace {

BodyType read_round_type(const Draft& d, const Table& t, ShapeSpec& shape, Real density) {
  if (t.has("radius") && t.has("diameter")) t.problem("diameter", "radius is given, too; leave one out");
  if (t.has("radius")) shape.radius = read_size(t, "radius");
  if (t.has("diameter")) shape.radius = read_half_size(t, "diameter");
  t.refuse_unused(t.flat() ? "type \"disc\"" : "type \"sphere\"");
  return t.flat() ? disc_type(shape.name, shape.materials[0], density, d.model.settings.thickness)
                  : sphere_type(shape.name, shape.materials[0], density);
}

enum ShapeType { kSphere, kPolyhedron, kSuperellipsoid, kDisc, kPolygon, kCompound, kCluster };

// Returns -1 after a problem.
int read_shape_type(const Table& t) {
  const int type = t.has("type") || !t.flat() ? t.choice("type") : int(kDisc);
  const bool of_2d = type == kDisc || type == kPolygon;
  if (type < 0 || type == kCluster || of_2d == t.flat()) return type;
  t.problem("type", t.flat() ? "dimension = 2: must be \"disc\", \"polygon\" or \"cluster\""
                             : "needs dimension = 2; in 3-D it must be \"sphere\", \"polyhedron\", "
                               "\"superellipsoid\", \"cluster\" or \"compound\"");
  return -1;
}

ShapeKind kind_of(int type) {
  if (type == kSphere || type == kDisc) return ShapeKind::kSphere;
  if (type == kCluster) return ShapeKind::kCluster;
  return type == kSuperellipsoid ? ShapeKind::kSuperellipsoid : ShapeKind::kPolyhedron;
}

BodyType read_type(Draft& d, const Table& t, int type, ShapeSpec& shape, Real density) {
  if (type == kPolyhedron) return read_polyhedron_type(d, t, shape, density);
  if (type == kSuperellipsoid) return read_superellipsoid_type(d, t, shape, density);
  if (type == kCluster) return read_cluster_type(d, t, shape, density);
  if (type == kPolygon) return read_polygon_type(d, t, shape, density);
  if (type >= 0) return read_round_type(d, t, shape, density);
  return sphere_type(shape.name, shape.materials[0], density);
}

// Reads the material of a shape; its density must be known. Returns nothing if it is not given.
std::optional<std::uint32_t> read_material(const Draft& d, const Table& t) {
  const auto material = find_name(t, "material", names_of(d.model.materials), "material");
  if (material && !d.use[*material].has_density)
    t.problem("material", "this material needs a density, because bodies are made of it");
  return material;
}

}  // namespace

void read_shapes(Draft& d, const Table& root) {
  for (const Table& t : root.tables("shape")) {
    ShapeSpec shape;
    const std::size_t problems_before = d.problems.size();
    shape.name = read_name(t, names_of(d.shapes), "shape");
    const int type = read_shape_type(t);
    if (type != kCompound && !t.has("material")) t.problem("material", "missing; must be a string");
    const auto material = read_material(d, t);
    shape.materials = {material.value_or(0)};
    shape.kind = kind_of(type);
    const Real density = material ? d.model.materials[*material].density : Real(1);
    d.model.body_types.push_back(type == kCompound ? read_compound_type(d, t, shape, material)
                                                   : read_type(d, t, type, shape, density));
    shape.usable = d.problems.size() == problems_before;
    if (!shape.usable && !material) shape.materials.clear();  // the scene may have none
    d.shapes.push_back(std::move(shape));
  }
}

}  // namespace scree::scene
