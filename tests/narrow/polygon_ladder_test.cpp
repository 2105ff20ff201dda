// What the ladder counts and remembers.
#include <gtest/gtest.h>

#include "narrow/polygon_cases.hpp"

namespace scree::testing {
namespace {

using State = LinkCache2::State;

TEST(PolygonLadder, ARememberedPlaneAnswersForPairsBeyondTheMargin) {
  LinkOptions options;
  options.margin = 0.1;
  LinkCache2 cache;
  LinkCounters counters;
  const PolygonData square = box(1, 1);
  EXPECT_EQ(solve(square, square, at(1.05, 0), options, cache, counters).status, LinkStatus::kLink);
  EXPECT_EQ(cache.state, State::kApart);
  const Answer far = solve(square, square, at(1.25, 0.3), options, cache, counters);
  EXPECT_EQ(far.status, LinkStatus::kBeyond);
  EXPECT_EQ(far.link.rung, Rung::kRememberedPlane);
  EXPECT_NEAR(far.link.gap, 0.25, 1e-15);
  EXPECT_EQ(counters.rung[int(Rung::kRememberedPlane)], 1u);
  EXPECT_EQ(solve(square, square, at(1.05, 0.3), options, cache, counters).status, LinkStatus::kLink);
  EXPECT_EQ(counters.rung[int(Rung::kWarm)], 1u);
}

TEST(PolygonLadder, WithoutMemoryThePlaneAcrossTheCentresMayDo) {
  LinkOptions options;
  options.margin = 0.1;
  LinkCache2 cache;
  LinkCounters counters;
  const Answer far = solve(box(1, 1), box(1, 1), at(3, 0), options, cache, counters);
  EXPECT_EQ(far.status, LinkStatus::kBeyond);
  EXPECT_EQ(far.link.rung, Rung::kCold);
  EXPECT_EQ(cache.state, State::kPlane);
  EXPECT_EQ(solve(box(1, 1), box(1, 1), at(3, 0), options, cache, counters).link.rung, Rung::kRememberedPlane);
}

// The gap told of a pair beyond the margin is a lower bound, never more than the distance.
TEST(PolygonLadder, NeverCallsAPairBeyondThatIsNot) {
  std::mt19937 rng(6);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  LinkOptions options;
  int beyond = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const Placed pair = random_pair(rng, shapes);
    options.margin = uniform(rng, 0, 0.5) * pair.size();
    LinkCache2 cache;
    LinkCounters counters;
    const Pose2 before = pair.X * random_pose(rng, 0.1 * pair.size());
    solve(pair.a, pair.b, before, options, cache, counters);
    const Answer got = solve(pair.a, pair.b, pair.X, options, cache, counters);
    const Real gap = solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan).link.gap;
    ASSERT_EQ(got.status == LinkStatus::kBeyond, gap > options.margin);
    if (got.status != LinkStatus::kBeyond) continue;
    ++beyond;
    ASSERT_LE(got.link.gap, gap + 1e-14 * pair.size());
    ASSERT_GT(got.link.gap, options.margin);
  }
  EXPECT_GT(beyond, 1000);
  EXPECT_LT(beyond, 5000);
}

TEST(PolygonLadder, EverySolveIsCountedOnceByRungAndByIterations) {
  std::mt19937 rng(7);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  for (const LinkMethod method : kAllMethods) {
    LinkOptions options;
    options.method = method;
    options.margin = 0.3;
    LinkCounters counters;
    LinkCache2 cache;
    for (int trial = 0; trial < 1000; ++trial) {
      const Placed pair = random_pair(rng, shapes);
      solve(pair.a, pair.b, pair.X, options, cache, counters);
    }
    std::uint64_t by_rung = 0, by_iterations = 0;
    for (const std::uint64_t n : counters.rung) by_rung += n;
    for (const std::uint64_t n : counters.iterations) by_iterations += n;
    EXPECT_EQ(counters.solves, 1000u);
    EXPECT_EQ(by_rung, 1000u);
    EXPECT_EQ(by_iterations, 1000u);
    EXPECT_EQ(counters.failed, 0u);
    EXPECT_GT(counters.plane_evaluations, 0u);
  }
}

TEST(PolygonLadder, OverlapsAreSeparatedAndGuarded) {
  LinkOptions options;
  LinkCache2 cache;
  LinkCounters counters;
  const Answer first = solve(box(1, 1), box(1, 1), at(0.95, 0.05), options, cache, counters);
  EXPECT_NEAR(first.link.gap, -0.05, 1e-15);
  EXPECT_EQ(cache.state, State::kOverlap);
  EXPECT_EQ(counters.separations, 1u);
  EXPECT_EQ(counters.guarded, 1u);
  EXPECT_EQ(counters.fresh, 0u);
  const Answer again = solve(box(1, 1), box(1, 1), at(0.94, 0.05), options, cache, counters);
  EXPECT_NEAR(again.link.gap, -0.06, 1e-15);
  EXPECT_EQ(again.link.rung, Rung::kWarm);
  EXPECT_EQ(again.link.iterations, 1);
}

// A square that has slid past the corner: along the remembered normal the overlap is no longer the least.
TEST(PolygonLadder, TheGuardSendsAnOverlapThatIsNotTheLeastToAFreshSearch) {
  LinkOptions options;
  LinkCache2 cache;
  LinkCounters counters;
  solve(box(1, 1), box(1, 1), at(0.9, 0.1), options, cache, counters);
  const Answer slid = solve(box(1, 1), box(1, 1), at(0.2, 0.9), options, cache, counters);
  EXPECT_NEAR(slid.link.gap, -0.1, 1e-15);
  EXPECT_NEAR(slid.link.n.y, 1, 1e-15);
}

// Two directions with the same depth: the one of the last step stays.
TEST(PolygonLadder, ATieStaysWithTheLastNormal) {
  for (const bool upright : {false, true}) {
    LinkOptions options;
    LinkCache2 cache;
    LinkCounters counters;
    solve(box(1, 1), box(1, 1), upright ? at(0.8, 0.81) : at(0.81, 0.8), options, cache, counters);
    const Answer tie = solve(box(1, 1), box(1, 1), at(0.8, 0.8), options, cache, counters);
    EXPECT_NEAR(tie.link.gap, -0.2, 1e-15);
    EXPECT_NEAR(upright ? tie.link.n.y : tie.link.n.x, 1, 1e-15);
  }
}

TEST(PolygonLadder, WithoutItTheChosenMethodAnswersAlone) {
  LinkOptions options;
  options.ladder = false;
  options.method = LinkMethod::kCommonPlane;
  LinkCache2 cache;
  LinkCounters counters;
  const Answer raw = solve(box(1, 1), box(1, 1), at(1.3, 1.4), options, cache, counters);
  EXPECT_EQ(raw.link.rung, Rung::kCold);
  EXPECT_GT(raw.link.residual, 0);
  EXPECT_NEAR(raw.link.gap, 0.5, 1e-7);
  EXPECT_LE(norm(raw.link.n - Vec2{0.6, 0.8}), 2e-4);
  EXPECT_EQ(counters.rung[int(Rung::kGjk)] + counters.rung[int(Rung::kAxisScan)], 0u);
}

// One body goes round the other, 1e-3 of its radius a step, apart or overlapping.
TEST(PolygonLadder, WarmPairsNeedOneOrTwoIterationsAlongCoherentMotion) {
  std::mt19937 rng(8);
  int warm = 0, quick = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const int n = trial % 3 == 0 ? 4 : trial % 3 == 1 ? 10 : 40;
    const PolygonData a = random_polygon(rng, n, 1, 1), b = random_polygon(rng, n, 1, 1);
    Real angle = uniform(rng, 0, 6), turn = uniform(rng, 0, 6);
    const Real distance = trial % 2 == 0 ? 2.1 : 1.85;
    LinkCache2 cache;
    LinkCounters counters;
    for (int step = 0; step < 300; ++step) {
      angle += 1e-3;
      turn -= 5e-4;
      Pose2 X = at(0, 0, turn);
      X.p = a.centre - turned(X, b.centre) + distance * Vec2{std::cos(angle), std::sin(angle)};
      const Answer got = solve(a, b, X, {}, cache, counters);
      ASSERT_EQ(got.status, LinkStatus::kLink);
      if (got.link.rung != Rung::kWarm) continue;
      ++warm;
      if (got.link.iterations <= 2) ++quick;
    }
  }
  EXPECT_GT(warm, 0.98 * 60 * 300);
  EXPECT_GT(quick, 0.99 * warm);
}

}  // namespace
}  // namespace scree::testing
