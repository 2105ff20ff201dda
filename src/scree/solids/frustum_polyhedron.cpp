#include "scree/solids/frustum_polyhedron.hpp"

#include <fmt/format.h>

#include <numbers>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree {
namespace {

void add_ring(Real r, Real z, int sides, std::vector<Vec3>& points) {
  if (!(r > 0)) {
    points.push_back({0, 0, z});  // the tip of a cone
    return;
  }
  const Real step = 2 * std::numbers::pi_v<Real> / sides, corner = 2 * r / (1 + scree::cos(step / 2));
  for (int k = 0; k < sides; ++k) points.push_back({corner * scree::cos(k * step), corner * scree::sin(k * step), z});
}

}  // namespace

PolyhedronData frustum_polyhedron(const Frustum& f, int sides) {
  if (sides < 3) throw InputError(fmt::format("a cylinder or cone of {} sides; must be at least 3", sides));
  std::vector<Vec3> points;
  add_ring(f.r0, f.z0, sides, points);
  add_ring(f.r1, f.z1, sides, points);
  return hull_of(points);
}

}  // namespace scree
