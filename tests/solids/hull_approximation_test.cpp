// Polyhedra in place of smooth bodies and of polyhedra of many vertices; surfaces of clusters in triangles.
#include "scree/solids/hull_approximation.hpp"

#include <cstring>
#include <map>
#include <numbers>

#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/ball_union.hpp"
#include "scree/solids/surface_error.hpp"
#include "scree/solids/union_surface.hpp"
#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

TEST(InscribedHull, HasAllVerticesOnTheEllipsoid) {
  const Superellipsoid s = make_superellipsoid({2, 1, 1}, 1, 1);
  Real last = 0;
  for (const int n : {4, 15, 25, 50, 100, 200}) {
    const PolyhedronData p = inscribed_hull(s, n);
    EXPECT_EQ(int(p.vertices.size()), n);
    EXPECT_EQ(p.n_dropped, 0);
    EXPECT_EQ(euler(p), 2);
    for (const Vec3& v : p.vertices) EXPECT_NEAR(norm_value(s.gauge, v), 1, 1e-14);
    const Real v = mass_properties(p.view()).volume;
    EXPECT_GT(v, last);
    EXPECT_LT(v, volume(s));
    last = v;
  }
  EXPECT_GT(last, 0.96 * volume(s));
}

TEST(InscribedHull, OfASphereIsStretchedToThatOfAnEllipsoid) {
  const PolyhedronData round = inscribed_hull(make_superellipsoid({1, 1, 1}, 1, 1), 50);
  const PolyhedronData longer = inscribed_hull(make_superellipsoid({2, 1, 1}, 1, 1), 50);
  for (std::size_t i = 0; i < 50; ++i)
    EXPECT_LT(norm(componentwise({2, 1, 1}, round.vertices[i]) - longer.vertices[i]), 1e-14);
}

TEST(InscribedHull, OfABoxLikeBodyLiesInside) {
  const Superellipsoid s = make_superellipsoid({2, 1, 1}, Real(0.3), Real(0.3));
  const PolyhedronData p = inscribed_hull(s, 200);
  for (const Vec3& v : p.vertices) EXPECT_NEAR(norm_value(s.gauge, v), 1, 1e-14);
  EXPECT_LT(mass_properties(p.view()).volume, volume(s));
  EXPECT_EQ(int(p.vertices.size()) + p.n_dropped, 200);
}

TEST(DecimatedHull, KeepsVerticesAndLiesInside) {
  const PolyhedronData p = rock({400, Real(0.8), Real(0.6), 9});
  Real last = 0;
  for (const int n : {4, 15, 60, 200, 400, 1000}) {
    const PolyhedronData q = decimated_hull(p, n);
    EXPECT_EQ(int(q.vertices.size()), std::min(n, 400));
    for (const Vec3& v : q.vertices) EXPECT_NE(std::find(p.vertices.begin(), p.vertices.end(), v), p.vertices.end());
    const Real v = mass_properties(q.view()).volume;
    EXPECT_GT(v, last - 1e-14);
    last = v;
  }
  EXPECT_NEAR(last, mass_properties(p.view()).volume, 1e-14);
  EXPECT_NE(error_of([&] { decimated_hull(p, 3); }).find("3 vertices"), std::string::npos);
}

TEST(SurfaceErrorOfHulls, FallsWithTheNumberOfVertices) {
  const Superellipsoid s = make_superellipsoid({2, 1, 1}, 1, 1);
  const std::unique_ptr<Solid> solid = solid_of(s);
  const SurfaceError few = surface_error(*solid, inscribed_hull(s, 25), Real(1e-3));
  const SurfaceError many = surface_error(*solid, inscribed_hull(s, 100), Real(1e-3));
  EXPECT_LT(many.largest, few.largest);
  // Heights of caps go with the square of the spacing, that with the inverse of the number.
  EXPECT_NEAR(few.mean / many.mean, 4, 0.8);
}

// Each side of a triangle once in each direction.
void expect_closed(const SurfaceMesh& m) {
  std::map<std::pair<int, int>, int> sides;
  for (std::size_t k = 0; k < m.triangles.size(); k += 3)
    for (std::size_t i = 0; i < 3; ++i) ++sides[{m.triangles[k + i], m.triangles[k + (i + 1) % 3]}];
  for (const auto& [side, n] : sides) {
    ASSERT_EQ(n, 1);
    ASSERT_EQ(sides.count({side.second, side.first}), 1u);
  }
}
Real volume_of(const SurfaceMesh& m) {
  Real six = 0;
  for (std::size_t k = 0; k < m.triangles.size(); k += 3)
    six += dot(m.vertices[std::size_t(m.triangles[k])],
               cross(m.vertices[std::size_t(m.triangles[k + 1])], m.vertices[std::size_t(m.triangles[k + 2])]));
  return six / 6;
}

TEST(UnionSurface, IsClosedAndOutward) {
  for (const std::vector<Ball>& balls :
       {std::vector<Ball>{{{0, 0, 0}, 1}}, sphere_cluster(1, 50, Real(0.5)), axis_cluster({2, 1, 1}, 15),
        std::vector<Ball>{{{0, 0, 0}, 1}, {{3, 0, 0}, 1}}, std::vector<Ball>{{{0, 0, 0}, 1}, {{2, 0, 0}, 1}}}) {
    const SurfaceMesh mesh = triangulate(balls, 40);
    expect_closed(mesh);
    const Real true_volume = union_properties(balls, 1e-7).mass.volume;
    EXPECT_NEAR(volume_of(mesh), true_volume, 0.02 * true_volume);
    for (const Vec3& v : mesh.vertices) EXPECT_LT(std::abs(distance_to_balls(balls, v)), 0.05);
  }
  EXPECT_NE(error_of([] { triangulate(std::vector<Ball>{{{0, 0, 0}, 1}}, 3); }).find("3 cells"), std::string::npos);
}

TEST(Stl, HasATitleACountAndFiftyBytesATriangle) {
  const SurfaceMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2, 0, 1, 1}};
  const std::string bytes = stl_bytes(mesh, "two, one of them flat");
  ASSERT_EQ(bytes.size(), 84u + 50u);
  std::uint32_t n = 0;
  std::memcpy(&n, bytes.data() + 80, 4);
  EXPECT_EQ(n, 1u);
  float z = 0;
  std::memcpy(&z, bytes.data() + 84 + 8, 4);
  EXPECT_EQ(z, 1.0F);
}

}  // namespace
}  // namespace scree::test
