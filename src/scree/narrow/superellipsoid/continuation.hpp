// The contact is followed from where it begins: both bodies are shrunk about their centres until they just touch, and
// then grow again. Shrunk bodies are apart, and for bodies apart the widest slab is the only maximum. The way out that
// a shallow overlap has is the one that the touching bodies lead to.
//
// The bodies are shrunk by the largest ratio c.s / (h_A + h_B) over all c, by Dinkelbach's method (1967), which needs
// the widest slab of bodies shrunk by the ratio found so far.
#pragma once
#include "scree/narrow/superellipsoid/support_gap.hpp"

namespace scree::superellipsoid {

SCREE_HD inline Search by_continuation(const Pair& pair, const SearchSettings& how) {
  constexpr int kTouching = 20, kGrowing = 8;
  Direction c = centre_line(pair);
  int iterations = 0, evaluations = 0;
  const auto search = [&](Real shrink, Real margin) {
    const Superellipsoid a = scaled(pair.a, shrink), b = scaled(pair.b, shrink);
    Search s = widest_slab({a, b, pair.X}, c, {margin, how.tolerance, 2 * how.max_iterations});
    iterations += s.iterations, evaluations += s.evaluations;
    if (s.end != SearchEnd::kApart) c = s.at.c;
    return s;
  };
  const auto touching = [&] {
    const Real along = dot(c.a, pair.X.p);
    ++evaluations;
    return along / (along - slab(pair, c));
  };
  Real shrink = touching();
  for (int pass = 0; pass < kTouching && shrink > 0; ++pass) {
    search(shrink, Real(1e300));
    const Real next = touching();
    if (next - shrink < Real(1e-9)) break;
    shrink = next;
  }
  if (shrink > 0 && shrink < 1)
    for (int k = 1; k < kGrowing; ++k) search(shrink + (1 - shrink) * Real(k) / kGrowing, Real(1e300));
  Search s = search(1, how.margin);
  s.iterations = iterations, s.evaluations = evaluations;
  return s;
}

}  // namespace scree::superellipsoid
