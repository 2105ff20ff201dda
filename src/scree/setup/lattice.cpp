// Fills on a lattice go layer by layer from the bottom (z is up).
//
// Sites are counted for the largest body that can be drawn, whatever size then stands on them: else small bodies would
// gather where large ones do not fit. The first site touches the lower corner of the region's box.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/long_work.hpp"
#include "scree/math/elementary.hpp"
#include "scree/memory.hpp"
#include "scree/setup/fill_parts.hpp"

namespace scree::insert {
namespace {

constexpr double kDefaultGap = 1.01;  // spacing over largest diameter
constexpr double kRounding = 1e-9;    // relative to the spacing

// Site (i, j, k) lies at (i dx + shift, j dy + shift, k dz). Layers of constant k are stacked upwards.
struct Pattern {
  double dx, dy, dz;
};

Pattern pattern_of(Lattice lattice, double d) {
  switch (lattice) {
    case Lattice::kSimpleCubic:
      return {d, d, d};
    case Lattice::kBodyCentred: {
      const double a = 2 * d / std::sqrt(3.0);
      return {a, a, a / 2};
    }
    case Lattice::kFaceCentred: {
      const double half = d / std::numbers::sqrt2;  // half the cube's edge
      return {2 * half, half, half};
    }
    case Lattice::kHexagonal:
      return {d, d * std::sqrt(3.0) / 2, d * std::sqrt(2.0 / 3)};
  }
  return {d, d, d};
}

Vec3d shift_of(Lattice lattice, const Pattern& p, std::int64_t j, std::int64_t k) {
  const bool odd = (j + k) % 2 != 0, odd_layer = k % 2 != 0;
  switch (lattice) {
    case Lattice::kSimpleCubic:
      break;
    case Lattice::kBodyCentred:
      return odd_layer ? Vec3d{p.dx / 2, p.dy / 2, 0} : Vec3d{0, 0, 0};
    case Lattice::kFaceCentred:
      return {odd ? p.dx / 2 : 0, 0, 0};
    case Lattice::kHexagonal:
      return {odd ? p.dx / 2 : 0, odd_layer ? p.dy / 3 : 0, 0};
  }
  return {0, 0, 0};
}

// Returns an offset that is uniform in a ball of this radius, flat where the region is.
Vec3d jitter_offset(const FillSpec& fill, double radius, RandomStream& positions) {
  const double z = positions.uniform(-1, 1), phi = 2 * std::numbers::pi * positions.uniform();
  const double rho = radius * scree::cbrt(positions.uniform()), rim = std::sqrt(1 - z * z);
  Vec3d offset = rho * Vec3d{rim * scree::cos(phi), rim * scree::sin(phi), z};
  for (int k = 0; k < 3; ++k)
    if (is_flat(fill, k)) offset[k] = 0;
  return offset;
}

struct Sites {
  Vec3d first;
  Pattern pattern;
  std::int64_t n[3];
  double r;  // each keeps a ball of this radius inside the region
};

Sites sites_of(const FillSpec& fill, double spacing, double r_max) {
  Sites sites;
  // A body of radius r may move by jitter (spacing/2 - r): then it stays within this of its site, and apart from the
  // others, which stay in the balls of radius spacing/2 about theirs.
  sites.r = r_max + double(fill.jitter) * (spacing / 2 - r_max);
  sites.pattern = pattern_of(fill.lattice, spacing);
  Vec3d lo, hi;
  bounding_box(fill, lo, hi);
  const double step[3] = {sites.pattern.dx, sites.pattern.dy, sites.pattern.dz};
  for (int k = 0; k < 3; ++k) {
    const double inset = is_flat(fill, k) ? 0 : sites.r, width = hi[k] - lo[k] - 2 * inset;
    sites.first[k] = lo[k] + inset;
    const double n = width < -kRounding * spacing ? 0 : std::floor(width / step[k] + kRounding) + 1;
    sites.n[k] = std::int64_t(std::min(n, 1e12));
  }
  return sites;
}

}  // namespace

void lattice_fill(const Model& model, const FillSpec& fill, const State& s, std::vector<NewBody>& out,
                  std::vector<std::string>& problems) {
  const double r_max = largest_radius(model, fill);
  const double spacing = fill.spacing > 0 ? double(fill.spacing) : 2 * kDefaultGap * r_max;
  if (spacing < 2 * r_max * (1 - kRounding))
    return problems.push_back(fmt::format(
        "spacing = {:.6g} m: bodies overlap, must be at least the largest diameter {:.6g} m", spacing, 2 * r_max));
  const Sites sites = sites_of(fill, spacing, r_max);
  const double n_sites = double(sites.n[0]) * double(sites.n[1]) * double(sites.n[2]);
  Target target(fill);
  const double expected = target.open_ended() ? n_sites : std::min(n_sites, target.expected_bodies(model, fill));
  if (expected > kMaxBodies)
    return problems.push_back(fmt::format("the lattice has {:.3g} sites, more than {:.0f}", n_sites, kMaxBodies));

  if (const auto much = too_much_memory(expected * kBytesOfABody))
    return problems.push_back(fmt::format("{:.3g} bodies: {}", expected, *much));

  const OverlapGrid there = bodies_near_region(fill, s);
  RandomStream sizes = RandomStream::branch(fill.seed, kSizes);
  RandomStream positions = RandomStream::branch(fill.seed, kPositions);
  std::vector<NewBody> bodies;
  NewBody b = draw_body(fill, sizes);
  bool done = target.reached_before(model, b);
  if (done) return problems.push_back("what is asked for is less than half a body");

  // Returns true once nothing more is wanted.
  auto put = [&](const Vec3d& site) {
    const double r = radius_of(model, b);
    b.x = site;
    if (fill.jitter > 0) b.x += jitter_offset(fill, double(fill.jitter) * std::max(0.0, spacing / 2 - r), positions);
    if (there.overlaps(b.x, r)) b.x = site;
    if (there.overlaps(b.x, r)) return false;  // taken by an earlier fill or by a wall of balls
    bodies.push_back(b);
    target.book(model, b);
    b = draw_body(fill, sizes);
    return target.reached_before(model, b);
  };
  const Pattern& p = sites.pattern;
  // In a slanting cylinder, or where others are already, most sites of the box may be of no use.
  constexpr std::uint64_t kMostIdle = 100'000'000;
  std::uint64_t looked_at = 0;
  LongWork work(fill.where);
  for (std::int64_t k = 0; k < sites.n[2] && !done; ++k)
    for (std::int64_t j = 0; j < sites.n[1] && !done; ++j)
      for (std::int64_t i = 0; i < sites.n[0] && !done; ++i) {
        if (++looked_at - bodies.size() > kMostIdle)
          return problems.push_back(
              fmt::format("of the first {} sites of the lattice {} can be taken; the box round the region has {:.3g} "
                          "sites: take another region or a larger spacing",
                          looked_at, bodies.size(), n_sites));
        if (looked_at % 65536 == 0) work.now_and_then([&] { return fmt::format("{} bodies", bodies.size()); });
        const Vec3d at = {double(i) * p.dx, double(j) * p.dy, double(k) * p.dz};
        const Vec3d site = sites.first + at + shift_of(fill.lattice, p, j, k);
        if (holds(fill, site, sites.r)) done = put(site);
      }
  if (!done && !target.open_ended())
    return problems.push_back(
        fmt::format("only {} fit on the lattice with spacing {:.4g} m: take a larger region, a closer "
                    "lattice or a stream",
                    target.progress(), spacing));
  if (bodies.empty()) return problems.push_back(fmt::format("no body of radius {:.4g} m fits into the region", r_max));
  out = std::move(bodies);
}

}  // namespace scree::insert
