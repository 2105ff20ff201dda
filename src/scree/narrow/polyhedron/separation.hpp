// Overlapping pairs are solved by the separation scheme (Nezami et al. 2004 and 2006). B is moved out along the last
// normal, the shortest link of the parted bodies gives the new normal, and the link is moved back.
//
// We differ in three ways. (1) The slab across the last normal says exactly how deep the bodies overlap along it, so a
// move of that depth and a little more parts them for certain; the published move, twice the last depth, may not, and
// has to be doubled until it does. (2) The last normal is that of the remembered features in their new position, so it
// rotates with the bodies. (3) The scheme follows a local minimum of the depth, and where bodies slide past an edge it
// runs away from the least depth of all. The guard is the proof of depth_proof.hpp: an answer it does not confirm is
// not used, and a fresh search is made.
#pragma once
#include "scree/narrow/polyhedron/depth_proof.hpp"
#include "scree/narrow/polyhedron/shortest_link.hpp"

namespace scree::polyhedron {

struct Separated {
  bool solved = false;
  LinkEnds ends{};
  Vec3 n{};
  Slab across{};  // slab of the bodies where they are; gap < 0: overlap
  int iterations = 0;
};

// Returns how far to move bodies with this gap along a normal. They are left apart by half the depth, or by 1e-5 of the
// smaller body if that is more: near enough to keep the features, far enough to have a direction.
SCREE_HD inline Real parting(const Pair& pair, Real gap) {
  const Real depth = gap < 0 ? -gap : Real(0);
  const Real least = Real(1e-5) * (pair.a.radius < pair.b.radius ? pair.a.radius : pair.b.radius);
  return depth + (depth / 2 > least ? depth / 2 : least);
}

// Makes one pass along n_s.
SCREE_HD inline Separated part_along(const Pair& pair, const Vec3& n_s, const LinkEnds& start, int top_a, int top_b,
                                     LinkCounters& counters) {
  Separated r;
  r.ends = start;
  const Slab now = slab(pair, n_s, top_a, top_b);
  ++counters.plane_evaluations;
  Pair parted{pair.a, pair.b, pair.X};
  parted.X.p = fma(parting(pair, now.gap), n_s, parted.X.p);
  ++counters.separations;
  const LinkSolution link = shortest_link(parted, r.ends, Real(1e-13) * pair.size(), now.top_a, now.top_b, counters);
  r.iterations = link.iterations;
  if (link.end == LinkEnd::kInside) return r;
  r.solved = true;
  r.n = link.n;
  r.across = slab(pair, r.n, link.across.top_a, link.across.top_b);
  return r;
}

// Returns the normal of remembered features where they are now, or the last one if they have none of their own.
SCREE_HD inline Vec3 remembered_normal(const Pair& pair, const LinkEnds& ends, const Vec3& last) {
  const Vec3 n = normal_of_features(pair, ends.a.on, ends.b.on, last);
  return dot(n, last) > Real(0.9) ? n : last;
}

// Makes further passes, along the normal of the last one, until it stays: at most four in all.
SCREE_HD inline Separated part_until_steady(const Pair& pair, Vec3 n_s, Separated r, LinkCounters& counters) {
  for (int pass = 1; pass < 4 && dot(r.n, n_s) < 1 - Real(1e-14); ++pass) {
    n_s = r.n;
    Separated again = part_along(pair, n_s, r.ends, r.across.top_a, r.across.top_b, counters);
    again.iterations += r.iterations;
    if (!again.solved) break;
    r = again;
  }
  return r;
}

}  // namespace scree::polyhedron
