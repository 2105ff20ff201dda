// A group holds the sides of faces that lie between the same two vertices.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace scree {

// Group g has sides[start[g]] up to sides[start[g + 1]], in ascending order.
struct SideGroups {
  std::vector<int> sides;
  std::vector<int> start;

  int count() const { return int(start.size()) - 1; }
  std::span<const int> group(int g) const {
    const std::size_t k = std::size_t(g);
    return {sides.data() + start[k], std::size_t(start[k + 1] - start[k])};
  }
};

// Side h leads from vertex from[h] to vertex to[h]; the groups do not go by the direction.
SideGroups group_sides(int n_vertices, std::span<const int> from, std::span<const int> to);

}  // namespace scree
