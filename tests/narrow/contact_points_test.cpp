#include "scree/narrow/polyhedron/contact_points.hpp"

#include <gtest/gtest.h>

#include <set>

#include "narrow/polyhedron_cases.hpp"

namespace scree::testing {
namespace {

using namespace space;

struct Points {
  Link link;
  std::vector<ContactPoint> at;
};
Points points_of(const PolyhedronData& a, const PolyhedronData& b, const Pose& X, int max = 64) {
  Points p;
  p.link = solve(a, b, X).link;
  p.at.resize(std::size_t(max));
  p.at.resize(std::size_t(contact_points(a.view(), b.view(), X, p.link, p.at.data(), max)));
  return p;
}
std::set<std::uint32_t> names(const Points& p) {
  std::set<std::uint32_t> s;
  for (const ContactPoint& c : p.at) s.insert(c.feature);
  return s;
}

TEST(ContactPoints, OfACubeOnALargerOneAreItsCorners) {
  const Points p = points_of(scree::box({3, 3, 1}), cube(), at({0.2, 0.1, 0.99}));
  ASSERT_EQ(p.at.size(), 4u);
  for (const ContactPoint& c : p.at) {
    EXPECT_NEAR(c.gap, -0.01, 1e-14);
    EXPECT_NEAR(std::fabs(c.p.x - 0.2), 0.5, 1e-14);
    EXPECT_NEAR(std::fabs(c.p.y - 0.1), 0.5, 1e-14);
    EXPECT_NEAR(c.p.z, 0.495, 1e-14);
  }
  EXPECT_EQ(names(p).size(), 4u);
}

TEST(ContactPoints, OfStackedCubesAreTheCornersOfTheOverlap) {
  const Points p = points_of(cube(), cube(), at({0.3, -0.2, 0.99}));
  ASSERT_EQ(p.at.size(), 4u);
  Vec3 sum{0, 0, 0};
  for (const ContactPoint& c : p.at) {
    EXPECT_NEAR(std::fabs(c.p.x - 0.15), 0.35, 1e-12);
    EXPECT_NEAR(std::fabs(c.p.y + 0.1), 0.4, 1e-12);
    sum += c.p;
  }
  EXPECT_NEAR(norm(tangential(sum / 4 - Vec3{0.15, -0.1, 0}, Vec3{0, 0, 1})), 0, 1e-12);
  EXPECT_EQ(names(p).size(), 4u);
}

TEST(ContactPoints, OfACubeTurnedOnTopOfAnotherAreEight) {
  const Points p = points_of(cube(), cube(), at({0, 0, 0.99}, {0, 0, std::atan(Real(1))}));
  EXPECT_EQ(p.at.size(), 8u);
  EXPECT_EQ(names(p).size(), 8u);
  EXPECT_EQ(points_of(cube(), cube(), at({0, 0, 0.99}, {0, 0, 0.7}), 3).at.size(), 3u);
}

TEST(ContactPoints, OfATiltedCubeHaveDepthsOfTheirOwn) {
  const Real tilt = 0.005;
  const Points p = points_of(scree::box({3, 3, 1}), cube(), at({0, 0, 0.99}, {0, tilt, 0}));
  ASSERT_EQ(p.at.size(), 4u);
  for (const ContactPoint& c : p.at) {
    const Real x = c.p.x < 0 ? -0.5 : 0.5;
    EXPECT_NEAR(-c.gap, 0.01 + 0.5 * (std::cos(tilt) - 1) + x * std::sin(tilt), 1e-12);
  }
}

// Faces on each other, tilted by less than the overlap lets through: now and then two of their edges have the least
// overlap, by a hair, and still the whole face is the contact.
TEST(ContactPoints, OfFacesOnEachOtherAreManyEvenWhereEdgesHaveTheLeastOverlap) {
  std::mt19937 rng(44);
  int edges = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Real depth = std::pow(Real(10), uniform(rng, -8, -2)), tilt = Real(0.2) * depth;
    const Vec3 angle{uniform(rng, -tilt, tilt), uniform(rng, -tilt, tilt), uniform(rng, 0.05, 0.7)};
    const Points p =
        points_of(cube(), cube(), at({uniform(rng, -0.1, 0.1), uniform(rng, -0.1, 0.1), 1 - depth}, angle));
    edges += p.link.a.kind == FeatureKind::kEdge && p.link.b.kind == FeatureKind::kEdge;
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    ASSERT_GE(p.at.size(), 4u);
    for (const ContactPoint& c : p.at) ASSERT_NEAR(-c.gap, depth, 0.5 * depth);
  }
  EXPECT_GT(edges, 50);
}

// Places and gaps do not depend on which body is called A.
TEST(ContactPoints, AreTheSameForBAndA) {
  std::mt19937 rng(41);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  int several = 0, edges = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const Placed pair = random_pair(rng, shapes);
    Pose X = pair.X;
    if (rng() % 3 == 0) X.R = Mat3::identity();
    X = with_gap({pair.a, pair.b, X}, -uniform(rng, 0.002, 0.05) * std::min(pair.a.radius, pair.b.radius));
    const Points p = points_of(pair.a, pair.b, X);
    if (p.link.gap >= 0) continue;
    if (p.link.a.kind == FeatureKind::kFace && p.link.b.kind == FeatureKind::kFace)
      continue;  // either is the reference
    Points q;
    const Pose back = inverse(X);
    Link link = p.link;
    link.n = -(back.R * link.n), std::swap(link.a, link.b);
    link.p_a = back * p.link.p_b, link.p_b = back * p.link.p_a;
    q.at.resize(64);
    q.at.resize(std::size_t(contact_points(pair.b.view(), pair.a.view(), back, link, q.at.data(), 64)));
    ASSERT_EQ(p.at.size(), q.at.size());
    several += p.at.size() > 1;
    edges += p.link.a.kind == FeatureKind::kEdge && p.link.b.kind == FeatureKind::kEdge;
    EXPECT_EQ(names(p).size(), p.at.size());
    for (std::size_t k = 0; k < p.at.size(); ++k) {
      ASSERT_NEAR(p.at[k].gap, q.at[k].gap, 1e-12);
      ASSERT_LT(norm(p.at[k].p - X * q.at[k].p), 1e-12);
      ASSERT_LT(norm(p.at[k].n - p.link.n), 1e-15);
      ASSERT_LE(-p.at[k].gap, -p.link.gap + 1e-12);
      ASSERT_NEAR(dot(p.link.n, p.at[k].p - p.link.p_a), p.link.gap / 2, 1e-12);
    }
  }
  EXPECT_GT(several, 50);
  EXPECT_GT(edges, 100);
}

// Every vertex that has gone through the face, seen by the half spaces of the other body, is among the points.
TEST(ContactPoints, HoldEveryVertexInsideTheOtherBody) {
  std::mt19937 rng(42);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  int inside = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Placed pair = random_pair(rng, shapes);
    const Pose X = with_gap(pair, -uniform(rng, 0.002, 0.05) * std::min(pair.a.radius, pair.b.radius));
    const Points p = points_of(pair.a, pair.b, X);
    if (p.link.gap >= 0 || p.link.a.kind != FeatureKind::kFace) continue;
    const int face = p.link.a.index;
    for (std::size_t v = 0; v < pair.b.vertices.size(); ++v) {
      const Vec3 x = X * pair.b.vertices[v];
      const Real depth = pair.a.offsets[std::size_t(face)] - dot(p.link.n, x);
      if (outside(pair.a, x) > -1e-9) continue;
      const Vec3 foot = x + depth * p.link.n;
      if (outside(pair.a, foot) > 1e-9) continue;  // over the edge of the face
      ++inside;
      const bool held = std::any_of(p.at.begin(), p.at.end(), [&](const ContactPoint& c) {
        return std::fabs(c.gap + depth) < 1e-12 && norm(tangential(c.p - x, p.link.n)) < 1e-12;
      });
      ASSERT_TRUE(held) << "trial " << trial << " vertex " << v;
    }
  }
  EXPECT_GT(inside, 300);
}

// A face of 40 corners: more than the walk lists.
TEST(ContactPoints, OfManyCornersAreAllFound) {
  const Points p = points_of(scree::box({3, 3, 1}), prism(40, 1), at({0.1, 0, 0.99}));
  EXPECT_EQ(p.at.size(), 40u);
  EXPECT_EQ(names(p).size(), 40u);
}

}  // namespace
}  // namespace scree::testing
