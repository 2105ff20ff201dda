// [[blocks]]: what comes of them, and what is said of mistakes.
#include "scene/scene_helpers.hpp"
#include "scree/force/joints.hpp"

namespace scree::test {
namespace {

// kGood without its balls; the first added line is line 18.
const std::string kNoBalls =
    replaced(replaced(replaced(kGood, "[[shape]]\nname = \"ball\"\nmaterial = \"stone\"\nradius = 0.01\n", ""),
                      "[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.1]\n", ""),
             "[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.2]\n", "");
const std::string kBlocks =
    "[[blocks]]\nname = \"b\"\nmaterial = \"stone\"\npattern = \"bricks\"\nbox = [[0, 0, 0], [1, 1, 1]]\n"
    "counts = [2, 3, 4]\n";

std::string with(const std::string& what, const std::string& by) {
  return problems_of(kNoBalls + replaced(kBlocks, what, by));
}
std::string and_also(const std::string& more) { return problems_of(kNoBalls + kBlocks + more); }

TEST(SceneBlocks, AreBodiesWithIdsInARow) {
  const Scene s = load_text(kNoBalls + kBlocks + replaced(kBlocks, "\"b\"", "\"c\""));
  EXPECT_EQ(s.state.bodies.size(), 48u);
  ASSERT_EQ(s.model.blocks.size(), 2u);
  EXPECT_EQ(s.model.blocks[1].name, "c");
  EXPECT_EQ(s.model.blocks[1].first_id, 24u);
  EXPECT_EQ(s.model.blocks[1].count, 24u);
  EXPECT_TRUE(s.model.joints.empty());
}

// By hand: a face of 1/2 x 1/3 between blocks of circumradius R, R* = R/2.
TEST(SceneBlocks, JointsAreAsStiffAsTheContactThatTakesOver) {
  const Scene s = load_text(kNoBalls + kBlocks + "joints = { friction_angle = \"30 deg\" }\n");
  EXPECT_EQ(s.model.joints.size(), 12u + 16u + 18u);
  EXPECT_EQ(force::count_intact(s.state), s.state.joints.size());
  const double r = std::sqrt(1.0 / 4 + 1.0 / 9 + 1.0 / 16) / 2;
  int upright = 0;
  for (const Joint& joint : s.model.joints) {
    const double stiffness = 1e5 * std::sqrt(joint.area / (std::acos(-1) * r * r / 4));
    EXPECT_NEAR(joint.k_n * joint.area / stiffness, 1, 1e-12);
    EXPECT_NEAR(joint.tan_phi, std::tan(std::acos(-1) / 6), 1e-12);
    EXPECT_EQ(joint.tensile_strength, kNever);
    upright += std::abs(joint.area - 1.0 / 6) < 1e-12;
    EXPECT_GT(joint.eta_n, 0);
  }
  EXPECT_EQ(upright, 18);
}

TEST(SceneBlocks, MistakesAreNamed) {
  EXPECT_EQ(with("counts = [2, 3, 4]", "counts = [2, 3]"),
            "s.toml:23: blocks[0].counts = [2, 3]: must be three integers");
  EXPECT_EQ(with("counts = [2, 3, 4]", "counts = [2, 3.5, 4]"),
            "s.toml:23: blocks[0].counts = [2, 3.5, 4]: must be three integers");
  EXPECT_EQ(with("counts = [2, 3, 4]", "counts = [2, 0, 4]"), "s.toml:23: blocks[0].counts[1] = 0: must be > 0");
  EXPECT_EQ(with("counts = [2, 3, 4]", "counts = [200, 300, 400]"),
            "s.toml:23: blocks[0].counts = [200, 300, 400]: more than 1000000 blocks");
  EXPECT_EQ(with("box = [[0, 0, 0], [1, 1, 1]]", "box = [[0, 0, 0], [1, 0, 1]]"),
            "s.toml:22: blocks[0].box = [[0, 0, 0], [1, 0, 1]]: must have a length, a width and a height");
  EXPECT_EQ(with("pattern = \"bricks\"", "pattern = \"voronoi\""),
            "s.toml:18: blocks[0]: needs just one of count and spacing");
  EXPECT_EQ(with("pattern = \"bricks\"", "pattern = \"voronoi\"\ncount = 5"),
            "s.toml:24: blocks[0].counts = [2, 3, 4]: not used by pattern \"voronoi\"");
  EXPECT_EQ(with("material = \"stone\"", "material = \"wood\""),
            "s.toml:20: blocks[0].material = \"wood\": no such material (stone)");
  EXPECT_EQ(and_also("joints = { cohesion = \"1 kg\" }\n"),
            "s.toml:24: blocks[0].joints.cohesion = \"1 kg\": must be a pressure, e.g. \"10 GPa\", or \"infinite\"");
  EXPECT_EQ(and_also("joints = { friction_angle = \"95 deg\" }\n"),
            "s.toml:24: blocks[0].joints.friction_angle = \"95 deg\": must be >= 0 and less than a right angle");
  EXPECT_EQ(and_also("joints = { strength = 3 }\n").substr(0, 56),
            "s.toml:24: blocks[0].joints.strength: unknown key; known");
  EXPECT_EQ(and_also("carried_by = \"roof\"\n"), "s.toml:24: blocks[0].carried_by = \"roof\": no such wall (floor)");
  EXPECT_EQ(and_also("carried_by = \"floor\"\ncarried = [24]\n"),
            "s.toml:25: blocks[0].carried = [24]: must be numbers of blocks, 0 to 23");
  EXPECT_EQ(and_also("bounds = [{ point = [0, 0, -1], normal = [0, 0, 1] }]\n"),
            "s.toml:18: blocks[0]: pattern \"bricks\": nothing of the box lies within the bounds");
  EXPECT_EQ(and_also("[[event]]\nat = 0.1\nremove_blocks = [\"b.24\"]\n"),
            "s.toml:26: event[0].remove_blocks[0] = \"b.24\": blocks \"b\" are numbered 0 to 23");
  EXPECT_EQ(and_also("[[event]]\nat = 0.1\nremove_blocks = [\"c\"]\n"),
            "s.toml:26: event[0].remove_blocks[0] = \"c\": no such blocks (b, b.0 to b.23)");
  EXPECT_EQ(with("box = [[0, 0, 0], [1, 1, 1]]", "box = [[0, 0, -1], [1, 1, 1]]"),
            "s.toml:18: 12 of 24 bodies have their centres behind a plane, as wall \"floor\"");
}

TEST(SceneBlocks, SliversOfJointSetsAreRefused) {
  const std::string text =
      "[[blocks]]\nname = \"b\"\nmaterial = \"stone\"\npattern = \"joint_sets\"\nbox = [[0, 0, 0], [1, 1, 1]]\n"
      "sets = [{ normal = [0, 0, 2], spacing = 0.9999999 }]\n";
  const std::string problem = problems_of(kNoBalls + text);
  EXPECT_EQ(problem.substr(0, 83),
            "s.toml:18: blocks[0]: pattern \"joint_sets\": block 1 is too thin or has an edge that");
}

}  // namespace
}  // namespace scree::test
