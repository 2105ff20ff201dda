#include "scree/view/geometry.hpp"

#include "scree/view/bytes.hpp"
#include "view/sample_run.hpp"

namespace scree::view {
namespace {

using output::Box;

const Box kBox = {{-1.02, -1, -0.02}, {1.02, 1, 3}};

std::vector<WallState> walls_of(const Model& model) { return initial_state(model).walls; }
Vec3d point(const Mesh& mesh, std::uint32_t v) { return Vec3d(mesh.positions[v]); }

// Six times the volume that the triangles shut in: positive only if they look outwards.
double volume_of(const Mesh& mesh) {
  double six = 0;
  for (std::size_t k = 0; k < mesh.triangles.size(); k += 3)
    six += dot(point(mesh, mesh.triangles[k]),
               cross(point(mesh, mesh.triangles[k + 1]), point(mesh, mesh.triangles[k + 2])));
  return six / 6;
}

double farthest(const Mesh& mesh) {
  double r = 0;
  for (const auto& p : mesh.positions) r = std::max(r, double(norm(p)));
  return r;
}

void expect_sound(const Mesh& mesh) {
  ASSERT_EQ(mesh.normals.size(), mesh.positions.size());
  for (const std::uint32_t v : mesh.triangles) ASSERT_LT(v, mesh.positions.size());
  for (const std::uint32_t v : mesh.edges) ASSERT_LT(v, mesh.positions.size());
  for (const auto& n : mesh.normals) EXPECT_NEAR(norm(n), 1, 1e-5);
}

// Volumes are known from the mass properties of the types, which are computed elsewhere.
TEST(Geometry, PolyhedraHaveTheVolumeOfTheirType) {
  const Model model = sample::shapes_model();
  const Geometry g = make_geometry(model, {}, kBox, 6);
  for (const std::size_t t : {0u, 1u}) {
    const Mesh& mesh = g.meshes.at(std::size_t(g.mesh_of_type[t]));
    expect_sound(mesh);
    const double r = double(model.body_types[t].bounding_radius);
    EXPECT_NEAR(volume_of(mesh) * r * r * r, double(model.body_types[t].volume), 1e-5);
    EXPECT_NEAR(farthest(mesh), 1, 1e-6);
    EXPECT_FALSE(mesh.smooth);
  }
  EXPECT_EQ(g.meshes[0].edges.size(), 2u * 12);  // a cube's
  EXPECT_EQ(g.meshes[0].triangles.size(), 3u * 12);
  EXPECT_EQ(g.meshes[1].edges.size(), 2u * 6);  // a tetrahedron's
  EXPECT_EQ(g.mesh_of_type[3], -1);             // balls are drawn by the page
}

TEST(Geometry, PartsOfACompoundLieWhereTheyBelong) {
  const Model model = sample::shapes_model();
  const Geometry g = make_geometry(model, {}, kBox, 6);
  const Mesh& bone = g.meshes.at(std::size_t(g.mesh_of_type[2]));
  const double r = double(model.body_types[2].bounding_radius);
  double lowest = 0;
  for (const auto& p : bone.positions) lowest = std::min(lowest, double(p.x));
  EXPECT_NEAR(lowest * r, -0.75 - 0.25 / std::sqrt(3.0), 1e-5);  // a cube in a ball of 0.25, its middle at -0.75
}

TEST(Geometry, SuperellipsoidsLieOnTheirSurface) {
  const Model model = sample::smooth_model();
  const Geometry g = make_geometry(model, {}, kBox, 6);
  const Mesh& mesh = g.meshes.at(std::size_t(g.mesh_of_type[1]));
  expect_sound(mesh);
  EXPECT_TRUE(mesh.smooth);
  EXPECT_EQ(mesh.triangles.size(), 3u * 12 * 36);
  const Superellipsoid& pill = model.superellipsoids[0].shape;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    EXPECT_NEAR(double(inside_outside(pill, Vec3(mesh.positions[v]))), 1, 1e-4);
    EXPECT_GT(dot(mesh.normals[v], mesh.positions[v]), 0);
  }
  EXPECT_NEAR(volume_of(mesh), double(volume(pill)), 0.05 * double(volume(pill)));
}

TEST(Geometry, ClustersAreBalls) {
  Model model = sample::model();
  BodyType pair = model.body_types[0];
  pair.parts.resize(2, pair.parts[0]);
  for (int k = 0; k < 2; ++k) {
    pair.parts[std::size_t(k)].kind = ShapeKind::kCluster;
    pair.parts[std::size_t(k)].size = Real(0.5);
    pair.parts[std::size_t(k)].pose.p = {Real(k - 0.5) * 3, 0, 0};
  }
  pair.bounding_radius = 2;
  model.body_types.push_back(pair);
  const Geometry g = make_geometry(model, walls_of(model), kBox, 6);
  EXPECT_EQ(g.mesh_of_type[2], -1);
  ASSERT_EQ(g.balls_of_type[2], 0);
  ASSERT_EQ(g.ball_lists[0].size(), 2u);
  EXPECT_FLOAT_EQ(g.ball_lists[0][0].x.x, -0.75f);
  EXPECT_FLOAT_EQ(g.ball_lists[0][1].r, 0.25f);
  EXPECT_STREQ(shape_name(model, pair), "cluster");
}

TEST(Geometry, InThePlaneBodiesAreFlat) {
  Model model = sample::model();
  model.settings.dimension = 2;
  const Geometry g = make_geometry(model, walls_of(model), kBox, 6);
  const Mesh& disc = g.meshes.at(std::size_t(g.mesh_of_type[0]));
  expect_sound(disc);
  EXPECT_TRUE(disc.sheet);
  EXPECT_EQ(disc.edges.size(), 2u * 48);
  for (const auto& p : disc.positions) EXPECT_EQ(p.z, 0);
  EXPECT_NEAR(farthest(disc), 1, 1e-6);
  EXPECT_STREQ(shape_name(model, model.body_types[0]), "disc");
}

TEST(Geometry, WallsAreSheetsInTheirOwnFrames) {
  const Model model = sample::model();
  const Geometry g = make_geometry(model, walls_of(model), kBox, 6);
  for (std::size_t w = 0; w + 1 < model.walls.size(); ++w) {
    const Mesh& mesh = g.meshes.at(std::size_t(g.mesh_of_wall[w]));
    expect_sound(mesh);
    EXPECT_TRUE(mesh.sheet);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
      EXPECT_TRUE(w >= 4 || std::abs(mesh.positions[v].z) < 1e-6) << w;  // planes and plate: z = 0 of their frame
  }
  EXPECT_EQ(g.mesh_of_wall.back(), -1);  // balls are bodies
  const Mesh& pipe = g.meshes.at(std::size_t(g.mesh_of_wall[4]));
  EXPECT_EQ(pipe.edges.size(), 2u * 96);  // two rims of 48
  for (std::size_t v = 0; v < pipe.positions.size(); ++v) {
    EXPECT_NEAR(std::hypot(pipe.positions[v].x, pipe.positions[v].y), 0.5, 1e-6);
    EXPECT_NEAR(pipe.normals[v].z, 0, 1e-6);
  }
  const Mesh& funnel = g.meshes.at(std::size_t(g.mesh_of_wall[5]));
  EXPECT_EQ(funnel.edges.size(), 2u * 48);  // one rim and a point
  EXPECT_EQ(funnel.triangles.size(), 3u * 48);
}

// Floor, left and right bound the box: each ends where it meets the others. A plane through the middle cuts nothing.
TEST(Geometry, PlanesThatBoundTheBoxEndWhereTheyMeet) {
  Model model = sample::model();
  const auto extent = [](const Mesh& mesh, int axis) {
    double lo = 1e300, hi = -1e300;
    for (const auto& p : mesh.positions) lo = std::min(lo, double(p[axis])), hi = std::max(hi, double(p[axis]));
    return std::pair(lo, hi);
  };
  Geometry g = make_geometry(model, walls_of(model), kBox, 6);
  EXPECT_NEAR(extent(g.meshes.at(std::size_t(g.mesh_of_wall[0])), 0).first, -1, 1e-6);
  EXPECT_NEAR(extent(g.meshes.at(std::size_t(g.mesh_of_wall[0])), 0).second, 1, 1e-6);
  model.walls[2].x.x = 0.2;  // a gate
  g = make_geometry(model, walls_of(model), kBox, 6);
  EXPECT_NEAR(extent(g.meshes.at(std::size_t(g.mesh_of_wall[0])), 0).second, 1.02, 1e-6);
  EXPECT_EQ(make_geometry(model, walls_of(model), {}, 6).mesh_of_wall[0], -1);  // nothing to see
}

TEST(Geometry, ReadsBackByTheLayout) {
  Model model = sample::shapes_model();
  model.walls = sample::model().walls;
  const Geometry g = make_geometry(model, walls_of(model), kBox, 6);
  const sample_run::WireReader wire(pack_geometry(g));
  EXPECT_EQ(wire.text(0, 4), "SCRG");
  ASSERT_EQ(wire.at<std::uint32_t>(8), g.meshes.size());
  std::size_t end = 16 + 32 * g.meshes.size() + 8 * g.ball_lists.size();
  for (std::size_t k = 0; k < g.meshes.size(); ++k) {
    const std::size_t row = 16 + 32 * k;
    const Mesh& mesh = g.meshes[k];
    const std::uint32_t n = wire.at<std::uint32_t>(row), triangles = wire.at<std::uint32_t>(row + 4),
                        edges = wire.at<std::uint32_t>(row + 8);
    ASSERT_EQ(n, mesh.positions.size());
    const std::uint32_t positions = wire.at<std::uint32_t>(row + 16), normals = wire.at<std::uint32_t>(row + 20),
                        corners = wire.at<std::uint32_t>(row + 24), lines = wire.at<std::uint32_t>(row + 28);
    EXPECT_EQ(positions, end);
    EXPECT_EQ(normals, positions + 12 * n);
    EXPECT_EQ(corners, normals + 12 * n);
    EXPECT_EQ(lines, corners + 12 * triangles);
    end = lines + 8 * edges;
    for (std::size_t v = 0; v < n; ++v) {
      EXPECT_EQ(wire.vec3<float>(positions + 12 * v), Vec3d(mesh.positions[v]));
      EXPECT_EQ(wire.vec3<float>(normals + 12 * v), Vec3d(mesh.normals[v]));
    }
    for (std::size_t v = 0; v < 3 * triangles; ++v)
      EXPECT_EQ(wire.at<std::uint32_t>(corners + 4 * v), mesh.triangles[v]);
    for (std::size_t v = 0; v < 2 * edges; ++v) EXPECT_EQ(wire.at<std::uint32_t>(lines + 4 * v), mesh.edges[v]);
  }
  EXPECT_EQ(wire.size(), end);
}

}  // namespace
}  // namespace scree::view
