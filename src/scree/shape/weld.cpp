#include "scree/shape/weld.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {

Welded weld(std::span<const Vec3> points, Real tolerance) {
  // Sorted along x, only points in a slab of twice the tolerance need be compared.
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return points[i].x < points[j].x || (points[i].x == points[j].x && i < j);
  });
  std::vector<std::size_t> rank(points.size());
  for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = r;

  Welded w;
  w.place.assign(points.size(), -1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (w.place[i] >= 0) continue;
    const int here = int(w.points.size());
    w.points.push_back(points[i]);
    w.place[i] = here;
    const auto take = [&](std::size_t r) {
      const std::size_t j = order[r];
      if (std::abs(points[j].x - points[i].x) > tolerance) return false;
      if (w.place[j] < 0 && norm(points[j] - points[i]) <= tolerance) w.place[j] = here;
      return true;
    };
    for (std::size_t r = rank[i] + 1; r < order.size() && take(r);) ++r;
    for (std::size_t r = rank[i]; r > 0 && take(r - 1);) --r;
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
