#include "scree/experiments/cube_examples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/broad/fixed_cubes.hpp"
#include "scree/math/random.hpp"

namespace scree::bench {
namespace {

using namespace broad;

constexpr double kCube = 0.5, kLeast = 0.215, kMost = 0.225;  // m, Table 1

struct Place {
  int x, y, z;
};

// Returns k_1 .. k_8 as steps from the central cube, which stands at `home` of 3 x 3 x 3.
std::vector<Place> candidates(int cell) {
  std::vector<Place> places;
  constexpr std::int64_t home = 13;
  for (const std::int64_t offset : cube_offsets(cell, 3, 3)) {
    const std::int64_t k = home + offset;
    places.push_back({int(k % 3) - 1, int(k / 3 % 3) - 1, int(k / 9) - 1});
  }
  return places;
}

std::string text_of(const std::vector<Place>& places) {
  std::vector<std::string> all;
  for (const Place& p : places) all.push_back(fmt::format("[{}, {}, {}]", p.x, p.y, p.z));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

// Checks the slow way, by the nearest point of each of the 27 cubes.
bool meets(const Vec3d& centre, double r, const Place& cube) {
  const auto beside = [&](double x, int k) { return std::max(0.0, std::abs(x - k * kCube) - kCube / 2); };
  const double dx = beside(centre.x, cube.x), dy = beside(centre.y, cube.y), dz = beside(centre.z, cube.z);
  return dx * dx + dy * dy + dz * dz <= r * r;
}

bool agrees(const Vec3d& d, double r, const Registration& found) {
  const std::vector<Place> eight = candidates(found.cell);
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        const auto same = [&](const Place& p) { return p.x == x && p.y == y && p.z == z; };
        const auto at = std::find_if(eight.begin(), eight.end(), same);
        const bool registered = at != eight.end() && (found.mask >> (at - eight.begin()) & 1);
        if (registered != meets(d, r, {x, y, z})) return false;
      }
  return true;
}

std::string registered_text(unsigned mask) {
  std::vector<int> k;
  for (int j = 0; j < 8; ++j)
    if (mask >> j & 1) k.push_back(j + 1);
  return fmt::format("[{}]", fmt::join(k, ", "));
}

}  // namespace

std::string cube_examples(std::uint64_t seed, int n) {
  std::vector<std::string> cells;
  for (int cell = 1; cell <= 8; ++cell) cells.push_back(fmt::format("    \"{}\": {}", cell, text_of(candidates(cell))));
  std::vector<int> comparisons(11), in_cell(9), cubes(9);
  int wrong = 0;
  RandomStream random = RandomStream::branch(seed, 0);
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
    const Vec3d d = kCube / 2 * Vec3d{x, y, z};
    const double r = random.uniform(kLeast, kMost);
    const Registration found = register_ball(d, r, kCube);
    ++comparisons[std::size_t(found.comparisons)], ++in_cell[std::size_t(found.cell)];
    ++cubes[std::size_t(__builtin_popcount(found.mask))];
    wrong += !agrees(d, r, found);
  }
  // The ball lies in the eighth cell, x > 0, y < 0, z < 0, and over its corner.
  const Vec3d d{0.11, -0.13, -0.15};
  const Registration shown = register_ball(d, 0.22, kCube);
  return fmt::format(
      "{{\n  \"cube\": {}, \"balls\": {}, \"wrong\": {},\n  \"comparisons\": [{}],\n  \"balls_in_cell\": [{}],\n"
      "  \"cubes_of_a_ball\": [{}],\n  \"cells\": {{\n{}\n  }},\n"
      "  \"shown\": {{\"d\": [{}, {}, {}], \"r\": 0.22, \"cell\": {}, \"registered\": {}, \"comparisons\": {}}}\n}}\n",
      kCube, n, wrong, fmt::join(comparisons, ", "), fmt::join(in_cell, ", "), fmt::join(cubes, ", "),
      fmt::join(cells, ",\n"), d.x, d.y, d.z, shown.cell, registered_text(shown.mask), shown.comparisons);
}

}  // namespace scree::bench
