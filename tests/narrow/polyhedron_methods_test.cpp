// What is particular to one method: its steps, its cost, its failures without the ladder.
#include <gtest/gtest.h>

#include <numeric>

#include "narrow/polyhedron_cases.hpp"
#include "scree/narrow/polyhedron/ladder.hpp"

namespace scree::testing::space {
namespace {

// ------------------------------------------------------------------------------------------------------- segments

// Appendix A of Nezami et al. 2006: the shortest of the four links of ends and of the perpendiculars whose feet lie
// inside; zero if the segments cross.
Real link_by_enumeration(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, w = d - c;
  const Vec3 m = cross(u, w);
  if (norm2(m) > 0) {
    const Real s = dot(cross(c - a, w), m) / norm2(m), t = dot(cross(c - a, u), m) / norm2(m);
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return 0;
  }
  Real best = std::min({norm(c - a), norm(c - b), norm(d - a), norm(d - b)});
  const auto perpendicular = [&best](const Vec3& x, const Vec3& o, const Vec3& along) {
    const Real t = dot(x - o, along) / norm2(along);
    if (t > 0 && t < 1) best = std::min(best, norm(x - o - t * along));
  };
  perpendicular(a, c, w), perpendicular(b, c, w), perpendicular(c, a, u), perpendicular(d, a, u);
  return best;
}

TEST(SegmentLink, IsTheShortestOfTheListOfAppendixA) {
  std::mt19937 rng(1);
  for (int trial = 0; trial < 100000; ++trial) {
    const Pose X{random_rotation(rng), random_vec(rng)};
    const auto in_plane = [&] { return X * Vec3{uniform(rng, -1, 1), uniform(rng, -1, 1), 0}; };
    const Vec3 a = in_plane(), b = in_plane(), c = in_plane();
    // Every tenth pair is parallel.
    const Vec3 d = trial % 10 == 0 ? c + uniform(rng, -1, 1) * (b - a) : in_plane();
    const polyhedron::SegmentLink l = polyhedron::link_of_segments(a, b - a, c, d - c);
    const Real length = norm(a + l.s * (b - a) - c - l.t * (d - c));
    ASSERT_NEAR(length, link_by_enumeration(a, b, c, d), 1e-7) << trial;
    ASSERT_LE(std::fabs(l.s - 0.5), 0.5);
    ASSERT_LE(std::fabs(l.t - 0.5), 0.5);
  }
}

// ----------------------------------------------------------------------------------------------------------- walk

TEST(Walk, FromAnyFeatureEndsAtTheNearestPoint) {
  std::mt19937 rng(2);
  const auto shapes = some_polyhedra();
  LinkCounters counters;
  for (int trial = 0; trial < 4000; ++trial) {
    const PolyhedronData& p = shapes[rng() % shapes.size()];
    const PolyhedronView s = p.view();
    const Vec3 x = p.centre + uniform(rng, 0.2, 3) * p.radius * random_unit(rng);
    polyhedron::SurfacePoint at = polyhedron::at_vertex(s, int(rng() % p.vertices.size()));
    if (trial % 3 == 1) at = polyhedron::on_edge(s, int(rng() % p.edges.size()), 0.5);
    if (trial % 3 == 2) at = polyhedron::nearest_on_face(s, int(rng() % p.normals.size()), p.centre);
    const polyhedron::WalkEnd end = polyhedron::walk(s, x, at, counters);
    if (outside(p, x) <= 0) {
      ASSERT_EQ(end, polyhedron::WalkEnd::kInside) << trial;
      continue;
    }
    ASSERT_EQ(end, polyhedron::WalkEnd::kNearest) << trial;
    Real best = 1e300;
    for (int f = 0; f < s.n_faces; ++f) best = std::min(best, norm(x - polyhedron::nearest_on_face(s, f, x).p));
    ASSERT_NEAR(norm(x - at.p), best, 1e-12 * p.radius) << trial;
  }
  EXPECT_GT(counters.resets, 0u);
}

TEST(Walk, LeavesTheFarFaceThatDoesNotSeeTheTarget) {
  const PolyhedronData p = cube();
  const Vec3 x{0.1, 0.2, 3};
  for (int f = 0; f < 6; ++f) {
    if (p.normals[std::size_t(f)].z > -0.5) continue;
    polyhedron::SurfacePoint at = polyhedron::nearest_on_face(p.view(), f, x);
    LinkCounters counters;
    EXPECT_EQ(polyhedron::walk(p.view(), x, at, counters), polyhedron::WalkEnd::kNearest);
    EXPECT_NEAR(at.p.z, 0.5, 1e-15);
    EXPECT_EQ(counters.resets, 1u);
  }
}

// -------------------------------------------------------------------------------------------------- shortest link

struct Iterations {
  long solves = 0, sum = 0, most = 0;
};
// Random pairs of the paper's four shapes, apart, without memory (common-plane.md, Sec. 5.7).
Iterations cold_iterations(LinkMethod method, int n, LinkCounters& counters) {
  std::mt19937 rng(57);
  const std::vector<PolyhedronData> shapes = {tetrahedron(), pyramid(), cube(), fourteen()};
  LinkOptions options;
  options.method = method;
  options.ladder = false;
  Iterations it;
  while (it.solves < n) {
    const Placed pair = random_pair(rng, shapes);
    const Real gap = solve(pair.a, pair.b, pair.X, LinkMethod::kGjk).link.gap;
    if (gap < 0.01) continue;
    LinkCache cache;
    const auto [status, link] = solve(pair.a, pair.b, pair.X, options, cache, counters);
    EXPECT_EQ(status, LinkStatus::kLink);
    EXPECT_NEAR(link.gap, gap, 1e-12);
    ++it.solves, it.sum += link.iterations, it.most = std::max(it.most, long(link.iterations));
  }
  return it;
}

TEST(ShortestLink, NeedsAFewIterationsWithoutMemory) {
  LinkCounters counters;
  const Iterations it = cold_iterations(LinkMethod::kShortestLink, 4000, counters);
  EXPECT_LT(double(it.sum) / double(it.solves), 3.2);
  EXPECT_LE(it.most, 8);
  for (const std::uint64_t hits : counters.special) EXPECT_GT(hits, 0u);
}

TEST(FastCommonPlane, NeedsTwoOrThreeIterationsWithoutMemory) {
  LinkCounters counters;
  const Iterations it = cold_iterations(LinkMethod::kFastCommonPlane, 2000, counters);
  EXPECT_LT(double(it.sum) / double(it.solves), 2.3);
  EXPECT_LE(it.most, 5);
  const double evaluations = double(counters.plane_evaluations) / double(it.solves);
  EXPECT_GT(evaluations, 2);
  EXPECT_LT(evaluations, 8);  // of about thirty candidates at two vertices
}

// The candidate told by the edges at two vertices has them closest still and is no worse than the plane they came from;
// the iteration ends at the widest slab of all.
TEST(FastCommonPlane, TellsTheBestCandidateByTheEdgesAtItsVertices) {
  std::mt19937 rng(11);
  const auto shapes = some_polyhedra();
  int proved = 0;
  for (int n = 0; n < 1500;) {
    const Placed pair = random_pair(rng, shapes);
    const Real gap = solve(pair.a, pair.b, pair.X).link.gap;
    if (gap < 1e-3 * pair.size()) continue;
    ++n;
    const PolyhedronView a = pair.a.view(), b = pair.b.view();
    const polyhedron::Pair p{a, b, pair.X};
    const Vec3 line = polyhedron::centre_line(p);
    const polyhedron::Slab start = polyhedron::slab_by_scan(p, line);
    LinkCounters counters;
    polyhedron::CandidatePlane told;
    if (start.gap > 0) {
      ASSERT_TRUE(polyhedron::ClosestVertices(p, start.top_a, start.top_b, counters).solve(told)) << n;
      const polyhedron::Slab across = polyhedron::slab_by_scan(p, told.n);
      const Vec3 link = p.to_a(b.vertices[start.top_b]) - a.vertices[start.top_a];
      EXPECT_NEAR(across.gap, dot(told.n, link), 1e-10 * pair.size()) << n;  // they are closest still
      EXPECT_GE(across.gap, start.gap - 1e-12 * pair.size()) << n;
    }
    const polyhedron::FastPlane fast =
        polyhedron::fast_common_plane(p, line, start.top_a, start.top_b, nullptr, counters);
    if (start.gap <= 0) continue;  // to be moved apart first
    ++proved;
    ASSERT_TRUE(fast.any && fast.plane.proved) << n;
    EXPECT_NEAR(polyhedron::slab_by_scan(p, fast.plane.n).gap, gap, 1e-9 * pair.size()) << n;
  }
  EXPECT_GT(proved, 1000);
}

TEST(FastCommonPlane, HoldsOnePlaneFromMemory) {
  std::mt19937 rng(8);
  const auto shapes = some_polyhedra();
  LinkCounters counters;
  LinkOptions options;
  options.method = LinkMethod::kFastCommonPlane;
  const Real step = std::acos(Real(-1)) / 18000;
  for (int motion = 0; motion < 40; ++motion) {
    Placed pair = random_pair(rng, shapes);
    const Vec3 spin = random_unit(rng);
    LinkCache cache;
    for (int k = 0; k < 100; ++k) {
      pair.X.R = to_matrix(rotation_by(step * spin)) * pair.X.R;
      const Real wave = std::sin(Real(0.05) * k);
      pair.X = with_gap(pair, motion % 2 ? 5e-3 * (1.02 + wave) : -1e-3 * (1.02 + wave));
      const auto [status, link] = solve(pair.a, pair.b, pair.X, options, cache, counters);
      ASSERT_EQ(status, LinkStatus::kLink);
      ASSERT_NEAR(link.gap, solve(pair.a, pair.b, pair.X, LinkMethod::kGjk).link.gap, 1e-10 * pair.size());
    }
  }
  EXPECT_GT(double(counters.iterations[1]), 0.95 * double(counters.solves));
  EXPECT_LT(double(counters.plane_evaluations), 2.5 * double(counters.solves));  // the candidate, and its proof
}

TEST(CommonPlane, StallsOnRidgesUnlessItsAxesTurn) {
  std::mt19937 rng(3);
  const std::vector<PolyhedronData> shapes = {tetrahedron(), pyramid(), cube(), fourteen()};
  int n = 0, off[2] = {0, 0};
  while (n < 1500) {
    const Placed pair = random_pair(rng, shapes);
    const Real gap = solve(pair.a, pair.b, pair.X).link.gap;
    if (gap < 0.02) continue;
    ++n;
    for (const bool turn : {false, true}) {
      polyhedron::CommonPlaneSettings how;
      how.turn_axes = turn;
      const PolyhedronView a = pair.a.view(), b = pair.b.view();
      const polyhedron::Pair p{a, b, pair.X};
      LinkCounters counters;
      const auto found = polyhedron::common_plane(p, polyhedron::centre_line(p), how.k_first, how, counters);
      EXPECT_LE(found.across.gap, gap + 1e-12);
      off[turn] += gap - found.across.gap > 1e-3;
      EXPECT_EQ(counters.plane_evaluations, 1u + 4u * unsigned(found.iterations));
    }
  }
  EXPECT_GT(off[false], n / 4);
  EXPECT_LT(off[true], n / 5);
}

// The common plane of parallel faces is one and the same, wherever the walk starts.
TEST(ShortestLink, OfParallelFacesHasOnePlaneFromEveryStart) {
  const PolyhedronData a = box({2, 1, 1}), b = box({1, 3, 1});
  const PolyhedronView va = a.view(), vb = b.view();
  const polyhedron::Pair pair{va, vb, at({0.3, 0.4, 1.2}, {0, 0, 0.7})};
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      polyhedron::LinkEnds ends{polyhedron::at_vertex(va, i), polyhedron::at_vertex(vb, j)};
      LinkCounters counters;
      const auto found = polyhedron::shortest_link(pair, ends, 1e-13, 0, 0, counters);
      ASSERT_EQ(found.end, polyhedron::LinkEnd::kProved);
      EXPECT_NEAR(found.length, 0.2, 1e-15);
      EXPECT_NEAR(found.n.z, 1, 1e-15);
    }
}

// A pair that turns 0.1 degree a step near contact, solved from memory each step.
TEST(ShortestLink, NeedsAtMostTwoIterationsFromMemory) {
  std::mt19937 rng(8);
  const auto shapes = some_polyhedra();
  LinkCounters counters;
  LinkOptions options;
  const Real step = std::acos(Real(-1)) / 1800;
  for (int motion = 0; motion < 40; ++motion) {
    Placed pair = random_pair(rng, shapes);
    const Vec3 spin = random_unit(rng);
    LinkCache cache;
    for (int k = 0; k < 200; ++k) {
      pair.X.R = to_matrix(rotation_by(step * spin)) * pair.X.R;
      const Real wave = std::sin(Real(0.05) * k);
      pair.X = with_gap(pair, motion % 2 ? 5e-3 * (1.02 + wave) : -1e-3 * (1.02 + wave));
      const auto [status, link] = solve(pair.a, pair.b, pair.X, options, cache, counters);
      ASSERT_EQ(status, LinkStatus::kLink);
      ASSERT_NEAR(link.gap, solve(pair.a, pair.b, pair.X, LinkMethod::kGjk).link.gap, 1e-10 * pair.size());
    }
  }
  const std::uint64_t few = counters.iterations[0] + counters.iterations[1] + counters.iterations[2];
  EXPECT_GT(double(few), 0.985 * double(counters.solves));
  EXPECT_EQ(counters.solves, 8000u);
  EXPECT_EQ(std::accumulate(std::begin(counters.iterations), std::end(counters.iterations), std::uint64_t(0)), 8000u);
  EXPECT_EQ(std::accumulate(std::begin(counters.rung), std::end(counters.rung), std::uint64_t(0)), 8000u);
  EXPECT_EQ(counters.failed, 0u);
  EXPECT_LT(double(counters.fresh), 0.05 * double(counters.guarded));
}

// --------------------------------------------------------------------------------------- proofs of depth, the guard

// Overlaps that creep, with now and then a jump: the proof of a step before does for those after it as long as the
// bodies have hardly moved, and never for longer.
TEST(DepthProof, HoldsUntilTheBodiesHaveMovedTooFar) {
  std::mt19937 rng(11);
  const auto shapes = some_polyhedra();
  LinkCounters once, anew;
  for (int motion = 0; motion < 300; ++motion) {
    Placed pair = random_pair(rng, shapes);
    pair.X = with_gap(pair, -1e-3 * uniform(rng, 0.1, 1));
    LinkCache cache, other;
    for (int k = 0; k < 60; ++k) {
      const Real step = pair.size() * (k % 10 == 9 ? 1e-4 : 3e-7);
      const Vec3 slide = uniform(rng, 0, 1) * step * random_unit(rng);
      const Vec3 turn = uniform(rng, 0, 1) * step / pair.size() * random_unit(rng);
      const Vec3 centre = pair.X * pair.b.centre;
      pair.X.R = to_matrix(rotation_by(turn)) * pair.X.R;
      pair.X.p = centre + slide - pair.X.R * pair.b.centre;
      LinkOptions options;
      options.hysteresis = 0.02;
      const Link with = solve(pair.a, pair.b, pair.X, options, other, anew).link;
      options.moved = norm(slide) + norm(turn) * pair.b.radius;
      const Link link = solve(pair.a, pair.b, pair.X, options, cache, once).link;
      const Real least = -solve(pair.a, pair.b, pair.X, LinkMethod::kGjk).link.gap;
      ASSERT_LE(-link.gap, (least > 0 ? least / (1 - options.hysteresis) : least) + 1e-10 * pair.size());
      ASSERT_LE(cache.proved, std::max(least, Real(0)) + 1e-12 * pair.size());
      ASSERT_EQ(link.gap, with.gap);
      ASSERT_EQ(link.n, with.n);
    }
  }
  EXPECT_EQ(once.failed, 0u);
  EXPECT_LT(once.guarded, anew.guarded / 3);
}

TEST(DepthProof, ConfirmsTheLeastDepthAndNoOther) {
  const PolyhedronData c = cube();
  const PolyhedronView v = c.view();
  const polyhedron::Pair pair{v, v, at({0.3, 0.2, 0.9})};  // depths: 0.7, 0.8 and 0.1
  const auto proved = [&](const Vec3& n) {
    const polyhedron::Slab across = polyhedron::slab(pair, n, 0, 0);
    const Feature fa = polyhedron::extreme_feature(v, n, across.top_a),
                  fb = polyhedron::extreme_feature(v, -n, across.top_b);
    const auto middle = polyhedron::contact_middle(pair, n, fa, fb, across.gap);
    return polyhedron::proved_depth(pair, n, -across.gap, fa, fb, middle.p_a, across);
  };
  EXPECT_NEAR(proved({0, 0, 1}), 0.1, 1e-14);
  EXPECT_LE(proved({1, 0, 0}), 0.1 + 1e-14);  // the true depth is all that can be proved
  EXPECT_LE(proved({0, 1, 0}), 0.1 + 1e-14);
}

// Never more than the true depth, whatever direction it is asked about.
TEST(DepthProof, NeverProvesTooMuch) {
  std::mt19937 rng(17);
  const auto shapes = some_polyhedra();
  int confirmed = 0, asked = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Placed p = random_pair(rng, shapes);
    if (trial % 2) p.X = with_gap(p, -1e-3 * p.size());
    const Link best = solve(p.a, p.b, p.X, LinkMethod::kAxisScan).link;
    if (best.gap >= 0) continue;
    const PolyhedronView a = p.a.view(), b = p.b.view();
    const polyhedron::Pair pair{a, b, p.X};
    const Vec3 n = trial % 2 ? best.n : p.a.normals[rng() % p.a.normals.size()];
    const polyhedron::Slab across = polyhedron::slab(pair, n, 0, 0);
    const Feature fa = polyhedron::extreme_feature(a, n, across.top_a);
    const Feature fb = polyhedron::extreme_feature(b, -pair.turn_to_b(n), across.top_b);
    const auto middle = polyhedron::contact_middle(pair, n, fa, fb, across.gap);
    const Real proved = polyhedron::proved_depth(pair, n, -across.gap, fa, fb, middle.p_a, across);
    ASSERT_LE(proved, -best.gap + 1e-12 * p.size()) << trial;
    if (trial % 2) ++asked, confirmed += proved >= -best.gap - 1e-12 * p.size();
  }
  EXPECT_GT(confirmed, 9 * asked / 10);  // the shallow ones, asked about the right direction
}

TEST(ExpandingPolytope, FindsTheDepthOfAnyOverlap) {
  std::mt19937 rng(19);
  const auto shapes = some_polyhedra();
  LinkCounters counters;
  int overlaps = 0, open = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Placed p = random_pair(rng, shapes);
    const Link best = solve(p.a, p.b, p.X, LinkMethod::kAxisScan).link;
    if (best.gap >= -1e-6) continue;
    ++overlaps;
    const PolyhedronView a = p.a.view(), b = p.b.view();
    const auto found = polyhedron::expand_polytope({a, b, p.X}, 1e-13 * p.size(), counters);
    ASSERT_TRUE(found.found) << trial;
    ASSERT_LE(found.proved, -best.gap + 1e-12 * p.size()) << trial;
    if (-found.across.gap - found.proved > 1e-10 * p.size())
      ++open;
    else
      ASSERT_NEAR(found.across.gap, best.gap, 1e-10 * p.size()) << trial;
  }
  EXPECT_GT(overlaps, 1000);
  EXPECT_LE(open, overlaps / 500);
}

// Sliding past an edge, the separation scheme alone ends up on a face that is no longer the nearest way out.
TEST(Separation, RunsAwayAloneAndIsCaughtByTheGuard) {
  const PolyhedronData plate = box({2, 2, 0.2});
  LinkOptions with_ladder, alone;
  alone.ladder = false;
  LinkCache cache, cache_alone;
  LinkCounters counters;
  Real worst_alone = 0;
  for (int k = 0; k <= 100; ++k) {
    // From lying on the plate, 0.01 deep, to overlapping with its rim alone.
    const Pose X = at({0.0 + 0.0199 * k, 0.1, 0.19 - 0.0011 * k});
    const Real depth = std::min({2 - X.p.x, 0.2 - X.p.z});
    const auto [status, link] = solve(plate, plate, X, with_ladder, cache, counters);
    ASSERT_EQ(status, LinkStatus::kLink);
    ASSERT_NEAR(link.gap, -depth, 1e-14) << k;
    const Link raw = solve(plate, plate, X, alone, cache_alone, counters).link;
    worst_alone = std::max(worst_alone, -raw.gap - depth);
  }
  EXPECT_GT(worst_alone, 0.05);
  EXPECT_GT(counters.fresh, 0u);
}

}  // namespace
}  // namespace scree::testing::space
