#include "scree/boundary/overlap_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <vector>

#include "scree/math/random.hpp"

namespace scree {
namespace {

struct Ball {
  Vec3d x;
  double r;
};
// Radii over `decades` of ten, evenly in the logarithm.
Ball random_ball(RandomStream& random, double size, double decades) {
  const double r = 0.05 * size * std::pow(10, -decades * random.uniform());
  return {{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)}, r};
}
bool brute_force(const std::vector<Ball>& balls, const Ball& b) {
  for (const Ball& other : balls)
    if (norm(b.x - other.x) < b.r + other.r) return true;
  return false;
}

// Property: for any seed, scale and spread of sizes the grid says what all distances say.
TEST(OverlapGrid, SaysWhatBruteForceSays) {
  EXPECT_TRUE(rc::check([] {
    RandomStream random{*rc::gen::arbitrary<std::uint64_t>(), 0};
    const double size = std::pow(10, *rc::gen::inRange(-6, 4)), decades = *rc::gen::inRange(0, 3);
    OverlapGrid grid;
    std::vector<Ball> balls;
    for (int k = 0; k < 800; ++k) {
      const Ball b = random_ball(random, size, decades);
      RC_ASSERT(grid.overlaps(b.x, b.r) == brute_force(balls, b));
      grid.add(b.x, b.r);
      balls.push_back(b);
    }
    RC_ASSERT(grid.size() == balls.size());
  }));
}

TEST(OverlapGrid, LargeBallAmongManySmallOnes) {
  RandomStream random{4, 0};
  OverlapGrid grid;
  std::vector<Ball> balls;
  for (int k = 0; k < 20000; ++k) {
    const Ball b{{random.uniform(), random.uniform(), random.uniform()}, 0.0005};
    if (norm(b.x - Vec3d{0.5, 0.5, 0.5}) < 0.2) continue;  // a hole to fit into
    grid.add(b.x, b.r);
    balls.push_back(b);
  }
  int free = 0, taken = 0;
  for (int k = 0; k < 300; ++k) {
    const Ball b{{random.uniform(0.4, 0.6), random.uniform(0.4, 0.6), random.uniform(0.4, 0.6)},
                 random.uniform(0.02, 0.2)};
    ASSERT_EQ(grid.overlaps(b.x, b.r), brute_force(balls, b));
    ++(grid.overlaps(b.x, b.r) ? taken : free);
  }
  EXPECT_GT(free, 50);  // else the sampler tests nothing
  EXPECT_GT(taken, 50);
}

TEST(OverlapGrid, BallsThatTouchDoNotOverlap) {
  OverlapGrid grid;
  EXPECT_FALSE(grid.overlaps({0, 0, 0}, 1));
  grid.add({0, 0, 0}, 1);
  EXPECT_FALSE(grid.overlaps({2, 0, 0}, 1));
  EXPECT_TRUE(grid.overlaps({1.999999, 0, 0}, 1));
}

}  // namespace
}  // namespace scree
