// One pair of convex polyhedra gets one proved answer by the rungs in their order (find_link.hpp).
#pragma once
#include "scree/narrow/polyhedron/rungs.hpp"

namespace scree::polyhedron {

SCREE_HD inline void remember(const Found& f, LinkCache& cache) {
  cache.state = f.link.gap > 0 ? LinkCache::State::kApart : LinkCache::State::kOverlap;
  cache.a = f.ends.a.on, cache.b = f.ends.b.on;
  cache.p_a = f.ends.a.p, cache.p_b = f.ends.b.p;
  cache.n = f.link.n;
  cache.top_a = f.across.top_a, cache.top_b = f.across.top_b;
  cache.proved = f.link.gap < 0 ? -f.link.gap - f.link.residual : Real(0);
}

// Does the plane across n, remembered or tried, leave more than `margin` between the bodies?
SCREE_HD inline bool plane_parts(const Pair& pair, Real margin, LinkCache& cache, Link& link, LinkCounters& counters) {
  const Slab s = slab(pair, cache.n, cache.top_a, cache.top_b);
  ++counters.plane_evaluations;
  cache.top_a = s.top_a, cache.top_b = s.top_b;
  if (!(s.gap > margin)) return false;
  link.gap = s.gap, link.n = cache.n, link.iterations = 0, link.residual = 0;
  return true;
}

// Gaps beyond the margin need a plane only: the remembered one, or the one half-way between the centres.
SCREE_HD inline bool beyond_by_plane(const Pair& pair, Real margin, LinkCache& cache, Link& link,
                                     LinkCounters& counters) {
  const bool memory = cache.state != LinkCache::State::kNothing;
  if (memory && !plane_parts(pair, margin, cache, link, counters)) return false;
  if (!memory) {
    LinkCache tried;
    tried.n = centre_line(pair);
    if (!plane_parts(pair, margin, tried, link, counters)) return false;
    tried.state = LinkCache::State::kPlane;
    cache = tried;
  }
  link.rung = memory ? Rung::kRememberedPlane : Rung::kCold;
  ++counters.rung[int(link.rung)];
  counters.count_iterations(0);
  return true;
}

// Tries the method's answer on the features that it lay on last, if it is proved; both methods start so from memory.
SCREE_HD inline bool same_features_again(const Pair& pair, LinkMethod method, LinkCache& cache, Link& link,
                                         LinkCounters& counters) {
  const bool again =
      method == LinkMethod::kFastCommonPlane
          ? same_fast_plane(pair, cache, link, counters)
          : recall(pair, Real(1e-13) * pair.size(), 0, LinkOptions::kUnknown, cache, link, counters) == Recall::kProved;
  if (!again) return false;
  ++counters.rung[int(link.rung)];
  counters.count_iterations(link.iterations);
  return true;
}

// Answers with the remembered link, or, where the guard doubts that a remembered overlap is the least, with what a
// search that starts from it finds.
SCREE_HD inline bool answered_from_memory(const Pair& pair, const LinkOptions& options, LinkCache& cache, Link& link,
                                          LinkCounters& counters) {
  const Real hysteresis = options.hysteresis;
  const Real tight = Real(1e-13) * pair.size();
  const Recall recalled = recall(pair, tight, hysteresis, options.moved, cache, link, counters);
  if (recalled == Recall::kNo) return false;
  if (recalled == Recall::kDoubted) {
    ++counters.fresh;
    DifferencePoint v[4];
    if (!tetrahedron_under(pair, link.n, cache.a, cache.b, v)) return false;
    const DepthResult d = expand_from(pair, v, tight, counters);
    if (!d.found || -d.across.gap - d.proved > 10 * tight) return false;
    link.iterations += d.iterations;
    link.rung = Rung::kGjk;
    if (-d.across.gap < -link.gap * (1 - hysteresis) - 10 * tight) {  // there is a better way out
      const Found f = from_plane(pair, d.n, d.across, d.proved, link.iterations, counters);
      if (!(f.link.residual <= 10 * tight)) return false;  // apart after all: far from where they were remembered
      link = f.link;
      link.rung = Rung::kGjk;
      remember(f, cache);
    } else {
      link.residual = -link.gap > d.proved ? -link.gap - d.proved : Real(0);
      cache.proved = d.proved;
    }
  }
  ++counters.rung[int(link.rung)];
  counters.count_iterations(link.iterations);
  return true;
}

SCREE_HD inline LinkStatus climb_ladder(const Pair& pair, const LinkOptions& options, LinkCache& cache, Link& link,
                                        LinkCounters& counters) {
  ++counters.solves;
  const bool wanted_near = options.margin < LinkOptions::kWholeAnswer;
  // A plane hardly ever parts a pair that overlapped last time.
  const bool overlapped = cache.state == LinkCache::State::kOverlap;
  if (wanted_near && !overlapped && beyond_by_plane(pair, options.margin, cache, link, counters))
    return LinkStatus::kBeyond;
  const auto answer = [&] {
    return wanted_near && link.gap > options.margin ? LinkStatus::kBeyond : LinkStatus::kLink;
  };
  const bool memory = cache.state == LinkCache::State::kApart || cache.state == LinkCache::State::kOverlap;
  if (memory && options.method == LinkMethod::kShortestLink &&
      (options.ladder ? answered_from_memory(pair, options, cache, link, counters)
                      : same_features_again(pair, options.method, cache, link, counters)))
    return answer();
  if (memory && options.method == LinkMethod::kFastCommonPlane &&
      same_features_again(pair, options.method, cache, link, counters))
    return answer();
  const Real good = options.tolerance * pair.size();
  Found best;
  Rung best_rung = Rung::kNone;
  const auto proved_by = [&](Rung rung, const Found& f) {
    if (f.any && (!best.any || f.link.residual < best.link.residual)) best = f, best_rung = rung;
    // Within the hysteresis any way out is as good as the least.
    const Real depth = best.link.gap < 0 ? -best.link.gap : Real(0);
    return best.any && best.link.residual <= good + options.hysteresis * depth;
  };
  bool proved = memory && proved_by(Rung::kWarm, by_method(pair, options.method, &cache, counters));
  if (!proved && (options.ladder || !memory))
    proved = proved_by(Rung::kCold, by_method(pair, options.method, nullptr, counters));
  if (!proved && options.ladder) {
    if (best.any && best.link.gap <= 0) ++counters.fresh;
    proved = proved_by(Rung::kGjk, by_gjk(pair, counters));
    if (!proved) proved = proved_by(Rung::kAxisScan, by_axis_scan(pair, counters));
  }
  const bool failed = !best.any || (options.ladder && !proved);
  link = best.link;
  link.rung = failed ? Rung::kNone : best_rung;
  counters.count_iterations(link.iterations);
  ++counters.rung[int(link.rung)];
  counters.failed += failed;
  if (best.any) remember(best, cache);
  return failed ? LinkStatus::kFailed : answer();
}

}  // namespace scree::polyhedron
