// Is this the common normal? What Wellmann et al. 2008 check after convergence, and the second-order condition, which
// is what their "small penetration compared with the radius of curvature" amounts to: the depth must be less than the
// smallest eigenvalue of M, the sum of the two tensors of radii.
#pragma once
#include "scree/narrow/superellipsoid/support_gap.hpp"
#include "scree/narrow/superellipsoid_link.hpp"

namespace scree::superellipsoid {

// Each point inside the other body?
SCREE_HD inline bool points_inside(const Pair& pair, const Vec3& p_a, const Vec3& p_b) {
  constexpr Real kMost = 1 + Real(1e-9);
  NormShares a, b;
  norm_shares(pair.a.gauge, p_b, pair.b.gauge, pair.turn_to_b(p_a - pair.X.p), a, b);
  return a.h <= kMost && b.h <= kMost;
}

// `tolerance` is a length.
SCREE_HD inline NormalDoubt doubt_of(const Pair& pair, const Search& s, Real tolerance) {
  if (s.end == SearchEnd::kApart) return NormalDoubt::kNone;  // the slab is the proof
  const GapPoint& g = s.at;
  if (!(norm2(g.d_t) <= tolerance * tolerance))
    return s.end == SearchEnd::kConverged ? NormalDoubt::kBeside : NormalDoubt::kStalled;
  if (g.gap >= 0) return NormalDoubt::kNone;  // apart there is one maximum only
  if (!is_positive(plus_unit(g.M_a + g.M_b, g.gap))) return NormalDoubt::kNotAMaximum;
  return points_inside(pair, g.p_a, g.p_b) ? NormalDoubt::kNone : NormalDoubt::kOutside;
}

}  // namespace scree::superellipsoid
