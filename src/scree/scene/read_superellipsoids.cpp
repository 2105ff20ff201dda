// Shapes of type "superellipsoid" are read here.
#include <fmt/format.h>

#include "scree/scene/draft.hpp"
#include "scree/setup/superellipsoid_type.hpp"

namespace scree::scene {

namespace {

// Returns two numbers unless there is a problem.
std::vector<double> read_squareness(const Draft& d, const Table& t) {
  const std::size_t problems_before = d.problems.size();
  const std::vector<double> eps = t.numbers("squareness");
  if (d.problems.size() == problems_before && eps.size() != 2)
    t.problem("squareness", "must be two numbers, e.g. [0.5, 1]");
  return eps;
}

// Describes the shape at its size, or at the largest of a distribution.
std::string properties_text(const Superellipsoid& as_given, const SizeDistribution& radius) {
  const Superellipsoid s = scaled(as_given, radius.max / as_given.radius);
  const Vec3 r = s.r(), moments = inertia(s);
  return fmt::format(
      "squareness {:.4g}, {:.4g}; {}: semi-axes {:.6g}, {:.6g}, {:.6g} m, volume {:.6g} m3, circumradius {:.6g} m, "
      "inradius {:.6g} m, principal moments of inertia {:.6g}, {:.6g}, {:.6g} m5 at density 1",
      s.eps1(), s.eps2(), size_text(radius), r.x, r.y, r.z, volume(s), s.radius, s.inradius, moments.x, moments.y,
      moments.z);
}

BodyType make_type(Draft& d, const Superellipsoid& s, ShapeSpec& shape, Real density) {
  if (!shape.radius) {
    shape.radius.emplace();
    shape.radius->min = shape.radius->max = shape.radius->mean = s.radius;
  }
  d.notes.push_back(fmt::format("shape \"{}\": {}", shape.name, properties_text(s, *shape.radius)));
  return superellipsoid_type(d.model, shape.name, shape.materials[0], density, s);
}

}  // namespace

BodyType read_superellipsoid_type(Draft& d, const Table& t, ShapeSpec& shape, Real density) {
  const std::size_t problems_before = d.problems.size();
  if (t.has("size")) shape.radius = read_half_size(t, "size");
  const Vec3 r = Vec3(t.vector("semi_axes"));
  const std::vector<double> eps = read_squareness(d, t);
  t.refuse_unused("type \"superellipsoid\"");
  if (d.problems.size() != problems_before) return sphere_type(shape.name, shape.materials[0], density);
  return make_type(d, make_superellipsoid(r, Real(eps[0]), Real(eps[1])), shape, density);
}

}  // namespace scree::scene
