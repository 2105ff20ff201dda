// The fixed-cubes search as published: a ball is entered in every cube it cuts, a pair is taken in the cube that holds
// the midpoint of its centres. Lazarević, Dvornik, Fresl, KoG 6 (2002), Secs. 3 to 5.
//
// Where we differ, and why:
// - Balls are registered with r_i+ = r_i + (r_max - r_min) / 2 + margin / 2. The midpoint rule needs the midpoint to be
//   in both balls; with the radii of Table 1 the printed rule loses pairs of unequal balls and all-but-touching ones.
// - Cube coordinates are 0-based floors, not 1-based ceilings, with n_cx, n_cy, n_cz apart. A layer of cubes on every
//   side never holds a centre, so that k_1 +- 1 +- n_c +- n_c^2 does not come out on the other side of the grid.
// - Rows of B are chains that grow (the linked allocation the paper mentions) and not 20 slots wide.
// - The region is not given: it is fitted to the balls with room to spare, and again when a ball leaves it. Cubes grow
//   where the region would need more than 64 n + 10^6 of them; larger cubes are slower and lose nothing.
// - Wall balls are those with an owner, in any place of the arrays; if a wall moves they are sorted again.
// The flags s_i make the pair loop serial. sorted_cells is the method to use; this one is here to be compared with.
#include "scree/broad/fixed_cubes.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "scree/broad/cell_grid.hpp"

namespace scree::broad {
namespace {

constexpr std::uint32_t kEndOfRow = 0xffffffffu;
constexpr double kDelta = 1.05;  // default a / 2 r_max+; Table 1 has 0.500 / 0.450

std::uint64_t mix(std::uint64_t h, std::uint64_t v) {  // splitmix64
  h += v + 0x9e3779b97f4a7c15ull;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  return h ^ (h >> 31);
}
std::uint64_t mix(std::uint64_t h, double v) { return mix(h, std::bit_cast<std::uint64_t>(v)); }

// Rounding in cube coordinates of a region `width` wide: a midpoint may seem to lie this far from where it is.
double rounding(double width) { return 16 * std::numeric_limits<double>::epsilon() * width; }

double largest_coordinate(const Vec3d& x) { return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}); }

double needed_size(double r_plus, double width) { return 2 * (r_plus + 2 * rounding(width)) * (1 + 1e-12); }

// Cubes of side a for the region lo .. hi with one empty layer around it.
double n_cubes_for(const Vec3d& width, double a) {
  return (std::floor(width.x / a) + 3) * (std::floor(width.y / a) + 3) * (std::floor(width.z / a) + 3);
}

double most_cubes(const Cloud& c) { return std::min(64 * double(c.n) + 1e6, 2e9); }

// Sides of the cubes for a region: as wanted, larger if there would be too many.
double fitting_size(const Vec3d& width, double wanted, double most) {
  double a = std::max(wanted, std::max({width.x, width.y, width.z}) / most);
  while (n_cubes_for(width, a) > most) a *= 1.1;
  return a;
}

// Do the cubes at hand still serve? They must cover all balls with an empty layer around, and be neither too small
// nor, after a ball that had flown off is gone, needlessly large.
bool still_fits(const CubeTables& t, const Cloud& c, const Census& census, double wanted, double r_plus) {
  if (t.head.empty() || t.cell_size <= 0) return false;
  const double width = t.cell_size * std::max({t.n_cx, t.n_cy, t.n_cz});
  if (t.cell_size < needed_size(r_plus, width)) return false;
  // In floating point: a ball of a run that has blown up may be more cubes away than an integer can count.
  const Vec3d lo = (census.lo - t.origin) / t.cell_size, hi = (census.hi - t.origin) / t.cell_size;
  if (!(lo.x >= 1 && lo.y >= 1 && lo.z >= 1 && hi.x < t.n_cx - 1 && hi.y < t.n_cy - 1 && hi.z < t.n_cz - 1))
    return false;
  if (t.cell_size == t.wanted_size)
    return t.wanted_size >= wanted / kDelta && t.wanted_size <= kDelta * kDelta * wanted;
  return fitting_size(census.hi - census.lo, wanted, most_cubes(c)) > t.cell_size / 2;
}

void fit_cubes(const Cloud& c, const Census& census, double wanted, double r_plus, CubeTables& t) {
  const Vec3d box = census.hi - census.lo;
  const double widest = std::max({box.x, box.y, box.z});
  const double room = 0.05 * widest + wanted;  // grows with the region: a falling ball asks for new cubes seldom
  const Vec3d width = box + 2 * Vec3d{room, room, room};
  t.wanted_size = std::max(wanted, needed_size(r_plus, 2 * widest + 8 * wanted));
  t.cell_size = fitting_size(width, t.wanted_size, most_cubes(c));
  t.origin = census.lo - Vec3d{room + t.cell_size, room + t.cell_size, room + t.cell_size};
  t.n_cx = std::uint32_t(width.x / t.cell_size) + 3;
  t.n_cy = std::uint32_t(width.y / t.cell_size) + 3;
  t.n_cz = std::uint32_t(width.z / t.cell_size) + 3;
  t.walls_key = 0;
}

std::uint64_t key_of_walls(const Cloud& c, const Census& census, const CubeTables& t) {
  std::uint64_t h = mix(mix(mix(1, t.enlargement), t.cell_size), t.origin.x);
  h = mix(mix(mix(h, t.origin.y), t.origin.z), std::uint64_t(census.kinematic.size()));
  for (const std::uint32_t i : census.kinematic) {
    h = mix(mix(h, std::uint64_t(i)), double(c.r[i]));
    h = mix(mix(mix(h, c.x[i].x), c.x[i].y), c.x[i].z);
  }
  return h == 0 ? 1 : h;
}

// Algorithm 2.
void cube(CubeTables& t, std::uint32_t i, std::uint32_t k) {
  t.a_cube[8 * std::size_t(i) + t.a[i]++] = k;
  t.next.push_back(t.head[k]);
  t.ball.push_back(i);
  t.head[k] = std::uint32_t(t.ball.size() - 1);
  ++t.b[k];
}

// Algorithm 4 for one ball. Returns the number of comparisons.
int sort_ball(const Cloud& c, std::uint32_t i, double r_plus_extra, CubeTables& t) {
  const auto k = cube_of(t, c.x[i]);
  const Vec3d centre = t.cell_size * Vec3d{double(k.x) + 0.5, double(k.y) + 0.5, double(k.z) + 0.5};
  const Vec3d d = (c.x[i] - t.origin) - centre;  // (10)
  const Registration reg = register_ball(d, double(c.r[i]) + r_plus_extra, t.cell_size);
  const auto offsets = cube_offsets(reg.cell, t.n_cx, t.n_cy);
  const std::int64_t k1 = cube_index(t, k);
  t.a[i] = 0;
  for (std::size_t j = 0; j < 8; ++j)
    if (reg.mask >> j & 1u) cube(t, i, std::uint32_t(k1 + offsets[j]));
  return reg.comparisons;
}

// Sec. 4: sorted once, then kept.
void sort_walls(const Cloud& c, const Census& census, double r_plus_extra, CubeTables& t) {
  const std::size_t n_cubes = std::size_t(t.n_cx) * t.n_cy * t.n_cz;
  t.head.assign(n_cubes, kEndOfRow);
  t.b.assign(n_cubes, 0);
  t.next.clear();
  t.ball.clear();
  for (const std::uint32_t i : census.kinematic) sort_ball(c, i, r_plus_extra, t);
  t.wall_head = t.head;
  t.w = t.b;
  t.n_wall_entries = t.ball.size();
  ++t.wall_sorts;
}

}  // namespace

double smallest_cell_size(const Cloud& c, Real margin) {
  const Census census = take_census(c);
  return smallest_cell_size(census.r_min, census.r_max, double(margin));
}

void sort_into_cubes(const Cloud& c, double enlargement, double cell_size, CubeTables& t) {
  const Census census = take_census(c);
  const double r_plus = census.r_max + enlargement;
  // Cubes must be wider than the last digits of the coordinates, whatever the radii.
  const double farthest = std::max(largest_coordinate(census.lo), largest_coordinate(census.hi));
  const double smallest = std::max({2 * r_plus, 256 * std::numeric_limits<double>::epsilon() * farthest, 1e-150});
  const double wanted = cell_size > 0 ? std::max(cell_size, smallest) : kDelta * smallest;
  t.enlargement = enlargement;
  if (!still_fits(t, c, census, wanted, r_plus)) fit_cubes(c, census, wanted, r_plus, t);
  const double extra = enlargement + rounding(t.cell_size * std::max({t.n_cx, t.n_cy, t.n_cz}));

  t.a.resize(c.n);
  t.a_cube.resize(8 * c.n);
  const std::uint64_t key = key_of_walls(c, census, t);
  if (key != t.walls_key) {
    sort_walls(c, census, extra, t);
    t.walls_key = key;
  }
  t.head = t.wall_head;  // b_k <- w_k, a_i <- 0: wall balls stay in their cubes
  t.b = t.w;
  t.next.resize(t.n_wall_entries);
  t.ball.resize(t.n_wall_entries);
  CubeStatistics& s = t.stats = {};
  std::uint64_t comparisons = 0;
  for (const std::uint32_t i : census.free) {
    const int n = sort_ball(c, i, extra, t);
    comparisons += std::uint64_t(n);
    s.fewest_comparisons = s.fewest_comparisons == 0 ? n : std::min(s.fewest_comparisons, n);
    s.most_comparisons = std::max(s.most_comparisons, n);
  }
  const double n_free = std::max(1.0, double(census.free.size()));
  s.mean_comparisons = double(comparisons) / n_free;
  s.mean_a = double(t.ball.size() - t.n_wall_entries) / n_free;
  s.largest_b = t.b.empty() ? 0 : *std::max_element(t.b.begin(), t.b.end());
}

void loop_over_cubes(const Cloud& c, Real margin, CubeTables& t, PairList& out) {
  out.clear();
  t.finished.assign(c.n, 0);  // s
  for (std::uint32_t i = 0; i < c.n; ++i) {
    if (c.owner[i] != kDynamic || !counts(c, i)) continue;
    t.finished[i] = 1;
    for (std::size_t j = 0; j < t.a[i]; ++j) {
      const std::uint32_t k = t.a_cube[8 * std::size_t(i) + j];
      for (std::uint32_t l = t.head[k]; l != kEndOfRow; l = t.next[l]) {
        const std::uint32_t m = t.ball[l];
        if (t.finished[m]) continue;  // itself and balls that are done; wall balls never are
        ++t.stats.n_midpoints;
        const Vec3d x_s = 0.5 * ((c.x[i] - t.origin) + (c.x[m] - t.origin));  // (23)
        if (cube_index(t, cube_at(t, x_s)) != std::int64_t(k)) continue;
        ++t.stats.n_tested;
        if (near(c, i, m, margin)) out.push_back({std::min(i, m), std::max(i, m)});
      }
    }
  }
}

void fixed_cubes(const Cloud& c, Real margin, double cell_size, CubeTables& t, PairList& out) {
  const Census census = take_census(c);
  sort_into_cubes(c, cube_enlargement(census.r_min, census.r_max, double(margin)), cell_size, t);
  loop_over_cubes(c, margin, t, out);
}

}  // namespace scree::broad
