#include "scree/solids/hull_approximation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "scree/error.hpp"
#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree {
namespace {

void check_count(int n) {
  if (n < 4 || n > kMostHullVertices)
    throw InputError(fmt::format("a polyhedron of {} vertices; must be from 4 to {}", n, kMostHullVertices));
}

Vec3 farthest(const std::vector<Vec3>& points, const std::function<Real(const Vec3&)>& measure) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (measure(points[i]) > measure(points[best])) best = i;
  return points[best];
}

// Chooses four vertices far apart, none in the plane of the others.
std::vector<Vec3> first_four(const PolyhedronData& p) {
  const std::vector<Vec3>& v = p.vertices;
  const Vec3 a = farthest(v, [&](const Vec3& x) { return norm2(x - p.centre); });
  const Vec3 b = farthest(v, [&](const Vec3& x) { return norm2(x - a); });
  const Vec3 c = farthest(v, [&](const Vec3& x) { return norm2(cross(x - a, b - a)); });
  const Vec3 n = cross(b - a, c - a);
  return {a, b, c, farthest(v, [&](const Vec3& x) { return std::abs(dot(x - a, n)); })};
}

Real outside(const PolyhedronData& p, const Vec3& x) {
  Real most = dot(p.normals[0], x) - p.offsets[0];
  for (std::size_t f = 1; f < p.normals.size(); ++f) most = std::max(most, dot(p.normals[f], x) - p.offsets[f]);
  return most;
}

}  // namespace

PolyhedronData inscribed_hull(const Superellipsoid& s, int n) {
  check_count(n);
  std::vector<Vec3> points;
  for (const Vec3& d : fibonacci_directions(n)) {
    const Vec3 x = componentwise(s.r(), d);
    points.push_back(x / norm_value(s.gauge, x));
  }
  return hull_of(points);
}

PolyhedronData decimated_hull(const PolyhedronData& p, int n) {
  check_count(n);
  if (int(p.vertices.size()) <= n) return p;
  std::vector<Vec3> points = first_four(p);
  PolyhedronData hull = hull_of(points);
  while (int(points.size()) < n) {
    const Vec3 x = farthest(p.vertices, [&](const Vec3& v) { return outside(hull, v); });
    if (outside(hull, x) <= kShapeTolerance * p.radius) break;  // the rest lies in faces to the tolerance of shapes
    points.push_back(x);
    hull = hull_of(points);
  }
  hull.n_dropped = int(p.vertices.size() - hull.vertices.size());
  return hull;
}

}  // namespace scree
