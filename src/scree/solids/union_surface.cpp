#include "scree/solids/union_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>

#include "scree/error.hpp"
#include "scree/math/whole.hpp"
#include "scree/parallel.hpp"
#include "scree/solids/ball_union.hpp"

namespace scree {
namespace {

class Grid {
 public:
  Grid(std::span<const Ball> balls, int cells) : balls_(balls) {
    Vec3 lo = balls[0].x, hi = lo;
    for (const Ball& b : balls)
      for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], b.x[k] - b.r), hi[k] = std::max(hi[k], b.x[k] + b.r);
    const Vec3 side = hi - lo;
    h_ = std::max({side.x, side.y, side.z}) / Real(cells);
    // The grid has a cell of air all round, and its points lie off the planes of symmetry, where they would lie on the
    // surface.
    origin_ = lo - Vec3{Real(1.37), Real(1.41), Real(1.43)} * h_;
    for (int k = 0; k < 3; ++k) n_[k] = whole_ceil<int>(side[k] / h_) + 4;
    value_.resize(std::size_t(n_[0]) * std::size_t(n_[1]) * std::size_t(n_[2]));
    for_each_index(value_.size(), [&](std::size_t i) { value_[i] = distance_to_balls(balls_, point(i)); });
  }

  SurfaceMesh march() {
    for (int z = 0; z + 1 < n_[2]; ++z)
      for (int y = 0; y + 1 < n_[1]; ++y)
        for (int x = 0; x + 1 < n_[0]; ++x) march_cube(x, y, z);
    return std::move(mesh_);
  }

 private:
  std::size_t index(int x, int y, int z) const {
    return (std::size_t(z) * std::size_t(n_[1]) + std::size_t(y)) * std::size_t(n_[0]) + std::size_t(x);
  }
  Vec3 point(std::size_t i) const {
    const std::size_t nx = std::size_t(n_[0]), ny = std::size_t(n_[1]);
    return origin_ + h_ * Vec3{Real(i % nx), Real(i / nx % ny), Real(i / nx / ny)};
  }
  bool inside(std::size_t i) const { return value_[i] < 0; }

  // Six tetrahedra lie round the diagonal from corner 0 to corner 7, so that neighbouring cubes cut their common face
  // alike.
  void march_cube(int x, int y, int z) {
    std::size_t corner[8];
    int n_inside = 0;
    for (int k = 0; k < 8; ++k) {
      corner[k] = index(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2 & 1));
      n_inside += inside(corner[k]);
    }
    if (n_inside == 0 || n_inside == 8) return;
    constexpr int kWays[6][2] = {{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}};
    for (const auto& way : kWays) march_tetrahedron({corner[0], corner[way[0]], corner[way[1]], corner[7]});
  }

  void march_tetrahedron(const std::array<std::size_t, 4>& t) {
    std::array<std::size_t, 4> in{}, out{};
    int n_in = 0, n_out = 0;
    for (const std::size_t i : t) (inside(i) ? in[std::size_t(n_in++)] : out[std::size_t(n_out++)]) = i;
    if (n_in == 1) add({cut(in[0], out[0]), cut(in[0], out[1]), cut(in[0], out[2])}, in[0], out[0]);
    if (n_in == 3) add({cut(in[0], out[0]), cut(in[1], out[0]), cut(in[2], out[0])}, in[0], out[0]);
    if (n_in == 2) {
      const int a = cut(in[0], out[0]), b = cut(in[0], out[1]), c = cut(in[1], out[1]), d = cut(in[1], out[0]);
      add({a, b, c}, in[0], out[0]);
      add({a, c, d}, in[0], out[0]);
    }
  }

  // Orients the triangle outward: seen from its plane, before its corners were moved, the inside lies behind.
  void add(std::array<int, 3> t, std::size_t in, std::size_t out) {
    const auto at = [&](int k) { return edge_points_[std::size_t(t[std::size_t(k)])]; };
    const Vec3 n = cross(at(1) - at(0), at(2) - at(0));
    const Real ahead = dot(n, point(out) - at(0)), behind = dot(n, point(in) - at(0));
    if (ahead < behind) std::swap(t[1], t[2]);
    for (const int v : t) mesh_.triangles.push_back(v);
  }

  // Returns where the surface crosses the way between two grid points, numbered once.
  int cut(std::size_t in, std::size_t out) {
    const auto [at, is_new] = cuts_.try_emplace(std::minmax(in, out), int(mesh_.vertices.size()));
    if (is_new) {
      // The cut avoids the grid points themselves, round which triangles would shrink to nothing.
      const Real part = std::clamp(value_[in] / (value_[in] - value_[out]), Real(0.02), Real(0.98));
      edge_points_.push_back(point(in) + part * (point(out) - point(in)));
      mesh_.vertices.push_back(on_ball(edge_points_.back()));
    }
    return at->second;
  }

  // Moves a point onto the nearest ball. Near creases it may then lie in another one: twice is enough for pictures.
  Vec3 on_ball(Vec3 x) const {
    for (int i = 0; i < 2; ++i) {
      const Ball* best = nullptr;
      Real least = 0;
      for (const Ball& b : balls_) {
        const Real d = norm(x - b.x) - b.r;
        if (!best || d < least) best = &b, least = d;
      }
      const Vec3 from = x - best->x;
      if (norm2(from) > 0 && std::abs(least) < h_ / 2) x = best->x + (best->r / norm(from)) * from;
    }
    return x;
  }

  std::span<const Ball> balls_;
  Real h_ = 0;
  Vec3 origin_{};
  int n_[3] = {};
  std::vector<Real> value_;
  SurfaceMesh mesh_;
  std::vector<Vec3> edge_points_;
  std::map<std::pair<std::size_t, std::size_t>, int> cuts_;
};

void append_floats(std::string& bytes, const Vec3& v) {
  for (int k = 0; k < 3; ++k) {
    const float f = float(v[k]);
    char raw[sizeof f];
    std::memcpy(raw, &f, sizeof f);
    bytes.append(raw, sizeof f);
  }
}

bool same_as_float(const Vec3& a, const Vec3& b) {
  return float(a.x) == float(b.x) && float(a.y) == float(b.y) && float(a.z) == float(b.z);
}

}  // namespace

SurfaceMesh triangulate(std::span<const Ball> balls, int cells) {
  if (balls.empty()) throw InputError("a cluster of no balls");
  if (cells < kLeastCells || cells > kMostCells)
    throw InputError(fmt::format("{} cells; must be from {} to {}", cells, kLeastCells, kMostCells));
  return Grid(balls, cells).march();
}

std::string stl_bytes(const SurfaceMesh& mesh, const std::string& title) {
  std::string bytes = title.substr(0, 79), triangles;
  bytes.resize(80, ' ');
  std::uint32_t n = 0;
  for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
    const auto at = [&](std::size_t i) { return mesh.vertices[std::size_t(mesh.triangles[k + i])]; };
    if (same_as_float(at(0), at(1)) || same_as_float(at(1), at(2)) || same_as_float(at(2), at(0))) continue;
    const Vec3 area = cross(at(1) - at(0), at(2) - at(0));
    append_floats(triangles, norm2(area) > 0 ? normalized(area) : Vec3{0, 0, 0});
    for (std::size_t i = 0; i < 3; ++i) append_floats(triangles, at(i));
    triangles.append(2, '\0');
    ++n;
  }
  char count[4];
  std::memcpy(count, &n, 4);
  return bytes.append(count, 4) + triangles;
}

}  // namespace scree
