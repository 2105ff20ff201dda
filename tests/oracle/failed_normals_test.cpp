#include "scree/run/failed_normals.hpp"

#include <filesystem>
#include <limits>

#include "physics/poly_world.hpp"
#include "scree/store/pairs/superellipsoid_saved.hpp"
#include "support/temporary_folder.hpp"

namespace scree::pairs {
namespace {

struct TwoEggs : test::PolyWorld {
  test::TemporaryFolder folder;
  std::string file = folder / "failed_normals.txt";
  TwoEggs() : PolyWorld(test::linear_block_law(1e4, 1)) {
    const std::uint32_t egg = shape(make_superellipsoid({1, 1, Real(1.5)}, Real(0.7), 1));
    open();
    block(egg, 0.01, {0, 0, 0});
    block(egg, 0.012, {0.015, 0.003, 0}, test::turn_about({1, 2, 3}, 1));
    begin();
  }
};

TEST(FailedNormals, NothingIsSavedWhereAllIsWell) {
  TwoEggs w;
  ASSERT_EQ(w.s.pairs.size(), 1u);
  EXPECT_EQ(save_failed_normals(w.model, w.s, w.file), 0u);
  EXPECT_FALSE(std::filesystem::exists(w.file));
}

// A pair that has no answer, because a body is nowhere.
TEST(FailedNormals, APairWithoutAnAnswerIsSavedWhole) {
  TwoEggs w;
  w.s.bodies.x[1].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(save_failed_normals(w.model, w.s, w.file), 1u);
  Lines lines(w.file);
  const SavedSmoothPair saved = read_saved_superellipsoids(lines);
  EXPECT_EQ(saved.verdict, "failed");
  EXPECT_EQ(saved.pair.set, "run");
  EXPECT_NEAR(saved.pair.a.radius, 0.01, 1e-12);
  EXPECT_NEAR(saved.pair.b.radius, 0.012, 1e-12);
  EXPECT_TRUE(std::isnan(saved.pair.X_b.p.x));
  EXPECT_NEAR(saved.pair.X_b.p.y, 0.003, 1e-12);
  EXPECT_TRUE(lines.peek().empty());
}

}  // namespace
}  // namespace scree::pairs
