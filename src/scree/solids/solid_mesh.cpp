#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/error.hpp"
#include "scree/shape/nearest.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/polyhedron_check.hpp"
#include "scree/solids/solid.hpp"

namespace scree {
namespace {

constexpr Real kFar = std::numeric_limits<Real>::infinity();

// Holds a triangle with what its distance from a point needs, and its bounding sphere, which tells soon that it is too
// far.
struct Facet {
  Vec3 v[3], n;  // n: outward, unit length
  Vec3 middle;
  Real radius;
};

Facet facet_of(const std::array<Vec3, 3>& t) {
  Facet f{{t[0], t[1], t[2]}, normalized(cross(t[1] - t[0], t[2] - t[0])), (t[0] + t[1] + t[2]) / 3, 0};
  for (const Vec3& v : f.v) f.radius = std::max(f.radius, norm(v - f.middle));
  return f;
}

bool over(const Facet& f, const Vec3& x) {
  for (int k = 0; k < 3; ++k)
    if (dot(cross(f.v[(k + 1) % 3] - f.v[k], x - f.v[k]), f.n) < 0) return false;
  return true;
}

Vec3 nearest_on(const Facet& f, const Vec3& x) {
  if (over(f, x)) return x - dot(f.n, x - f.v[0]) * f.n;
  Vec3 best{};
  Real best2 = kFar;
  for (int k = 0; k < 3; ++k) {
    const Vec3 p = nearest_on_segment(f.v[k], f.v[(k + 1) % 3], x);
    if (norm2(x - p) < best2) best2 = norm2(x - p), best = p;
  }
  return best;
}

class MeshSolid final : public Solid {
 public:
  MeshSolid(SurfaceMesh mesh, const MassProperties& mass) {
    set(std::move(mesh), mass);
    for (int t = 0; t < n_triangles(); ++t) facets_.push_back(facet_of(corners(t)));
  }

  Vec3 nearest(const Vec3& x) const override {
    Vec3 best{};
    Real distance = kFar;
    for (const Facet& f : facets_) {
      const Real limit = distance + f.radius;
      if (norm2(x - f.middle) > limit * limit) continue;
      const Vec3 p = nearest_on(f, x);
      const Real d = norm(x - p);
      if (d < distance) distance = d, best = p;
    }
    return best;
  }
  Vec3 on_surface(const Vec3& x) const override { return x; }
  Real depth(const SurfacePoint& p) const override {
    Real least = size();
    for (const Facet& f : facets_) {
      const Real rate = -dot(f.n, p.n);  // part of the way straight in that is made towards the plane
      const Real t = dot(f.n, f.v[0] - p.x) / rate;
      if (rate > 0 && t > Real(1e-9) * size() && t < least && over(f, p.x - t * p.n)) least = t;
    }
    return least;
  }

 private:
  Vec3 normal(const Vec3&, int triangle) const override { return facets_[std::size_t(triangle)].n; }

  std::vector<Facet> facets_;
};

// Cuts faces into fans, which are right for convex polygons only.
SurfaceMesh triangles_of(const PolyhedronData& p) {
  const PolyhedronView s = p.view();
  SurfaceMesh mesh{p.vertices, {}};
  for (int f = 0; f < s.n_faces; ++f) {
    const int first = s.face_start[f];
    for (int h = first + 1; h + 1 < s.face_start[f + 1]; ++h) {
      const Vec3 a = s.vertices[s.loop[first]], b = s.vertices[s.loop[h]], c = s.vertices[s.loop[h + 1]];
      const Vec3 area = cross(b - a, c - a);
      if (dot(area, s.normals[f]) < 0)
        throw InputError(fmt::format("face {}: not a convex polygon; it must be cut into triangles", f));
      if (norm2(area) == 0) continue;
      for (const int v : {s.loop[first], s.loop[h], s.loop[h + 1]}) mesh.triangles.push_back(v);
    }
  }
  return mesh;
}

}  // namespace

std::unique_ptr<Solid> solid_of(const PolyhedronData& surface) {
  check_outward(surface.view(), kShapeTolerance * surface.radius);
  return std::make_unique<MeshSolid>(triangles_of(surface), mass_of_surface(surface.view()));
}

}  // namespace scree
