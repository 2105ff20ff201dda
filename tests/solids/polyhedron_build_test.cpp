// Polyhedra from faces and clouds, and every message about those that are none.
#include "scree/solids/polyhedron_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

using Faces = std::vector<std::vector<int>>;

const std::vector<Vec3> kCube = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
const Faces kCubeFaces = {{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

Faces triangulated(const Faces& faces) {
  Faces triangles;
  for (const auto& f : faces)
    for (std::size_t k = 1; k + 1 < f.size(); ++k) triangles.push_back({f[0], f[k], f[k + 1]});
  return triangles;
}
std::vector<Vec3> scaled(std::vector<Vec3> points, Real s) {
  for (Vec3& p : points) p *= s;
  return points;
}

TEST(PolyhedronFromFaces, KeepsCoordinatesAndOrder) {
  const PolyhedronData p = polyhedron_from_faces(kCube, kCubeFaces);
  EXPECT_EQ(p.vertices, kCube);
  EXPECT_EQ(p.n_faces(), 6);
  EXPECT_EQ(std::vector<int>(p.loop.begin(), p.loop.begin() + 4), kCubeFaces[0]);
  EXPECT_EQ(p.normals[0], (Vec3{0, 0, -1}));
}

TEST(PolyhedronFromFaces, MergesTrianglesInOnePlane) {
  std::mt19937 rng(21);
  for (int trial = 0; trial < 50; ++trial) {
    const Pose X = random_pose(rng, 3);
    std::vector<Vec3> vertices = kCube;
    for (Vec3& v : vertices) v = X * v;
    const PolyhedronData p = polyhedron_from_faces(vertices, triangulated(kCubeFaces));
    EXPECT_EQ(p.n_faces(), 6);
    EXPECT_EQ(p.edges.size(), 12u);
    EXPECT_EQ(p.vertices, vertices);  // flat to rounding: not touched
  }
}

// Corners in the middle of faces and edges, as a mesh generator leaves them.
TEST(PolyhedronFromFaces, DropsVerticesOnEdgesAndInFaces) {
  std::vector<Vec3> v = kCube;
  v.push_back({0.5, 0.5, 1});  // 8, in the top
  v.push_back({0.5, 0, 0});    // 9, on the edge between the bottom and the front
  const Faces faces = {{3, 2, 1, 9, 0}, {4, 5, 8}, {5, 6, 8},    {6, 7, 8},    {7, 4, 8},   {0, 9, 4},
                       {9, 5, 4},       {9, 1, 5}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  const PolyhedronData p = polyhedron_from_faces(v, faces);
  EXPECT_EQ(p.vertices, kCube);
  EXPECT_EQ(p.n_faces(), 6);
  EXPECT_EQ(p.edges.size(), 12u);
  EXPECT_EQ(p.n_dropped, 2);
}

// Six decimals or single precision: faces of more than three sides are then made plane.
TEST(PolyhedronFromFaces, FlattensWhatWasRounded) {
  std::mt19937 rng(22);
  for (const PolyhedronData& exact : {cube(), dodecahedron(), rhombic_dodecahedron(), prism(7, 2)})
    for (int trial = 0; trial < 20; ++trial) {
      const PolyhedronData turned = moved(exact, random_pose(rng, 1));
      std::vector<Vec3> rounded = turned.vertices;
      for (Vec3& v : rounded) v = {Real(float(v.x)), Real(float(v.y)), Real(float(v.z))};
      for (const PolyhedronData& p : {polyhedron_from_faces(rounded, faces_of(turned)), hull_of(rounded)}) {
        EXPECT_EQ(faces_of(p), faces_of(turned));
        EXPECT_LT(not_plane_by(p.view()), 2e-12);
        EXPECT_LT(not_convex_by(p.view()), 2e-11);
        for (std::size_t i = 0; i < p.vertices.size(); ++i) EXPECT_LT(norm(p.vertices[i] - rounded[i]), 1e-6);
      }
    }
}

TEST(PolyhedronFromFaces, ErrorsNameVertexFaceAndAmount) {
  const auto what = [](const std::vector<Vec3>& v, const Faces& f) {
    return error_of([&] { polyhedron_from_faces(v, f); });
  };
  std::vector<Vec3> v = kCube;
  Faces f = kCubeFaces;
  EXPECT_EQ(what(v, f), "");

  f[2] = {0, 1, 5, 8};
  EXPECT_EQ(what(v, f), "face 2: there is no vertex 8; they run from 0 to 7");
  f[2] = {0, 1};
  EXPECT_EQ(what(v, f), "face 2 has 2 vertices; must be at least 3");
  f[2] = {0, 1, 5, 1};
  EXPECT_EQ(what(v, f), "face 2: vertex 1 is named twice");
  EXPECT_EQ(what({{0, 0, 0}}, {}), "1 vertices and 0 faces; a body has at least 4 of each");

  f = kCubeFaces;
  f.pop_back();
  EXPECT_EQ(what(v, f), "face 0: no other face has its side from vertex 0 to vertex 3; the surface is not closed");
  f = kCubeFaces;
  std::reverse(f[1].begin(), f[1].end());
  EXPECT_EQ(what(v, f),
            "face 2: its side from vertex 5 to vertex 4 is a side of another face in the same direction; the surface "
            "is not closed or a face is turned inside out");
  f = kCubeFaces;
  for (auto& loop : f) std::reverse(loop.begin(), loop.end());
  EXPECT_EQ(what(v, f),
            "every face is turned inside out; list the vertices of a face counter-clockwise as seen from outside");

  v.push_back({2, 2, 2});
  EXPECT_EQ(what(v, kCubeFaces), "vertex 8 is in no face");
  v = kCube;
  v[7] = {1, 1, 1};
  EXPECT_EQ(what(v, kCubeFaces), "vertices 6 and 7 are the same point, 0 m apart");
  v = kCube;
  v[6].z = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(what(v, kCubeFaces), "vertex 6: z = nan is not a finite number");
  v = kCube;
  v[6] = {1, 1, 1.1};
  EXPECT_EQ(what(v, kCubeFaces), "face 1 is not plane: vertex 4 lies 0.025 m off it");
  for (Vec3& p : v) p.z = 0;
  v[4] = {0.3, 0.3, 0}, v[5] = {0.7, 0.3, 0}, v[6] = {0.7, 0.7, 0}, v[7] = {0.3, 0.7, 0};
  EXPECT_EQ(what(v, kCubeFaces), "the body has no volume (0 m3): all vertices lie in one plane");
}

TEST(PolyhedronFromFaces, SaysWhereItIsNotConvexAtAnyScale) {
  for (const Real s : {Real(1e-6), Real(1), Real(1e3)}) {
    std::vector<Vec3> v = scaled(kCube, s);
    v.push_back({Real(0.5) * s, Real(0.5) * s, Real(0.7) * s});  // the top as a pit
    const Faces f = {{3, 2, 1, 0}, {4, 5, 8},    {5, 6, 8},    {6, 7, 8},   {7, 4, 8},
                     {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    const std::string text = error_of([&] { polyhedron_from_faces(v, f); });
    EXPECT_EQ(text, fmt::format("vertex 6 lies {:.2g} m outside face 1, not convex", s * 0.6 / std::hypot(1, 0.6)));
    // A pit within the tolerance is a plane.
    v[8].z = s * (1 - 1e-7);
    EXPECT_EQ(polyhedron_from_faces(v, f).n_faces(), 6);
    v[8].z = s * (1 + 1e-5);
    EXPECT_EQ(polyhedron_from_faces(v, f).n_faces(), 9);
  }
}

TEST(PolyhedronFromFaces, RefusesAFaceWithAHole) {
  // A cube on a cube: the rest of the lower top is no polygon.
  std::vector<Vec3> v = kCube;
  for (const Vec3& p : kCube) v.push_back({Real(0.25) + p.x / 2, Real(0.25) + p.y / 2, 1 + p.z / 2});
  Faces f = kCubeFaces;
  f.erase(f.begin() + 1);
  for (std::size_t k = 1; k < 6; ++k) {
    auto loop = kCubeFaces[k];
    for (int& i : loop) i += 8;
    f.push_back(loop);
  }
  for (int k = 0; k < 4; ++k) {
    const int a = 4 + k, b = 4 + (k + 1) % 4;
    f.push_back({a, b, b + 4});
    f.push_back({a, b + 4, a + 4});
  }
  const std::string text = error_of([&] { polyhedron_from_faces(v, f); });
  EXPECT_NE(text.find("do not make up one polygon; the body is not convex"), text.npos) << text;
}

TEST(HullOf, AllPointsLieInsideAndFacesAreMerged) {
  std::mt19937 rng(23);
  std::normal_distribution<Real> g;
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<Vec3> cloud(std::size_t(10 + 5 * trial));
    for (Vec3& p : cloud) p = {5 + g(rng), g(rng), Real(0.1) * g(rng)};
    const PolyhedronData p = hull_of(cloud);
    EXPECT_EQ(euler(p), 2);
    EXPECT_EQ(int(p.vertices.size()) + p.n_dropped, int(cloud.size()));
    EXPECT_LT(not_convex_by(p.view()), 1e-11);
    for (const Vec3& x : cloud)
      for (std::size_t f = 0; f < p.normals.size(); ++f)
        ASSERT_LT(dot(p.normals[f], x) - p.offsets[f], 2e-6 * p.radius);
    for (const PolyhedronEdge& e : p.edges)  // no two neighbours in one plane
      EXPECT_LT(dot(p.normals[std::size_t(e.f[0])], p.normals[std::size_t(e.f[1])]), 1 - 1e-14);
  }
}

TEST(HullOf, ACubeFullOfPointsHasSixFaces) {
  std::mt19937 rng(24);
  std::uniform_real_distribution<Real> u(0, 1);
  for (const Real s : {Real(1e-6), Real(1), Real(1e3)}) {
    std::vector<Vec3> cloud = kCube;
    for (int k = 0; k < 300; ++k) {
      Vec3 p{u(rng), u(rng), u(rng)};
      for (int axis = 0; axis < k % 3; ++axis) p[(k + axis) % 3] = Real(k % 2);  // inside, on faces, on edges
      cloud.push_back(p);
    }
    const Pose X = random_pose(rng, 2);
    for (Vec3& p : cloud) p = s * (X * p);
    const PolyhedronData p = hull_of(cloud);
    EXPECT_EQ(p.n_faces(), 6);
    EXPECT_EQ(p.vertices.size(), 8u);
    EXPECT_EQ(p.n_dropped, 300);
  }
}

// A hull's numbers are sums over its faces: whoever cut them into triangles, and in whatever order, they come out
// alike.
TEST(PolyhedronFromFaces, FacesByVerticesDoNotDependOnHowTheyCame) {
  const auto build = [](Faces faces) {
    return polyhedron_from_faces(kCube, std::move(faces), kShapeTolerance, FaceOrder::kByVertices);
  };
  const PolyhedronData whole = build(kCubeFaces);
  for (int f = 0; f < whole.n_faces(); ++f) {
    const auto begin = whole.loop.begin() + whole.face_start[std::size_t(f)];
    const auto end = whole.loop.begin() + whole.face_start[std::size_t(f) + 1];
    EXPECT_EQ(std::min_element(begin, end), begin);
  }
  Faces turned = kCubeFaces, shuffled = triangulated(kCubeFaces);
  for (auto& loop : turned) std::rotate(loop.begin(), loop.begin() + 1, loop.end());
  std::rotate(shuffled.begin(), shuffled.begin() + 5, shuffled.end());
  for (const Faces& faces : {turned, triangulated(kCubeFaces), triangulated(turned), shuffled}) {
    const PolyhedronData p = build(faces);
    EXPECT_EQ(p.loop, whole.loop);
    EXPECT_EQ(p.face_start, whole.face_start);
    EXPECT_EQ(p.normals, whole.normals);
    EXPECT_EQ(p.offsets, whole.offsets);
  }
}

TEST(HullOf, RoundsTripThroughFaces) {
  std::mt19937 rng(25);
  for (int trial = 0; trial < 50; ++trial) {
    const PolyhedronData p = random_rock(rng), q = polyhedron_from_faces(p.vertices, faces_of(p));
    EXPECT_EQ(faces_of(p), faces_of(q));
    EXPECT_EQ(p.vertices, q.vertices);
  }
}

TEST(HullOf, TakesDoublePointsOnce) {
  std::vector<Vec3> cloud = kCube;
  cloud.insert(cloud.end(), kCube.begin(), kCube.end());
  cloud.push_back({1, 1, 1 + 1e-9});
  const PolyhedronData p = hull_of(cloud);
  EXPECT_EQ(p.vertices, kCube);
  EXPECT_EQ(p.n_dropped, 9);
}

TEST(HullOf, ErrorsSayWhatIsMissing) {
  const auto what = [](const std::vector<Vec3>& v) { return error_of([&] { hull_of(v); }); };
  EXPECT_EQ(what({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "3 points; a body has at least 4 vertices");
  EXPECT_EQ(what({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}), "all points are the same point");
  EXPECT_EQ(what({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}),
            "all points lie in one plane, on one line or in one point");
  EXPECT_EQ(what({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}),
            "all points lie in one plane, on one line or in one point");
  EXPECT_EQ(what({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}}),
            "only 3 different points; a body has at least 4 vertices");
  const std::string thin = what({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-8}});
  EXPECT_EQ(thin, "the body has no volume (1.7e-09 m3): all vertices lie in one plane");
  EXPECT_EQ(what({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, INFINITY, 1}}), "vertex 3: y = inf is not a finite number");
}

}  // namespace
}  // namespace scree::test
