#include "scree/experiments/figure13.hpp"

#include <gtest/gtest.h>

#include "scree/narrow/polygon/common_plane.hpp"

namespace scree::bench {
namespace {

Real angle_between(const Vec2& n, const Vec2& m) { return std::abs(std::atan2(cross(n, m), dot(n, m))); }

TEST(Figure13, TheThreeMethodsFindTheSamePlane) {
  const std::vector<Figure13Row> rows = figure13(0);
  ASSERT_EQ(rows.size(), 9u);
  for (const Figure13Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_LE(angle_between(row.common_plane.link.n, row.shortest_link.link.n), 2 * polygon::kTurnLeast);
    EXPECT_LE(angle_between(row.fast_common_plane.link.n, row.shortest_link.link.n), 1e-14);
    EXPECT_GT(row.shortest_link.link.gap, 0);
    EXPECT_LE(row.shortest_link.link.residual, 1e-15);
  }
}

TEST(Figure13, TheShortestLinkNeedsTheFewestPlanesAndCundallTheMost) {
  for (const Figure13Row& row : figure13(0)) {
    SCOPED_TRACE(row.name);
    EXPECT_LT(row.shortest_link.evaluations, row.fast_common_plane.evaluations);
    EXPECT_LT(row.fast_common_plane.evaluations, row.common_plane.evaluations);
    EXPECT_LE(row.shortest_link.edges_walked, 8);
  }
}

TEST(Figure13, ThePairsFaceEachOtherInEveryWay) {
  bool vertices = false, vertex_edge = false, edges = false;
  for (const Figure13Row& row : figure13(0)) {
    const int a = int(row.shortest_link.link.a.kind), b = int(row.shortest_link.link.b.kind);
    vertices |= a + b == 0;
    vertex_edge |= a + b == 1;
    edges |= a + b == 2;
  }
  EXPECT_TRUE(vertices && vertex_edge && edges);
}

TEST(Figure13, TimesAreMeasured) {
  for (const Figure13Row& row : figure13(1e-4)) {
    EXPECT_GT(row.common_plane.ns, 0);
    EXPECT_LT(row.common_plane.ns, 1e9);
  }
}

}  // namespace
}  // namespace scree::bench
