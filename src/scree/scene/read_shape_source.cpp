#include <fmt/format.h>

#include <algorithm>

#include "scree/error.hpp"
#include "scree/scene/shape_source.hpp"
#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/ball_union.hpp"
#include "scree/solids/hull_approximation.hpp"
#include "scree/solids/shape_files.hpp"

namespace scree::scene {
namespace {

enum SourceType { kSphere, kEllipsoid, kSuperellipsoid, kPolyhedron, kMesh };

Superellipsoid read_smooth(const Table& t, int type) {
  if (type == kSphere) {
    const Real r = Real(t.number("radius"));
    return make_superellipsoid({r, r, r}, 1, 1);
  }
  const Vec3 r = Vec3(t.vector("semi_axes"));
  if (type == kEllipsoid) return make_superellipsoid(r, 1, 1);
  const std::vector<double> eps = t.numbers("squareness");
  if (eps.size() != 2) throw InputError("squareness must be two numbers, e.g. [0.5, 1]");
  return make_superellipsoid(r, Real(eps[0]), Real(eps[1]));
}

// Returns nothing after a problem. Keys about what is put in its place must have been read before: those left over are
// refused.
std::optional<TrueShape> read_true_shape(Draft& d, const Table& t, const std::string& name) {
  const std::size_t problems_before = d.problems.size();
  const int type = t.choice("type");
  if (type < 0) return std::nullopt;
  try {
    if (type == kPolyhedron) {
      auto p = read_polyhedron_source(d, t, name);
      return p ? std::optional(true_shape(std::move(*p), true, name)) : std::nullopt;
    }
    if (type == kMesh) {
      if (!t.has("file")) t.problem("file", "missing; a mesh needs it");
      std::vector<std::string> mended;
      const ShapeFile file{(d.folder / t.text("file")).string(), read_file_unit(t), &mended};
      t.refuse_unused("type \"mesh\"");
      if (d.problems.size() != problems_before) return std::nullopt;
      PolyhedronData surface = read_closed_surface(file);
      for (const std::string& text : mended) d.notes.push_back(fmt::format("shape \"{}\": {}", name, text));
      return true_shape(std::move(surface), false, name);
    }
    // The getters report what is missing or out of range, and make_superellipsoid the rest.
    std::optional<TrueShape> shape;
    std::string wrong;
    try {
      shape = true_shape(read_smooth(t, type));
    } catch (const InputError& e) {
      wrong = e.what();
    }
    t.refuse_unused(fmt::format("type \"{}\"", t.text("type")));
    if (d.problems.size() != problems_before) return std::nullopt;
    if (!shape) t.problem("type", fmt::format("shape \"{}\": {}", name, wrong));
    return shape;
  } catch (const InputError& e) {
    t.problem("type", fmt::format("shape \"{}\": {}", name, e.what()));
    return std::nullopt;
  }
}

int read_count(const Table& t, int least, int most) {
  const std::int64_t n = t.integer("n");
  if (t.has("n") && (n < least || n > most)) t.problem("n", fmt::format("must be from {} to {}", least, most));
  return int(std::clamp<std::int64_t>(n, least, most));
}

// Reads only what the method looks at; the rest is refused as unused. The method "auto" depends on the type.
ClusterRecipe read_recipe(const Table& t) {
  ClusterRecipe recipe;
  recipe.n = read_count(t, 1, kMostInscribedBalls);
  constexpr ClusterMethod kMethods[] = {ClusterMethod::kAuto, ClusterMethod::kLattice, ClusterMethod::kAxis,
                                        ClusterMethod::kFill};
  recipe.method = kMethods[std::max(0, t.choice("method"))];
  const std::string type = t.has("type") ? t.text("type") : "";
  const bool lattice =
      recipe.method == ClusterMethod::kLattice || (recipe.method == ClusterMethod::kAuto && type == "sphere");
  const bool fill = recipe.method == ClusterMethod::kFill ||
                    (recipe.method == ClusterMethod::kAuto && type != "sphere" && type != "ellipsoid");
  if (lattice) recipe.rho = Real(t.number("rho"));
  if (fill && t.has("volume_error")) recipe.volume_error = Real(t.number("volume_error"));
  if (fill && t.has("surface_error")) recipe.surface_error = Real(t.number("surface_error"));
  return recipe;
}

bool wants_true_mass(const Table& t) { return t.choice("mass") != 1; }

}  // namespace

std::optional<SourceCluster> read_cluster_source(Draft& d, const Table& t, const std::string& name) {
  const std::size_t problems_before = d.problems.size();
  const ClusterRecipe recipe = read_recipe(t);
  const bool true_mass = wants_true_mass(t);
  const auto shape = read_true_shape(d, t, name);
  if (!shape || d.problems.size() != problems_before) return std::nullopt;
  try {
    const std::unique_ptr<Solid> solid = solid_of(*shape);
    const BallFill fill = make_cluster(*shape, *solid, recipe);
    const UnionProperties u = union_properties(fill.balls, Real(1e-6));
    d.notes.push_back(fmt::format("shape \"{}\": {} balls for the {}, {:.3g} % of the volume missing; mass of the {}{}",
                                  name, fill.balls.size(), shape->smooth ? shape->name : "body",
                                  100 * (1 - u.mass.volume / solid->mass().volume), true_mass ? "true shape" : "balls",
                                  fill.met ? "" : "; the errors asked for are not met with so many balls"));
    return SourceCluster{fill.balls, true_mass ? solid->mass() : u.mass,
                         shape->smooth ? surface_radii_at(fill.balls, *shape->smooth) : std::vector<Real>()};
  } catch (const InputError& e) {
    t.problem(fmt::format("shape \"{}\": {}", name, e.what()));
    return std::nullopt;
  }
}

std::optional<SourceHull> read_hull_source(Draft& d, const Table& t, const std::string& name) {
  const std::size_t problems_before = d.problems.size();
  const int n = read_count(t, 4, kMostHullVertices);
  const bool true_mass = wants_true_mass(t);
  const auto shape = read_true_shape(d, t, name);
  if (!shape || d.problems.size() != problems_before) return std::nullopt;
  try {
    SourceHull hull{make_hull(*shape, n), {}, shape->smooth.has_value()};
    const MassProperties own = mass_properties(hull.hull.view());
    const MassProperties of_true = solid_of(*shape)->mass();
    d.notes.push_back(
        fmt::format("shape \"{}\": {} vertices for the {}, {:.3g} % of the volume missing; mass of the {}", name,
                    hull.hull.vertices.size(), shape->smooth ? shape->name : "body",
                    100 * (1 - own.volume / of_true.volume), true_mass ? "true shape" : "polyhedron"));
    hull.mass = own;
    if (!true_mass) return hull;
    hull.mass = of_true;
    hull.mass.inradius = own.inradius, hull.mass.incentre = own.incentre;
    hull.mass.circumradius = 0;
    for (const Vec3& v : hull.hull.vertices)
      hull.mass.circumradius = std::max(hull.mass.circumradius, norm(v - hull.mass.centroid));
    return hull;
  } catch (const InputError& e) {
    t.problem(fmt::format("shape \"{}\": {}", name, e.what()));
    return std::nullopt;
  }
}

}  // namespace scree::scene
