// Shapes of type "polyhedron" in scenes: where they come from, what is carried, what is wrong.
#include "scene/scene_helpers.hpp"
#include "scree/run/check.hpp"
#include "scree/run/run.hpp"
#include "scree/solids/mass_properties.hpp"

namespace scree::test {
namespace {

const std::string kHead = R"(schema = 1
time = { end = 1 }
[[material]]
name = "stone"
density = 2600
[[shape]]
name = "s"
type = "polyhedron"
material = "stone"
)";  // the first line after it is 10

std::string with(const std::string& keys) { return problems_of(kHead + keys); }

TEST(ScenePolyhedra, ComeFromEverySource) {
  std::ofstream(scratch_folder() / "t.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 3 2 1\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  const std::string corners = "vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]\n";
  for (const std::string& keys :
       {corners, corners + "faces = [[2,1,0],[0,1,3],[1,2,3],[0,3,2]]\n", std::string("file = \"t.obj\"\n"),
        std::string("file = \"t.obj\"\nhull = true\n"), std::string("library = \"tetrahedron\"\n")}) {
    SCOPED_TRACE(keys);
    const Scene scene = load_text(kHead + keys);
    ASSERT_EQ(scene.model.polyhedra.size(), 1u);
    EXPECT_EQ(scene.model.polyhedra[0].n_faces(), 4);
    EXPECT_EQ(scene.model.body_types[0].parts[0].kind, ShapeKind::kPolyhedron);
  }
  for (const char* keys : {"library = \"box\"\nlengths = [\"1 cm\", \"2 cm\", \"3 cm\"]\n",
                           "library = \"prism\"\nsides = 5\nheight = 0.5\n",
                           "library = \"rock\"\nn_vertices = 30\nelongation = 0.7\nflatness = \"50 %\"\nseed = 4\n"})
    EXPECT_EQ(with(keys), "") << keys;
}

// At scale 1 a body has circumradius 1, whatever the size of the shape as given.
TEST(ScenePolyhedra, AreCarriedInTheirPrincipalFrame) {
  const Scene scene = load_text(kHead + "library = \"box\"\nlengths = [0.03, 0.01, 0.02]\nsize = \"2 cm\"\n");
  const BodyType& type = scene.model.body_types[0];
  const MassProperties m = mass_properties(scene.model.polyhedra[type.parts[0].polyhedron].view());
  EXPECT_NEAR(m.circumradius, 1, 1e-14);
  EXPECT_LT(norm(m.centroid), 1e-15);
  EXPECT_NEAR(type.volume, m.volume, 1e-14);
  EXPECT_LT(norm(m.volume * type.gyration2 - m.moments), 1e-14);
  EXPECT_NEAR(m.inertia.row0.x, m.moments.x, 1e-14);
  EXPECT_NEAR(m.inertia.row2.z, m.moments.z, 1e-14);
  EXPECT_EQ(type.density, 2600);
  EXPECT_EQ(type.bounding_radius, 1);
}

TEST(ScenePolyhedra, AloneCanBeCheckedButNotRun) {
  Scene scene = load_text(kHead + "library = \"cube\"\nsize = \"2 cm\"\n");
  const std::string text = physical_summary(scene);
  EXPECT_NE(text.find("shape \"s\": 8 vertices, 12 edges, 6 faces; size 0.02 m: volume 1.5396e-06 m3, circumradius "
                      "0.01 m, inradius 0.0057735 m, principal moments of inertia 3.42133e-11, 3.42133e-11, "
                      "3.42133e-11 m5 at density 1"),
            text.npos)
      << text;
  EXPECT_NE(text.find("nothing to run: the scene has no bodies"), text.npos);
  RunOptions options;
  options.out = (scratch_folder() / "run").string();
  EXPECT_THROW(run(scene, options), InputError);
  scene = load_text(kHead +
                    "vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0.1,0.1,0.1]]\n"
                    "size = { distribution = \"uniform\", min = 1, max = 2 }\n");
  EXPECT_NE(physical_summary(scene).find("sizes 1 .. 2 m; the largest: volume "), text.npos);
  EXPECT_NE(physical_summary(scene).find("; 1 points given are no vertices and were dropped"), text.npos);
}

// kGood with a box of 1 x 2 x 3 cm; the first line after it is 34.
const std::string kBrick = kGood + R"([[shape]]
name = "brick"
type = "polyhedron"
material = "stone"
library = "box"
lengths = [0.01, 0.02, 0.03]
)";

std::vector<Vec3d> corners(const Scene& scene, std::size_t i) {
  const Bodies& b = scene.state.bodies;
  std::vector<Vec3d> points;
  for (const Vec3& v : scene.model.polyhedra[0].vertices)
    points.push_back(b.x[i] + Vec3d(rotate(b.q[i], b.scale[i] * v)));
  return points;
}
// Half the lengths of the box round body i along x, y and z.
Vec3d extents(const Scene& scene, std::size_t i) {
  Vec3d half = {0, 0, 0};
  for (const Vec3d& p : corners(scene, i))
    for (int k = 0; k < 3; ++k) half[k] = std::max(half[k], std::abs(p[k] - scene.state.bodies.x[i][k]));
  return half;
}

TEST(ScenePolyhedra, StandAsGivenUnlessTurned) {
  const Scene scene = load_text(kBrick + R"([[body]]
shape = "brick"
position = [1, 0, 1]
[[body]]
shape = "brick"
position = [2, 0, 1]
axis = [0, 0, 5]
angle = "90 deg"
[[body]]
shape = "brick"
position = [3, 0, 1]
quaternion = [2, 2, 0, 0]
size = "2 cm"
)");
  const Bodies& b = scene.state.bodies;
  ASSERT_EQ(b.size(), 5u);
  EXPECT_EQ(b.q[0], Quat{});
  const double big = std::sqrt(1 + 4 + 9.0) / 2 / 100;
  EXPECT_NEAR(b.radius[2], big, 1e-15);
  EXPECT_NEAR(b.mass[2], 2600 * 6e-6, 1e-15);
  EXPECT_LT(norm(extents(scene, 2) - Vec3d{0.005, 0.01, 0.015}), 1e-15);
  EXPECT_LT(norm(extents(scene, 3) - Vec3d{0.01, 0.005, 0.015}), 1e-15);
  EXPECT_NEAR(b.radius[4], 0.01, 1e-15);
  EXPECT_LT(norm(extents(scene, 4) - 0.01 / big * Vec3d{0.005, 0.015, 0.01}), 1e-15);
  // The longest axis has the smallest moment of inertia: it is the first of the body's frame.
  EXPECT_NEAR(std::abs(rotate(b.q[2], {1, 0, 0}).z), 1, 1e-15);
}

TEST(ScenePolyhedra, EnterTurnedAnyWayOrAsGiven) {
  const std::string fill =
      "[[fill]]\nkind = \"lattice\"\nshapes = [\"brick\"]\ncount = 300\ninside = [[1,0,1],[2,1,2]]\n";
  const Scene given = load_text(kBrick + fill + "orientation = \"as_given\"\n"), random = load_text(kBrick + fill);
  Vec3d mean = {0, 0, 0}, squares = {0, 0, 0};
  for (std::size_t i = 0; i < 300; ++i) {
    EXPECT_LT(norm(extents(given, i) - Vec3d{0.005, 0.01, 0.015}), 1e-15);
    const Quat& q = random.state.bodies.q[i];
    EXPECT_NEAR(norm2(Vec3{q.x, q.y, q.z}) + q.w * q.w, 1, 1e-14);
    const Vec3d axis(rotate(q, {1, 0, 0}));
    mean += axis / 300;
    squares += componentwise(axis, axis) / 300;
  }
  EXPECT_LT(norm(mean), 0.12);  // 3.6 deviations of 1/sqrt(900)
  EXPECT_LT(norm(squares - Vec3d{1, 1, 1} / 3), 0.08);
  EXPECT_EQ(random.state.bodies.x, given.state.bodies.x);
  EXPECT_EQ(problems_of(kBrick + "[[fill]]\nshapes = [\"ball\"]\ncount = 1\ninside = [[1,0,1],[2,1,2]]\n"
                                 "orientation = \"random\"\n"),
            "s.toml:38: fill[0].orientation = \"random\": not used by spheres");
  const std::string stream = "[[stream]]\nname = \"i\"\nshapes = [\"brick\"]\nrate = 1\ninside = [[0,0,1],[1,1,2]]\n";
  EXPECT_EQ(load_text(kBrick + stream).model.streams[0].orientation, Orientation::kRandom);
  EXPECT_EQ(load_text(kBrick + stream + "orientation = \"as_given\"\n").model.streams[0].orientation,
            Orientation::kAsGiven);
}

TEST(ScenePolyhedra, ProblemsOfSingleBodies) {
  const auto body = [](const std::string& keys) {
    return problems_of(kBrick + "[[body]]\nshape = \"brick\"\nposition = [1, 0, 1]\n" + keys);
  };
  EXPECT_EQ(body("radius = 1\n"), "s.toml:37: body[2].radius = 1: not used by a polyhedron");
  EXPECT_EQ(body("axis = [1, 0, 0]\n"), "s.toml:34: body[2].angle: missing; must be an angle, e.g. \"35 deg\"");
  EXPECT_EQ(body("axis = [0, 0, 0]\nangle = 1\n"), "s.toml:37: body[2].axis = [0, 0, 0]: must have a length");
  EXPECT_EQ(body("angle = \"3 m\"\n"), "s.toml:37: body[2].angle = \"3 m\": must be an angle, e.g. \"35 deg\"");
  EXPECT_EQ(body("quaternion = [0, 0, 0, 0]\n"), "s.toml:37: body[2].quaternion = [0, 0, 0, 0]: must not be zero");
  EXPECT_EQ(body("quaternion = [1, 0, 0]\n"),
            "s.toml:37: body[2].quaternion = [1, 0, 0]: must be four numbers, [w, x, y, z]");
  EXPECT_EQ(body("quaternion = [1, 0, 0, 0]\nangle = 1\n"),
            "s.toml:37: body[2].quaternion = [1, 0, 0, 0]: angle or axis is given, too; leave one out");
  EXPECT_EQ(problems_of(kBrick + "[[body]]\nshape = \"ball\"\nposition = [1, 0, 1]\nangle = 1\nsize = 2\n"),
            "s.toml:37: body[2].angle = 1: not used by a sphere\ns.toml:38: body[2].size = 2: not used by a sphere");
  const std::string graded =
      replaced(kBrick, "lengths", "size = { distribution = \"uniform\", min = 1, max = 2 }\nlengths");
  EXPECT_EQ(problems_of(graded + "[[body]]\nshape = \"brick\"\nposition = [1, 0, 1]\n"),
            "s.toml:35: body[2].size: missing; shape \"brick\" has no single size");
}

TEST(ScenePolyhedra, TheContactModelIsChosenAndSaid) {
  const std::string cube = "library = \"cube\"\n";
  EXPECT_EQ(load_text(kHead + cube).model.settings.polyhedron_contact, ContactModel::kArea);
  const Scene scene = load_text(kHead + cube + "[narrow_phase]\npolyhedron_contact = \"points\"\n");
  EXPECT_EQ(scene.model.settings.polyhedron_contact, ContactModel::kPoints);
  EXPECT_NE(physical_summary(scene).find("shortest_link; every contact point for itself"), std::string::npos);
  EXPECT_EQ(with(cube + "[narrow_phase]\npolyhedron_contact = \"volume\"\n"),
            "s.toml:12: narrow_phase.polyhedron_contact = \"volume\": must be \"area\" or \"points\"");
}

TEST(ScenePolyhedra, ShrunkenEdgesAreChosenAndChecked) {
  const std::string cube = "library = \"cube\"\n", on = "[narrow_phase]\npolyhedron_polyhedron = \"shrunken_edge\"\n";
  EXPECT_FALSE(load_text(kHead + cube).model.settings.shrunken_edges);
  const Scene scene = load_text(kHead + cube + on + "shrinkage = 0.002\n");
  EXPECT_TRUE(scene.model.settings.shrunken_edges);
  EXPECT_EQ(scene.model.settings.shrinkage.part, Real(0.002));
  ASSERT_EQ(scene.model.shrunken.size(), 1u);
  EXPECT_NEAR(scene.model.shrunken[0].inset, 0.002 / std::sqrt(3.0), 1e-12);
  EXPECT_NE(physical_summary(scene).find("polyhedra against polyhedra: shrunken_edge"), std::string::npos);
  EXPECT_EQ(with(cube + on + "shrunken_tolerance = 1\n"),
            "s.toml:13: narrow_phase.shrunken_tolerance = 1: must be below 1: with a tolerance as large as the inset, "
            "blocks that share only an edge or a vertex touch each other");
  EXPECT_EQ(with(cube + on + "shrinkage = 0.02\n"),
            "s.toml:13: narrow_phase.shrinkage = 0.02: must be from 0.001 to 0.01");
  EXPECT_EQ(with(cube + "[narrow_phase]\nshrinkage = 0.005\n"),
            "s.toml:12: narrow_phase.shrinkage = 0.005: not used unless polyhedron_polyhedron = \"shrunken_edge\"");
}

TEST(Scene, BodiesBehindAPlaneAreNamed) {
  EXPECT_EQ(problems_of(replaced(kGood, "[0, 0, 0.2]", "[0, 0, -0.001]")),
            "s.toml:20: body[1].position = [0, 0, -0.001]: is behind the plane of wall \"floor\"");
  EXPECT_EQ(problems_of(kGood + "[[fill]]\nkind = \"lattice\"\nshapes = [\"ball\"]\nspacing = 0.1\n"
                                "inside = [[1,0,-0.11],[1.1,0.1,0.11]]\n"),
            "s.toml:28: 1 of 3 bodies have their centres behind a plane, as wall \"floor\"");
}

TEST(ScenePolyhedra, ProblemsNameTheKey) {
  EXPECT_EQ(with("size = 1\n"), "s.toml:6: shape[0]: needs just one of vertices, file, library and from");
  EXPECT_EQ(with("library = \"cube\"\nfile = \"x.stl\"\n"),
            "s.toml:6: shape[0]: needs just one of vertices, file, library and from");
  EXPECT_EQ(with("library = \"cube\"\nsides = 5\n"), "s.toml:11: shape[0].sides = 5: not used by library \"cube\"");
  EXPECT_EQ(with("library = \"cube\"\nradius = 5\n"), "s.toml:11: shape[0].radius = 5: not used by library \"cube\"");
  EXPECT_EQ(with("library = \"prism\"\n"), "s.toml:6: shape[0].sides: missing; must be an integer");
  EXPECT_EQ(with("library = \"box\"\n"),
            "s.toml:6: shape[0].lengths: missing; must be a list of three, each a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("library = \"cubo\"\n").substr(0, 70),
            "s.toml:10: shape[0].library = \"cubo\": must be \"tetrahedron\", \"pyramid\"");
  EXPECT_EQ(with("library = \"rock\"\nn_vertices = 3\n"),
            "s.toml:10: shape[0].library = \"rock\": shape \"s\": a rock of 3 vertices; must be from 4 to 2000");
  EXPECT_EQ(with("library = \"rock\"\nflatness = 2\n"), "s.toml:11: shape[0].flatness = 2: must be > 0 and <= 1");
  EXPECT_EQ(with("vertices = []\n"),
            "s.toml:10: shape[0].vertices = []: shape \"s\": 0 points; a body has at least 4 vertices");
  EXPECT_EQ(with("library = \"cube\"\nfaces = [[0, 1, 2]]\n"),
            "s.toml:11: shape[0].faces = [[0, 1, 2]]: not used by library \"cube\"");
  const std::string corners = "vertices = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]\n";
  EXPECT_EQ(with(corners + "faces = [[0, 1, 2.5]]\n"),
            "s.toml:11: shape[0].faces[0] = [0, 1, 2.5]: must be a list of faces, each a list of integers");
  EXPECT_EQ(with(corners + "faces = [[0,1,2],[1,0,3],[2,1,3],[0,2,3]]\n"),
            "s.toml:10: shape[0].vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]: shape \"s\": every face is "
            "turned inside out; list the vertices of a face counter-clockwise as seen from outside");
  EXPECT_EQ(with("file = \"no.stl\"\n"),
            "s.toml:10: shape[0].file = \"no.stl\": shape \"s\": no.stl: there is no such file");
  EXPECT_EQ(problems_of(replaced(kGood, "radius = 0.01", "radius = 0.01\nlibrary = \"cube\"")),
            "s.toml:15: shape[0].library = \"cube\": not used by type \"sphere\"");
}

}  // namespace
}  // namespace scree::test
