// Scenes with dimension = 2: discs and polygons in the plane z = 0.
#include <numbers>

#include "scene/scene_helpers.hpp"
#include "scree/boundary/inlet.hpp"
#include "scree/run/check.hpp"
#include "scree/solids/mass_properties.hpp"

namespace scree::test {
namespace {

constexpr double kPi = std::numbers::pi;

const std::string kFlat = R"(schema = 1
dimension = 2
thickness = "5 cm"
time = { dt = 1e-5, end = 1 }
[[material]]
name = "stone"
density = 2000
[[contact]]
between = ["stone", "stone"]
law = "linear"
k_n = 1e5
restitution = 0.5
[[shape]]
name = "disc"
material = "stone"
radius = 0.01
[[shape]]
name = "slab"
type = "polygon"
material = "stone"
vertices = [[0, 0], [0.04, 0], [0, 0.02], [0.04, 0.02]]
[[shape]]
name = "six"
type = "polygon"
material = "stone"
library = "regular"
sides = 6
size = "2 cm"
[[body]]
shape = "disc"
position = [0, 0.1]
[[body]]
shape = "slab"
position = [0, 0.2, 0]
angle = "90 deg"
angular_velocity = [0, 0, 3]
velocity = [1, 2]
)";  // the first line after it is 38

TEST(SceneIn2D, BodiesHaveTheMassOfTheirAreaAndThickness) {
  const Scene scene = load_text(kFlat + "[[body]]\nshape = \"six\"\nposition = [0, 1]\nsize = 0.4\n");
  const Model& model = scene.model;
  const Bodies& b = scene.state.bodies;
  EXPECT_EQ(model.settings.dimension, 2);
  EXPECT_EQ(model.settings.thickness, Real(0.05));
  EXPECT_EQ(scene.state.gravity, (Vec3{0, Real(-9.81), 0}));
  ASSERT_EQ(b.size(), 3u);
  EXPECT_NEAR(b.mass[0], 2000 * kPi * 1e-4 * 0.05, 1e-12);
  EXPECT_NEAR(inertia_of(model, b, 0), b.mass[0] * 1e-4 / 2, 1e-15);
  EXPECT_NEAR(b.mass[1], 2000 * 0.04 * 0.02 * 0.05, 1e-12);
  EXPECT_NEAR(inertia_of(model, b, 1), b.mass[1] * (0.04 * 0.04 + 0.02 * 0.02) / 12, 1e-15);
  EXPECT_NEAR(b.mass[2], 2000 * 1.5 * std::sqrt(3.0) * 0.2 * 0.2 * 0.05, 1e-12);
  EXPECT_EQ(b.x[1], (Vec3d{0, 0.2, 0}));
  EXPECT_EQ(b.omega[1], (Vec3{0, 0, 3}));
  EXPECT_NEAR(b.radius[1], std::hypot(0.02, 0.01), 1e-15);
}

TEST(SceneIn2D, APolygonIsAPrismAboutItsCentroid) {
  const Scene scene = load_text(kFlat);
  const Bodies& b = scene.state.bodies;
  const BodyType& type = scene.model.body_types[1];
  EXPECT_EQ(type.parts[0].kind, ShapeKind::kPolyhedron);
  EXPECT_EQ(type.bounding_radius, 1);
  EXPECT_EQ(type.as_given, Quat{});
  const PolyhedronData& prism = scene.model.polyhedra[type.parts[0].polyhedron];
  ASSERT_EQ(prism.vertices.size(), 8u);
  const MassProperties m = mass_properties(prism.view());
  EXPECT_LT(norm(m.centroid), 1e-15);
  EXPECT_NEAR(m.volume, 2 * 0.04 * 0.02 / (0.02 * 0.02 + 0.01 * 0.01), 1e-13);
  double x_max = 0, y_max = 0;
  for (const Vec3& v : prism.vertices) {
    EXPECT_EQ(std::abs(v.z), 1);
    EXPECT_NEAR(std::hypot(v.x, v.y), 1, 1e-15);
    const Vec3 at = b.scale[1] * rotate(b.q[1], v);  // turned by 90 degrees
    x_max = std::max(x_max, double(at.x)), y_max = std::max(y_max, double(at.y));
  }
  EXPECT_NEAR(x_max, 0.01, 1e-15);
  EXPECT_NEAR(y_max, 0.02, 1e-15);
}

TEST(SceneIn2D, WallsAreLinesAndCircles) {
  const Scene scene = load_text(kFlat + R"([[wall]]
name = "floor"
type = "plane"
material = "stone"
point = [0, 0]
normal = [0, 1]
[[wall]]
name = "line"
type = "plate"
material = "stone"
vertices = [[1, 0], [4, 4]]
[[wall]]
name = "drum"
type = "circle"
material = "stone"
centre = [0, 0]
radius = 2
)");
  const std::vector<Wall>& walls = scene.model.walls;
  ASSERT_EQ(walls.size(), 3u);
  EXPECT_LT(norm(rotate(walls[0].q, {0, 0, 1}) - Vec3{0, 1, 0}), 1e-15);
  const double depth = 2 * std::hypot(0.02, 0.01);
  ASSERT_EQ(walls[1].vertices.size(), 4u);
  int at_first_end = 0;
  for (const Vec3& v : walls[1].vertices) {
    EXPECT_EQ(v.z, 0);
    const Vec3d p = walls[1].x + Vec3d(rotate(walls[1].q, v));
    EXPECT_NEAR(std::abs(p.z), depth, 1e-15);
    const bool first = p.x < 2.5;
    at_first_end += first;
    EXPECT_LT(std::hypot(p.x - (first ? 1 : 4), p.y - (first ? 0 : 4)), 1e-14);
  }
  EXPECT_EQ(at_first_end, 2);
  EXPECT_EQ(walls[2].kind, WallKind::kCylinder);
  EXPECT_EQ(walls[2].q, Quat{});
  EXPECT_EQ(walls[2].frustum.r0, 2);
  EXPECT_NEAR(walls[2].frustum.z0, -depth, 1e-15);
  EXPECT_NEAR(walls[2].frustum.z1, depth, 1e-15);
}

// Bodies are prisms as high as they are wide. What they meet of a plate must be higher, be they pebbles or boulders.
TEST(SceneIn2D, PlatesReachBeyondBodiesOfAnySize) {
  const std::string plate =
      "[[wall]]\nname = \"floor\"\ntype = \"plate\"\nmaterial = \"stone\"\nvertices = [[-9, 0], [9, 0]]\n";
  for (const char* const size : {"2 cm", "6 m"}) {
    const Scene scene =
        load_text(kFlat + fmt::format("[[body]]\nshape = \"six\"\nposition = [0, 8]\nsize = \"{}\"\n", size) + plate);
    ASSERT_EQ(scene.model.wall_shapes.size(), 1u);
    Real lowest = 0, highest = 0;
    for (const Vec3& v : scene.model.wall_shapes[0].vertices) {
      const Real z = rotate(scene.model.walls[0].q, v).z;
      lowest = std::min(lowest, z), highest = std::max(highest, z);
    }
    const Real beyond = Real(1.999) * scene.model.largest_radius;
    EXPECT_GE(highest, beyond) << size;
    EXPECT_LE(lowest, -beyond) << size;
  }
}

TEST(SceneIn2D, FillsStayInThePlane) {
  const Scene scene = load_text(kFlat + R"([[fill]]
shapes = ["disc", "six"]
solid_fraction = 0.3
inside = [[1, 1], [2, 2]]
[[fill]]
kind = "lattice"
lattice = "hexagonal"
jitter = 0.5
shapes = ["slab"]
inside = [[3, 1], [4, 2]]
velocity_spread = [1, 1]
)");
  const Bodies& b = scene.state.bodies;
  double mass = 0;
  std::size_t turned = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    EXPECT_EQ(b.x[i].z, 0);
    EXPECT_EQ(b.v[i].z, 0);
    EXPECT_TRUE(b.q[i].x == 0 && b.q[i].y == 0);
    turned += b.q[i].z != 0;
    if (b.x[i].x > 0.5 && b.x[i].x < 2.5) mass += double(b.mass[i]);
  }
  EXPECT_NEAR(mass / 2000, 0.3 * 0.05, 1e-5);
  EXPECT_GT(turned, 400u);
  EXPECT_GT(b.size(), 1000u);
}

TEST(SceneIn2D, StreamsFillRows) {
  Scene scene = load_text(kFlat + R"([[stream]]
name = "in"
shapes = ["six"]
layer_every = 1
inside = [[1, 1], [2, 1.1]]
)");
  State& s = scene.state;
  run_streams(scene.model, s);
  ASSERT_GT(s.bodies.size(), 40u);
  for (std::size_t i = 2; i < s.bodies.size(); ++i) {
    EXPECT_EQ(s.bodies.x[i].z, 0);
    EXPECT_NEAR(s.bodies.x[i].y, 1.05, 1e-12);
    EXPECT_TRUE(s.bodies.q[i].x == 0 && s.bodies.q[i].y == 0 && s.bodies.q[i].z != 0);
  }
}

TEST(SceneIn2D, TablesNeedNoZ) {
  std::ofstream(scratch_folder() / "t.csv") << "shape,x,y,qw,qx,qy,qz\nslab,1,1,1,0,0,1\ndisc,2,2,1,0,0,0\n";
  const std::string fill = "[[fill]]\nkind = \"table\"\nshapes = [\"slab\", \"disc\"]\nfile = \"t.csv\"\n";
  const Scene scene = load_text(kFlat + fill);
  EXPECT_EQ(scene.state.bodies.x[0], (Vec3d{1, 1, 0}));
  EXPECT_NEAR(scene.state.bodies.q[0].z, std::sqrt(0.5), 1e-15);
  std::ofstream(scratch_folder() / "t.csv") << "shape,x,y,z\nslab,1,1,1\n";
  EXPECT_EQ(problems_of(kFlat + fill), "s.toml:38: t.csv:2: dimension = 2: z, vz, wx, wy, qx and qy must be 0");
}

TEST(SceneIn2D, TheCheckSaysSo) {
  const Scene scene = load_text(replaced(kFlat, "[[body]]", "[[unused]]").substr(0, kFlat.find("[[body]]")));
  EXPECT_NE(physical_summary(scene).find("2-D, thickness 0.05 m"), std::string::npos);
  EXPECT_NE(physical_summary(scene).find(
                "shape \"slab\": 4 corners; size 0.04472 m: area 0.0008 m2, circumradius 0.0223607 m, inradius 0.01 m, "
                "polar moment of area 1.33333e-07 m4"),
            std::string::npos)
      << physical_summary(scene);
}

TEST(SceneIn2D, ProblemsNameTheKey) {
  EXPECT_EQ(problems_of(replaced(kFlat, "dimension = 2", "dimension = 4")).substr(0, 49),
            "s.toml:2: dimension = 4: must be 2 or 3\ns.toml:3:");
  EXPECT_EQ(problems_of("thickness = 1\n" + kGood), "s.toml:1: thickness = 1: not used unless dimension = 2");
  EXPECT_EQ(problems_of(replaced(kFlat, "[1, 2]", "[1, 2, 3]")),
            "s.toml:37: body[1].velocity = [1, 2, 3]: dimension = 2: z must be 0");
  EXPECT_EQ(problems_of(replaced(kFlat, "[0, 0, 3]", "[1, 0, 3]")),
            "s.toml:36: body[1].angular_velocity = [1, 0, 3]: dimension = 2: x and y must be 0");
  EXPECT_EQ(
      problems_of(replaced(kFlat, "[1, 2]", "[1]")),
      "s.toml:37: body[1].velocity = [1]: must be a list of three, each a velocity, e.g. \"2 m/s\"; z may be left "
      "out");
  EXPECT_EQ(problems_of("gravity = [0, 0, -9.81]\n" + kFlat),
            "s.toml:1: gravity = [0, 0, -9.81]: dimension = 2: z must be 0");
  EXPECT_EQ(problems_of(replaced(kFlat, "name = \"disc\"", "name = \"disc\"\ntype = \"sphere\"")),
            "s.toml:15: shape[0].type = \"sphere\": dimension = 2: must be \"disc\", \"polygon\" or \"cluster\"");
  EXPECT_EQ(problems_of(replaced(kGood, "name = \"ball\"", "name = \"ball\"\ntype = \"disc\"")).substr(0, 62),
            "s.toml:13: shape[0].type = \"disc\": needs dimension = 2; in 3-D");
  EXPECT_EQ(problems_of(replaced(kFlat, "sides = 6", "sides = 2")),
            "s.toml:27: shape[2].sides = 2: must be from 3 to 1000");
  EXPECT_EQ(problems_of(replaced(kFlat, "\"regular\"", "\"cube\"")),
            "s.toml:26: shape[2].library = \"cube\": must be \"regular\" for a polygon");
  EXPECT_EQ(problems_of(replaced(kFlat, "[[0, 0], [0.04, 0], [0, 0.02], [0.04, 0.02]]", "[[0, 0], [1, 1]]")),
            "s.toml:21: shape[1].vertices = [[0, 0], [1, 1]]: shape \"slab\": 2 points; a polygon has at least 3");
  EXPECT_EQ(problems_of(replaced(kFlat, "angle = \"90 deg\"", "axis = [1, 0]")),
            "s.toml:35: body[1].axis = [1, 0]: not used by a polygon, which turns about z by angle");
  const std::string wall = "[[wall]]\nname = \"w\"\nmaterial = \"stone\"\ntype = ";
  EXPECT_EQ(problems_of(kFlat + wall + "\"cone\"\n"),
            "s.toml:41: wall[0].type = \"cone\": dimension = 2: must be \"plane\", \"plate\" or \"circle\"");
  EXPECT_EQ(problems_of(kGood + wall + "\"circle\"\n"),
            "s.toml:31: wall[1].type = \"circle\": needs dimension = 2; in 3-D it must be \"cylinder\"");
  EXPECT_EQ(problems_of(kFlat + wall + "\"plate\"\nvertices = [[0, 0], [1, 0], [0, 1]]\n"),
            "s.toml:42: wall[0].vertices = [[0, 0], [1, 0], [0, 1]]: dimension = 2: must be 2 points, the ends of a "
            "straight line");
  EXPECT_EQ(problems_of(kFlat + "[[fill]]\nshapes = [\"disc\"]\ncount = 1\n"
                                "inside = { sphere = { centre = [0, 0], radius = 1 } }\n"),
            "s.toml:41: fill[0].inside: dimension = 2: must be a box");
}

}  // namespace
}  // namespace scree::test
