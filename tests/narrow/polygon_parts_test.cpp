// The pieces the methods are made of, each against something simpler.
#include <gtest/gtest.h>

#include "narrow/polygon_cases.hpp"
#include "scree/narrow/polygon/ladder.hpp"

namespace scree::testing {
namespace {

using namespace scree::polygon;

TEST(PolygonParts, ClimbingFindsTheVertexTheScanFinds) {
  std::mt19937 rng(11);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  for (int trial = 0; trial < 20000; ++trial) {
    const PolygonData& p = shapes[rng() % shapes.size()];
    const PolygonView view = p.view();
    const Real angle = uniform(rng, 0, 7);
    const Vec2 d = rng() % 3 == 0 ? (rng() % 2 == 0 ? 1 : -1) * p.normals[rng() % p.normals.size()]
                                  : Vec2{std::cos(angle), std::sin(angle)};
    const int top = climb(view, d, int(rng() % p.vertices.size()));
    ASSERT_NEAR(dot(d, p.vertices[top]), dot(d, p.vertices[scan(view, d)]), 1e-15);
  }
}

TEST(PolygonParts, ClimbingFromTheMiddleOfASplitEdgeDoesNotStayBelow) {
  const PolygonData split = make_polygon({{-1, 0}, {0, 0}, {1, 0}, {1, 1}, {-1, 1}});
  EXPECT_EQ(split.vertices[climb(split.view(), {0, 1}, 1)].y, 1);
}

TEST(PolygonParts, TheWalkEndsAtTheNearestPointFromAnyStart) {
  std::mt19937 rng(12);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  int inside = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const PolygonData& p = shapes[rng() % shapes.size()];
    const PolygonView view = p.view();
    const Vec2 q = p.centre + Vec2{uniform(rng, -1.5, 1.5), uniform(rng, -1.5, 1.5)};
    const int i = int(rng() % p.vertices.size());
    SurfacePoint point = at_vertex(view, i);
    if (rng() % 2 == 0) point = {{FeatureKind::kEdge, i}, 0.5 * (p.vertices[i] + p.vertices[view.next(i)])};
    LinkCounters counters;
    const Real want = distance_from(p, q);
    if (std::abs(want) < 1e-12) continue;
    ASSERT_EQ(walk(view, q, point, counters), want > 0) << "trial " << trial;
    if (want < 0) {
      ++inside;
      continue;
    }
    ASSERT_NEAR(norm(q - point.x), want, 1e-14) << "trial " << trial;
    ASSERT_TRUE(is_nearest(view, point, q, 1e-14)) << "trial " << trial;
  }
  EXPECT_GT(inside, 2000);
  EXPECT_LT(inside, 12000);
}

// The published rule would stay at the foot on the far side.
TEST(PolygonParts, TheWalkLeavesTheFarSide) {
  const PolygonData square = box(2, 2);
  SurfacePoint point{{FeatureKind::kEdge, 0}, {0.2, -1}};  // the lower side
  LinkCounters counters;
  ASSERT_TRUE(walk(square.view(), {0.2, 3}, point, counters));
  EXPECT_EQ(point.feature, (Feature{FeatureKind::kEdge, 2}));
  EXPECT_NEAR(point.x.y, 1, 1e-15);
  EXPECT_EQ(counters.resets, 1u);
}

// The closed formula for two segments (Ericson; Sec. 5.5 of the notes on the paper), good away from parallel.
Real distance_of_segments(const Vec2& a0, const Vec2& a1, const Vec2& b0, const Vec2& b1) {
  const Vec2 u = a1 - a0, w = b1 - b0, r = a0 - b0;
  const Real a = norm2(u), b = dot(u, w), c = norm2(w), d = dot(u, r), e = dot(w, r);
  Real s = std::clamp((b * e - c * d) / (a * c - b * b), 0.0, 1.0);
  Real t = (b * s + e) / c;
  if (t < 0) t = 0, s = std::clamp(-d / a, 0.0, 1.0);
  if (t > 1) t = 1, s = std::clamp((b - d) / a, 0.0, 1.0);
  return norm(r + s * u - t * w);
}
bool cross_each_other(const Vec2& a0, const Vec2& a1, const Vec2& b0, const Vec2& b1) {
  return cross(a1 - a0, b0 - a0) * cross(a1 - a0, b1 - a0) < 0 && cross(b1 - b0, a0 - b0) * cross(b1 - b0, a1 - b0) < 0;
}
TEST(PolygonParts, TwoEdgesAreNearestAtAnEndOfOne) {
  std::mt19937 rng(13);
  int compared = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const PolygonData a = random_polygon(rng, 3, 1, 1), b = random_polygon(rng, 3, 1, 1);
    const Pose2 X = random_pose(rng, 3);
    const PolygonView view_a = a.view(), view_b = b.view();
    const Pair pair = make_pair(view_a, view_b, X);
    const Vec2 b0 = pair.vertex_b(0), b1 = pair.vertex_b(1);
    if (cross_each_other(a.vertices[0], a.vertices[1], b0, b1)) continue;
    Ends ends{{{FeatureKind::kEdge, 0}, 0.5 * (a.vertices[0] + a.vertices[1])},
              {{FeatureKind::kEdge, 0}, 0.5 * (b.vertices[0] + b.vertices[1])}};
    LinkCounters counters;
    shorten_between_edges(pair, ends, counters);
    ASSERT_NEAR(norm(link_of(pair, ends)), distance_of_segments(a.vertices[0], a.vertices[1], b0, b1), 1e-7)
        << "trial " << trial;
    ++compared;
  }
  EXPECT_GT(compared, 15000);
}

TEST(PolygonParts, TheWalkRoundTheDifferenceFindsTheBestEdgeOfAll) {
  std::mt19937 rng(14);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  for (int trial = 0; trial < 10000; ++trial) {
    const Placed placed = random_pair(rng, shapes);
    const PolygonView a = placed.a.view(), b = placed.b.view();
    const Pair pair = make_pair(a, b, placed.X);
    LinkCounters counters;
    const Plane want = best_scanned_edge_plane(pair, counters);
    ASSERT_NEAR(best_edge_plane(pair).gap, want.gap, 1e-15 * placed.size()) << "trial " << trial;
  }
}

// A disc may fit without the proof finding it, never the other way round.
TEST(PolygonParts, ADiscIsNeverProvedThatDoesNotFit) {
  std::mt19937 rng(15);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  int overlapping = 0, proved = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Placed placed = random_pair(rng, shapes);
    const PolygonView a = placed.a.view(), b = placed.b.view();
    const Pair pair = make_pair(a, b, placed.X);
    const Plane best = best_edge_plane(pair);
    if (best.gap >= 0) continue;
    ++overlapping;
    LinkCounters counters;
    const Real angle = uniform(rng, 0, 7);
    const Plane any = scanned_plane(pair, {std::cos(angle), std::sin(angle)}, counters);
    ASSERT_FALSE(disc_fits(pair, best, -best.gap + 1e-12 * pair.size)) << "trial " << trial;
    ASSERT_FALSE(disc_fits(pair, any, -best.gap + 1e-12 * pair.size)) << "trial " << trial;
    if (disc_fits(pair, best, -best.gap - kRounding * pair.size)) ++proved;
  }
  EXPECT_GT(overlapping, 4000);
  EXPECT_GT(proved, overlapping / 4);
}

TEST(PolygonParts, TheFivePlanesHoldTheCommonPlane) {
  std::mt19937 rng(16);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  for (int trial = 0; trial < 5000; ++trial) {
    const Placed placed = random_pair(rng, shapes);
    const Link2 want = solve(placed.a, placed.b, placed.X, LinkMethod::kAxisScan).link;
    if (want.gap <= 1e-9 * placed.size()) continue;
    const PolygonView a = placed.a.view(), b = placed.b.view();
    const Pair pair = make_pair(a, b, placed.X);
    LinkCounters counters;
    Plane plane = scanned_plane(pair, want.n, counters);
    nearest_of_ties(pair, plane);
    const Plane best =
        best_candidate(pair, plane.a, plane.b, [&](const Vec2& n) { return scanned_plane(pair, n, counters); });
    ASSERT_NEAR(best.gap, want.gap, 1e-14 * placed.size()) << "trial " << trial;
  }
}

}  // namespace
}  // namespace scree::testing
