// Random pairs of superellipsoids with a known contact, as Wellmann et al. 2008 make them: first the normal and the
// gap, then the second body.
#pragma once
#include "scree/math/random.hpp"
#include "scree/narrow/superellipsoid/ladder.hpp"

namespace scree::smooth {

struct Known {
  Superellipsoid a, b;
  Pose X;  // of B in A's frame
  Real gap = 0;
  Vec3 n{}, p_a{}, p_b{};
  bool strict = true;  // the depth is less than the radii of curvature: the contact is a strict maximum
};

inline Superellipsoid random_shape(RandomStream& random, Real lo, Real hi) {
  const Vec3 r{random.uniform(0.5, 3), random.uniform(0.5, 3), random.uniform(0.5, 3)};
  const Real eps1 = random.uniform(lo, hi);
  return make_superellipsoid(r, eps1, random.uniform(lo, hi));
}
inline Vec3 random_direction(RandomStream& random) { return rotate(random.rotation(), Vec3{1, 0, 0}); }

inline Known random_pair(RandomStream& random, Real eps_lo, Real eps_hi, Real gap_lo, Real gap_hi) {
  Known k;
  k.a = random_shape(random, eps_lo, eps_hi), k.b = random_shape(random, eps_lo, eps_hi);
  k.n = random_direction(random);
  k.gap = random.uniform(gap_lo, gap_hi);
  k.X.R = to_matrix(random.rotation());
  k.p_a = support_point(k.a, k.n);
  k.p_b = k.p_a + k.gap * k.n;
  k.X.p = k.p_b + k.X.R * support_point(k.b, transpose(k.X.R) * k.n);
  const superellipsoid::Pair pair{k.a, k.b, k.X};
  const superellipsoid::GapPoint at = superellipsoid::gap_at(pair, superellipsoid::direction_from_a(pair, k.n));
  k.strict = superellipsoid::is_positive(superellipsoid::plus_unit(at.M_a + at.M_b, k.gap));
  return k;
}

// Bodies of any squareness and aspect up to 20, sizes 1 to 100, lengths from 1e-6 to 1e3 m, one brought towards the
// other from anywhere until the gap is about what is wanted: contacts of flat sides, edges and corners.
struct Hard {
  Superellipsoid a, b;
  Pose X;
};
inline Hard hard_pair(std::uint64_t index, bool parallel) {
  RandomStream random = RandomStream::branch(11, index);
  const auto eps = [&] {
    const Real u = random.uniform();
    return u < 0.3 ? Real(0.1) : u < 0.4 ? Real(1) : u < 0.5 ? Real(1.9) : random.uniform(0.1, 1.9);
  };
  const auto shape = [&](Real size) {
    const auto axis = [&] { return size * std::pow(Real(20), random.uniform(-0.5, 0.5)); };
    const Vec3 r{axis(), axis(), axis()};
    const Real eps1 = eps();
    return make_superellipsoid(r, eps1, eps());
  };
  const Real scale = std::pow(Real(10), random.uniform(-6, 3));
  Hard h;
  h.a = shape(scale), h.b = shape(scale * std::pow(Real(100), random.uniform(-1, 1)));
  if (!parallel) h.X.R = to_matrix(random.rotation());
  const Vec3 u = random_direction(random);
  const Real small = std::min(h.a.inradius, h.b.inradius);
  const Real wanted = (random.uniform() < 0.5 ? -1 : 1) * small * std::pow(Real(10), random.uniform(-6, -2));
  Real far = h.a.radius + h.b.radius;
  for (int k = 0; k < 30; ++k) {
    h.X.p = far * u;
    const superellipsoid::Pair pair{h.a, h.b, h.X};
    const superellipsoid::Search s =
        superellipsoid::widest_slab(pair, superellipsoid::centre_line(pair), {Real(1e300), Real(1e-10) * pair.size()});
    const Real step = (s.at.gap - wanted) / dot(s.at.c.a, u);
    if (!(std::abs(step) > Real(1e-9) * small)) break;
    far -= step;
  }
  return h;
}

struct Answer {
  LinkStatus status;
  NormalLink link;
};
inline Answer ask(const Superellipsoid& a, const Superellipsoid& b, const Pose& X, const NormalOptions& options,
                  NormalCache& cache, NormalCounters& counters) {
  Answer answer;
  answer.status = find_link(a, b, X, options, cache, answer.link, counters);
  return answer;
}
inline Answer ask(const Superellipsoid& a, const Superellipsoid& b, const Pose& X, const NormalOptions& options = {}) {
  NormalCache cache;
  NormalCounters counters;
  return ask(a, b, X, options, cache, counters);
}

}  // namespace scree::smooth
