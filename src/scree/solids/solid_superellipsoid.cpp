// The distance of a point x inside a convex body from its surface is the least of h(c) - c . x over unit vectors c,
// with h the support function. There are several minima, one for each side that may be nearest: the best of many
// directions are followed down.
#include <algorithm>
#include <cmath>

#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/solid.hpp"

namespace scree {
namespace {

constexpr int kDirections = 1200;   // 0.1 apart
constexpr int kMinima = 6;          // followed down
constexpr Real kApart = Real(0.3);  // distance of two of them
constexpr Real kFirstStep = Real(0.06), kRoughStep = Real(3e-3), kSecondStep = Real(0.02), kLastStep = Real(1e-8);
constexpr Real kNearlyLeast = Real(1.02);  // minima that may be the least one, as far as the first look tells
constexpr Real kLeastSlope = Real(1e-3);
constexpr int kMostSteps = 400;
constexpr int kSquares = 40;  // squares of the mesh along the edge of the cube that is blown up

Real area_of(const SurfaceMesh& mesh) {
  Real area = 0;
  for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
    const auto at = [&](std::size_t i) { return mesh.vertices[std::size_t(mesh.triangles[k + i])]; };
    area += norm(cross(at(1) - at(0), at(2) - at(0))) / 2;
  }
  return area;
}

class SmoothSolid final : public Solid {
 public:
  explicit SmoothSolid(const Superellipsoid& s) : s_(s), directions_(fibonacci_directions(kDirections)) {
    // Flat sides and ridges lie along axes and between them.
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        for (int k = -1; k <= 1; ++k)
          if (i != 0 || j != 0 || k != 0) directions_.push_back(normalized(Vec3{Real(i), Real(j), Real(k)}));
    for (const Vec3& c : directions_) reach_.push_back(support_value(s, c));
    SurfaceMesh mesh = triangulate(s, kSquares);
    MassProperties m = mass_properties(s);
    // Triangles miss a part of the area that goes with the square of their size, so the area is extrapolated to size
    // zero.
    m.area = (4 * area_of(triangulate(s, 2 * kSquares)) - area_of(mesh)) / 3;
    set(std::move(mesh), m);
  }

  Vec3 nearest(const Vec3& x) const override {
    const auto to_plane = [&](const Vec3& c) { return support_value(s_, c) - dot(c, x); };
    std::vector<Way> ways;
    Way least{{0, 0, 1}, size()};
    for (const Vec3& start : starts(x)) {
      ways.push_back(follow_down(start, kFirstStep, kRoughStep, to_plane));
      if (ways.back().distance < least.distance) least = ways.back();
    }
    const bool has_creases = s_.eps1() < 1 || s_.eps2() < 1;
    if (!has_creases) {
      const Way best = follow_down(least.c, kRoughStep, kLastStep, to_plane);
      return x + best.distance * best.c;
    }
    Way best{{0, 0, 1}, size()};
    for (const Way& way : ways) {
      if (way.distance > least.distance * kNearlyLeast) continue;
      Real last = way.distance;
      const auto along_ray = [&](const Vec3& u) { return last = way_out(x, u, last); };
      const Way exact = follow_down(way.c, kSecondStep, kLastStep, along_ray);
      if (exact.distance < best.distance) best = exact;
    }
    return x + best.distance * best.c;
  }
  Vec3 on_surface(const Vec3& x) const override { return x / norm_value(s_.gauge, x); }
  Real depth(const SurfacePoint& p) const override {
    Real in = 0, out = size();  // the point at `in` lies inside, that at `out` outside
    for (Real step = s_.inradius / 8; in == 0 && step > Real(1e-12) * s_.inradius; step /= 8)
      if (norm_value(s_.gauge, p.x - step * p.n) < 1) in = step;
    while (out - in > Real(1e-12) * size()) {
      const Real middle = (in + out) / 2;
      (norm_value(s_.gauge, p.x - middle * p.n) < 1 ? in : out) = middle;
    }
    return in;
  }

 private:
  struct Way {
    Vec3 c;
    Real distance;
  };

  Vec3 normal(const Vec3& x, int) const override { return normal_at(s_, x); }

  std::vector<Vec3> starts(const Vec3& x) const {
    std::vector<Way> ways;
    for (std::size_t k = 0; k < directions_.size(); ++k)
      ways.push_back({directions_[k], reach_[k] - dot(directions_[k], x)});
    std::vector<Vec3> found;
    while (int(found.size()) < kMinima && !ways.empty()) {
      found.push_back(std::min_element(ways.begin(), ways.end(), [](const Way& a, const Way& b) {
                        return a.distance < b.distance;
                      })->c);
      std::erase_if(ways, [&](const Way& way) { return norm2(way.c - found.back()) < kApart * kApart; });
    }
    return found;
  }

  // Goes from a point inside to the surface. The gauge is convex along a ray, so Newton's method, once beyond, comes
  // down to the surface without crossing it.
  Real way_out(const Vec3& x, const Vec3& u, Real guess) const {
    Real t = std::max(guess, Real(1e-6) * s_.inradius);
    for (int i = 0; i < 100; ++i) {
      const Vec3 y = x + t * u;
      const Real over = norm_value(s_.gauge, y) - 1, slope = dot(gradient(norm_shares(s_.gauge, y)), u);
      // The gauge does not rise yet: the ray still comes nearer to the middle.
      const Real next = slope > 0 ? t - over / slope : 2 * t + s_.inradius;
      if (std::abs(next - t) <= Real(1e-14) * size()) return next;
      t = std::min(next, size());
    }
    return t;
  }

  // Takes steps in all directions, half as long when none leads down by more than rounding may, twice as long when one
  // does. It uses no derivatives, which are infinite on flat sides.
  template <class Distance>
  Way follow_down(const Vec3& start, Real step, Real last_step, const Distance& distance) const {
    Way at{start, distance(start)};
    for (int i = 0; i < kMostSteps && step > last_step; ++i) {
      const Vec3 e1 = any_perpendicular(at.c), e2 = cross(at.c, e1);
      Way best = at;
      for (const Vec3& e : {e1, -e1, e2, -e2, e1 + e2, -e1 - e2, e1 - e2, e2 - e1}) {
        const Vec3 c = normalized(at.c + step * e);
        const Real there = distance(c);
        if (there < best.distance) best = {c, there};
      }
      const bool down = at.distance - best.distance > kLeastSlope * step * step * s_.inradius;
      if (best.distance < at.distance) at = best;
      step *= down ? Real(2) : Real(0.5);
    }
    return at;
  }

  Superellipsoid s_;
  std::vector<Vec3> directions_;
  std::vector<Real> reach_;
};

}  // namespace

MassProperties mass_properties(const Superellipsoid& s) {
  MassProperties m;
  const Vec3 moments = inertia(s);
  m.volume = volume(s);
  m.inertia = {{moments.x, 0, 0}, {0, moments.y, 0}, {0, 0, moments.z}};
  m.principal = {principal_axes(m.inertia, m.moments), {0, 0, 0}};
  m.circumradius = s.radius;
  m.inradius = s.inradius;
  return m;
}

std::unique_ptr<Solid> solid_of(const Superellipsoid& s) { return std::make_unique<SmoothSolid>(s); }

}  // namespace scree
