#include <gtest/gtest.h>

#include "narrow/polygon_cases.hpp"

namespace scree::testing {
namespace {

void expect_vec(const Vec2& got, const Vec2& want, Real within) {
  EXPECT_NEAR(got.x, want.x, within);
  EXPECT_NEAR(got.y, want.y, within);
}
constexpr Feature kVertex0{FeatureKind::kVertex, 0};

class PolygonLink : public ::testing::TestWithParam<LinkMethod> {};
INSTANTIATE_TEST_SUITE_P(Methods, PolygonLink, ::testing::ValuesIn(kAllMethods),
                         [](const auto& method) { return std::string(name_of(method.param)); });

TEST_P(PolygonLink, OfSquaresSideBySideRunsThroughTheMiddleOfWhatFaces) {
  const auto [status, link] = solve(box(1, 1), box(1, 1), at(1.25, 0.5), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 0.25, 1e-15);
  expect_vec(link.n, {1, 0}, 1e-15);
  expect_vec(link.p_a, {0.5, 0.25}, 1e-15);
  expect_vec(link.p_b, {0.75, 0.25}, 1e-15);
  EXPECT_EQ(link.a, (Feature{FeatureKind::kEdge, 1}));
  EXPECT_EQ(link.b, (Feature{FeatureKind::kEdge, 3}));
}

TEST_P(PolygonLink, OfCornersRunsFromCornerToCorner) {
  const auto [status, link] = solve(box(1, 1), box(1, 1), at(1.3, 1.4), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 0.5, 1e-15);
  expect_vec(link.n, {0.6, 0.8}, 1e-15);
  expect_vec(link.p_a, {0.5, 0.5}, 1e-15);
  expect_vec(link.p_b, {0.8, 0.9}, 1e-15);
  EXPECT_EQ(link.a, (Feature{FeatureKind::kVertex, 2}));
  EXPECT_EQ(link.b, kVertex0);
}

TEST_P(PolygonLink, OfACornerOverAnEdgeHasTheNormalOfTheEdge) {
  const PolygonData triangle = make_polygon({{0, 0}, {1, 2}, {-1, 2}});
  const auto [status, link] = solve(box(2, 1), triangle, at(0.25, 0.5 + 1e-9), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 1e-9, 1e-15);
  EXPECT_EQ(link.n, (Vec2{0, 1}));
  EXPECT_EQ(link.a, (Feature{FeatureKind::kEdge, 2}));
  EXPECT_EQ(link.b, kVertex0);
}

TEST_P(PolygonLink, OfOverlappingSquaresIsTheLeastTranslationThatPartsThem) {
  const auto [status, link] = solve(box(1, 1), box(1, 1), at(0.3, 0.9), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, -0.1, 1e-15);
  expect_vec(link.n, {0, 1}, 1e-15);
  expect_vec(link.p_a, {0.15, 0.5}, 1e-15);
  expect_vec(link.p_b, {0.15, 0.4}, 1e-15);
}

TEST_P(PolygonLink, OfTouchingSquaresHasTheNormalOfTheEdge) {
  for (const Real aside : {0.0, 0.4, 0.999}) {
    const auto [status, link] = solve(box(1, 1), box(1, 1), at(1, aside), GetParam());
    ASSERT_EQ(status, LinkStatus::kLink);
    EXPECT_NEAR(link.gap, 0, 1e-15);
    expect_vec(link.n, {1, 0}, 1e-15);
  }
}

TEST_P(PolygonLink, OfSquaresCornerOnCornerIsAlongOneOfTheEdges) {
  const auto [status, link] = solve(box(1, 1), box(1, 1), at(1, 1), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 0, 1e-15);
  EXPECT_NEAR(std::max(link.n.x, link.n.y), 1, 1e-15);
  EXPECT_NEAR(norm(link.n), 1, 1e-15);
}

TEST_P(PolygonLink, OfCoincidentSquaresIsHalfWayOut) {
  const auto [status, link] = solve(box(1, 1), box(1, 1), at(0, 0), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, -1, 1e-15);
  EXPECT_NEAR(norm(link.n), 1, 1e-15);
}

TEST_P(PolygonLink, OfOneInsideTheOtherLeadsOutByTheNearestSide) {
  const auto [status, link] = solve(box(4, 4), box(1, 1), at(1, 0.25), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, -1.5, 1e-15);
  expect_vec(link.n, {1, 0}, 1e-15);
}

TEST_P(PolygonLink, OfEdgesOnOneLineIsAlongThatLine) {
  const auto [status, link] = solve(box(1, 1), box(1, 1), at(1.5, 0), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 0.5, 1e-15);
  expect_vec(link.n, {1, 0}, 1e-15);
  // The shared lines are y = +-0.5; corner above corner as seen along n.
  const Answer corner = solve(box(1, 1), box(1, 1), at(1.5, 1), GetParam());
  EXPECT_NEAR(corner.link.gap, 0.5, 1e-15);
  expect_vec(corner.link.p_a, {0.5, 0.5}, 1e-14);
}

TEST_P(PolygonLink, OfNeedlesTipToTip) {
  const PolygonData needle = make_polygon({{0, 0}, {-1, 1e-3}, {-1, -1e-3}});
  const auto [status, link] = solve(needle, needle, at(1e-3, 0, std::numbers::pi), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 1e-3, 1e-15);
  expect_vec(link.n, {1, 0}, 1e-12);
}

// Three in four are separated; the bounds say that neither kind is missing.
TEST_P(PolygonLink, AgreesWithTheScanOfAllAxes) {
  std::mt19937 rng(1988);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  int apart = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const Placed pair = random_pair(rng, shapes);
    const Answer want = solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan);
    const Answer got = solve(pair.a, pair.b, pair.X, GetParam());
    ASSERT_EQ(got.status, LinkStatus::kLink);
    ASSERT_NEAR(got.link.gap, want.link.gap, 1.01e-10 * pair.size());
    ASSERT_LE(got.link.residual, 1e-10 * pair.size());
    if (want.link.gap <= 0) continue;
    ++apart;
    ASSERT_NEAR(got.link.gap, want.link.gap, 1e-14 * pair.size());
    ASSERT_LE(norm(got.link.n - want.link.n), 1e-12 + 1e-14 * pair.size() / want.link.gap);
  }
  EXPECT_GT(apart, 2500);
  EXPECT_LT(apart, 7500);
}

TEST_P(PolygonLink, HasItsEndsOnBothBodies) {
  std::mt19937 rng(2004);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  for (int trial = 0; trial < 5000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const Placed pair = random_pair(rng, shapes);
    const Link2 link = solve(pair.a, pair.b, pair.X, GetParam()).link;
    // Edges parallel to 1e-11 count as parallel, and p_b is put opposite p_a.
    const bool edges = link.a.kind == FeatureKind::kEdge && link.b.kind == FeatureKind::kEdge;
    const Real within = (edges ? 1e-11 : 1e-14) * pair.size();
    ASSERT_NEAR(norm(link.n), 1, 1e-15);
    ASSERT_LE(norm(link.p_b - link.p_a - link.gap * link.n), within);
    ASSERT_NEAR(distance_from(pair.a, link.p_a), 0, within);
    ASSERT_NEAR(distance_from(pair.b, inverse(pair.X) * link.p_b), 0, within);
  }
}

// Ties between directions may fall out otherwise in another frame, so overlaps are compared by their depth.
TEST_P(PolygonLink, FlipsWhenTheBodiesAreSwapped) {
  std::mt19937 rng(2006);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  for (int trial = 0; trial < 5000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const Placed pair = random_pair(rng, shapes);
    const Link2 link = solve(pair.a, pair.b, pair.X, GetParam()).link;
    const Link2 other = solve(pair.b, pair.a, inverse(pair.X), GetParam()).link;
    ASSERT_NEAR(other.gap, link.gap, link.gap > 0 ? 1e-14 * pair.size() : 1.01e-10 * pair.size());
    if (link.gap <= 0) continue;
    ASSERT_LE(norm(turned(pair.X, other.n) + link.n), 1e-12 + 1e-14 * pair.size() / link.gap);
    ASSERT_EQ(other.a.kind, link.b.kind);
    ASSERT_EQ(other.b.kind, link.a.kind);
  }
}

TEST_P(PolygonLink, ScalesWithTheBodies) {
  std::mt19937 rng(3);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  for (int trial = 0; trial < 2000; ++trial)
    for (const Real scale : {1e-6, 1e3}) {
      SCOPED_TRACE(::testing::Message() << "trial " << trial << " scale " << scale);
      const Placed pair = random_pair(rng, shapes);
      const Link2 link = solve(pair.a, pair.b, pair.X, GetParam()).link;
      Pose2 X = pair.X;
      X.p = scale * X.p;
      const Answer got = solve(scaled(pair.a, scale), scaled(pair.b, scale), X, GetParam());
      ASSERT_EQ(got.status, LinkStatus::kLink);
      ASSERT_NEAR(got.link.gap / scale, link.gap, link.gap > 0 ? 1e-14 * pair.size() : 1.01e-10 * pair.size());
    }
}

// The shapes themselves turned and moved within their frames, A's and B's each in its own way.
TEST_P(PolygonLink, DoesNotDependOnTheFrameOfAShape) {
  std::mt19937 rng(4);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  const auto moved = [](const PolygonData& p, const Pose2& X) {
    std::vector<Vec2> vertices;
    for (const Vec2& v : p.vertices) vertices.push_back(X * v);
    return make_polygon(std::move(vertices));
  };
  for (int trial = 0; trial < 2000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const Placed pair = random_pair(rng, shapes);
    const Pose2 F = random_pose(rng, 1), G = random_pose(rng, 1);
    const Link2 link = solve(pair.a, pair.b, pair.X, GetParam()).link;
    const Link2 other = solve(moved(pair.a, F), moved(pair.b, G), F * pair.X * inverse(G), GetParam()).link;
    ASSERT_NEAR(other.gap, link.gap, link.gap > 0 ? 3e-14 * pair.size() : 1.01e-10 * pair.size());
  }
}

// A cache of another pair, or of nothing at all, is a bad start and no more.
TEST_P(PolygonLink, IsRightWhateverTheCacheSays) {
  std::mt19937 rng(5);
  const std::vector<PolygonData> shapes = some_polygons(rng);
  const auto any_feature = [&] { return Feature{FeatureKind(rng() % 3), int(rng() % 120) - 5}; };
  const auto any_point = [&] {
    return rng() % 10 == 0 ? Vec2{std::nan(""), 1e300} : Vec2{uniform(rng, -9, 9), uniform(rng, -9, 9)};
  };
  LinkOptions options;
  options.method = GetParam();
  LinkCache2 last;
  for (int trial = 0; trial < 10000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const Placed pair = random_pair(rng, shapes);
    LinkCache2 cache = last;
    if (rng() % 2 == 0)
      cache = {LinkCache2::State(rng() % 4), any_feature(), any_feature(), int(rng() % 8) - 1,
               int(rng() % 8) - 1,           any_point(),   any_point(),   any_point()};
    LinkCounters counters;
    const Answer got = solve(pair.a, pair.b, pair.X, options, cache, counters);
    const Answer want = solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan);
    ASSERT_EQ(got.status, LinkStatus::kLink);
    ASSERT_NEAR(got.link.gap, want.link.gap, 1.01e-10 * pair.size());
    last = cache;
  }
}

TEST(PolygonLinkFailure, IsReportedForAPoseThatIsNoNumber) {
  for (const LinkMethod method : kAllMethods) {
    const auto [status, link] = solve(box(1, 1), box(1, 1), at(std::nan(""), 0), method);
    EXPECT_EQ(status, LinkStatus::kFailed);
    EXPECT_EQ(link.rung, Rung::kNone);
  }
}

}  // namespace
}  // namespace scree::testing
