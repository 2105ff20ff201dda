// Shrunken edges on the pairs whose type of contact is known.
#include "scree/oracle/shrunken.hpp"

#include <gtest/gtest.h>

#include "scree/store/pairs/labels.hpp"

namespace scree::pairs {
namespace {

PairSet<Space> pairs_of(const std::string& name) {
  const std::string folder = SCREE_TEST_DIR "/oracle/", shapes = folder + "poly3_shapes.txt.gz";
  PairSet<Space> set = read_pairs<Space>(folder + name, read_shapes<Space>(shapes), shapes);
  make_views(set);
  return set;
}

TEST(Labels, AreTheNamesOfSets) {
  const auto label = label_of("vertex_face");
  ASSERT_TRUE(label);
  EXPECT_EQ(label->a, FeatureKind::kVertex);
  EXPECT_EQ(label->b, FeatureKind::kFace);
  EXPECT_EQ(label_of("edge_vertex_rot")->a, FeatureKind::kEdge);
  for (const char* name : {"tet", "vertex", "vertex_", "vertexface", "face_faces", "ff_offset", ""})
    EXPECT_FALSE(label_of(name)) << name;
}

TEST(ShrunkenPairs, EveryLabelIsRight) {
  const PairSet<Space> set = pairs_of("poly3_types.txt.gz");
  ASSERT_EQ(set.pairs.size(), 76u);
  for (const Real shrinkage : {0.001, 0.003, 0.01}) {
    int right = 0, none = 0;
    for (const ShrunkenAnswer& a : ask_shrunken(set, shrinkage, 1).of) {
      right += a.verdict == ShrunkenVerdict::kRight, none += a.verdict == ShrunkenVerdict::kNone;
      if (a.verdict == ShrunkenVerdict::kNone) {
        EXPECT_LT(a.depth, shrinkage * 0.45);
      }
    }
    EXPECT_EQ(right + none, 76) << shrinkage;
    EXPECT_LE(none, 4) << shrinkage;  // 0.00024 deep
  }
}

// All others: none that overlaps by more than the lag is missed, none that is farther apart touches.
TEST(ShrunkenPairs, NoOverlapIsLostAndNoGapClosed) {
  const PairSet<Space> set = pairs_of("poly3_pairs.txt.gz");
  std::size_t touching = 0;
  for (const ShrunkenAnswer& a : ask_shrunken(set, Real(0.01), 1).of) {
    EXPECT_EQ(a.verdict, ShrunkenVerdict::kRight);
    touching += a.touches;
  }
  EXPECT_GT(touching, 2000u);
}

}  // namespace
}  // namespace scree::pairs
