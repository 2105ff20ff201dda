#include <gtest/gtest.h>

#include "narrow/polyhedron_cases.hpp"

namespace scree::testing::space {
namespace {

void expect_vec(const Vec3& got, const Vec3& want, Real within) {
  EXPECT_NEAR(got.x, want.x, within);
  EXPECT_NEAR(got.y, want.y, within);
  EXPECT_NEAR(got.z, want.z, within);
}

class PolyhedronLink : public ::testing::TestWithParam<LinkMethod> {};
INSTANTIATE_TEST_SUITE_P(Methods, PolyhedronLink, ::testing::ValuesIn(kAllMethods),
                         [](const auto& method) { return std::string(name_of(method.param)); });

TEST_P(PolyhedronLink, OfCubesFaceToFaceHasTheNormalOfTheFaces) {
  const auto [status, link] = solve(cube(), cube(), at({1.25, 0.5, -0.25}), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 0.25, 1e-15);
  expect_vec(link.n, {1, 0, 0}, 1e-15);
  EXPECT_NEAR(link.p_a.x, 0.5, 1e-15);
  EXPECT_GE(link.p_a.y, -1e-15);
  EXPECT_LE(link.p_a.z, 0.25 + 1e-15);
  EXPECT_EQ(link.a.kind, FeatureKind::kFace);
  EXPECT_EQ(link.b.kind, FeatureKind::kFace);
}

TEST_P(PolyhedronLink, OfOverlappingCubesIsTheLeastTranslationThatPartsThem) {
  const auto [status, link] = solve(cube(), cube(), at({0.3, 0.2, 0.9}), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, -0.1, 1e-15);
  expect_vec(link.n, {0, 0, 1}, 1e-15);
  expect_vec(link.p_b - link.p_a, {0, 0, -0.1}, 1e-15);
}

TEST_P(PolyhedronLink, OfCornersRunsFromCornerToCorner) {
  const auto [status, link] = solve(cube(), cube(), at({1.2, 1.3, 1.6}), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, 0.7, 1e-15);
  expect_vec(link.n, Vec3{2, 3, 6} / 7, 1e-15);
  expect_vec(link.p_a, {0.5, 0.5, 0.5}, 1e-15);
  EXPECT_EQ(link.a.kind, FeatureKind::kVertex);
  EXPECT_EQ(link.b.kind, FeatureKind::kVertex);
}

// Two cubes balanced on edges that cross at right angles, one above the other.
TEST_P(PolyhedronLink, OfCrossedEdgesIsAtRightAnglesToBoth) {
  const Real eighth = std::acos(Real(-1)) / 4;
  const PolyhedronData a = moved(cube(), at({0, 0, 0}, {eighth, 0, 0}));
  const PolyhedronData b = moved(cube(), at({0, 0, 0}, {0, eighth, 0}));
  for (const Real gap : {0.3, 1e-6, -1e-6, -0.01}) {
    const auto [status, link] = solve(a, b, at({0.1, -0.2, std::sqrt(Real(2)) + gap}), GetParam());
    ASSERT_EQ(status, LinkStatus::kLink);
    EXPECT_NEAR(link.gap, gap, 2e-15);
    expect_vec(link.n, {0, 0, 1}, 1e-14);
    expect_vec(link.p_a, {0.1, 0, std::sqrt(Real(0.5))}, 1e-12);
    EXPECT_EQ(link.a.kind, FeatureKind::kEdge);
    EXPECT_EQ(link.b.kind, FeatureKind::kEdge);
  }
}

TEST_P(PolyhedronLink, OfAPointOverAFaceHasTheNormalOfTheFaceDownToAHairsBreadth) {
  for (const Real gap : {1.0, 1e-3, 1e-9, 1e-14, 0.0, -1e-14, -1e-9, -1e-3}) {
    const auto [status, link] =
        solve(cube(), moved(fourteen(), at({0, 0, 0.8})), at({0.1, 0.2, 0.5 + gap}), GetParam());
    ASSERT_EQ(status, LinkStatus::kLink) << gap;
    EXPECT_NEAR(link.gap, gap, 1e-15) << gap;
    expect_vec(link.n, {0, 0, 1}, 1e-12);
    expect_vec(link.p_a, {0.1, 0.2, 0.5}, 1e-12);
    EXPECT_EQ(link.a.kind, FeatureKind::kFace) << gap;
    EXPECT_EQ(link.b.kind, FeatureKind::kVertex) << gap;
  }
}

TEST_P(PolyhedronLink, OfBricksThatTouchIsZeroWithTheNormalOfTheFace) {
  const PolyhedronData brick = box({2, 1, 0.5});
  for (const Vec3& aside : {Vec3{0, 0, 0.5}, Vec3{1, 0.5, 0.5}, Vec3{1.999, 0, 0.5}}) {
    const auto [status, link] = solve(brick, brick, at(aside), GetParam());
    ASSERT_EQ(status, LinkStatus::kLink);
    EXPECT_NEAR(link.gap, 0, 1e-15);
    expect_vec(link.n, {0, 0, 1}, 1e-12);
    EXPECT_EQ(link.a.kind, FeatureKind::kFace);
    EXPECT_EQ(link.b.kind, FeatureKind::kFace);
  }
}

// A cube in the middle of another has six ways out, all as short.
TEST_P(PolyhedronLink, OfCoincidentBodiesIsOneOfTheShortestWaysOut) {
  const auto [status, link] = solve(cube(), cube(), at({0, 0, 0}), GetParam());
  ASSERT_EQ(status, LinkStatus::kLink);
  EXPECT_NEAR(link.gap, -1, 1e-14);
}

TEST_P(PolyhedronLink, AgreesWithTheScanOfAllFeatures) {
  std::mt19937 rng(2006);
  const auto shapes = some_polyhedra();
  int overlapping = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const Placed pair = random_pair(rng, shapes);
    const auto [status, link] = solve(pair.a, pair.b, pair.X, GetParam());
    const auto [scan_status, scan] = solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan);
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    ASSERT_EQ(status, LinkStatus::kLink);
    ASSERT_EQ(scan_status, LinkStatus::kLink);
    ASSERT_NEAR(link.gap, scan.gap, 1e-10 * pair.size());
    ASSERT_LE(link.residual, 1e-10 * pair.size());
    overlapping += link.gap < 0;
  }
  EXPECT_GT(overlapping, 400);
  EXPECT_LT(overlapping, 1100);
}

TEST_P(PolyhedronLink, EndsOnBothBodiesAndItsSlabIsEmpty) {
  std::mt19937 rng(31);
  const auto shapes = some_polyhedra();
  for (int trial = 0; trial < 1000; ++trial) {
    Placed pair = random_pair(rng, shapes);
    if (trial % 2) pair.X = with_gap(pair, (trial % 4 == 1 ? 1 : -1) * std::pow(10, uniform(rng, -8, -2)));
    const auto [status, link] = solve(pair.a, pair.b, pair.X, GetParam());
    SCOPED_TRACE(::testing::Message() << "trial " << trial << " gap " << link.gap);
    ASSERT_EQ(status, LinkStatus::kLink);
    const Real tiny = 2e-9 * pair.size();
    ASSERT_NEAR(norm(link.n), 1, 1e-14);
    ASSERT_LE(norm(link.p_b - link.p_a - link.gap * link.n), tiny);
    ASSERT_NEAR(outside(pair.a, link.p_a), 0, tiny);
    ASSERT_NEAR(outside(pair.b, inverse(pair.X) * link.p_b), 0, tiny);
    for (const Vec3& v : pair.a.vertices) ASSERT_LE(dot(link.n, v - link.p_a), tiny);
    for (const Vec3& v : pair.b.vertices) ASSERT_GE(dot(link.n, pair.X * v - link.p_b), -tiny);
  }
}

// Nezami et al. 2006, Sec. 3.2, Fig. 5: no plane through the middle of the link that is turned a little has a wider
// gap.
TEST_P(PolyhedronLink, NoTiltedPlaneHasAWiderGap) {
  constexpr Real kTilt = 1e-4;  // rad
  std::mt19937 rng(37);
  const auto shapes = some_polyhedra();
  for (int trial = 0; trial < 300; ++trial) {
    Placed pair = random_pair(rng, shapes);
    if (trial % 2) pair.X = with_gap(pair, (trial % 4 == 1 ? 1 : -1) * std::pow(10, uniform(rng, -6, -2)));
    const Link link = solve(pair.a, pair.b, pair.X, GetParam()).link;
    const auto gap = [&](const Vec3& n) {
      Real top = -1e300, bottom = 1e300;
      for (const Vec3& v : pair.a.vertices) top = std::max(top, dot(n, v));
      for (const Vec3& v : pair.b.vertices) bottom = std::min(bottom, dot(n, pair.X * v));
      return bottom - top;
    };
    const Vec3 side = normalized(cross(link.n, std::fabs(link.n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    for (const Vec3& axis : {side, cross(link.n, side)})
      for (const Real sign : {-1, 1})
        ASSERT_LE(gap(rotate(rotation_by(sign * kTilt * axis), link.n)), link.gap + 1e-9 * pair.size()) << trial;
  }
}

TEST_P(PolyhedronLink, TurnsRoundWhenTheBodiesAreExchanged) {
  std::mt19937 rng(5);
  const auto shapes = some_polyhedra();
  for (int trial = 0; trial < 500; ++trial) {
    const Placed pair = random_pair(rng, shapes);
    const Link link = solve(pair.a, pair.b, pair.X, GetParam()).link;
    const Link back = solve(pair.b, pair.a, inverse(pair.X), GetParam()).link;
    ASSERT_NEAR(link.gap, back.gap, 1e-10 * pair.size()) << trial;
    if (link.gap > 1e-3) {
      ASSERT_LE(norm(link.n + pair.X.R * back.n), 1e-6) << trial;
    }
  }
}

TEST_P(PolyhedronLink, IsTheSameInMicrometresAndKilometres) {
  std::mt19937 rng(7);
  const auto shapes = some_polyhedra();
  for (int trial = 0; trial < 300; ++trial) {
    const Placed pair = random_pair(rng, shapes);
    const Link link = solve(pair.a, pair.b, pair.X, GetParam()).link;
    for (const Real scale : {1e-6, 1e3}) {
      const PolyhedronData a = moved(pair.a, Pose{}, scale), b = moved(pair.b, Pose{}, scale);
      const auto [status, scaled] = solve(a, b, {pair.X.R, scale * pair.X.p}, GetParam());
      ASSERT_EQ(status, LinkStatus::kLink);
      ASSERT_NEAR(scaled.gap / scale, link.gap, 1e-10 * pair.size()) << trial;
    }
  }
}

// Whatever the cache holds, the answer is proved: memory of another place, of nothing, of a lie.
TEST_P(PolyhedronLink, IsRightWhateverIsRemembered) {
  std::mt19937 rng(11);
  const auto shapes = some_polyhedra();
  LinkOptions options;
  options.method = GetParam();
  for (int trial = 0; trial < 1500; ++trial) {
    Placed pair = random_pair(rng, shapes);
    if (trial % 3 == 0) pair.X = with_gap(pair, uniform(rng, -0.01, 0.01));
    LinkCache cache;
    cache.state = LinkCache::State(rng() % 4);
    const auto lie = [&rng](const PolyhedronData& p) {
      const FeatureKind kind = FeatureKind(rng() % 3);
      const std::size_t n = kind == FeatureKind::kVertex ? p.vertices.size()
                            : kind == FeatureKind::kEdge ? p.edges.size()
                                                         : p.normals.size();
      return Feature{kind, int(rng() % n)};
    };
    cache.a = lie(pair.a), cache.b = lie(pair.b);
    cache.top_a = int(rng() % pair.a.vertices.size()), cache.top_b = int(rng() % pair.b.vertices.size());
    cache.n = random_unit(rng), cache.p_a = random_vec(rng), cache.p_b = random_vec(rng);
    LinkCounters counters;
    const auto [status, link] = solve(pair.a, pair.b, pair.X, options, cache, counters);
    const Link right = solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan).link;
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    ASSERT_EQ(status, LinkStatus::kLink);
    ASSERT_NEAR(link.gap, right.gap, 1e-10 * pair.size());
  }
}

TEST_P(PolyhedronLink, BeyondTheMarginNeedsAPlaneOnly) {
  std::mt19937 rng(13);
  const auto shapes = some_polyhedra();
  LinkOptions options;
  options.method = GetParam();
  int beyond = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const Placed pair = random_pair(rng, shapes);
    const Real gap = solve(pair.a, pair.b, pair.X).link.gap;
    options.margin = uniform(rng, -0.1, 0.3);
    LinkCache cache;
    LinkCounters counters;
    for (int again = 0; again < 2; ++again) {
      const auto [status, link] = solve(pair.a, pair.b, pair.X, options, cache, counters);
      ASSERT_EQ(status == LinkStatus::kBeyond, gap > options.margin) << trial;
      if (status == LinkStatus::kBeyond) {
        ASSERT_GT(link.gap, options.margin);
        ASSERT_LE(link.gap, gap + 1e-12);
        ++beyond;
      }
    }
    EXPECT_EQ(counters.solves, 2u);
  }
  EXPECT_GT(beyond, 200);
}

}  // namespace
}  // namespace scree::testing::space
