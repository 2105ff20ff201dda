// Shapes of type "cluster" in scenes: what is carried, where mass comes from, what is wrong.
#include <numbers>

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
name = "c"
type = "cluster"
material = "stone"
)";  // the first line after it is 10

const std::string kTwo =
    "balls = [{ position = [-0.02, 0, 0], radius = \"1 cm\" }, { position = [0.02, 0, 0], radius = 0.01 }]\n";

std::string with(const std::string& keys) { return problems_of(kHead + keys); }

TEST(SceneClusters, AreCarriedInABallOfRadiusOne) {
  const Scene scene = load_text(kHead + kTwo);
  const BodyType& type = scene.model.body_types[0];
  ASSERT_EQ(type.parts.size(), 2u);
  EXPECT_EQ(type.parts[0].kind, ShapeKind::kCluster);
  EXPECT_NEAR(type.parts[0].size, 1.0 / 3, 1e-12);
  EXPECT_NEAR(norm(type.parts[0].pose.p - type.parts[1].pose.p), 4.0 / 3, 1e-12);
  EXPECT_EQ(type.bounding_radius, 1);
  EXPECT_NEAR(type.volume * 0.03 * 0.03 * 0.03, 2 * 4 * std::numbers::pi / 3 * 1e-6, 1e-13);
  EXPECT_EQ(scene.model.settings.cluster_points, Combination::kContinuing);
  EXPECT_NE(physical_summary(scene).find("shape \"c\": 2 balls; size 0.06 m: volume 8.37758e-06 m3"), std::string::npos)
      << physical_summary(scene);
}

TEST(SceneClusters, TakeTheirMassFromWhereTheyAreTold) {
  const std::string balls =
      "balls = [{ position = [0, 0, 0], radius = 0.01 }, { position = [0, 0, 0], radius = 0.01 }]\n";
  const double one = 4 * std::numbers::pi / 3;
  EXPECT_NEAR(load_text(kHead + balls).model.body_types[0].volume, one, 1e-8);
  EXPECT_NEAR(load_text(kHead + balls + "properties = \"sum\"\n").model.body_types[0].volume, 2 * one, 1e-8);
  const BodyType given = load_text(kHead + balls +
                                   "properties = \"given\"\nmass = \"2 g\"\nvolume = 1e-6\ncentre = [0.01, 0, 0]\n"
                                   "inertia = [3e-7, 4e-7, 5e-7, 1e-7, 0, 0]\n")
                             .model.body_types[0];
  EXPECT_NEAR(given.density, 2000, 1e-9);
  EXPECT_NEAR(given.volume, 1e-6 / 8e-6, 1e-12);  // the ball round it has radius 2 cm
  EXPECT_NEAR(given.gyration2.x + given.gyration2.y + given.gyration2.z, 12e-7 / 0.002 / 4e-4, 1e-9);
  EXPECT_NEAR(given.gyration2.z, 5e-7 / 0.002 / 4e-4, 1e-9);
}

TEST(SceneClusters, ComeFromFiles) {
  const std::filesystem::path file = scratch_folder() / "balls.csv";
  std::ofstream(file) << "x,y,z,r\n-0.02 0 0 0.01\n0.02, 0, 0, 0.01 # the other\n";
  const Scene scene = load_text(kHead + "file = \"" + file.string() + "\"\nsize = \"12 cm\"\n");
  EXPECT_EQ(scene.model.body_types[0].parts.size(), 2u);
  std::ofstream(file) << "1 2 3\n";
  const std::string problem = with("file = \"" + file.string() + "\"\n");
  EXPECT_NE(problem.find("must be x, y, z, r with r > 0"), std::string::npos) << problem;
}

TEST(SceneClusters, AreDiscsInTwoDimensions) {
  const std::string head = replaced(kHead, "time = { end = 1 }", "dimension = 2\ntime = { end = 1 }");
  const BodyType type =
      load_text(head + "balls = [{ position = [-0.01, 0], radius = 0.01 }, { position = [0.01, 0], radius = 0.01 }]\n")
          .model.body_types[0];
  EXPECT_NEAR(type.volume, 2 * std::numbers::pi / 4, 1e-12);
  EXPECT_NEAR(type.gyration2.z, (0.5e-4 + 1e-4) / 4e-4, 1e-12);
}

TEST(SceneClusters, CombinationIsAKey) {
  const std::string text =
      replaced(kHead, "time = { end = 1 }", "time = { end = 1 }\nnarrow_phase.combination = \"incremental\"");
  EXPECT_EQ(load_text(text + kTwo).model.settings.cluster_points, Combination::kIncremental);
  EXPECT_EQ(load_text(text + kTwo).model.settings.polyhedron_points, Combination::kIncremental);
  EXPECT_EQ(
      problems_of(replaced(text, "incremental", "average") + kTwo),
      "s.toml:3: narrow_phase.combination = \"average\": must be \"sum\", \"mean\", \"incremental\", \"continuing\" or "
      "\"deepest\"");
}

TEST(SceneClusters, ProblemsNameTheKey) {
  EXPECT_EQ(with(""), "s.toml:6: shape[0]: needs just one of balls, file and from");
  EXPECT_EQ(with("balls = []\n"), "s.toml:10: shape[0].balls = []: must not be empty");
  EXPECT_EQ(with("balls = [{ position = [0, 0, 0], radius = 0 }]\n"),
            "s.toml:10: shape[0].balls[0].radius = 0: must be > 0");
  EXPECT_EQ(with("balls = [{ radius = 1 }]\n"),
            "s.toml:10: shape[0].balls[0].position: missing; must be a list of three, each a length, e.g. \"2.5 cm\"");
  EXPECT_EQ(with(kTwo + "mass = 1\n"),
            "s.toml:11: shape[0].mass = 1: not used by type \"cluster\" with properties = \"union\"");
  EXPECT_EQ(
      with(kTwo + "properties = \"given\"\nmass = 1\ninertia = [1, 2]\n"),
      "s.toml:13: shape[0].inertia = [1, 2]: must be 3 moments or the 6 numbers xx, yy, zz, xy, xz, yz of the tensor");
  EXPECT_EQ(
      with(kTwo + "properties = \"given\"\nmass = 1\ninertia = [1, 2, 9]\n"),
      "s.toml:13: shape[0].inertia = [1, 2, 9]: no body has such moments: all must be > 0, and none above the sum "
      "of the other two");
  EXPECT_EQ(with(kTwo + "properties = \"given\"\ninertia = [1, 2, 3]\n"),
            "s.toml:6: shape[0].mass: missing; properties = \"given\" needs mass or volume");
  EXPECT_EQ(with(kTwo + "semi_axes = [1, 1, 1]\n"),
            "s.toml:11: shape[0].semi_axes = [1, 1, 1]: not used by type \"cluster\" with properties = \"union\"");
}

}  // namespace
}  // namespace scree::test
