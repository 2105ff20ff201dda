// Files of shapes, pairs and motions: what is read is what was written, and what cannot be read is named.
#include <gtest/gtest.h>

#include "oracle/mini.hpp"
#include "scree/error.hpp"

namespace scree::pairs {
namespace {

const char* const kPair3 =
    "# id set kind ...\n\n"
    "7 faces P cube cube 3 0 0 4 1 2 3 2 0 0 0 1048577.5 0.25 0 -0.5 1 0 0 1 0 0 0.5 0 0 2 1 1 2 1 9 9 9\n";
const char* const kPair2 = "0 sides S square square 2 1 0 0 -3 0 4 0 2 1 0 1 0 3 0 1 1 1 0 0\n";

template <class S>
PairSet<S> read(const std::string& text) {
  const test::TemporaryFolder folder;
  return read_pairs<S>(folder.file("pairs.txt", text), one_shape<S>(), "shapes.txt");
}

std::string problem_of(const std::string& text) {
  try {
    read<Space>(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(ReadPairs, SpaceByHand) {
  const PairSet<Space> set = read<Space>(kPair3);
  ASSERT_EQ(set.pairs.size(), 1u);
  const Pair<Space>& p = set.pairs[0];
  EXPECT_EQ(p.id, 7);
  EXPECT_EQ(p.set, "faces");
  // 3 + 4k, not of unit length: cosine (9 - 16) / 25, sine 24 / 25.
  EXPECT_EQ(p.X_a.R.row0, (Vec3{-7.0 / 25, -24.0 / 25, 0}));
  EXPECT_EQ(p.X_a.R.row1, (Vec3{24.0 / 25, -7.0 / 25, 0}));
  EXPECT_EQ(p.X_a.p, (Vec3{1, 2, 3}));
  EXPECT_EQ(p.X_b.R, Mat3::identity());
  EXPECT_EQ(p.X_b.p.x, 1048577.5);
  EXPECT_EQ(p.reference.kind, 'P');
  EXPECT_EQ(p.reference.gap, -0.5);
  EXPECT_EQ(p.reference.p_b.x, 0.5);
  EXPECT_EQ(p.reference.dim_a, 2);
  EXPECT_EQ(p.reference.dim_b, 1);
  EXPECT_EQ(p.reference.patch_dim, 2);
}

TEST(ReadPairs, PlaneByHand) {
  const PairSet<Plane2> set = read<Plane2>(kPair2);
  ASSERT_EQ(set.pairs.size(), 1u);
  const Pair<Plane2>& p = set.pairs[0];
  EXPECT_EQ(p.X_a.c, 3.0 / 5);
  EXPECT_EQ(p.X_a.s, 4.0 / 5);
  EXPECT_EQ(p.X_b.c, 1);
  EXPECT_EQ(p.X_b.p, (Vec2{4, 0}));
  EXPECT_EQ(p.reference.gap, 2);
}

TEST(ReadPairs, FarFromTheOriginTheRelativePoseKeepsItsDigits) {
  Pair<Space> p = pair_with_gap<Space>(0.5);
  const Pose near = Space::relative(p.X_a, p.X_b);
  p.X_a.p = p.X_a.p + Vec3{1048576, 0, 0}, p.X_b.p = p.X_b.p + Vec3{1048576, 0, 0};
  EXPECT_EQ(Space::relative(p.X_a, p.X_b).p, near.p);
}

TEST(ReadPairs, NamesLineFieldAndValueOfWhatIsWrong) {
  const std::string good = kPair3;
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string text = good;
    return problem_of(text.replace(text.find(what), what.size(), by));
  };
  EXPECT_EQ(problem_of(good), "");
  EXPECT_NE(with("cube cube", "cube ball").find("txt:3: shapeB = \"ball\": no such shape among the 1 of shapes.txt"),
            std::string::npos);
  EXPECT_NE(with("1048577.5", "1e999").find("txt:3: tB.x = \"1e999\": must be a finite number"), std::string::npos);
  EXPECT_NE(with("3 0 0 4 1", "0 0 0 0 1").find("a rotation must not have length 0"), std::string::npos);
  EXPECT_NE(with(" P ", " S ").find("d = \"-0.5\": must be > 0 for kind S"), std::string::npos);
  EXPECT_NE(with("9 9 9", "9 9").find("patch.z is missing"), std::string::npos);
  EXPECT_NE(with("9 9 9", "9 9 9 9").find("too many fields, from \"9\" on"), std::string::npos);
  EXPECT_NE(with("2 1 1 2 1", "3 1 1 2 1").find("fa = \"3\": must be a whole number from 0 to 2"), std::string::npos);
}

TEST(ReadPairs, ShapesMustBeConvexAndClosed) {
  const auto problem = [](std::string text, const std::string& what, const std::string& by) -> std::string {
    text.replace(text.find(what), what.size(), by);
    try {
      Lines lines("s.txt", text);
      read_shape<Space>(lines);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(problem(kCube, "v 1 1 1", "v 1 1 1"), "");
  EXPECT_NE(problem(kCube, "v 1 1 1", "v 0.5 0.5 0.5").find("not convex"), std::string::npos);
  EXPECT_NE(problem(kCube, "f 4 0 3 2 1", "f 4 0 1 2 3").find("inside out"), std::string::npos);
  EXPECT_NE(problem(kCube, "f 4 0 3 2 1", "f 4 0 3 2 8").find("s.txt:10: vertex of the face = \"8\""),
            std::string::npos);
  EXPECT_NE(problem(kCube, "8 6 2", "8 7 2").find("ends where a face (f) should follow"), std::string::npos);
}

TEST(ReadPairs, MotionsHaveTheirOwnReferences) {
  PairSet<Space> set;
  set.shapes = one_shape<Space>();
  const std::string text =
      "traj block S cube cube 2\n"
      "1 0 0 0 0 0 0 1 0 0 0 3 0 0 1 1 0 0\n1 0 0 0 0 0 0 1 0 0 0 2.5 0 0 0.5 1 0 0\n";
  const test::TemporaryFolder folder;
  const std::vector<Motion<Space>> motions = read_motions(folder.file("traj.txt", text), set, "shapes.txt");
  ASSERT_EQ(motions.size(), 1u);
  ASSERT_EQ(motions[0].steps.size(), 2u);
  EXPECT_EQ(motions[0].set, "block");
  EXPECT_EQ(motions[0].steps[1].X_b.p.x, 2.5);
  EXPECT_EQ(motions[0].steps[1].reference.gap, 0.5);
  EXPECT_THROW(read_motions(folder.file("cut.txt", text.substr(0, 60)), set, "shapes.txt"), InputError);
}

TEST(ReadPairs, TheDimensionIsSeenFromTheShapes) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(dimension_of_shapes(folder.file("cube.txt", kCube)), 3);
  EXPECT_EQ(dimension_of_shapes(folder.file("square.txt", kSquare)), 2);
  EXPECT_THROW(dimension_of_shapes(folder.file("none.txt", "# nothing\n")), InputError);
}

}  // namespace
}  // namespace scree::pairs
