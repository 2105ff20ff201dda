#include "scree/solids/solid.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

Real area_of(const std::array<Vec3, 3>& t) { return norm(cross(t[1] - t[0], t[2] - t[0])) / 2; }

// Returns a point of the unit triangle for each k, evenly spread (Roberts' sequence) and folded over from the unit
// square.
Vec3 spread_in(const std::array<Vec3, 3>& t, int k) {
  constexpr Real kPlastic = Real(1.324717957244746025960908854);
  const auto part = [k](Real step) {
    const Real x = fma(step, Real(k), Real(0.5));
    return x - std::floor(x);
  };
  Real u = part(1 / kPlastic), v = part(1 / (kPlastic * kPlastic));
  if (u + v > 1) u = 1 - u, v = 1 - v;
  return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
}

}  // namespace

std::array<Vec3, 3> Solid::corners(int triangle) const {
  const auto at = [&](int k) { return mesh_.vertices[std::size_t(mesh_.triangles[std::size_t(3 * triangle + k)])]; };
  return {at(0), at(1), at(2)};
}

void Solid::set(SurfaceMesh mesh, const MassProperties& mass) {
  mesh_ = std::move(mesh);
  mass_ = mass;
  Vec3 lo = mesh_.vertices[0], hi = lo;
  for (const Vec3& v : mesh_.vertices)
    for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], v[k]), hi[k] = std::max(hi[k], v[k]);
  size_ = norm(hi - lo);
}

std::vector<SurfacePoint> Solid::sample(int n) const {
  Real total = 0;
  for (int t = 0; t < n_triangles(); ++t) total += area_of(corners(t));
  std::vector<SurfacePoint> points;
  Real passed = 0;
  for (int t = 0; t < n_triangles(); ++t) {
    passed += area_of(corners(t));
    // Points stand at the middles of n equal parts of the area.
    while (int(points.size()) < n && (Real(points.size()) + Real(0.5)) * total <= passed * Real(n)) {
      const Vec3 x = on_surface(spread_in(corners(t), int(points.size())));
      points.push_back({x, normal(x, t), mass_.area / Real(n)});
    }
  }
  return points;
}

}  // namespace scree
