#include "scree/setup/surface_levers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/math/elementary.hpp"

namespace scree::integrate {
namespace {

// Holds integrals over the surface, one component a body axis.
struct Sums {
  double area = 0;
  Vec3d normal = {0, 0, 0}, across = {0, 0, 0};  // squares of the two levers

  void add_point(const Vec3d& p, const Vec3d& n, double weight) {
    for (int k = 0; k < 3; ++k) {
      Vec3d axis = {0, 0, 0};
      axis[k] = 1;
      const Vec3d lever = cross(axis, p);
      const double along = dot(lever, n);
      normal[k] += weight * along * along;
      across[k] += weight * (norm2(lever) - along * along);
    }
  }
  // The middles of the sides, a third of the area each, integrate squares exactly.
  void add_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& n) {
    const double third = norm(cross(b - a, c - a)) / 6;
    area += 3 * third;
    for (const Vec3d& p : {(a + b) / 2, (b + c) / 2, (c + a) / 2}) add_point(p, n, third);
  }
};

double largest_ratio(const Vec3d& a, const Vec3& b, bool flat) {
  const double z = a.z / double(b.z);
  return flat ? z : std::max({a.x / double(b.x), a.y / double(b.y), z});
}

void set_ratios(const Sums& sums, const BodyType& type, bool flat, SurfaceLevers& levers) {
  if (!(sums.area > 0)) return;
  const double contacts = flat ? 4 : 6;
  levers.rock = contacts / sums.area * largest_ratio(sums.normal, type.gyration2, flat);
  levers.slip = contacts / sums.area * largest_ratio(sums.across, type.gyration2, flat);
}

// Points are spread evenly: on the circle, and on the sphere along Fibonacci's spiral.
Vec3d on_circle(int k, int n) {
  const double phi = 2 * std::numbers::pi * (k + 0.5) / n;
  return {scree::cos(phi), scree::sin(phi), 0};
}
Vec3d on_sphere(int k, int n) {
  const double z = 1 - (2.0 * k + 1) / n, r = std::sqrt(1 - z * z), phi = k * std::numbers::pi * (3 - std::sqrt(5.0));
  return {r * scree::cos(phi), r * scree::sin(phi), z};
}

}  // namespace

SurfaceLevers surface_levers(const Model& model, const BodyType& type, const Part& part) {
  const bool flat = model.settings.dimension == 2;
  const PolyhedronView shape =
      (part.kind == ShapeKind::kSuperellipsoid ? model.superellipsoids[part.superellipsoid].surface
                                               : model.polyhedra[part.polyhedron])
          .view(part.size);
  SurfaceLevers levers;
  Sums sums;
  for (int f = 0; f < shape.n_faces; ++f) {
    if (!part.covered.empty() && part.covered[std::size_t(f)]) continue;
    const Vec3d n = Vec3d(part.pose.R * shape.normals[f]);
    if (flat && std::abs(n.z) > 0.5) continue;  // the ends of a prism
    const auto corner = [&](int h) { return Vec3d(part.pose * shape.vertices[shape.loop[h]]); };
    const double before = sums.area;
    const int first = shape.face_start[f], end = shape.face_start[f + 1];
    for (int h = first + 1; h + 1 < end; ++h) sums.add_triangle(corner(first), corner(h), corner(h + 1), n);
    levers.face_area = std::max(levers.face_area, sums.area - before);
  }
  set_ratios(sums, type, flat, levers);
  return levers;
}

SurfaceLevers cluster_levers(const BodyType& type, bool flat) {
  constexpr int kPoints = 400;  // points on each ball
  Sums sums;
  for (const Part& ball : type.parts) {
    // Only balls that meet this one can cover it.
    std::vector<const Part*> near;
    for (const Part& other : type.parts)
      if (norm(Vec3d(other.pose.p) - Vec3d(ball.pose.p)) <= double(other.size) + double(ball.size) * (1 + 1e-12))
        near.push_back(&other);
    const double weight = double(ball.size) * (flat ? 1 : double(ball.size));
    for (int k = 0; k < kPoints; ++k) {
      const Vec3d n = flat ? on_circle(k, kPoints) : on_sphere(k, kPoints);
      const Vec3d p = Vec3d(ball.pose.p) + double(ball.size) * n;
      const bool open = std::none_of(near.begin(), near.end(), [&](const Part* other) {
        return norm(p - Vec3d(other->pose.p)) < double(other->size) * (1 - 1e-9);
      });
      if (!open) continue;
      sums.area += weight;
      sums.add_point(p, n, weight);
    }
  }
  SurfaceLevers levers;
  set_ratios(sums, type, flat, levers);
  return levers;
}

}  // namespace scree::integrate
