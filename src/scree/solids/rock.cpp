// This file is compiled without fused multiply-add, so that a stone is the same on every machine: its sums, products
// and square roots are fixed by IEEE 754 to the last bit. It uses no sine or logarithm, which the standard does not
// fix.
#include <fmt/format.h>

#include <algorithm>

#include "scree/error.hpp"
#include "scree/math/random.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree {
namespace {

// Returns a direction on the unit sphere (Marsaglia 1972).
Vec3 random_direction(RandomStream& random) {
  while (true) {
    const double u = random.uniform(-1, 1), v = random.uniform(-1, 1), s = u * u + v * v;
    if (s >= 1) continue;
    const double w = 2 * std::sqrt(1 - s);
    return {Real(u * w), Real(v * w), Real(1 - 2 * s)};
  }
}

// Takes, of some candidates, the one farthest from all points so far (Mitchell 1991), which avoids needles and flat
// stones.
std::vector<Vec3> spread_directions(int n, RandomStream random) {
  constexpr int kCandidates = 10;
  std::vector<Vec3> points;
  while (int(points.size()) < n) {
    Vec3 best{0, 0, 0};
    Real best_room = -1;
    for (int k = 0; k < kCandidates; ++k) {
      const Vec3 x = random_direction(random);
      Real room = 5;
      for (const Vec3& p : points) room = std::min(room, norm2(x - p));
      if (room > best_room) best_room = room, best = x;
    }
    points.push_back(best);
  }
  return points;
}

// Multiples of 2^-24 hide what a library or a compiler might change in the last bit.
Real rounded(Real x) { return std::nearbyint(x * Real(1 << 24)) / Real(1 << 24); }

void check_options(const RockOptions& o) {
  if (o.n_vertices < 4 || o.n_vertices > kMostRockVertices)
    throw InputError(fmt::format("a rock of {} vertices; must be from 4 to {}", o.n_vertices, kMostRockVertices));
  for (const Real ratio : {o.elongation, o.flatness})
    if (!(ratio > 0 && ratio <= 1))
      throw InputError(fmt::format("elongation {} and flatness {} must be > 0 and <= 1", o.elongation, o.flatness));
}

}  // namespace

PolyhedronData rock(const RockOptions& o) {
  check_options(o);
  constexpr std::uint64_t kTries = 100;
  for (std::uint64_t branch = 0; branch < kTries; ++branch) {
    std::vector<Vec3> points = spread_directions(o.n_vertices, RandomStream::branch(o.seed, branch));
    for (Vec3& p : points) p = {rounded(p.x), rounded(p.y * o.elongation), rounded(p.z * o.elongation * o.flatness)};
    PolyhedronData p = hull_of(points);
    // With few points the middle of the ellipsoid may lie outside, which makes a flat half of a stone.
    bool round_the_middle = true;
    for (const Real offset : p.offsets) round_the_middle = round_the_middle && offset > 0;
    if (int(p.vertices.size()) != o.n_vertices || !round_the_middle) continue;
    return p;
  }
  throw InputError(fmt::format("no rock of just {} vertices with elongation {} and flatness {}", o.n_vertices,
                               o.elongation, o.flatness));
}

}  // namespace scree
