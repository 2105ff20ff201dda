// Clusters built by hand, in a PolyWorld.
#pragma once
#include <numbers>
#include <vector>

#include "physics/poly_world.hpp"
#include "scree/setup/cluster_mass.hpp"
#include "scree/setup/cluster_type.hpp"

namespace scree::test {

struct ClusterWorld : PolyWorld {
  using PolyWorld::PolyWorld;

  std::uint32_t cluster(const std::vector<Ball>& balls, const MassProperties& mass) {
    const std::string name = "cluster" + std::to_string(model.body_types.size());
    model.body_types.push_back(cluster_type(name, balls, mass, 0, model.materials[0].density).type);
    return std::uint32_t(model.body_types.size() - 1);
  }
  std::uint32_t cluster(const std::vector<Ball>& balls) { return cluster(balls, mass_of_union(balls)); }
};

inline double radius_round(const std::vector<Ball>& balls, const Vec3& centre = {0, 0, 0}) {
  double r = 0;
  for (const Ball& b : balls) r = std::max(r, double(norm(b.x - centre) + b.r));
  return r;
}

// Höhner et al. 2011: a sphere of radius R by n balls of radius rho R that touch it from inside, along Fibonacci's
// spiral.
inline std::vector<Ball> sphere_of_balls(int n, double rho, double R) {
  std::vector<Ball> balls;
  for (int j = 0; j < n; ++j) {
    const double z = 1 - (2.0 * j + 1) / n, r = std::sqrt(1 - z * z), phi = j * std::numbers::pi * (3 - std::sqrt(5.0));
    const double d = (1 - rho) * R;
    balls.push_back({Vec3{Real(d * r * std::cos(phi)), Real(d * r * std::sin(phi)), Real(d * z)}, Real(rho * R)});
  }
  return balls;
}

inline MassProperties sphere_properties(double R) {
  const std::vector<Ball> one = {{{0, 0, 0}, Real(R)}};
  return mass_of_sum(one);
}

// Four balls in a square: lies on a plane without rolling.
inline std::vector<Ball> square_of_balls(double half, double r) {
  const Real h = Real(half);
  return {{{-h, -h, 0}, Real(r)}, {{h, -h, 0}, Real(r)}, {{h, h, 0}, Real(r)}, {{-h, h, 0}, Real(r)}};
}

}  // namespace scree::test
