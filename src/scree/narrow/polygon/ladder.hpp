// The ladder for convex polygons gives one pair one proved answer, on host and device.
//
// The rungs are, in order: the plane remembered from the last step; the chosen method from the remembered link; the
// chosen method without memory; GJK; the scan of all axes. The proof of bodies apart is the empty slab across n, that
// of overlapping bodies a disc in their Minkowski difference (disc.hpp, difference.hpp).
#pragma once
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/polygon/axis_scan.hpp"
#include "scree/narrow/polygon/common_plane.hpp"
#include "scree/narrow/polygon/disc.hpp"
#include "scree/narrow/polygon/fast_common_plane.hpp"
#include "scree/narrow/polygon/gjk.hpp"
#include "scree/narrow/polygon/measure.hpp"
#include "scree/narrow/polygon/shortest_link.hpp"

namespace scree::polygon {

// Says where a method begins.
struct Start {
  Plane plane;
  Ends ends;
  bool warm, overlap;
};

// A cache is believed only as far as it cannot do harm: indexes must be in range, a direction must have some length. A
// cache of another pair is then a bad start and no more.
SCREE_HD inline bool in_range(const PolygonView& s, const Feature& f) { return f.index >= 0 && f.index < s.n_vertices; }
SCREE_HD inline SurfacePoint remembered_point(const PolygonView& s, const Feature& f, const Vec2& x) {
  return f.kind == FeatureKind::kVertex ? at_vertex(s, f.index) : nearest_on_edge(s, f.index, x);
}
SCREE_HD inline bool remembered_start(const Pair& pair, const LinkCache2& cache, Start& start, LinkCounters& counters) {
  const Real length2 = norm2(cache.n);
  if (cache.state == LinkCache2::State::kNothing || !(length2 > Real(0.25) && length2 < 4)) return false;
  if (!in_range(pair.a, {FeatureKind::kVertex, cache.top_a}) || !in_range(pair.b, {FeatureKind::kVertex, cache.top_b}))
    return false;
  start.plane = climbed_plane(pair, normalized(cache.n), cache.top_a, cache.top_b, counters);
  const bool link = cache.state != LinkCache2::State::kPlane && in_range(pair.a, cache.a) && in_range(pair.b, cache.b);
  start.ends = link ? Ends{remembered_point(pair.a, cache.a, cache.p_a), remembered_point(pair.b, cache.b, cache.p_b)}
                    : Ends{at_vertex(pair.a, start.plane.a), at_vertex(pair.b, start.plane.b)};
  start.warm = true;
  start.overlap = cache.state == LinkCache2::State::kOverlap;
  return true;
}
// Returns the plane across the line of centres, and the vertices nearest to it.
SCREE_HD inline Start fresh_start(const Pair& pair, LinkCounters& counters) {
  const Plane plane = scanned_plane(pair, centre_line(pair), counters);
  return {plane, {at_vertex(pair.a, plane.a), at_vertex(pair.b, plane.b)}, false, false};
}

// Cundall's search ends near the plane only. On the ladder, where an answer needs its proof, it is settled on the
// nearest features.
SCREE_HD inline Plane solve(const Pair& pair, LinkMethod method, bool settle, const Start& start,
                            LinkCounters& counters) {
  switch (method) {
    case LinkMethod::kShortestLink:
      return shortest_link(pair, start.plane, start.ends, start.overlap, counters);
    case LinkMethod::kFastCommonPlane:
      return fast_common_plane(pair, start.plane, counters);
    case LinkMethod::kCommonPlane:
    case LinkMethod::kCommonPlaneFixed: {
      const Plane plane = common_plane(pair, start.plane, start.warm ? kTurnWarm : kTurnCold, counters);
      return settle ? settled(pair, plane, counters) : plane;
    }
    case LinkMethod::kGjk:
      return gjk(pair, start.plane, counters);
    case LinkMethod::kAxisScan:
      break;
  }
  return axis_scan(pair, counters);
}

// Solves one find_link: it holds the best answer so far, and the guard's, found when first asked for.
struct Search {
  const Pair& pair;
  const LinkOptions& options;
  LinkCounters& counters;
  Link2& link;
  Plane plane{};
  bool found = false, guard_known = false;
  Real guard_gap = 0;

  SCREE_HD Real limit() const { return options.tolerance * pair.size; }

  // Returns the residual of an overlap.
  SCREE_HD Real depth_in_doubt(const Plane& tried) {
    ++counters.guarded;
    const Real rounding = kRounding * pair.size;
    if (!guard_known && disc_fits(pair, tried, larger(0, -tried.gap - rounding))) return smaller(rounding, -tried.gap);
    if (!guard_known) guard_gap = best_edge_plane(pair).gap, guard_known = true;
    const Real doubt = larger(0, guard_gap - tried.gap);
    if (!(doubt <= limit())) ++counters.fresh;
    return doubt;
  }

  // Tells whether the answer of this rung has its proof. The points must face each other too: over a wide gap a
  // slightly wrong normal would pass by the distance alone. The best of the answers without proof is kept.
  SCREE_HD bool attempt(LinkMethod method, Rung rung, const Start& start) {
    const Plane tried = solve(pair, method, options.ladder, start, counters);
    const Link2 before = link;
    const Real aside = measure(pair, tried, link);
    link.rung = rung;
    if (!(tried.gap > 0)) link.residual = depth_in_doubt(tried);
    const bool proved = link.residual <= limit() && aside <= 10 * kTouching * pair.size;
    if (proved || !found || link.residual < before.residual)
      plane = tried;
    else
      link = before;
    found = true;
    return proved;
  }
};

SCREE_HD inline bool climb_ladder(Search& search, const Start& remembered) {
  const LinkMethod method = search.options.method;
  const bool scan_only = method == LinkMethod::kAxisScan;
  if (!scan_only && remembered.warm) {
    if (search.attempt(method, Rung::kWarm, remembered)) return true;
    if (!search.options.ladder) return false;
  }
  const Start fresh = remembered.warm ? fresh_start(search.pair, search.counters) : remembered;
  if (!scan_only && search.attempt(method, Rung::kCold, fresh)) return true;
  if (!scan_only && !search.options.ladder) return false;
  if (!scan_only && method != LinkMethod::kGjk && search.attempt(LinkMethod::kGjk, Rung::kGjk, fresh)) return true;
  return search.attempt(LinkMethod::kAxisScan, Rung::kAxisScan, fresh);
}

SCREE_HD inline void remember(const Pair& pair, const Link2& link, const Plane& plane, LinkCache2& cache) {
  cache.state = link.gap > 0 ? LinkCache2::State::kApart : LinkCache2::State::kOverlap;
  cache.a = link.a;
  cache.b = link.b;
  cache.top_a = plane.a;
  cache.top_b = plane.b;
  cache.n = link.n;
  cache.p_a = link.p_a;
  cache.p_b = turned_back(pair.X, link.p_b - pair.X.p);
}

SCREE_HD inline LinkStatus beyond(const Plane& plane, Rung rung, LinkCache2& cache, Link2& link,
                                  LinkCounters& counters) {
  link = {};
  link.n = plane.n;
  link.gap = plane.gap;
  link.rung = rung;
  cache.n = plane.n;
  cache.top_a = plane.a;
  cache.top_b = plane.b;
  if (cache.state == LinkCache2::State::kNothing) cache.state = LinkCache2::State::kPlane;
  ++counters.rung[int(rung)];
  counters.count_iterations(0);
  return LinkStatus::kBeyond;
}

SCREE_HD inline LinkStatus find_link(const PolygonView& a, const PolygonView& b, const Pose2& X_ab,
                                     const LinkOptions& options, LinkCache2& cache, Link2& link,
                                     LinkCounters& counters) {
  ++counters.solves;
  const Pair pair = make_pair(a, b, X_ab);
  Start start;
  if (remembered_start(pair, cache, start, counters)) {
    if (start.plane.gap > options.margin) return beyond(start.plane, Rung::kRememberedPlane, cache, link, counters);
  } else {
    cache.state = LinkCache2::State::kNothing;
    start = fresh_start(pair, counters);
    if (start.plane.gap > options.margin) return beyond(start.plane, Rung::kCold, cache, link, counters);
  }
  Search search{pair, options, counters, link};
  const bool proved = climb_ladder(search, start);
  remember(pair, link, search.plane, cache);
  counters.count_iterations(link.iterations);
  const bool failed = !proved && options.ladder;
  if (failed) link.rung = Rung::kNone;
  ++counters.rung[int(link.rung)];
  if (failed) {
    ++counters.failed;
    return LinkStatus::kFailed;
  }
  return link.gap > options.margin ? LinkStatus::kBeyond : LinkStatus::kLink;
}

}  // namespace scree::polygon

namespace scree {

// The question is that for polyhedra (find_link.hpp): does the remembered plane still leave more than `margin` between
// the bodies?
SCREE_HD inline bool plane_still_parts(const PolygonView& a, const Pose2& X_a, const PolygonView& b, const Pose2& X_b,
                                       Real margin, LinkCache2& cache) {
  if (cache.state == LinkCache2::State::kNothing) return false;
  const Vec2 n = turned(X_a, cache.n), n_in_b = turned_back(X_b, n);
  cache.top_a = polygon::climb(a, cache.n, cache.top_a), cache.top_b = polygon::climb(b, -n_in_b, cache.top_b);
  return dot(n, X_b.p - X_a.p) - dot(cache.n, a.vertices[cache.top_a]) + dot(n_in_b, b.vertices[cache.top_b]) > margin;
}

}  // namespace scree
