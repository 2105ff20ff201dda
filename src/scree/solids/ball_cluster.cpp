#include "scree/solids/ball_cluster.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"

namespace scree {
namespace {

void check_count(int n) {
  if (n < 1 || n > kMostInscribedBalls)
    throw InputError(fmt::format("a cluster of {} balls; must be from 1 to {}", n, kMostInscribedBalls));
}
void check_length(Real length, const char* what) {
  if (!(length > 0) || !std::isfinite(length))
    throw InputError(fmt::format("{} {} m; must be > 0 and finite", what, length));
}

}  // namespace

std::vector<Vec3> fibonacci_directions(int n) {
  const Real golden_angle = std::numbers::pi_v<Real> * (3 - std::sqrt(Real(5)));
  std::vector<Vec3> directions;
  for (int j = 0; j < n; ++j) {
    const Real z = 1 - Real(2 * j + 1) / Real(n), s = std::sqrt((1 - z) * (1 + z)), angle = Real(j) * golden_angle;
    directions.push_back({s * scree::cos(angle), s * scree::sin(angle), z});
  }
  return directions;
}

std::vector<Ball> sphere_cluster(Real radius, int n, Real rho) {
  check_count(n);
  check_length(radius, "radius");
  if (!(rho > 0 && rho <= 1)) throw InputError(fmt::format("rho = {}: must be > 0 and <= 1", rho));
  std::vector<Ball> balls;
  for (const Vec3& d : fibonacci_directions(n)) balls.push_back({(1 - rho) * radius * d, rho * radius});
  return balls;
}

std::vector<Ball> axis_cluster(const Vec3& semi_axes, int n) {
  check_count(n);
  int longest = 0;
  Real c = semi_axes.x;
  for (int k = 0; k < 3; ++k) {
    check_length(semi_axes[k], "semi-axis");
    if (semi_axes[k] > semi_axes[longest]) longest = k;
    c = std::min(c, semi_axes[k]);
  }
  const Real a = semi_axes[longest], focus2 = (a - c) * (a + c), end = focus2 / a;
  if (n > 1 && !(end > 0)) throw InputError("a sphere has no long axis to put balls on; take 1 ball or a lattice");
  std::vector<Ball> balls;
  for (int j = 0; j < n; ++j) {
    const Real x0 = n > 1 ? end * (Real(2 * j) / Real(n - 1) - 1) : Real(0);
    Ball ball{{0, 0, 0}, n > 1 ? c * std::sqrt(1 - x0 * x0 / focus2) : c};
    ball.x[longest] = x0;
    balls.push_back(ball);
  }
  return balls;
}

namespace {

// Finds the outward normal n of the surface point nearest to a point inside: h(n) - n . x is least there, on a net of
// directions first and then closer and closer round the best of them.
Vec3 nearest_normal(const Superellipsoid& shape, const Vec3& x, std::span<const Vec3> net) {
  const auto distance = [&](const Vec3& n) { return support_value(shape, n) - dot(n, x); };
  Vec3 best = net.front();
  Real least = distance(best);
  const auto take = [&](const Vec3& n) {
    const Real d = distance(n);
    if (!(d < least)) return false;
    best = n, least = d;
    return true;
  };
  for (const Vec3& n : net) take(n);
  for (Real step = Real(0.1); step > Real(1e-5);) {
    const Vec3 at = best, e1 = any_perpendicular(at), e2 = cross(at, e1);
    bool closer = false;
    for (const Vec3& e : {e1, -e1, e2, -e2}) closer |= take(normalized(at + step * e));
    if (!closer) step /= 2;
  }
  return best;
}

}  // namespace

std::vector<Real> surface_radii_at(std::span<const Ball> balls, const Superellipsoid& shape) {
  const std::vector<Vec3> net = fibonacci_directions(500);
  std::vector<Real> radii;
  radii.reserve(balls.size());
  for (const Ball& b : balls) radii.push_back(hertz_radius(contact_radii(shape, nearest_normal(shape, b.x, net))));
  return radii;
}

}  // namespace scree
