#include "scree/experiments/normal_pairs.hpp"

#include "scree/math/random.hpp"

namespace scree::bench {
namespace {

using namespace superellipsoid;

Vec3 direction(RandomStream& random) { return rotate(random.rotation(), Vec3{1, 0, 0}); }

Superellipsoid paper_shape(RandomStream& random, int interval) {
  const Vec3 r{random.uniform(0.5, 3), random.uniform(0.5, 3), random.uniform(0.5, 3)};
  const Real eps1 = random.uniform(kEps[interval][0], kEps[interval][1]);
  return make_superellipsoid(r, eps1, random.uniform(kEps[interval][0], kEps[interval][1]));
}

Superellipsoid any_shape(RandomStream& random, Real size) {
  const auto axis = [&] { return size * std::pow(Real(20), random.uniform(-0.5, 0.5)); };
  // The ends of the range and the ellipsoid are the cases with formulas or troubles of their own.
  const auto eps = [&] {
    const Real u = random.uniform();
    return u < 0.3 ? Real(0.1) : u < 0.4 ? Real(1) : u < 0.5 ? Real(1.9) : random.uniform(0.1, 1.9);
  };
  const Vec3 r{axis(), axis(), axis()};
  const Real eps1 = eps();
  return make_superellipsoid(r, eps1, eps());
}

}  // namespace

NormalPair paper_pair(std::uint64_t seed, int series, int interval, std::uint64_t index) {
  RandomStream random = RandomStream::branch(seed * 16 + std::uint64_t(series * kIntervals + interval), index);
  NormalPair p;
  p.a = paper_shape(random, interval), p.b = paper_shape(random, interval);
  p.n = direction(random);
  p.gap = series == 0 ? random.uniform(0, 0.25) : -random.uniform(0, 1.75e-3);
  p.X.R = to_matrix(random.rotation());
  p.p_a = support_point(p.a, p.n);
  p.X.p = p.p_a + p.gap * p.n + p.X.R * support_point(p.b, transpose(p.X.R) * p.n);
  const Pair pair{p.a, p.b, p.X};
  const GapPoint at = gap_at(pair, direction_from_a(pair, p.n));
  p.strict = is_positive(plus_unit(at.M_a + at.M_b, p.gap));
  return p;
}

PlacedPair hard_pair(std::uint64_t seed, std::uint64_t index) {
  RandomStream random = RandomStream::branch(seed * 16 + 15, index);
  const Real scale = std::pow(Real(10), random.uniform(-6, 3));
  PlacedPair p;
  p.a = any_shape(random, scale);
  p.b = any_shape(random, scale * std::pow(Real(100), random.uniform(-1, 1)));
  if (index % 10 != 0) p.X.R = to_matrix(random.rotation());
  const Vec3 u = direction(random);
  const Real small = std::min(p.a.inradius, p.b.inradius);
  const Real wanted = (random.uniform() < 0.5 ? -1 : 1) * small * std::pow(Real(10), random.uniform(-6, -2));
  // The bodies approach along u until the gap is as wanted. If that does not come to an end, any place near will do.
  Real far = p.a.radius + p.b.radius;
  for (int k = 0; k < 30; ++k) {
    p.X.p = far * u;
    const Pair pair{p.a, p.b, p.X};
    const Search s = widest_slab(pair, centre_line(pair), {Real(1e300), Real(1e-10) * pair.size()});
    const Real step = (s.at.gap - wanted) / dot(s.at.c.a, u);
    if (!(std::abs(step) > Real(1e-9) * small)) break;
    far -= step;
  }
  return p;
}

}  // namespace scree::bench
