#include "scree/shape/weld.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "scree/math/whole.hpp"

namespace scree {

namespace {

using Cell = std::array<std::int64_t, 3>;
struct CellHash {
  std::size_t operator()(const Cell& c) const {
    std::uint64_t h = 0;
    for (const std::int64_t k : c) h = (h ^ std::uint64_t(k)) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
    return std::size_t(h);
  }
};

// Points kept so far, in cubes of the tolerance, so that those near a point lie in the 27 cubes round it.
class Cubes {
 public:
  Cubes(const Vec3& origin, Real edge) : origin_(origin), edge_(edge) {}
  void add(const Vec3& p, int place) { places_.emplace(cell_of(p), place); }
  // The earliest point within an edge of p, or -1.
  int find(const Vec3& p, const std::vector<Vec3>& points) const {
    const Cell c = cell_of(p);
    int best = -1;
    for (std::int64_t i = -1; i <= 1; ++i)
      for (std::int64_t j = -1; j <= 1; ++j)
        for (std::int64_t k = -1; k <= 1; ++k) {
          const auto [begin, end] = places_.equal_range({c[0] + i, c[1] + j, c[2] + k});
          for (auto it = begin; it != end; ++it)
            if (norm(points[std::size_t(it->second)] - p) <= edge_ && (best < 0 || it->second < best))
              best = it->second;
        }
    return best;
  }

 private:
  Cell cell_of(const Vec3& p) const {
    Cell c;
    for (int k = 0; k < 3; ++k) c[std::size_t(k)] = whole_floor<std::int64_t>((p[k] - origin_[k]) / edge_);
    return c;
  }
  Vec3 origin_;
  Real edge_;
  std::unordered_multimap<Cell, int, CellHash> places_;
};

}  // namespace

Welded weld(std::span<const Vec3> points, Real tolerance) {
  Welded w;
  if (points.empty()) return w;
  // A cloud in a single point has no size to measure by.
  Cubes cubes(points[0], tolerance > 0 ? tolerance : 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    int place = cubes.find(points[i], w.points);
    if (place < 0) {
      place = int(w.points.size());
      w.points.push_back(points[i]);
      w.first.push_back(int(i));
      cubes.add(points[i], place);
    }
    w.place.push_back(place);
  }
  return w;
}

std::vector<Vec3> keep_used(std::span<const Vec3> points, std::vector<std::vector<int>>& loops) {
  std::vector<int> place(points.size(), -1);
  for (const auto& loop : loops)
    for (const int v : loop) place[std::size_t(v)] = 0;
  std::vector<Vec3> used;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (place[i] < 0) continue;
    place[i] = int(used.size());
    used.push_back(points[i]);
  }
  for (auto& loop : loops)
    for (int& v : loop) v = place[std::size_t(v)];
  return used;
}

}  // namespace scree
