// Polygons and poses for the tests of polygon pairs.
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "scree/narrow/find_link.hpp"
#include "scree/solids/polygon_data.hpp"

namespace scree::testing {

inline constexpr LinkMethod kAllMethods[] = {LinkMethod::kShortestLink, LinkMethod::kFastCommonPlane,
                                             LinkMethod::kCommonPlane,  LinkMethod::kCommonPlaneFixed,
                                             LinkMethod::kGjk,          LinkMethod::kAxisScan};

inline PolygonData box(Real width, Real height) {
  const Real x = width / 2, y = height / 2;
  return make_polygon({{-x, -y}, {x, -y}, {x, y}, {-x, y}});
}
inline Pose2 at(Real x, Real y, Real angle = 0) { return {std::cos(angle), std::sin(angle), {x, y}}; }

inline Real uniform(std::mt19937& rng, Real low, Real high) {
  return std::uniform_real_distribution<Real>(low, high)(rng);
}
inline Pose2 random_pose(std::mt19937& rng, Real reach) {
  return at(uniform(rng, -reach, reach), uniform(rng, -reach, reach), uniform(rng, 0, 2 * std::numbers::pi));
}

// n vertices on an ellipse, unevenly spread, somewhere in its own frame.
inline PolygonData random_polygon(std::mt19937& rng, int n, Real rx, Real ry) {
  const Pose2 X = random_pose(rng, 1);
  std::vector<Vec2> vertices;
  for (int i = 0; i < n; ++i) {
    const Real angle = (i + uniform(rng, -0.45, 0.45)) * 2 * std::numbers::pi / n;
    vertices.push_back(X * Vec2{rx * std::cos(angle), ry * std::sin(angle)});
  }
  return make_polygon(std::move(vertices));
}
// Triangles, boxes, slender ones and many-gons.
inline std::vector<PolygonData> some_polygons(std::mt19937& rng) {
  std::vector<PolygonData> all = {box(1, 1), box(2, 0.5), box(1, 1e-3), make_polygon({{0, 0}, {1, 0}, {0, 1}})};
  for (const int n : {3, 3, 4, 5, 6, 8, 12, 20, 100}) all.push_back(random_polygon(rng, n, 1, uniform(rng, 0.2, 1)));
  all.push_back(random_polygon(rng, 7, 1, 0.01));
  return all;
}
inline PolygonData scaled(const PolygonData& p, Real by) {
  std::vector<Vec2> vertices;
  for (const Vec2& v : p.vertices) vertices.push_back(by * v);
  return make_polygon(std::move(vertices));
}

// A pair whose gap, of either sign, is at most about `reach` of its size.
struct Placed {
  const PolygonData &a, &b;
  Pose2 X;
  Real size() const { return a.radius + b.radius; }
};
inline Placed random_pair(std::mt19937& rng, const std::vector<PolygonData>& shapes) {
  const PolygonData& a = shapes[rng() % shapes.size()];
  const PolygonData& b = shapes[rng() % shapes.size()];
  Real angle = uniform(rng, 0, 2 * std::numbers::pi);
  if (rng() % 4 == 0) {  // an edge of B parallel to one of A, or nearly
    const Vec2 n = a.normals[rng() % a.normals.size()], m = b.normals[rng() % b.normals.size()];
    const Real tilt = rng() % 2 == 0 ? 0 : std::pow(10, uniform(rng, -13, -1));
    angle = std::atan2(-n.y, -n.x) - std::atan2(m.y, m.x) + tilt;
  }
  Pose2 X = at(0, 0, angle);
  const Real direction = uniform(rng, 0, 2 * std::numbers::pi);
  const Real distance = uniform(rng, 0, 1.1) * (a.radius + b.radius);
  X.p = a.centre - turned(X, b.centre) + distance * Vec2{std::cos(direction), std::sin(direction)};
  return {a, b, X};
}

struct Answer {
  LinkStatus status;
  Link2 link;
};
inline Answer solve(const PolygonData& a, const PolygonData& b, const Pose2& X, const LinkOptions& options,
                    LinkCache2& cache, LinkCounters& counters) {
  Answer answer;
  answer.status = find_link(a.view(), b.view(), X, options, cache, answer.link, counters);
  return answer;
}
inline Answer solve(const PolygonData& a, const PolygonData& b, const Pose2& X, LinkMethod method) {
  LinkOptions options;
  options.method = method;
  LinkCache2 cache;
  LinkCounters counters;
  return solve(a, b, X, options, cache, counters);
}

// Signed distance of a point from the boundary of p: by all edges, inside negative.
inline Real distance_from(const PolygonData& p, const Vec2& x) {
  Real inside = -1e300, outside = 1e300;
  for (std::size_t i = 0; i < p.vertices.size(); ++i) {
    const Vec2 v = p.vertices[i], u = p.vertices[(i + 1) % p.vertices.size()] - v;
    inside = std::max(inside, dot(p.normals[i], x - v));
    const Real t = std::clamp(dot(x - v, u) / norm2(u), Real(0), Real(1));
    outside = std::min(outside, norm(x - v - t * u));
  }
  return inside <= 0 ? inside : outside;
}

}  // namespace scree::testing
