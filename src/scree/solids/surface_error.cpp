#include "scree/solids/surface_error.hpp"

#include <algorithm>
#include <array>
#include <queue>

#include "scree/solids/ball_union.hpp"

namespace scree {
namespace {

constexpr int kPoints = 20000;       // points for the mean
constexpr int kMostPieces = 400000;  // pieces for the largest
constexpr Real kBulge = Real(1.05);

struct Piece {
  std::array<Vec3, 3> corners;  // lie in the plane of a triangle of the mesh
  Real distance, most;          // at the middle, and anywhere on it
  bool operator<(const Piece& other) const { return most < other.most; }
};

template <class Distance>
class Search {
 public:
  Search(const Solid& solid, const Distance& distance) : solid_(solid), distance_(distance) {
    const SurfaceMesh& mesh = solid.mesh();
    for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
      const auto at = [&](std::size_t i) { return mesh.vertices[std::size_t(mesh.triangles[k + i])]; };
      add({at(0), at(1), at(2)});
    }
  }

  void run(Real tolerance, SurfaceError& error) {
    while (open_.top().most > largest_ + tolerance && n_pieces_ < kMostPieces) {
      const std::array<Vec3, 3> c = open_.top().corners;
      open_.pop();
      const Vec3 m[3] = {(c[0] + c[1]) / 2, (c[1] + c[2]) / 2, (c[2] + c[0]) / 2};
      add({m[0], m[1], m[2]});
      add({c[0], m[0], m[2]});
      add({c[1], m[1], m[0]});
      add({c[2], m[2], m[1]});
    }
    error.largest = largest_;
    error.within = std::max(Real(0), open_.top().most - largest_);
  }

 private:
  void add(const std::array<Vec3, 3>& corners) {
    const Vec3 middle = solid_.on_surface((corners[0] + corners[1] + corners[2]) / 3);
    Real radius = 0;
    for (const Vec3& c : corners) radius = std::max(radius, norm(solid_.on_surface(c) - middle));
    const Real d = distance_(middle);
    largest_ = std::max(largest_, d);
    open_.push({corners, d, d + kBulge * radius});
    ++n_pieces_;
  }

  const Solid& solid_;
  const Distance& distance_;
  std::priority_queue<Piece> open_;
  Real largest_ = 0;
  int n_pieces_ = 0;
};

template <class Distance>
SurfaceError measure(const Solid& solid, Real tolerance, const Distance& distance) {
  SurfaceError error;
  Search<Distance>(solid, distance).run(tolerance * solid.size(), error);
  const std::vector<SurfacePoint> points = solid.sample(kPoints);
  for (const SurfacePoint& p : points) error.mean += distance(p.x) / Real(points.size());
  error.n_points = int(points.size());
  return error;
}

}  // namespace

SurfaceError surface_error(const Solid& solid, std::span<const Ball> balls, Real tolerance) {
  return measure(solid, tolerance, [&](const Vec3& x) { return std::max(Real(0), distance_to_balls(balls, x)); });
}

SurfaceError surface_error(const Solid& solid, const PolyhedronData& other, Real tolerance) {
  const std::unique_ptr<Solid> body = solid_of(other);
  return measure(solid, tolerance, [&](const Vec3& x) { return norm(x - body->nearest(x)); });
}

}  // namespace scree
