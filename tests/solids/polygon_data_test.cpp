// Convex polygons: closed forms, hulls, motions and messages.
#include "scree/solids/polygon_data.hpp"

#include <numbers>

#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

const Real kPi = std::numbers::pi_v<Real>;

TEST(Polygon, RegularOnesHaveTheirClosedForms) {
  for (const int n : {3, 4, 5, 6, 12, 100}) {
    SCOPED_TRACE(n);
    const PolygonData p = regular_polygon(n);
    const Real step = 2 * kPi / n, area = n * std::sin(step) / 2;
    EXPECT_EQ(int(p.vertices.size()), n);
    EXPECT_NEAR(p.area, area, 1e-14);
    EXPECT_NEAR(p.polar_moment, area * (2 + std::cos(step)) / 6, 1e-14);
    EXPECT_NEAR(p.radius, 1, 1e-15);
    EXPECT_NEAR(p.inradius, std::cos(kPi / n), 1e-13);
    EXPECT_LT(norm(p.centre), 1e-15);
    const PolygonView view = p.view();
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(norm(view.normals[i]), 1, 1e-15);
      EXPECT_NEAR(dot(view.normals[i], view.vertices[i] - view.vertices[view.next(i)]), 0, 1e-15);
      EXPECT_GT(dot(view.normals[i], view.vertices[i] - view.centre), 0);
    }
  }
}

TEST(Polygon, ATriangleFarAwayHasItsMoments) {
  const std::vector<Vec2> t = {{1000, 2000}, {1003, 2000}, {1000, 2004}};
  const PolygonData p = polygon_from_vertices(t);
  EXPECT_NEAR(p.area, 6, 1e-12);
  EXPECT_NEAR(p.inradius, 1, 1e-10);
  EXPECT_NEAR(p.incentre.x, 1001, 1e-9);
  EXPECT_NEAR(p.incentre.y, 2001, 1e-9);
  EXPECT_NEAR(p.polar_moment, 6 * (9 + 16 + 25) / Real(36), 1e-11);  // area (a2 + b2 + c2) / 36
  EXPECT_EQ(p.vertices, t);
}

TEST(Polygon, HullsHoldAllPointsAtAnyScale) {
  std::mt19937 rng(41);
  std::normal_distribution<Real> g;
  for (const Real s : {Real(1e-6), Real(1), Real(1e3)})
    for (int trial = 0; trial < 50; ++trial) {
      std::vector<Vec2> cloud(std::size_t(3 + trial));
      for (Vec2& p : cloud) p = {s * g(rng), s * g(rng)};
      const PolygonData p = hull_of(cloud);
      EXPECT_EQ(int(p.vertices.size()) + p.n_dropped, int(cloud.size()));
      for (const Vec2& x : cloud)
        for (std::size_t i = 0; i < p.normals.size(); ++i) EXPECT_LT(dot(p.normals[i], x - p.vertices[i]), 1e-5 * s);
    }
}

TEST(Polygon, CornersOnStraightEdgesAreDropped) {
  const std::vector<Vec2> square = {{0, 0}, {0.5, 0}, {1, 0}, {1, 1}, {0.3, 1}, {0, 1}, {0, 0.5}};
  for (const PolygonData& p : {polygon_from_vertices(square), hull_of(square)}) {
    EXPECT_EQ(p.vertices.size(), 4u);
    EXPECT_EQ(p.n_dropped, 3);
    EXPECT_NEAR(p.area, 1, 1e-15);
    EXPECT_NEAR(p.polar_moment, Real(1) / 6, 1e-15);
  }
}

TEST(Polygon, ErrorsNameTheVertex) {
  const auto what = [](const std::vector<Vec2>& v) { return error_of([&] { polygon_from_vertices(v); }); };
  EXPECT_EQ(what({{0, 0}, {1, 0}}), "2 points; a polygon has at least 3");
  EXPECT_EQ(what({{0, 0}, {1, 0}, {NAN, 1}}), "vertex 2: (nan, 1) is not finite");
  EXPECT_EQ(what({{0, 0}, {1, 0}, {1, 0}, {0, 1}}), "vertices 1 and 2 are the same point");
  EXPECT_EQ(what({{0, 0}, {1, 0}, {2, 0}}), "the polygon has no area: all vertices lie on a line");
  EXPECT_EQ(what({{0, 0}, {0, 1}, {1, 1}, {1, 0}}), "the vertices go round clockwise; must be counter-clockwise");
  EXPECT_EQ(what({{0, 0}, {1, 0}, {0.5, 0.2}, {0, 1}}), "not convex at vertex 2, by 0.21 m");
  EXPECT_EQ(what({{1, 0}, {-0.809, 0.588}, {0.309, -0.951}, {0.309, 0.951}, {-0.809, -0.588}}),
            "not convex: the outline winds round more than once");
  EXPECT_EQ(error_of([] {
              hull_of(std::vector<Vec2>{{0, 0}, {1, 1}, {2, 2}});
            }),
            "all points lie on a line or in one point");
  EXPECT_EQ(error_of([] { regular_polygon(2); }), "a polygon of 2 sides; must be at least 3");
}

}  // namespace
}  // namespace scree::test
