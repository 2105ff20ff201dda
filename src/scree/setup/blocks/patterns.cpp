#include "scree/setup/blocks/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"
#include "scree/memory.hpp"

namespace scree::blocks {
namespace {

// Returns place i of n + 1 between two ends: it is the same number for every caller, and the ends themselves to the
// bit.
double place(double lo, double hi, int i, int n) { return i == n ? hi : lo + (hi - lo) * (double(i) / n); }

struct Grid {
  const BlockBox& box;
  Counts n;
  Vec3d at(int i, int j, int k) const {
    return {place(box.lo.x, box.hi.x, i, n[0]), place(box.lo.y, box.hi.y, j, n[1]), place(box.lo.z, box.hi.z, k, n[2])};
  }
};

Cells none(const BlockBox& box) { return Cells(norm(box.size())); }

template <class F>
void for_each_place(const Counts& n, F&& f) {
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) f(i, j, k);
}

}  // namespace

Cells whole(const BlockBox& box) {
  Cells cells = none(box);
  cells.add_box(box.lo, box.hi);
  return cells;
}

Cells bricks(const BlockBox& box, const Counts& n) {
  Cells cells = none(box);
  const Grid grid{box, n};
  for_each_place(n, [&](int i, int j, int k) { cells.add_box(grid.at(i, j, k), grid.at(i + 1, j + 1, k + 1)); });
  return cells;
}

Cells running_bond(const BlockBox& box, const Counts& n) {
  Cells cells = none(box);
  const Grid grid{box, {2 * n[0], n[1], n[2]}};  // halves
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < 2 * n[0];) {
        const bool half = k % 2 == 1 && (i == 0 || i == 2 * n[0] - 1);
        const int next = i + (half ? 1 : 2);
        cells.add_box(grid.at(i, j, k), grid.at(next, j + 1, k + 1));
        i = next;
      }
  return cells;
}

Cells tetrahedra(const BlockBox& box, const Counts& n) {
  Cells cells = none(box);
  const Grid grid{box, n};
  for_each_place(n, [&](int i, int j, int k) {
    std::array<int, 3> axis = {0, 1, 2};
    do {
      std::array<int, 3> at = {i, j, k};
      Vec3d corners[4] = {grid.at(i, j, k), {}, {}, {}};
      for (int step = 0; step < 3; ++step) {
        ++at[std::size_t(axis[std::size_t(step)])];
        corners[step + 1] = grid.at(at[0], at[1], at[2]);
      }
      cells.add_tetrahedron(corners);
    } while (std::next_permutation(axis.begin(), axis.end()));
  });
  return cells;
}

void cut_by_sets(Cells& cells, const std::vector<JointSet>& sets, std::size_t most) {
  constexpr double kBytesOfACell = 15'000;  // memory of a cell as a body with a shape of its own
  constexpr double kMostCuts = 1e7;         // planes times blocks; takes some seconds
  double work = 0;
  for (const JointSet& set : sets) {
    double lo = std::numeric_limits<double>::infinity(), hi = -lo;
    for (const Cell& cell : cells.cells)
      for (const std::vector<int>& face : cell.faces)
        for (const int p : face) {
          lo = std::min(lo, dot(set.normal, cells.at(p)));
          hi = std::max(hi, dot(set.normal, cells.at(p)));
        }
    const double first = std::ceil((lo - set.offset) / set.spacing), last = std::floor((hi - set.offset) / set.spacing);
    if (!(last - first <= double(most)))
      throw InputError(fmt::format("spacing {} m makes more than {} slices", set.spacing, most));
    // Planes are counted by whole numbers, because far from the origin k + 1 may be k.
    const int n = int(last - first);
    const std::size_t before = cells.cells.size();
    for (int k = 0; k <= n; ++k) {
      cells.cut({set.normal, set.offset + (first + k) * set.spacing});
      if (cells.cells.size() > most) throw InputError(fmt::format("the sets make more than {} blocks", most));
      if (const auto much = too_much_memory(kBytesOfACell * double(cells.cells.size() - before)))
        throw InputError(fmt::format("the sets make more than {} blocks: {}", cells.cells.size(), *much));
      work += double(cells.cells.size());
      if (work > kMostCuts)
        throw InputError(fmt::format("{} planes through {} blocks are too many cuts; take larger spacings", n + 1,
                                     cells.cells.size()));
    }
  }
}

Cells arch(const ArchOptions& o) {
  const double outer = o.inner_radius + o.thickness;
  Cells cells(2 * outer + o.depth);
  const auto corner = [&](int i, double r, double side) {
    const double angle = place(o.from, o.to, i, o.stones);
    return o.centre + Vec3d{r * scree::cos(angle), side * o.depth / 2, r * scree::sin(angle)};
  };
  for (int i = 0; i < o.stones; ++i) {
    // The axes are right-handed: along the radius, along y, along the angle.
    Vec3d c[8];
    for (int b = 0; b < 8; ++b) c[b] = corner(b & 4 ? i + 1 : i, b & 1 ? outer : o.inner_radius, b & 2 ? 1 : -1);
    cells.add_hexahedron(c);
  }
  return cells;
}

}  // namespace scree::blocks
