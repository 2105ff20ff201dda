#include "scree/solids/polygon_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"
#include "scree/solids/inscribed_ball.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree {
namespace {

Real tolerance_of(std::span<const Vec2> points) {
  Vec2 lo = points[0], hi = points[0];
  Real largest = 0;
  for (const Vec2& p : points) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y)};
    largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  }
  return std::max(kShapeTolerance * norm(hi - lo) / 2, 16 * std::numeric_limits<Real>::epsilon() * largest);
}

void check_points(std::span<const Vec2> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!std::isfinite(points[i].x) || !std::isfinite(points[i].y))
      throw InputError(fmt::format("vertex {}: ({}, {}) is not finite", i, points[i].x, points[i].y));
  if (points.size() < 3) throw InputError(fmt::format("{} points; a polygon has at least 3", points.size()));
}

// Returns how far b lies to the right of the line from a to c: positive at a convex corner.
Real bulge(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Real length = norm(c - a);
  return length > 0 ? cross(b - a, c - a) / length : norm(b - a);
}

// Drops corners on straight edges. It says where the polygon is not convex.
std::vector<Vec2> without_straight(std::span<const Vec2> points, Real tolerance) {
  std::vector<Vec2> kept;
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = kept.empty() ? points[(i + n - 1) % n] : kept.back();
    const Real out = bulge(a, points[i], points[(i + 1) % n]);
    if (out < -tolerance) throw InputError(fmt::format("not convex at vertex {}, by {:.2g} m", i, -out));
    if (out > tolerance) kept.push_back(points[i]);
  }
  return kept;
}

void integrate(PolygonData& p) {
  const Vec2 origin = p.vertices[0];
  Real twice_area = 0, moment = 0;
  Vec2 first{0, 0};
  for (std::size_t i = 0; i < p.vertices.size(); ++i) {
    const Vec2 a = p.vertices[i] - origin, b = p.vertices[(i + 1) % p.vertices.size()] - origin;
    const Real twice = cross(a, b);
    twice_area += twice;
    first += twice * (a + b);
    moment += twice * (norm2(a) + dot(a, b) + norm2(b));
  }
  const Vec2 c = first / (3 * twice_area);
  p.area = twice_area / 2;
  p.centre = origin + c;
  p.polar_moment = moment / 12 - p.area * norm2(c);
}

// The largest circle is the largest ball of the polygon as a tall prism.
void find_incircle(PolygonData& p) {
  const std::size_t n = p.vertices.size();
  std::vector<Vec3> normals;
  std::vector<Real> offsets;
  for (std::size_t i = 0; i < n; ++i) {
    normals.push_back({p.normals[i].x, p.normals[i].y, 0});
    offsets.push_back(dot(p.normals[i], p.vertices[i] - p.centre));
  }
  for (const Real z : {Real(-1), Real(1)}) {
    normals.push_back({0, 0, z});
    offsets.push_back(2 * p.radius);
  }
  PolyhedronView prism{};
  prism.n_faces = int(normals.size());
  prism.normals = normals.data();
  prism.offsets = {offsets.data(), 1};
  prism.radius = p.radius;
  const Ball ball = largest_inscribed_ball(prism);
  p.inradius = ball.r;
  p.incentre = p.centre + Vec2{ball.x.x, ball.x.y};
}

}  // namespace

PolygonData make_polygon(std::vector<Vec2> vertices) {
  PolygonData p;
  p.vertices = std::move(vertices);
  const std::size_t n = p.vertices.size();
  for (std::size_t i = 0; i < n; ++i)
    p.normals.push_back(normalized(turned_right(p.vertices[(i + 1) % n] - p.vertices[i])));
  integrate(p);
  for (const Vec2& v : p.vertices) p.radius = std::max(p.radius, norm(v - p.centre));
  find_incircle(p);
  return p;
}

PolygonData polygon_from_vertices(std::span<const Vec2> vertices) {
  check_points(vertices);
  const Real tolerance = tolerance_of(vertices);
  const std::size_t n = vertices.size();
  Real twice_area = 0, length = 0, turned = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = vertices[i], b = vertices[(i + 1) % n], c = vertices[(i + 2) % n];
    if (norm(b - a) <= tolerance)
      throw InputError(fmt::format("vertices {} and {} are the same point", i, (i + 1) % n));
    twice_area += cross(a - vertices[0], b - vertices[0]);
    length += norm(b - a);
    turned += scree::atan2(cross(b - a, c - b), dot(b - a, c - b));
  }
  if (std::abs(twice_area) <= tolerance * length)
    throw InputError("the polygon has no area: all vertices lie on a line");
  if (twice_area < 0) throw InputError("the vertices go round clockwise; must be counter-clockwise");
  std::vector<Vec2> corners = without_straight(vertices, tolerance);
  if (turned > 7) throw InputError("not convex: the outline winds round more than once");
  PolygonData p = make_polygon(std::move(corners));
  p.n_dropped = int(n - p.vertices.size());
  return p;
}

// The algorithm is Andrew's monotone chain (1979).
PolygonData hull_of(std::span<const Vec2> points) {
  check_points(points);
  const Real tolerance = tolerance_of(points);
  std::vector<Vec2> sorted(points.begin(), points.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Vec2& a, const Vec2& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Vec2> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t begin = hull.size();
    for (const Vec2& p : sorted) {
      if (hull.size() > begin && norm(p - hull.back()) <= tolerance) continue;
      while (hull.size() >= begin + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();  // the last point begins the other chain
    std::reverse(sorted.begin(), sorted.end());
  }
  if (hull.size() < 3) throw InputError("all points lie on a line or in one point");
  PolygonData p = polygon_from_vertices(hull);
  p.n_dropped = int(points.size() - p.vertices.size());
  return p;
}

PolygonData regular_polygon(int sides) {
  if (sides < 3) throw InputError(fmt::format("a polygon of {} sides; must be at least 3", sides));
  std::vector<Vec2> points;
  for (int k = 0; k < sides; ++k) {
    const Real angle = 2 * std::numbers::pi_v<Real> * Real(k) / Real(sides);
    points.push_back({scree::cos(angle), scree::sin(angle)});
  }
  return polygon_from_vertices(points);
}

}  // namespace scree
