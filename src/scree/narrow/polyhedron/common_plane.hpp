// Cundall's iteration (1988) finds the common plane: it perturbs the normal about two axes in the plane, keeps what
// widens the slab or lessens the overlap, and halves the perturbation when nothing does. It is the baseline of Nezami
// et al. 2006.
//
// On the ridges of g(n) the search with fixed axes stalls (docs/polyhedra.md). Turning the axes by 22.5 degrees after a
// failure, four failures before halving, mends most of it; both are kept. Neither is exact: the ladder replaces what
// cannot be proved.
#pragma once
#include "scree/narrow/polyhedron/pair.hpp"

namespace scree::polyhedron {

struct PlaneSearch {
  Vec3 n{};
  Slab across{};
  int iterations = 0;
};

struct CommonPlaneSettings {
  Real k_first = Real(0.57735026918962573);    // tan 30 deg, without memory
  Real k_again = Real(0.087488663525924010);   // tan 5 deg, from the last normal
  Real k_least = Real(1.7453292537150910e-4);  // tan 0.01 deg
  bool turn_axes = true;
};

SCREE_HD inline PlaneSearch common_plane(const Pair& pair, const Vec3& start, Real k, const CommonPlaneSettings& how,
                                         LinkCounters& counters) {
  constexpr Real kCos = Real(0.92387953251128674), kSin = Real(0.38268343236508977);  // cosine and sine of 22.5 deg
  const int failures_allowed = how.turn_axes ? 4 : 1;
  PlaneSearch found{start, slab_by_scan(pair, start), 0};
  ++counters.plane_evaluations;
  Vec3 r = any_perpendicular(found.n), s = cross(found.n, r);
  for (int failures = 0; k >= how.k_least;) {
    ++found.iterations;
    const Vec3 trials[4] = {found.n + k * r, found.n - k * r, found.n + k * s, found.n - k * s};
    const Real shorten = 1 / std::sqrt(1 + k * k);
    PlaneSearch best = found;
    for (const Vec3& t : trials) {
      const Vec3 n = shorten * t;
      const Slab across = slab_by_scan(pair, n);
      ++counters.plane_evaluations;
      if (across.gap > best.across.gap) best.n = n, best.across = across;
    }
    if (best.across.gap > found.across.gap) {
      found = best;
      found.n = normalized(found.n);
      r = normalized(tangential(r, found.n));
      s = cross(found.n, r);
      failures = 0;
      continue;
    }
    const Vec3 r_turned = fma(kCos, r, kSin * s);
    if (how.turn_axes) r = r_turned, s = cross(found.n, r);
    if (++failures >= failures_allowed) k /= 2, failures = 0;
  }
  return found;
}

}  // namespace scree::polyhedron
