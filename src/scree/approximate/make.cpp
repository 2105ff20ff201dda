#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "scree/approximate/shaping.hpp"
#include "scree/error.hpp"
#include "scree/scene/scene.hpp"
#include "scree/scene/units.hpp"
#include "scree/solids/ball_union.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/shape_files.hpp"

namespace scree::approximate {
namespace {

// Reads "25 mm", or a plain number of metres.
Real length_of(const std::string& text, const char* option) {
  std::string error;
  const auto measure = scene::parse_measure(text, error);
  const bool plain = measure && measure->dimension == scene::Dimension{};
  if (!measure || !(plain || scene::fits(measure->dimension, scene::Dim::kLength)))
    throw InputError(fmt::format("{} {}: must be a length, e.g. 0.025 or \"25 mm\"", option, text));
  if (!(measure->value > 0) || !std::isfinite(measure->value))
    throw InputError(fmt::format("{} {}: must be > 0", option, text));
  return Real(measure->value);
}

Vec3 lengths_of(const std::vector<std::string>& texts, const char* option) {
  if (texts.size() != 3) throw InputError(fmt::format("{}: must be three lengths, e.g. 50mm,25mm,25mm", option));
  return {length_of(texts[0], option), length_of(texts[1], option), length_of(texts[2], option)};
}

// Checks which options a source takes; others are errors, as in scenes.
void refuse(bool given, const char* option, const std::string& source) {
  if (given) throw InputError(fmt::format("{}: not used by {}", option, source));
}

TrueShape smooth_source(const Options& o) {
  refuse(!o.lengths.empty(), "--lengths", o.source);
  if (o.source == "sphere") {
    refuse(!o.semi_axes.empty(), "--semi-axes", o.source);
    refuse(!o.squareness.empty(), "--squareness", o.source);
    const Real r = o.radius.empty() ? Real(1) : length_of(o.radius, "--radius");
    return true_shape(make_superellipsoid({r, r, r}, 1, 1));
  }
  refuse(!o.radius.empty(), "--radius", o.source);
  if (o.semi_axes.empty()) throw InputError(fmt::format("{}: needs --semi-axes, e.g. 50mm,25mm,25mm", o.source));
  std::vector<double> eps{1, 1};
  if (o.source == "ellipsoid")
    refuse(!o.squareness.empty(), "--squareness", "ellipsoid; take superellipsoid");
  else if (!o.squareness.empty())
    eps = o.squareness;
  if (eps.size() != 2) throw InputError("--squareness: must be two numbers, e.g. 0.5,1");
  return true_shape(make_superellipsoid(lengths_of(o.semi_axes, "--semi-axes"), Real(eps[0]), Real(eps[1])));
}

TrueShape mesh_source(const Options& o) {
  if (o.hull_of_mesh) return true_shape(hull_of_file({o.source}), true, fmt::format("hull of {}", o.source));
  std::vector<std::string> mended;
  PolyhedronData surface = read_closed_surface({o.source, 1, &mended});
  for (const std::string& text : mended) fmt::print(stderr, "{}\n", text);
  return true_shape(std::move(surface), false, o.source);
}

TrueShape library_source(const Options& o) {
  LibraryOptions options = o.library;
  if (o.source == "box")
    options.lengths = lengths_of(o.lengths, "--lengths");
  else
    refuse(!o.lengths.empty(), "--lengths", o.source);
  return true_shape(library_shape(o.source, options), true, o.source);
}

// Takes a shape of a scene, as large as its first body, or without bodies with a bounding sphere of radius 1.
TrueShape scene_source(const Options& o) {
  if (o.shape.empty()) throw InputError(fmt::format("{}: which of its shapes? give --shape NAME", o.source));
  const Scene scene = load_scene(o.source, {});
  const Model& model = scene.model;
  const auto type = std::find_if(model.body_types.begin(), model.body_types.end(),
                                 [&](const BodyType& t) { return t.name == o.shape; });
  if (type == model.body_types.end()) {
    std::vector<std::string> names;
    for (const BodyType& t : model.body_types) names.push_back(t.name);
    throw InputError(fmt::format("--shape {}: {} has no such shape ({})", o.shape, o.source, fmt::join(names, ", ")));
  }
  if (type->parts.size() != 1)
    throw InputError(
        fmt::format("--shape {}: has several parts; must be a sphere, polyhedron or superellipsoid", o.shape));
  const Part& part = type->parts[0];
  TrueShape shape;
  if (part.kind == ShapeKind::kSphere)
    shape = true_shape(unit_ball());
  else if (part.kind == ShapeKind::kSuperellipsoid)
    shape = true_shape(model.superellipsoids[part.superellipsoid].shape);
  else if (part.kind == ShapeKind::kPolyhedron)
    shape = true_shape(model.polyhedra[part.polyhedron], true, fmt::format("shape \"{}\"", o.shape));
  else
    throw InputError(fmt::format("--shape {}: must be a sphere, polyhedron or superellipsoid", o.shape));
  const auto& bodies = scene.state.bodies;
  for (std::size_t i = 0; i < bodies.type.size(); ++i)
    if (bodies.type[i] == std::uint32_t(type - model.body_types.begin())) return scaled(shape, bodies.scale[i]);
  return shape;
}

bool ends_in(const std::string& name, std::initializer_list<const char*> endings) {
  std::string ending = std::filesystem::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return std::any_of(endings.begin(), endings.end(), [&](const char* e) { return ending == e; });
}

TrueShape read_source(const Options& o) {
  const bool smooth = o.source == "sphere" || o.source == "ellipsoid" || o.source == "superellipsoid";
  const bool mesh = ends_in(o.source, {".stl", ".obj"}), scene = ends_in(o.source, {".toml"});
  refuse(o.hull_of_mesh && !mesh, "--of-hull", o.source);
  refuse(!o.shape.empty() && !scene, "--shape", o.source);
  if (smooth) return smooth_source(o);
  refuse(!o.radius.empty(), "--radius", o.source);
  refuse(!o.semi_axes.empty(), "--semi-axes", o.source);
  refuse(!o.squareness.empty(), "--squareness", o.source);
  if (mesh || scene) refuse(!o.lengths.empty(), "--lengths", o.source);
  if (mesh) return mesh_source(o);
  if (scene) return scene_source(o);
  const std::vector<std::string>& names = library_names();
  if (std::find(names.begin(), names.end(), o.source) == names.end())
    throw InputError(
        fmt::format("{}: no such shape (sphere, ellipsoid, superellipsoid, {}; a .stl, .obj or .toml file)", o.source,
                    fmt::join(names, ", ")));
  return library_source(o);
}

// Writes a line every five seconds.
void tell_progress(std::size_t done, std::size_t of) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point next = Clock::now() + std::chrono::seconds(5);
  if (Clock::now() < next) return;
  next = Clock::now() + std::chrono::seconds(5);
  fmt::print(stderr, "looking for balls: {} of {}\n", done, of);
}

ClusterRecipe recipe_of(const Options& o, const TrueShape& shape) {
  ClusterRecipe recipe;
  for (const ClusterMethod m : {ClusterMethod::kLattice, ClusterMethod::kAxis, ClusterMethod::kFill})
    if (o.method == name_of(m)) recipe.method = m;
  recipe.method = method_for(shape, recipe.method);
  recipe.n = *o.balls;
  const std::string by = fmt::format("method {}", name_of(recipe.method));
  if (recipe.method != ClusterMethod::kLattice) refuse(o.rho.has_value(), "--rho", by);
  if (o.rho) recipe.rho = Real(*o.rho);
  if (recipe.method != ClusterMethod::kFill) {
    refuse(o.volume_error.has_value(), "--volume-error", by);
    refuse(!o.surface_error.empty(), "--surface-error", by);
  }
  if (o.volume_error) recipe.volume_error = Real(*o.volume_error);
  if (!o.surface_error.empty()) recipe.surface_error = length_of(o.surface_error, "--surface-error");
  recipe.n_candidates = o.candidates;
  recipe.progress = tell_progress;
  return recipe;
}

void make_balls(const Options& o, const Solid& solid, Result& r) {
  const ClusterRecipe recipe = recipe_of(o, r.shape);
  BallFill fill = make_cluster(r.shape, solid, recipe);
  r.balls = std::move(fill.balls);
  r.met = fill.met;
  r.how = fmt::format("{} {} ({}", r.balls.size(), r.balls.size() == 1 ? "ball" : "balls", name_of(recipe.method));
  r.how += recipe.method == ClusterMethod::kLattice ? fmt::format(", rho {:.4g})", recipe.rho) : ")";
  const UnionProperties u = union_properties(r.balls, Real(1e-7));
  r.mass = u.mass;
  r.mass_error = u.error;
  r.surface = surface_error(solid, r.balls);
}

}  // namespace

Result make(const Options& o) {
  if (o.balls && o.hull) throw InputError("--hull: --balls is given, too; leave one out");
  Result r;
  r.shape = read_source(o);
  if (!o.size.empty()) r.shape = scaled(r.shape, length_of(o.size, "--size") / (2 * circumradius(r.shape)));
  const std::unique_ptr<Solid> solid = solid_of(r.shape);
  r.true_mass = solid->mass();
  if (o.balls) {
    make_balls(o, *solid, r);
  } else if (o.hull) {
    refuse(o.rho || o.volume_error || !o.surface_error.empty(), "--rho, --volume-error, --surface-error", "--hull");
    r.hull = make_hull(r.shape, *o.hull);
    r.how = fmt::format("a polyhedron of {} vertices and {} faces", r.hull->vertices.size(), r.hull->n_faces());
    r.mass = mass_properties(r.hull->view());
    r.surface = surface_error(*solid, *r.hull);
  }
  return r;
}

}  // namespace scree::approximate
