// Scenes that ask for more than any machine has are refused before it is built: by estimate, with the key.
#include <fstream>

#include "scene/scene_helpers.hpp"
#include "scree/broad/estimate_pairs.hpp"
#include "scree/memory.hpp"
#include "scree/scene/ball_wall.hpp"

namespace scree::test {
namespace {

// kGood has 26 lines; what is added begins on the 27th.
std::string with(const std::string& more) { return problems_of(kGood + more); }

void expect_refused(const std::string& text, const std::string& where, const std::string& why) {
  EXPECT_EQ(text.substr(0, where.size()), where) << text;
  EXPECT_NE(text.find(why), text.npos) << text;
}

std::string blocks(const std::string& keys) { return with("[[blocks]]\nname = \"b\"\nmaterial = \"stone\"\n" + keys); }

TEST(SetupCost, OffsetsOfJointSetsAreNearTheBox) {
  expect_refused(
      blocks("pattern = \"joint_sets\"\nbox = [[0, 0, 0], [1, 1, 1]]\nsets = [{ normal = [0, 0, 1], spacing = "
             "0.5, offset = 1e13 }]\n"),
      "s.toml:", "blocks[0].sets[0].offset = 10000000000000: must be within 1e+06 times the spacing");
  EXPECT_EQ(blocks("pattern = \"joint_sets\"\nbox = [[0, 0, 0.1], [1, 1, 1]]\nsets = [{ normal = [0, 0, 1], spacing = "
                   "0.5, offset = 400000.25 }]\n"),
            "");
  expect_refused(
      blocks("pattern = \"joint_sets\"\nbox = [[0, 0, 0], [1, 1, 1]]\nsets = [{ normal = [0, 0, 1], spacing = "
             "1e-9 }]\n"),
      "s.toml:", "more than 1000000 slices");
}

TEST(SetupCost, ThinBoxesHaveNoMeshOfSeeds) {
  expect_refused(blocks("pattern = \"voronoi\"\nbox = [[0, 0, 0], [1e6, 1e6, 1e-6]]\ncount = 10\n"),
                 "s.toml:", "the box is too thin for 10 cells");
}

TEST(SetupCost, WallsOfBallsAreCountedBeforeTheyAreMade) {
  expect_refused(with("[[wall]]\nname = \"w\"\ntype = \"balls\"\nmaterial = \"stone\"\nball_radius = 0.01\nsurface = { "
                      "cylinder = { base = [0, 0, 0], axis = [0, 0, 1], radius = 1e9 } }\n"),
                 "s.toml:", "wall[1].ball_radius = 0.01: about 1.74e+13 balls would cover the surface");
  SizeDistribution radius;
  radius.min = radius.max = radius.mean = Real(0.01);
  const Frustum cone{Real(0.3), 0, Real(0.5), Real(0.4)};
  EXPECT_NEAR(scene::estimated_balls(cone, radius, 1) / double(scene::balls_around(cone, radius, 1, 1).size()), 1, 0.1);
  const std::vector<Vec3> plate = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}};
  EXPECT_NEAR(scene::estimated_balls(plate, radius, 1) / double(scene::balls_below(plate, radius, 1, 1).size()), 1,
              0.1);
}

TEST(SetupCost, FillsThatCannotFitAreRefusedBeforeSizesAreDrawn) {
  expect_refused(with("[[fill]]\nshapes = [\"ball\"]\ncount = 1000000000\ninside = [[0, 0, 0], [0.1, 0.1, 0.15]]\n"),
                 "s.toml:", "1e+09 bodies would fill 2.79e+06 times the region");
  expect_refused(
      with("[[fill]]\nshapes = [\"ball\"]\ncount = 10\nattempts = 1000000000000\ninside = [[0, 0, 0], [1, 1, "
           "1]]\n"),
      "s.toml:", "fill[0].attempts = 1000000000000: must be at most 10000000");
}

TEST(SetupCost, LatticesInSlantingCylindersEnd) {
  expect_refused(with("[[fill]]\nkind = \"lattice\"\nshapes = [\"ball\"]\ncount = 1000\ninside = { cylinder = { base = "
                      "[0, 0, 0], axis = [3, 3, 3], radius = 0.011 } }\n"),
                 "s.toml:", "only ");
}

TEST(SetupCost, LayersAndProfilesHaveBounds) {
  const std::string stream =
      "[[stream]]\nname = \"f\"\nshapes = [\"ball\"]\nlayer_every = 0.1\ninside = { cylinder = { base = [0, 0, 1], "
      "axis = "
      "[0, 0, 1], radius = 1e6 } }\n";
  expect_refused(with(stream), "s.toml:", "a layer would have about");
  expect_refused(with("[[output.profile]]\nwall = \"floor\"\nbins = 1000000000\n"), "s.toml:", "must be at most 10000");
}

TEST(SetupCost, FilesAreFiles) {
  for (const char* file : {"/dev/zero", "/tmp"}) {
    const std::string name = fmt::format("file = \"{}\"\n", file);
    expect_refused(with("[[wall]]\nname = \"w\"\ntype = \"balls\"\nmaterial = \"stone\"\n" + name),
                   "s.toml:", "not a file");
    expect_refused(with("[[shape]]\nname = \"c\"\ntype = \"cluster\"\nmaterial = \"stone\"\n" + name),
                   "s.toml:", "not a file");
  }
}

TEST(SetupCost, BallListsMayHaveNamesOnTheFirstLineButNoNumbers) {
  const auto cluster = [](const std::string& list, const std::string& more = "") {
    std::ofstream(scratch_folder() / "b.txt") << list;
    return with("[[shape]]\nname = \"c\"\ntype = \"cluster\"\nmaterial = \"stone\"\nfile = \"b.txt\"\n" + more);
  };
  EXPECT_EQ(cluster("x, y, z, r\n0 0 0 1\n1;0;0;1\n"), "");
  EXPECT_EQ(cluster("0 0 0 1\n1 0 0 1\n", "unit = \"mm\"\n"), "");
  expect_refused(cluster("nan 0 0 1\n0 0 0 1\n"), "s.toml:", "b.txt:1: x = nan: must be a number from");
  expect_refused(cluster("0 0 0 1\n0 0 0 1 5\n"), "s.toml:", "b.txt:2: 5 columns; must be x, y, z, r with r > 0");
}

TEST(SetupCost, PairsAreEstimatedFromSomeBodies) {
  std::vector<Vec3d> x;
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 30; ++j)
      for (int k = 0; k < 30; ++k) x.push_back({double(i), double(j), double(k)});
  const std::vector<Real> r(x.size(), Real(0.5));
  const std::vector<std::int32_t> owner(x.size(), kDynamic);
  const broad::Cloud cloud{x.size(), x.data(), r.data(), owner.data()};
  broad::PairList pairs;
  broad::sorted_cells(cloud, Real(0.01), pairs);
  EXPECT_NEAR(broad::estimate_pairs(cloud, Real(0.01)) / double(pairs.size()), 1, 0.1);
}

TEST(Memory, IsKnown) {
  EXPECT_GT(held_memory(), 1e6);
  EXPECT_GT(free_memory(), 0);
  EXPECT_FALSE(too_much_memory(1000));
  EXPECT_EQ(too_much_memory(1e20)->substr(0, 45), "about 1e+11 GB of memory would be needed, and");
}

}  // namespace
}  // namespace scree::test
