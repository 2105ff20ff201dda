// Shapes of type "compound": concave bodies of several polyhedra.
#include "scene/scene_helpers.hpp"
#include "scree/run/check.hpp"

namespace scree::test {
namespace {

const std::string kHead = R"(schema = 1
time = { end = 1 }
[[material]]
name = "stone"
density = 2000
[[material]]
name = "iron"
density = 8000
[[shape]]
name = "cube"
type = "polyhedron"
material = "stone"
library = "cube"
[[shape]]
name = "heavy"
type = "polyhedron"
material = "iron"
library = "cube"
[[shape]]
name = "bar"
type = "polyhedron"
material = "stone"
library = "box"
lengths = [2, 1, 1]
[[shape]]
name = "ball"
material = "stone"
[[shape]]
name = "c"
type = "compound"
)";  // the first line after it is 31

const BodyType& compound(const Scene& scene) { return scene.model.body_types.back(); }
std::string with(const std::string& keys) { return problems_of(kHead + keys); }

// The vertices of all parts of a body that stands as given, at the size as given.
std::vector<Vec3d> vertices_as_given(const Scene& scene, double size) {
  const BodyType& type = compound(scene);
  std::vector<Vec3d> points;
  for (const Part& part : type.parts)
    for (const Vec3& v : scene.model.polyhedra[part.polyhedron].vertices)
      points.push_back(Vec3d(rotate(type.as_given, Real(size) * (part.pose * (part.size * v)))));
  return points;
}

TEST(SceneCompounds, TwoCubesAreOneBox) {
  const Scene scene = load_text(kHead + R"(parts = [{ shape = "cube" }, { shape = "cube", position = [1, 0, 0] }]
)");
  const BodyType& type = compound(scene);
  const double r = std::sqrt(1 + 0.25 + 0.25);
  ASSERT_EQ(type.parts.size(), 2u);
  EXPECT_NEAR(type.density, 2000, 1e-9);
  EXPECT_NEAR(type.volume, 2 / (r * r * r), 1e-14);
  EXPECT_NEAR(type.gyration2.x * r * r, 2 / 12.0, 1e-14);
  EXPECT_NEAR(type.gyration2.y * r * r, 5 / 12.0, 1e-14);
  EXPECT_NEAR(type.gyration2.z * r * r, 5 / 12.0, 1e-14);
  Vec3d far = {0, 0, 0};
  for (const Vec3d& v : vertices_as_given(scene, r))
    for (int k = 0; k < 3; ++k) far[k] = std::max(far[k], std::abs(v[k]));
  EXPECT_LT(norm(far - Vec3d{1, 0.5, 0.5}), 1e-14);
  for (const Part& part : type.parts) {
    const PolyhedronData& p = scene.model.polyhedra[part.polyhedron];
    ASSERT_EQ(part.covered.size(), 6u);
    for (int f = 0; f < 6; ++f) {
      const Vec3 n = rotate(type.as_given, part.pose.R * p.normals[std::size_t(f)]);
      const bool inner = dot(n, rotate(type.as_given, part.pose.p)) < -Real(0.1);
      EXPECT_EQ(part.covered[std::size_t(f)], inner) << f;
    }
  }
}

// Two bars at right angles: the moment about z and the size by hand.
TEST(SceneCompounds, AnAngleHasTheMomentsOfItsParts) {
  const Scene scene = load_text(kHead + R"(size = "4 cm"
parts = [
  { shape = "bar", position = [0.5, 0, 0] },
  { shape = "bar", position = [0, 1.3, 0], size = 1.7320508075688772, quaternion = [1, 0, 0, 1] },
]
)");
  // The second bar is a bar of diameter sqrt(3) instead of sqrt(6): edges of sqrt(2), sqrt(1/2), sqrt(1/2).
  const BodyType& type = compound(scene);
  const double s = std::sqrt(0.5), m1 = 2, m2 = 2 * s * s * s;
  const double y = m2 * 1.3 / (m1 + m2), x = m1 * 0.5 / (m1 + m2);
  const double i_z = m1 * (4 + 1) / 12.0 + m2 * s * s * 5 / 12.0 + m1 * ((0.5 - x) * (0.5 - x) + y * y) +
                     m2 * (x * x + (1.3 - y) * (1.3 - y));
  double r = 0;
  for (const double cx : {-0.5, 1.5}) r = std::max(r, std::sqrt((cx - x) * (cx - x) + (-0.5 - y) * (-0.5 - y) + 0.25));
  for (const double cx : {-s / 2, s / 2})
    r = std::max(r, std::sqrt((cx - x) * (cx - x) + (1.3 + s - y) * (1.3 + s - y) + s * s / 4));
  EXPECT_NEAR(type.gyration2.z * r * r, i_z / (m1 + m2), 1e-13);
  EXPECT_NEAR(type.volume * r * r * r, m1 + m2, 1e-13);
  double farthest = 0;
  for (const Vec3d& v : vertices_as_given(scene, 1)) farthest = std::max(farthest, norm(v));
  EXPECT_NEAR(farthest, 1, 1e-14);
}

TEST(SceneCompounds, PartsHaveTheirOwnMaterialUnlessOneIsGiven) {
  const std::string parts = "parts = [{ shape = \"cube\" }, { shape = \"heavy\", position = [0, 0, 1] }]\n";
  const Scene two = load_text(kHead + parts), one = load_text(kHead + "material = \"iron\"\n" + parts);
  EXPECT_NEAR(compound(two).density, 5000, 1e-9);
  EXPECT_EQ(compound(two).parts[0].material, 0u);
  EXPECT_EQ(compound(two).parts[1].material, 1u);
  // The centre of mass is 0.8 above the centre of the stone.
  const BodyType& type = compound(two);
  const Vec3d below(rotate(type.as_given, type.parts[0].pose.p));
  const double r = std::sqrt(1.3 * 1.3 + 0.5);
  EXPECT_LT(norm(r * below - Vec3d{0, 0, -0.8}), 1e-14);
  EXPECT_NEAR(compound(one).density, 8000, 1e-9);
  EXPECT_EQ(compound(one).parts[0].material, 1u);
}

TEST(SceneCompounds, ASmallNeighbourCoversNoFaceOfALargeOne) {
  const Scene scene = load_text(kHead + R"(parts = [
  { shape = "cube" },
  { shape = "cube", position = [0.65, 0.1, 0.1], size = 0.5196152422706632 },
]
)");  // an edge of 0.3
  const BodyType& type = compound(scene);
  const auto count = [](const Part& p) { return std::count(p.covered.begin(), p.covered.end(), 1); };
  EXPECT_EQ(count(type.parts[0]), 0);
  EXPECT_EQ(count(type.parts[1]), 1);
}

TEST(SceneCompounds, TwoHalvesCoverAFaceTogether) {
  const Scene scene = load_text(kHead + R"(parts = [
  { shape = "bar" },
  { shape = "cube", position = [-0.5, 0, 1] },
  { shape = "cube", position = [0.5, 0, 1] },
]
)");
  const BodyType& type = compound(scene);
  const auto count = [](const Part& p) { return std::count(p.covered.begin(), p.covered.end(), 1); };
  EXPECT_EQ(count(type.parts[0]), 1);
  EXPECT_EQ(count(type.parts[1]), 2);
  EXPECT_EQ(count(type.parts[2]), 2);
  EXPECT_NE(physical_summary(scene).find("shape \"c\": 3 parts, 5 faces covered; size "), std::string::npos);
}

TEST(SceneCompounds, AreBodiesLikeOthers) {
  const Scene scene = load_text(kHead + R"(size = 0.2
parts = [{ shape = "cube" }, { shape = "heavy", position = [0, 0, 1] }]
[[contact]]
between = ["*", "*"]
law = "linear"
k_n = 1e5
restitution = 0.5
[[body]]
shape = "c"
position = [0, 0, 1]
[[fill]]
shapes = ["c"]
count = 5
inside = [[1, 1, 1], [2, 2, 2]]
)");
  const Bodies& b = scene.state.bodies;
  ASSERT_EQ(b.size(), 6u);
  const double r = std::sqrt(1.3 * 1.3 + 0.5);
  EXPECT_NEAR(b.mass[5], 10000 * std::pow(0.1 / r, 3), 1e-12);
  EXPECT_EQ(b.q[5], compound(scene).as_given);
  EXPECT_NE(b.q[0], b.q[1]);
}

TEST(SceneCompounds, ProblemsNameTheKey) {
  EXPECT_EQ(with(""), "s.toml:28: shape[4].parts: missing; must be a list of tables");
  EXPECT_EQ(with("parts = []\n"), "s.toml:31: shape[4].parts = []: must not be empty");
  EXPECT_EQ(with("parts = [{ shape = \"ball\" }]\n"),
            "s.toml:31: shape[4].parts[0].shape = \"ball\": must be a shape of type \"polyhedron\"");
  EXPECT_EQ(with("parts = [{ shape = \"c\" }]\n"),
            "s.toml:31: shape[4].parts[0].shape = \"c\": no such shape before this one (cube, heavy, bar, ball)");
  EXPECT_EQ(with("parts = [{ shape = \"cube\" }, { shape = \"cube\", position = [0.9, 0, 0] }]\n"),
            "s.toml:31: shape[4].parts[1]: overlaps shape[4].parts[0] by 0.1 m; parts may only touch");
  EXPECT_EQ(with("parts = [{ shape = \"cube\", quaternion = [0, 0, 0, 0] }]\n"),
            "s.toml:31: shape[4].parts[0].quaternion = [0, 0, 0, 0]: must not be zero");
  EXPECT_EQ(with("parts = [{ shape = \"cube\", colour = 1 }]\n").substr(0, 52),
            "s.toml:31: shape[4].parts[0].colour: unknown key; kn");
  EXPECT_EQ(with("library = \"cube\"\nparts = [{ shape = \"cube\" }]\n"),
            "s.toml:31: shape[4].library = \"cube\": not used by type \"compound\"");
  EXPECT_EQ(problems_of(replaced(kHead, "library = \"cube\"",
                                 "library = \"cube\"\nsize = { distribution = \"uniform\", min = 1, max = 2 }") +
                        "parts = [{ shape = \"cube\" }]\n"),
            "s.toml:32: shape[4].parts[0].size: missing; shape \"cube\" has no single size");
  EXPECT_EQ(problems_of(replaced(kGood, "name = \"ball\"\nmaterial = \"stone\"\n", "name = \"ball\"\n")),
            "s.toml:11: shape[0].material: missing; must be a string");
}

}  // namespace
}  // namespace scree::test
