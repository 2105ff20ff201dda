// Is this the common normal? The proof is what Wellmann et al. 2008 check after convergence, and the second-order
// condition, which is what their "small penetration compared with the radius of curvature" amounts to: the depth must
// be less than the smallest eigenvalue of M, the sum of the two tensors of radii.
#pragma once
#include "scree/narrow/superellipsoid/support_gap.hpp"
#include "scree/narrow/superellipsoid_link.hpp"

namespace scree::superellipsoid {

// Is the point at `depth` below p inside, straight down from the normal c? Yes, if the foot of the centre on that line
// is: the body is convex. If the foot is in the ellipsoid (eps <= 1) or in the octahedron with these semi-axes, which
// the body holds, no power is needed to see it.
SCREE_HD inline bool surely_inside(const Superellipsoid& s, const Vec3& p, const Vec3& c, Real depth) {
  const Real h = dot(p, c);
  const Vec3 t = componentwise(s.gauge.r, p - h * c);
  const bool round = s.gauge.q1 >= 2 && s.gauge.q2 >= 2;
  const Real far = round ? norm2(t) : std::fabs(t.x) + std::fabs(t.y) + std::fabs(t.z);
  return far <= 1 && depth <= h;
}

// Is each point inside the other body?
SCREE_HD inline bool points_inside(const Pair& pair, const GapPoint& g) {
  const Vec3 p_b = pair.turn_to_b(pair.X.p - g.p_b);  // seen from the other side of B, where its normal is c
  if (surely_inside(pair.a, g.p_a, g.c.a, -g.gap) && surely_inside(pair.b, p_b, g.c.b, -g.gap)) return true;
  constexpr Real kMost = 1 + Real(1e-9);
  Real a, b;
  norm_values(pair.a.gauge, g.p_b, pair.b.gauge, pair.turn_to_b(g.p_a - pair.X.p), a, b);
  return a <= kMost && b <= kMost;
}

// `tolerance` is a length.
SCREE_HD inline NormalDoubt doubt_of(const Pair& pair, const Search& s, Real tolerance) {
  if (s.end == SearchEnd::kApart) return NormalDoubt::kNone;  // the slab is the proof
  const GapPoint& g = s.at;
  if (!(norm2(g.d_t) <= tolerance * tolerance && s.left <= tolerance))
    return s.end == SearchEnd::kConverged ? NormalDoubt::kBeside : NormalDoubt::kStalled;
  if (g.gap >= 0) return NormalDoubt::kNone;  // bodies apart have one maximum only
  if (!is_positive(plus_unit(g.M_a + g.M_b, g.gap))) return NormalDoubt::kNotAMaximum;
  return points_inside(pair, g) ? NormalDoubt::kNone : NormalDoubt::kOutside;
}

}  // namespace scree::superellipsoid
