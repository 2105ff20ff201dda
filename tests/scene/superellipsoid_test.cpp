// Shapes of type "superellipsoid" in scenes: what is carried, how bodies of them are placed, what is wrong.
#include "scene/scene_helpers.hpp"
#include "scree/run/check.hpp"

namespace scree::test {
namespace {

const std::string kHead = R"(schema = 1
time = { end = 1 }
[[material]]
name = "stone"
density = 2600
[[shape]]
name = "s"
type = "superellipsoid"
material = "stone"
)";  // the first line after it is 10

std::string with(const std::string& keys) { return problems_of(kHead + keys); }
bool says(const Scene& scene, const std::string& text) {
  return physical_summary(scene).find(text) != std::string::npos;
}

// At scale 1 a body fits into a ball of radius 1, whatever the size of the shape as given.
TEST(SceneSuperellipsoids, AreCarriedInABallOfRadiusOne) {
  const Scene scene = load_text(kHead + "semi_axes = [\"1 cm\", \"1 cm\", 0.02]\nsquareness = [0.5, 1.5]\n");
  ASSERT_EQ(scene.model.superellipsoids.size(), 1u);
  const BodyType& type = scene.model.body_types[0];
  const Superellipsoid& s = scene.model.superellipsoids[type.parts[0].superellipsoid].shape;
  EXPECT_EQ(type.parts.size(), 1u);
  EXPECT_EQ(type.parts[0].kind, ShapeKind::kSuperellipsoid);
  EXPECT_EQ(type.density, 2600);
  EXPECT_EQ(type.bounding_radius, 1);
  EXPECT_NEAR(s.radius, 1, 1e-14);
  EXPECT_NEAR(s.r().z / s.r().x, 2, 1e-14);
  EXPECT_NEAR(s.eps1(), 0.5, 1e-15);
  EXPECT_NEAR(s.eps2(), 1.5, 1e-15);
  EXPECT_NEAR(type.volume, volume(s), 1e-14);
}

TEST(SceneSuperellipsoids, AreEllipsoidsUnlessTheSquarenessIsGiven) {
  const Scene scene = load_text(kHead + "semi_axes = [0.01, 0.02, 0.03]\n");
  const Superellipsoid& s = scene.model.superellipsoids[0].shape;
  EXPECT_EQ(s.eps1(), 1);
  EXPECT_EQ(s.eps2(), 1);
  EXPECT_TRUE(says(scene,
                   "shape \"s\": squareness 1, 1; size 0.06 m: semi-axes 0.01, 0.02, 0.03 m, volume 2.51327e-05 m3, "
                   "circumradius 0.03 m, inradius 0.01 m, principal moments of inertia 6.53451e-09, 5.02655e-09, "
                   "2.51327e-09 m5 at density 1"))
      << physical_summary(scene);
  EXPECT_TRUE(says(scene, "nothing to run: the scene has no bodies"));
}

TEST(SceneSuperellipsoids, TakeTheirSizeFromTheKeyWhereItIsGiven) {
  EXPECT_TRUE(says(load_text(kHead + "semi_axes = [1, 2, 3]\nsize = \"6 cm\"\n"),
                   "size 0.06 m: semi-axes 0.01, 0.02, 0.03 m, volume 2.51327e-05 m3"));
  EXPECT_TRUE(
      says(load_text(kHead + "semi_axes = [1, 2, 3]\nsize = { distribution = \"uniform\", min = 0.03, max = 0.06 }\n"),
           "sizes 0.03 .. 0.06 m; the largest: semi-axes 0.01, 0.02, 0.03 m"));
}

TEST(SceneSuperellipsoids, ProblemsNameTheKey) {
  const std::string axes = "semi_axes = [1, 2, 3]\n";
  EXPECT_EQ(with(""), "s.toml:6: shape[0].semi_axes: missing; must be a list of three, each a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("semi_axes = [1, 2]\n"),
            "s.toml:10: shape[0].semi_axes = [1, 2]: must be a list of three, each a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with("semi_axes = [1, 0, -3]\n"),
            "s.toml:10: shape[0].semi_axes[1] = 0: must be > 0\n"
            "s.toml:10: shape[0].semi_axes[2] = -3: must be > 0");
  EXPECT_EQ(with("semi_axes = [1, 2, \"3 kg\"]\n"),
            "s.toml:10: shape[0].semi_axes[2] = \"3 kg\": must be a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with(axes + "squareness = [0.05, 2]\n"),
            "s.toml:11: shape[0].squareness[0] = 0.05: must be from 0.1 to 1.9\n"
            "s.toml:11: shape[0].squareness[1] = 2: must be from 0.1 to 1.9");
  for (const char* wrong : {"[1]", "[1, 1, 1]", "[]"})
    EXPECT_EQ(with(axes + "squareness = " + wrong + "\n"),
              std::string("s.toml:11: shape[0].squareness = ") + wrong + ": must be two numbers, e.g. [0.5, 1]");
  EXPECT_EQ(with(axes + "squareness = 1\n"), "s.toml:11: shape[0].squareness = 1: must be a list, each a plain number");
  EXPECT_EQ(with(axes + "size = 0\n"), "s.toml:11: shape[0].size = 0: must be > 0");
  EXPECT_EQ(with(axes + "radius = 1\n"), "s.toml:11: shape[0].radius = 1: not used by type \"superellipsoid\"");
  EXPECT_EQ(with(axes + "library = \"cube\"\n"),
            "s.toml:11: shape[0].library = \"cube\": not used by type \"superellipsoid\"");
  EXPECT_EQ(with(axes + "semi_axis = 1\n"), "s.toml:11: shape[0].semi_axis: unknown key; did you mean \"semi_axes\"?");
  EXPECT_EQ(problems_of(replaced(kGood, "radius = 0.01", "radius = 0.01\nsquareness = [1, 1]")),
            "s.toml:15: shape[0].squareness = [1, 1]: not used by type \"sphere\"");
  EXPECT_EQ(with("semi_axes = [1, 2, 3]\nsquareness = [0.1, 1.9]\n"), "");  // the ends are allowed
}

TEST(SceneSuperellipsoids, AreOfThreeDimensions) {
  EXPECT_EQ(
      problems_of("dimension = 2\n" + kHead + "semi_axes = [1, 2, 3]\n"),
      "s.toml:9: shape[0].type = \"superellipsoid\": dimension = 2: must be \"disc\", \"polygon\" or \"cluster\"");
}

TEST(SceneSuperellipsoids, AreNoPartsOfCompounds) {
  EXPECT_EQ(
      with("semi_axes = [1, 2, 3]\n[[shape]]\nname = \"two\"\ntype = \"compound\"\nparts = [{ shape = \"s\" }]\n"),
      "s.toml:14: shape[1].parts[0].shape = \"s\": must be a shape of type \"polyhedron\"");
}

// kGood with an ellipsoid of 2 x 4 x 6 cm; the first line after it is 33.
const std::string kGrain = kGood + R"([[shape]]
name = "grain"
type = "superellipsoid"
material = "stone"
semi_axes = ["1 cm", "2 cm", "3 cm"]
)";

// Half the lengths of the box round body i along x, y and z.
Vec3 extents(const Scene& scene, std::size_t i) {
  const Bodies& b = scene.state.bodies;
  return b.scale[i] * half_extents(scene.model.superellipsoids[0].shape, to_matrix(b.q[i]));
}

TEST(SceneSuperellipsoids, StandAsGivenUnlessTurned) {
  const Scene scene = load_text(kGrain + R"([[body]]
shape = "grain"
position = [1, 0, 1]
[[body]]
shape = "grain"
position = [2, 0, 1]
axis = [0, 0, 5]
angle = "90 deg"
[[body]]
shape = "grain"
position = [3, 0, 1]
quaternion = [2, 2, 0, 0]
size = "3 cm"
)");
  const Bodies& b = scene.state.bodies;
  ASSERT_EQ(b.size(), 5u);
  EXPECT_NEAR(b.radius[2], 0.03, 1e-15);
  EXPECT_NEAR(b.mass[2], 2600 * 2.5132741228718345e-5, 1e-14);
  EXPECT_LT(norm(extents(scene, 2) - Vec3{0.01, 0.02, 0.03}), 1e-15);
  EXPECT_LT(norm(extents(scene, 3) - Vec3{0.02, 0.01, 0.03}), 1e-15);
  EXPECT_LT(norm(extents(scene, 4) - Vec3{0.005, 0.015, 0.01}), 1e-15);
  EXPECT_EQ(problems_of(kGrain + "[[body]]\nshape = \"grain\"\nposition = [1, 0, 1]\nradius = 1\n"),
            "s.toml:36: body[2].radius = 1: not used by a superellipsoid");
  const std::string graded =
      replaced(kGrain, "semi_axes", "size = { distribution = \"uniform\", min = 1, max = 2 }\nsemi_axes");
  EXPECT_EQ(problems_of(graded + "[[body]]\nshape = \"grain\"\nposition = [1, 0, 1]\n"),
            "s.toml:34: body[2].size: missing; shape \"grain\" has no single size");
}

TEST(SceneSuperellipsoids, EnterTurnedAnyWayOrAsGiven) {
  const std::string fill =
      "[[fill]]\nkind = \"lattice\"\nshapes = [\"grain\"]\ncount = 20\ninside = [[1,0,1],[2,1,2]]\n";
  const Scene given = load_text(kGrain + fill + "orientation = \"as_given\"\n"), random = load_text(kGrain + fill);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_LT(norm(extents(given, i) - Vec3{0.01, 0.02, 0.03}), 1e-15);
    EXPECT_GT(norm(extents(random, i) - Vec3{0.01, 0.02, 0.03}), 1e-4);
  }
  const std::string stream = "[[stream]]\nname = \"i\"\nshapes = [\"grain\"]\nrate = 1\ninside = [[0,0,1],[1,1,2]]\n";
  EXPECT_EQ(load_text(kGrain + stream + "orientation = \"as_given\"\n").model.streams[0].orientation,
            Orientation::kAsGiven);
}

TEST(SceneSuperellipsoids, TheMethodIsChosenAndSaid) {
  const std::string axes = "semi_axes = [1, 2, 3]\n";
  EXPECT_TRUE(says(load_text(kHead + axes), "superellipsoids against superellipsoids: support_gap"));
  const Scene scene = load_text(kHead + axes + "[narrow_phase]\nsuperellipsoid_superellipsoid = \"common_normal\"\n");
  EXPECT_EQ(scene.model.settings.superellipsoid_superellipsoid, NormalMethod::kCommonNormal);
  EXPECT_TRUE(says(scene, "superellipsoids against superellipsoids: common_normal"));
  EXPECT_FALSE(says(load_text(kGood), "superellipsoids"));
  EXPECT_EQ(with(axes + "[narrow_phase]\nsuperellipsoid_superellipsoid = \"gjk\"\n"),
            "s.toml:12: narrow_phase.superellipsoid_superellipsoid = \"gjk\": must be \"support_gap\" or "
            "\"common_normal\"");
}

}  // namespace
}  // namespace scree::test
