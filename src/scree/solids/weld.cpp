#include "scree/solids/weld.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "scree/math/whole.hpp"

namespace scree {

namespace {

using Cell = std::array<std::int64_t, 3>;

// Holds the points kept so far in the cubes of a mesh, as lists in a table of hashes. Cubes are so much wider than the
// tolerance that mostly one alone has to be looked at.
class Cubes {
 public:
  Cubes(const Vec3& origin, Real tolerance, std::size_t most)
      : origin_(origin), tolerance_(tolerance), edge_(8 * tolerance), slots_(std::bit_ceil(2 * most + 1), -1) {
    next_.reserve(most);
  }
  // The place of a point is the number of those that were added before.
  void add(const Vec3& p) {
    int& slot = slots_[slot_of({cell(p, 0, 0), cell(p, 1, 0), cell(p, 2, 0)})];
    next_.push_back(slot);
    slot = int(next_.size()) - 1;
  }
  // Returns the earliest point within the tolerance of p, or -1.
  int find(const Vec3& p, const std::vector<Vec3>& points) const {
    int best = -1;
    const auto lower = [&](int k) { return cell(p, k, Real(-1.01) * tolerance_); };
    const auto upper = [&](int k) { return cell(p, k, Real(1.01) * tolerance_); };
    for (std::int64_t i = lower(0); i <= upper(0); ++i)
      for (std::int64_t j = lower(1); j <= upper(1); ++j)
        for (std::int64_t k = lower(2); k <= upper(2); ++k)
          for (int at = slots_[slot_of({i, j, k})]; at >= 0; at = next_[std::size_t(at)])
            if ((best < 0 || at < best) && norm(points[std::size_t(at)] - p) <= tolerance_) best = at;
    return best;
  }

 private:
  std::int64_t cell(const Vec3& p, int axis, Real shift) const {
    return whole_floor<std::int64_t>((p[axis] - origin_[axis] + shift) / edge_);
  }
  std::size_t slot_of(const Cell& c) const {
    std::uint64_t h = 0;
    for (const std::int64_t k : c) h = (h ^ std::uint64_t(k)) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
    return std::size_t(h) & (slots_.size() - 1);
  }
  Vec3 origin_;
  Real tolerance_, edge_;
  std::vector<int> slots_, next_;
};

}  // namespace

Welded weld(std::span<const Vec3> points, Real tolerance) {
  Welded w;
  if (points.empty()) return w;
  // A cloud in a single point has no size to measure by.
  Cubes cubes(points[0], tolerance > 0 ? tolerance : 1, points.size());
  w.place.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    int place = cubes.find(points[i], w.points);
    if (place < 0) {
      place = int(w.points.size());
      w.points.push_back(points[i]);
      w.first.push_back(int(i));
      cubes.add(points[i]);
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
