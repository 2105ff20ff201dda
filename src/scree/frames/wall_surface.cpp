#include "scree/frames/wall_surface.hpp"

#include <algorithm>
#include <numbers>

#include "scree/math/elementary.hpp"

namespace scree::output {

namespace {

constexpr int kSegments = 48;  // segments round a cylinder or cone

Vec3d to_world(const WallState& now, const Vec3& p) { return now.x + Vec3d(rotate(now.q, p)); }
Vec3d normal_of(const WallState& now) { return Vec3d(rotate(now.q, {0, 0, 1})); }
Vec3d centre_of(const Box& b) { return 0.5 * (b.lo + b.hi); }

std::vector<Polygon> finite_surface(const Wall& wall, const WallState& now) {
  std::vector<Polygon> polygons;
  if (wall.kind == WallKind::kPlate) {
    Polygon plate;
    for (const Vec3& vertex : wall.vertices) plate.push_back(to_world(now, vertex));
    polygons.push_back(plate);
  }
  if (wall.kind != WallKind::kCylinder && wall.kind != WallKind::kCone) return polygons;
  const Frustum& f = wall.frustum;
  const auto point = [&](Real r, Real z, int k) {
    const Real phi = 2 * std::numbers::pi_v<Real> * Real(k % kSegments) / kSegments;
    return to_world(now, {r * scree::cos(phi), r * scree::sin(phi), z});
  };
  for (int k = 0; k < kSegments; ++k) {
    Polygon quad = {point(f.r0, f.z0, k), point(f.r0, f.z0, k + 1), point(f.r1, f.z1, k + 1), point(f.r1, f.z1, k)};
    if (f.r0 == 0) quad.erase(quad.begin());  // at an apex quads are triangles
    if (f.r1 == 0) quad.pop_back();
    polygons.push_back(quad);
  }
  return polygons;
}

Polygon plane_in_box(const WallState& now, const Box& view) {
  const Vec3d n = normal_of(now), centre = centre_of(view);
  const Vec3d foot = centre - dot(centre - now.x, n) * n;
  const double half = norm(view.hi - view.lo);  // certainly beyond the box
  const Vec3d u = Vec3d(rotate(now.q, {1, 0, 0})), v = Vec3d(rotate(now.q, {0, 1, 0}));
  Polygon polygon = {foot - half * u - half * v, foot + half * u - half * v, foot + half * u + half * v,
                     foot - half * u + half * v};
  for (int axis = 0; axis < 3; ++axis) {
    polygon = clipped(polygon, [&](const Vec3d& p) { return p[axis] - view.hi[axis]; });
    polygon = clipped(polygon, [&](const Vec3d& p) { return view.lo[axis] - p[axis]; });
  }
  return polygon;
}

}  // namespace

Polygon clipped(const Polygon& polygon, const std::function<double(const Vec3d&)>& outside) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3d &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double out_p = outside(p), out_q = outside(q);
    if (out_p <= 0) kept.push_back(p);
    if ((out_p < 0 && out_q > 0) || (out_p > 0 && out_q < 0)) kept.push_back(p + (out_p / (out_p - out_q)) * (q - p));
  }
  return kept;
}

void Box::add(const Vec3d& p, double r) {
  for (int k = 0; k < 3; ++k) {
    lo[k] = std::min(lo[k], p[k] - r);
    hi[k] = std::max(hi[k], p[k] + r);
  }
}

Box view_box(const Model& model, const Frame& frame) {
  Box box;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) box.add(frame.bodies.x[i], double(frame.bodies.radius[i]));
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    if (!frame.walls[w].present) continue;
    for (const Polygon& polygon : finite_surface(model.walls[w], frame.walls[w]))
      for (const Vec3d& p : polygon) box.add(p);
  }
  const bool only_planes = box.empty();
  for (std::size_t w = 0; w < model.walls.size() && only_planes; ++w) box.add(frame.walls[w].x);
  if (box.empty()) return box;
  const Vec3d centre = centre_of(box);
  const double size = norm(box.hi - box.lo) > 0 ? norm(box.hi - box.lo) : 1.0;
  // A floor under falling bodies shows up before they reach it; a safety net far away does not spoil the picture.
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    if (model.walls[w].kind != WallKind::kPlane || !frame.walls[w].present) continue;
    const Vec3d n = normal_of(frame.walls[w]);
    const double distance = dot(centre - frame.walls[w].x, n);
    if (std::abs(distance) < 2 * size) box.add(centre - distance * n);
  }
  const double margin = 0.01 * size;
  for (int k = 0; k < 3; ++k) box.lo[k] -= margin, box.hi[k] += margin;
  return box;
}

std::vector<Polygon> wall_surface(const Wall& wall, const WallState& now, const Box& view) {
  if (wall.kind != WallKind::kPlane) return finite_surface(wall, now);
  Polygon polygon = plane_in_box(now, view);
  if (polygon.size() < 3) return {};
  return {std::move(polygon)};
}

}  // namespace scree::output
