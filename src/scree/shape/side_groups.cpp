#include "scree/shape/side_groups.hpp"

#include <algorithm>
#include <tuple>

namespace scree {

SideGroups group_sides(int n_vertices, std::span<const int> from, std::span<const int> to) {
  const std::size_t n = from.size();
  const auto lower = [&](int h) { return std::min(from[std::size_t(h)], to[std::size_t(h)]); };
  const auto upper = [&](int h) { return std::max(from[std::size_t(h)], to[std::size_t(h)]); };
  // Sides are sorted by the lower vertex in one pass, then each of these short lists by the upper one.
  std::vector<int> begin(std::size_t(n_vertices) + 1, 0);
  for (std::size_t h = 0; h < n; ++h) ++begin[std::size_t(lower(int(h))) + 1];
  for (std::size_t v = 0; v < std::size_t(n_vertices); ++v) begin[v + 1] += begin[v];
  SideGroups groups;
  groups.sides.resize(n);
  std::vector<int> place(begin.begin(), begin.end() - 1);
  for (std::size_t h = 0; h < n; ++h) groups.sides[std::size_t(place[std::size_t(lower(int(h)))]++)] = int(h);
  groups.start.reserve(n / 2 + 1);
  groups.start.push_back(0);
  for (std::size_t v = 0; v < std::size_t(n_vertices); ++v) {
    std::sort(groups.sides.begin() + begin[v], groups.sides.begin() + begin[v + 1],
              [&](int g, int h) { return std::tuple(upper(g), g) < std::tuple(upper(h), h); });
    for (int k = begin[v]; k < begin[v + 1]; ++k)
      if (k + 1 == begin[v + 1] || upper(groups.sides[std::size_t(k)]) != upper(groups.sides[std::size_t(k) + 1]))
        groups.start.push_back(k + 1);
  }
  return groups;
}

}  // namespace scree
