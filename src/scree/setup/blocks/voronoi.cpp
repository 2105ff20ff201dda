// Voronoi cells are cut from the box: for each seed by the planes half way to its neighbours, nearest first, until no
// farther one can reach a corner that is left.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"
#include "scree/math/random.hpp"
#include "scree/math/whole.hpp"
#include "scree/parallel.hpp"
#include "scree/setup/blocks/patterns.hpp"

namespace scree::blocks {
namespace {

// Finds seeds by the cubes of a mesh.
class SeedMesh {
 public:
  SeedMesh(const BlockBox& box, double cell) : lo_(box.lo), cell_(cell) {
    for (int k = 0; k < 3; ++k) n_[k] = std::max(1, whole_ceil<int>(box.size()[k] / cell));
    in_.resize(std::size_t(n_[0]) * std::size_t(n_[1]) * std::size_t(n_[2]));
  }
  void add(const Vec3d& x, int seed) { in_[cube(place(x.x, 0), place(x.y, 1), place(x.z, 2))].push_back(seed); }
  // Calls f(seed) for all within `cubes` cubes of x.
  template <class F>
  void near(const Vec3d& x, int cubes, F&& f) const {
    const int i = place(x.x, 0), j = place(x.y, 1), k = place(x.z, 2);
    const auto from = [&](int c) { return std::max(0, c - cubes); };
    const auto to = [&](int c, int axis) { return std::min(n_[axis] - 1, c + cubes); };
    for (int c = from(k); c <= to(k, 2); ++c)
      for (int b = from(j); b <= to(j, 1); ++b)
        for (int a = from(i); a <= to(i, 0); ++a)
          for (const int seed : in_[cube(a, b, c)]) f(seed);
  }
  bool all_within(int cubes) const { return cubes >= std::max({n_[0], n_[1], n_[2]}); }
  double cell() const { return cell_; }

 private:
  int place(double v, int axis) const { return std::clamp(whole_floor<int>((v - lo_[axis]) / cell_), 0, n_[axis] - 1); }
  std::size_t cube(int i, int j, int k) const {
    return (std::size_t(k) * std::size_t(n_[1]) + std::size_t(j)) * std::size_t(n_[0]) + std::size_t(i);
  }
  Vec3d lo_;
  double cell_;
  int n_[3];
  std::vector<std::vector<int>> in_;
};

Vec3d random_point(const BlockBox& box, RandomStream& random) {
  return {random.uniform(box.lo.x, box.hi.x), random.uniform(box.lo.y, box.hi.y), random.uniform(box.lo.z, box.hi.z)};
}

// Darts too near to an earlier one are thrown again, and the distance asked for shrinks where that takes long.
std::vector<Vec3d> throw_seeds(const BlockBox& box, int count, double spacing, RandomStream& random) {
  constexpr int kTries = 200;
  std::vector<Vec3d> seeds;
  SeedMesh mesh(box, spacing);
  double apart = 0.8 * spacing;
  while (int(seeds.size()) < count) {
    bool found = false;
    for (int t = 0; t < kTries && !found; ++t) {
      const Vec3d x = random_point(box, random);
      bool free = true;
      mesh.near(x, 1, [&](int i) { free &= norm(seeds[std::size_t(i)] - x) >= apart; });
      if (!free) continue;
      mesh.add(x, int(seeds.size()));
      seeds.push_back(x);
      found = true;
    }
    if (!found) apart *= 0.95;
  }
  return seeds;
}

double farthest_corner(const Cells& cells, const Vec3d& x) {
  double far = 0;
  for (const std::vector<int>& face : cells.cells.front().faces)
    for (const int p : face) far = std::max(far, norm(cells.at(p) - x));
  return far;
}

Cells cell_of(const BlockBox& box, const std::vector<Vec3d>& seeds, std::size_t i, const SeedMesh& mesh) {
  const Vec3d& x = seeds[i];
  for (int cubes = 2;; cubes *= 2) {
    std::vector<std::pair<double, int>> others;
    mesh.near(x, cubes, [&](int j) {
      if (std::size_t(j) != i) others.emplace_back(norm(seeds[std::size_t(j)] - x), j);
    });
    std::sort(others.begin(), others.end());
    Cells cells = whole(box);
    const double known = cubes * mesh.cell();  // all seeds so near are among them
    for (const auto& [distance, j] : others) {
      if (distance > 2 * farthest_corner(cells, x)) break;
      const Vec3d n = (seeds[std::size_t(j)] - x) / distance;
      cells.keep_below({n, dot(n, 0.5 * (x + seeds[std::size_t(j)]))});
    }
    if (known >= 2 * farthest_corner(cells, x) || mesh.all_within(cubes)) return cells;
  }
}

// In a thin box the mesh of the seeds has far more cubes than seeds.
void check_mesh(const BlockBox& box, int count) {
  const double spacing = cbrt(box.volume() / count);
  double cubes = 1;
  for (int k = 0; k < 3; ++k) cubes *= std::max(1.0, std::ceil(box.size()[k] / spacing));
  if (!(cubes <= 1e6 + 100.0 * count))
    throw InputError(fmt::format("the box is too thin for {} cells: {:.3g} m thick, and the cells {:.3g} m wide", count,
                                 std::min({box.size().x, box.size().y, box.size().z}), spacing));
}

double shortest_edge(const Cells& cells) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::vector<int>& face : cells.cells.front().faces)
    for (std::size_t k = 0; k < face.size(); ++k)
      least = std::min(least, norm(cells.at(face[k]) - cells.at(face[(k + 1) % face.size()])));
  return least;
}

}  // namespace

Cells voronoi(const BlockBox& box, const VoronoiOptions& options) {
  constexpr int kRounds = 100;
  check_mesh(box, options.count);
  RandomStream random = RandomStream::branch(options.seed, 0);
  const double spacing = scree::cbrt(box.volume() / options.count);
  std::vector<Vec3d> seeds = throw_seeds(box, options.count, spacing, random);
  for (int round = 0; round < kRounds; ++round) {
    SeedMesh mesh(box, spacing);
    for (std::size_t i = 0; i < seeds.size(); ++i) mesh.add(seeds[i], int(i));
    std::vector<Cells> single(seeds.size(), Cells(1));
    for_each_index(seeds.size(), [&](std::size_t i) { single[i] = cell_of(box, seeds, i, mesh); });
    Cells cells(norm(box.size()));
    bool good = true;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      cells.add(single[i]);
      if (shortest_edge(single[i]) >= kShortEdge * spacing) continue;
      good = false;
      const auto shift = [&](double lo, double hi, double v) {
        return std::clamp(v + 0.05 * spacing * random.uniform(-1, 1), lo, hi);
      };
      seeds[i] = {shift(box.lo.x, box.hi.x, seeds[i].x), shift(box.lo.y, box.hi.y, seeds[i].y),
                  shift(box.lo.z, box.hi.z, seeds[i].z)};
    }
    if (good) return cells;
  }
  throw InputError("no seeds were found whose cells have no very short edges; try another seed");
}

}  // namespace scree::blocks
