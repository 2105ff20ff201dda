// The rungs of the ladder follow one by one: each method's answer with its points, features and proof.
#pragma once
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/polyhedron/axis_scan.hpp"
#include "scree/narrow/polyhedron/common_plane.hpp"
#include "scree/narrow/polyhedron/contact_middle.hpp"
#include "scree/narrow/polyhedron/expanding_polytope.hpp"
#include "scree/narrow/polyhedron/fast_common_plane.hpp"
#include "scree/narrow/polyhedron/gjk.hpp"
#include "scree/narrow/polyhedron/recall.hpp"
#include "scree/narrow/polyhedron/separation.hpp"

namespace scree::polyhedron {

// Holds what a rung found: a link and where its ends lie.
struct Found {
  bool any = false;
  Link link;
  LinkEnds ends{};  // features the next step starts from
  Slab across{};
};

// Fills in the rest of an answer for bodies apart: the points are on the bodies, so |p_b - p_a| is no less than the
// distance, and the slab no more.
SCREE_HD inline void finish_apart(const Pair& pair, const Vec3& p_a, const Vec3& p_b, Found& f) {
  f.any = true;
  f.link.p_a = p_a, f.link.p_b = p_b;
  const Real length = norm(p_b - p_a);
  f.link.gap = length;
  f.link.residual = std::fabs(length - f.across.gap);
  // The length hides an offset across n, of which it grows with the square only: a plane can be right for the gap and
  // still be a poor normal. For short links rounding leaves the normal of a link less and less certain.
  const Real offset = norm(tangential(p_b - p_a, f.link.n)), size = pair.size();
  const Real rounding = Real(1e-12) * size + Real(1e-20) * size * size / length;
  if (offset > Real(1e-8) * length + rounding) f.link.residual = offset / length * size;
  name_features(pair, f.link.n, f.across, f.link);
}

// Fills in the rest of an answer for bodies that overlap: `proved` is the radius of a ball in A - B. Without one, they
// are known to touch only as far as the two points, one on either, are one.
SCREE_HD inline void finish_overlap(const Pair& pair, const Vec3& p_a, const Vec3& p_b, Real proved, Found& f) {
  f.any = true;
  f.link.p_a = p_a, f.link.p_b = p_b;
  f.link.gap = f.across.gap;
  const Real depth = -f.across.gap;
  f.link.residual = proved > 0 ? std::fabs(depth - proved) : std::fabs(depth) + norm(p_b - p_a);
  // Across the best normal the features lie over each other; where they do not, there is a better one near by.
  const Real aside = norm(p_b - p_a - f.link.gap * f.link.n);
  if (aside > Real(1e-10) * pair.size() && aside > f.link.residual) f.link.residual = aside;
  name_features(pair, f.link.n, f.across, f.link);
}

// A plane found by any means gets points from the features across it, and its proof from the width between them or from
// the guard.
SCREE_HD inline Found from_plane(const Pair& pair, const Vec3& n, const Slab& across, Real proved, int iterations,
                                 LinkCounters& counters) {
  Found f;
  f.link.n = n, f.link.iterations = iterations, f.across = across;
  polish_normal(pair, f.link.n, f.across);
  name_features(pair, f.link.n, f.across, f.link);
  const Witness w = contact_middle(pair, f.link.n, f.link.a, f.link.b, f.across.gap);
  f.ends = {{f.link.a, w.p_a}, {f.link.b, pair.to_b(w.p_b)}};
  if (f.across.gap > 0) {
    finish_apart(pair, w.p_a, w.p_b, f);
  } else {
    const Real depth = -f.across.gap;
    if (!(proved > depth - Real(1e-13) * pair.size())) {
      ++counters.guarded;
      const Real guard = proved_depth(pair, f.link.n, depth, f.link.a, f.link.b, w.p_a, f.across);
      if (guard > proved) proved = guard;
    }
    finish_overlap(pair, w.p_a, w.p_b, proved, f);
  }
  return f;
}

// Starts from the widest slab of those that the features at the nearest corners across n allow.
SCREE_HD inline Found from_plane_nearby(const Pair& pair, const Vec3& n, const Slab& across, int iterations,
                                        LinkCounters& counters) {
  Candidates best{pair, counters, pair.centre_b() - pair.centre_a(), n, across};
  int va = across.top_a, vb = across.top_b;
  nearest_corners(pair, extreme_feature(pair.a, n, va), extreme_feature(pair.b, -pair.turn_to_b(n), vb), va, vb);
  offer_candidates(pair, va, vb, best);
  return from_plane(pair, best.n, best.across, 0, iterations, counters);
}

// A link shorter than 1e-6 of the size has a direction known to rounding over its length only. If a face or a pair of
// edges nearby is at right angles to it to within that, theirs is the better normal: the one with the widest slab.
SCREE_HD inline void mend_short_link(const Pair& pair, Found& f, LinkCounters& counters) {
  if (f.link.residual <= Real(1e-13) * pair.size() || f.link.gap > Real(1e-6) * pair.size()) return;
  const Found mended = from_plane_nearby(pair, f.link.n, f.across, f.link.iterations, counters);
  if (mended.link.residual < f.link.residual) f = mended;
}

SCREE_HD inline Found by_shortest_link_apart(const Pair& pair, const LinkEnds& start, int top_a, int top_b,
                                             LinkCounters& counters) {
  Found f;
  f.ends = start;
  const LinkSolution s = shortest_link(pair, f.ends, Real(1e-13) * pair.size(), top_a, top_b, counters);
  f.link.iterations = s.iterations;
  if (s.end == LinkEnd::kInside) return f;
  f.link.n = s.n, f.across = s.across;
  finish_apart(pair, f.ends.a.p, pair.to_a(f.ends.b.p), f);
  mend_short_link(pair, f, counters);
  return f;
}

// Puts up again the features a pass of the separation scheme ended on, where the bodies are: no second pass is needed
// if that is proved.
SCREE_HD inline bool settled_on_features(const Pair& pair, LinkCache& probe, int iterations, Found& f,
                                         LinkCounters& counters) {
  if (recall(pair, Real(1e-13) * pair.size(), 0, LinkOptions::kUnknown, probe, f.link, counters) != Recall::kProved)
    return false;
  f.any = true;
  f.link.iterations = iterations;
  f.ends = {{probe.a, probe.p_a}, {probe.b, probe.p_b}};
  f.across = {f.link.gap, probe.top_a, probe.top_b};
  return true;
}
SCREE_HD inline bool settled_on_features(const Pair& pair, const Separated& s, Found& f, LinkCounters& counters) {
  LinkCache probe;
  probe.a = s.ends.a.on, probe.b = s.ends.b.on, probe.p_a = s.ends.a.p, probe.p_b = s.ends.b.p;
  probe.n = s.n, probe.top_a = s.across.top_a, probe.top_b = s.across.top_b;
  return settled_on_features(pair, probe, s.iterations, f, counters);
}

// Returns the radius of the ball that the contact at the ends of the link proves, or the wider contact of parallel
// features that the link picked one corner of.
SCREE_HD inline Real guard(const Pair& pair, const Separated& s, const Vec3& middle, LinkCounters& counters) {
  ++counters.guarded;
  const Real depth = -s.across.gap;
  const Real proved = proved_depth(pair, s.n, depth, s.ends.a.on, s.ends.b.on, middle, s.across);
  if (proved >= depth - Real(1e-13) * pair.size()) return proved;
  const Feature fa = extreme_feature(pair.a, s.n, s.across.top_a);
  const Feature fb = extreme_feature(pair.b, -pair.turn_to_b(s.n), s.across.top_b);
  if (fa == s.ends.a.on && fb == s.ends.b.on) return proved;
  const Witness w = contact_middle(pair, s.n, fa, fb, s.across.gap);
  const Real wider = proved_depth(pair, s.n, depth, fa, fb, w.p_a, s.across);
  return wider > proved ? wider : proved;
}

SCREE_HD inline Found by_separation(const Pair& pair, const Vec3& n_s, const LinkEnds& start, int top_a, int top_b,
                                    LinkCounters& counters) {
  Found f;
  Separated s = part_along(pair, n_s, start, top_a, top_b, counters);
  f.link.iterations = s.iterations;
  if (!s.solved || settled_on_features(pair, s, f, counters)) return f;
  s = part_until_steady(pair, n_s, s, counters);
  if (s.across.gap > 0) {  // apart after all: the slab is a lower bound only
    f = by_shortest_link_apart(pair, s.ends, s.across.top_a, s.across.top_b, counters);
    f.link.iterations += s.iterations;
    return f;
  }
  f.link.iterations = s.iterations;
  f.link.n = s.n, f.across = s.across, f.ends = s.ends;
  Vec3 p_a = s.ends.a.p, p_b = pair.to_a(s.ends.b.p);
  if (norm2(p_b - p_a - s.across.gap * s.n) > Real(1e-22) * pair.size() * pair.size()) {
    // The last pass still rotated the normal: the ends do not lie over each other.
    const Witness w = contact_middle(pair, s.n, extreme_feature(pair.a, s.n, s.across.top_a),
                                     extreme_feature(pair.b, -pair.turn_to_b(s.n), s.across.top_b), s.across.gap);
    p_a = w.p_a, p_b = w.p_b;
  }
  finish_overlap(pair, p_a, p_b, guard(pair, s, p_a, counters), f);
  return f;
}

// Runs the chosen method from memory, or without it.
SCREE_HD inline Found by_shortest_link(const Pair& pair, const LinkCache* memory, LinkCounters& counters) {
  using State = LinkCache::State;
  if (memory && memory->state == State::kOverlap) {
    const LinkEnds start = warm_ends(pair, *memory);
    const Vec3 n_s = remembered_normal(pair, start, memory->n);
    return by_separation(pair, n_s, start, memory->top_a, memory->top_b, counters);
  }
  const Vec3 line = memory ? memory->n : centre_line(pair);
  const LinkEnds start = memory ? warm_ends(pair, *memory) : cold_ends(pair, line);
  const int top_a = memory ? memory->top_a : start.a.on.index, top_b = memory ? memory->top_b : start.b.on.index;
  const Found apart = by_shortest_link_apart(pair, start, top_a, top_b, counters);
  if (apart.any) return apart;
  Found overlap = by_separation(pair, line, start, top_a, top_b, counters);
  overlap.link.iterations += apart.link.iterations;
  return overlap;
}

SCREE_HD inline Found by_common_plane(const Pair& pair, LinkMethod method, const LinkCache* memory,
                                      LinkCounters& counters) {
  CommonPlaneSettings how;
  how.turn_axes = method == LinkMethod::kCommonPlane;
  const Vec3 start = memory ? memory->n : centre_line(pair);
  const PlaneSearch s = common_plane(pair, start, memory ? how.k_again : how.k_first, how, counters);
  return from_plane(pair, s.n, s.across, 0, s.iterations, counters);
}

SCREE_HD inline bool is_apart(const Pair& pair, Real gap) { return gap > Real(1e-10) * pair.size(); }

// Tries the plane along the features it lay along last, if it has the same closest vertices and is proved: most solves
// from memory need no more.
SCREE_HD inline bool same_fast_plane(const Pair& pair, LinkCache& cache, Link& link, LinkCounters& counters) {
  const int va = cache.top_a, vb = cache.top_b;
  Vec3 between = pair.to_a(pair.b.vertices[vb]) - pair.a.vertices[va];
  const Real gap = dot(cache.n, between);
  if (!is_apart(pair, gap)) between = fma(parting(pair, gap), cache.n, between);
  CandidatePlane plane;
  if (!ClosestVertices(pair, va, vb, between, counters).solve_on(cache.a, cache.b, plane) || !plane.proved)
    return false;
  const Recall recalled = recall(pair, Real(1e-13) * pair.size(), 0, LinkOptions::kUnknown, cache, link, counters);
  cache.top_a = va, cache.top_b = vb;
  return recalled == Recall::kProved;
}

// Bodies that the last plane does not part are moved apart along its normal (separation.hpp); the plane found then is
// moved back. If it is not proved where they are, it is what they are moved apart along next, until it stays.
SCREE_HD inline Found by_fast_common_plane(const Pair& pair, const LinkCache* memory, LinkCounters& counters) {
  Vec3 start = memory ? memory->n : centre_line(pair);
  Slab now = slab(pair, start, memory ? memory->top_a : 0, memory ? memory->top_b : 0);
  ++counters.plane_evaluations;
  CandidatePlane last;
  if (memory) last.a = memory->a, last.b = memory->b;
  int va = memory ? memory->top_a : now.top_a, vb = memory ? memory->top_b : now.top_b, iterations = 0;
  for (int pass = 0; pass < 4; ++pass) {
    const bool apart = is_apart(pair, now.gap);
    Pair parted{pair.a, pair.b, pair.X};
    if (!apart) parted.X.p = fma(parting(pair, now.gap), start, parted.X.p), ++counters.separations;
    const FastPlane fast = fast_common_plane(parted, start, va, vb, memory || pass > 0 ? &last : nullptr, counters);
    iterations += fast.iterations;
    if (!fast.any) break;
    va = fast.va, vb = fast.vb, last = fast.plane;
    if (last.proved) {
      LinkCache probe;
      probe.a = last.a, probe.b = last.b, probe.n = last.n, probe.top_a = va, probe.top_b = vb;
      Found f;
      if (settled_on_features(pair, probe, iterations, f, counters)) {
        f.across.top_a = va, f.across.top_b = vb;
        return f;
      }
    }
    const bool steady = dot(last.n, start) >= 1 - Real(1e-14);
    start = last.n, now = slab(pair, start, va, vb);
    if (apart || (steady && now.gap <= 0)) break;
  }
  Found f = from_plane(pair, start, now, 0, iterations, counters);
  f.across.top_a = va, f.across.top_b = vb;
  return f;
}

// Bodies that touch to within rounding have no link to speak of and no inside to grow a polytope in. Moved apart a
// little, twice, along the line of centres and along what that gave, they have a normal.
SCREE_HD inline Found by_gjk_apart(const Pair& pair, LinkCounters& counters) {
  Vec3 n = centre_line(pair);
  int iterations = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const Slab across = slab(pair, n, 0, 0);
    Pair parted{pair.a, pair.b, pair.X};
    parted.X.p += ((across.gap < 0 ? -across.gap : Real(0)) + Real(1e-4) * pair.size()) * n;
    const GjkResult g = gjk(parted, counters);
    iterations += g.iterations;
    if (g.overlap) return {};
    n = g.n;
  }
  return from_plane_nearby(pair, n, slab(pair, n, 0, 0), iterations, counters);
}

SCREE_HD inline Found by_gjk(const Pair& pair, LinkCounters& counters) {
  const GjkResult g = gjk(pair, counters);
  if (!g.overlap) {
    Found f;
    f.link.n = g.n, f.link.iterations = g.iterations, f.across = g.across;
    finish_apart(pair, g.p_a, g.p_b, f);
    name_features(pair, f.link.n, f.across, f.link, tie_of_link(pair, g.length));
    f.ends = {{f.link.a, g.p_a}, {f.link.b, pair.to_b(g.p_b)}};
    mend_short_link(pair, f, counters);
    return f;
  }
  const DepthResult d = expand_polytope(pair, Real(1e-13) * pair.size(), counters);
  if (!d.found) return by_gjk_apart(pair, counters);
  return from_plane(pair, d.n, d.across, d.proved, g.iterations + d.iterations, counters);
}

// The scan of all axes leaves no doubt about an overlap: it is its own proof.
SCREE_HD inline Found by_axis_scan(const Pair& pair, LinkCounters& counters) {
  const AxisResult best = scan_axes(pair, counters);
  if (best.across.gap <= 0) return from_plane(pair, best.n, best.across, -best.across.gap, 1, counters);
  const NearestPair near = scan_features(pair);
  Found f;
  Vec3 n = near.p_b - near.p_a;
  if (!to_unit(n, Real(1e-14) * pair.size())) return from_plane(pair, best.n, best.across, 0, 1, counters);
  Slab across = slab_by_scan(pair, n);
  const Real tie = tie_of_link(pair, std::sqrt(near.d2));
  polish_normal(pair, n, across, tie);
  if (best.across.gap > across.gap + Real(1e-13) * pair.size()) n = best.n, across = best.across;
  f.link.n = n, f.across = across, f.link.iterations = 1;
  finish_apart(pair, near.p_a, near.p_b, f);
  name_features(pair, f.link.n, f.across, f.link, tie);
  f.ends = {{f.link.a, near.p_a}, {f.link.b, pair.to_b(near.p_b)}};
  mend_short_link(pair, f, counters);
  return f;
}

SCREE_HD inline Found by_method(const Pair& pair, LinkMethod method, const LinkCache* memory, LinkCounters& counters) {
  switch (method) {
    case LinkMethod::kShortestLink:
      return by_shortest_link(pair, memory, counters);
    case LinkMethod::kFastCommonPlane:
      return by_fast_common_plane(pair, memory, counters);
    case LinkMethod::kGjk:
      return by_gjk(pair, counters);
    case LinkMethod::kAxisScan:
      return by_axis_scan(pair, counters);
    default:
      return by_common_plane(pair, method, memory, counters);
  }
}

}  // namespace scree::polyhedron
