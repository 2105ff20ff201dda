// Lazarević, Dvornik, Fresl 2002: registration, its cost, walls, and the midpoint rule.
#include "scree/broad/fixed_cubes.hpp"

#include <gtest/gtest.h>

#include <set>

#include "broad/clouds.hpp"

namespace scree::broad::test {
namespace {

constexpr double kRMin = 0.215, kRMax = 0.225, kA = 0.500;  // Table 1

// Does a ball cut (or touch) the cube k of side a? Distance from point to box, with nothing of the tree in it.
bool cuts(const Vec3d& x, double r, const Vec3T<std::int64_t>& k, double a) {
  double d2 = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double lo = a * double(k[axis]), hi = a * (double(k[axis]) + 1);
    const double d = std::max({0.0, lo - x[axis], x[axis] - hi});
    d2 += d * d;
  }
  return d2 <= r * r;
}

// The cubes of a 5 x 5 x 5 grid in which register_ball() enters a ball of the middle one.
std::set<std::int64_t> registered(const Vec3d& x, double r, double a, Registration& reg) {
  CubeTables t;
  t.cell_size = a;
  t.n_cx = t.n_cy = t.n_cz = 5;
  const auto k = cube_of(t, x);
  reg = register_ball(x - a * Vec3d{double(k.x) + 0.5, double(k.y) + 0.5, double(k.z) + 0.5}, r, a);
  const auto offsets = cube_offsets(reg.cell, t.n_cx, t.n_cy);
  std::set<std::int64_t> cubes;
  for (std::size_t j = 0; j < 8; ++j)
    if (reg.mask >> j & 1u) cubes.insert(cube_index(t, k) + offsets[j]);
  return cubes;
}
std::set<std::int64_t> cut(const Vec3d& x, double r, double a) {
  CubeTables t;
  t.n_cx = t.n_cy = t.n_cz = 5;
  std::set<std::int64_t> cubes;
  for (std::int64_t i = 0; i < 125; ++i) {
    const Vec3T<std::int64_t> k = {i % 5, i / 5 % 5, i / 25};
    if (cuts(x, r, k, a)) cubes.insert(cube_index(t, k));
  }
  return cubes;
}

TEST(FixedCubes, RegistersABallInExactlyTheCubesItCuts) {
  std::mt19937_64 rng(20020);
  int n_comparisons[11] = {}, n_cell[9] = {};
  for (int trial = 0; trial < 40000; ++trial) {
    SCOPED_TRACE(testing::Message() << "trial " << trial);
    const Vec3d x = in_box(rng, {2 * kA, 2 * kA, 2 * kA}, {3 * kA, 3 * kA, 3 * kA});
    const double r = trial % 2 ? uniform(rng, kRMin, kRMax) : uniform(rng, 0, kA / 2);
    Registration reg;
    ASSERT_EQ(registered(x, r, kA, reg), cut(x, r, kA));
    ASSERT_GE(reg.comparisons, 6);
    ASSERT_LE(reg.comparisons, 10);
    ++n_comparisons[reg.comparisons];
    ++n_cell[reg.cell];
  }
  EXPECT_GT(n_comparisons[6], 100);
  EXPECT_GT(n_comparisons[10], 1000);
  for (int cell = 1; cell <= 8; ++cell) EXPECT_GT(n_cell[cell], 4000);
}

// Binary fractions, so that centres on mid-planes, faces, edges and corners and balls that just touch are exact.
TEST(FixedCubes, RegistersBallsOnFacesEdgesCornersAndMidPlanes) {
  const double a = 1;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j)
      for (int k = 0; k < 16; ++k)
        for (const double r : {0.0, 0.125, 0.25, 0.375, 0.4375}) {
          const Vec3d x = {2 + i / 16.0, 2 + j / 16.0, 2 + k / 16.0};
          Registration reg;
          ASSERT_EQ(registered(x, r, a, reg), cut(x, r, a)) << x.x << " " << x.y << " " << x.z << " " << r;
          ASSERT_GE(reg.comparisons, 6);
          ASSERT_LE(reg.comparisons, 10);
        }
}

TEST(FixedCubes, CellsAndCandidatesAreThoseOfThePaper) {
  EXPECT_EQ(register_ball({0, 0, 0}, 0.1, 1).cell, 1);  // zero counts as positive
  EXPECT_EQ(register_ball({-1e-9, 0, 0}, 0.1, 1).cell, 2);
  EXPECT_EQ(register_ball({-1e-9, -1e-9, 0}, 0.1, 1).cell, 3);
  EXPECT_EQ(register_ball({0, -1e-9, 0}, 0.1, 1).cell, 4);
  EXPECT_EQ(register_ball({0, 0, -1e-9}, 0.1, 1).cell, 5);
  EXPECT_EQ(register_ball({-1e-9, 0, -1e-9}, 0.1, 1).cell, 6);
  EXPECT_EQ(register_ball({-1e-9, -1e-9, -1e-9}, 0.1, 1).cell, 7);
  EXPECT_EQ(register_ball({0, -1e-9, -1e-9}, 0.1, 1).cell, 8);
  const std::array<std::int64_t, 8> cell_8 = {0, 1, -10, -9, -100, -99, -110, -109};  // Algorithm 1, n_c = 10
  EXPECT_EQ(cube_offsets(8, 10, 10), cell_8);
  EXPECT_EQ(register_ball({0, 0, 0}, 0.1, 1).comparisons, 6);            // inside the cube
  EXPECT_EQ(register_ball({0.49, 0.49, 0.49}, 0.1, 1).comparisons, 10);  // over its corner
  EXPECT_EQ(register_ball({0.49, 0.49, 0.49}, 0.1, 1).mask, 0xffu);
}

// A pair of balls with radii r_i, r_m, somewhere in the cubes.
Balls pair_of_balls(std::mt19937_64& rng, double r_i, double r_m, double gap) {
  Balls b;
  std::normal_distribution<double> gauss;
  const double gx = gauss(rng), gy = gauss(rng);
  const Vec3d n = normalized(Vec3d{gx, gy, gauss(rng)});
  const Vec3d x = in_box(rng, {1, 1, 1}, {1.5, 1.5, 1.5});
  b.add(x, r_i);
  b.add(x + (r_i + r_m + gap) * n, r_m);
  b.add({0, 0, 0}, kRMax, 0);  // two wall balls hold the cubes where they are, whatever the pair
  b.add({3, 3, 3}, kRMax, 0);
  return b;
}

TEST(FixedCubes, TheMidpointRuleAsPrintedLosesPairsAndTheEnlargedRadiiDoNot) {
  std::mt19937_64 rng(20024);
  int lost_overlapping = 0, lost_apart = 0;
  CubeTables printed, enlarged;
  for (int trial = 0; trial < 200000; ++trial) {
    const bool apart = trial % 2;
    // The extreme radii of Table 1 overlapping by up to 4 mm; or any two of its radii with a gap of up to 2 mm.
    const Balls b =
        apart ? pair_of_balls(rng, uniform(rng, kRMin, kRMax), uniform(rng, kRMin, kRMax), uniform(rng, 0, 0.002))
              : pair_of_balls(rng, kRMin, kRMax, uniform(rng, -0.004, 0));
    const Real margin = Real(apart ? 0.00200001 : 1e-9);
    PairList out;
    sort_into_cubes(b.cloud(), 0, kA, printed);
    loop_over_cubes(b.cloud(), margin, printed, out);
    (apart ? lost_apart : lost_overlapping) += out.empty();
    // Enlarged by the range of Table 1 and not by the range of just these two.
    sort_into_cubes(b.cloud(), cube_enlargement(kRMin, kRMax, double(margin)), kA, enlarged);
    loop_over_cubes(b.cloud(), margin, enlarged, out);
    ASSERT_EQ(out.size(), 1u) << "trial " << trial;
    fixed_cubes(b.cloud(), margin, kA, enlarged, out);
    ASSERT_EQ(out.size(), 1u) << "trial " << trial;
  }
  EXPECT_GT(lost_overlapping, 0);
  EXPECT_GT(lost_apart, 0);
  EXPECT_LT(lost_overlapping + lost_apart, 2000);  // rare, which is why it can stay unseen
  RecordProperty("lost_overlapping", lost_overlapping);
  RecordProperty("lost_apart", lost_apart);
}

TEST(FixedCubes, SmallestCellSizeFollowsFromTheEnlargedRadius) {
  EXPECT_DOUBLE_EQ(smallest_cell_size(kRMin, kRMax, 0), 0.46);  // Table 1's 0.5 is enough
  EXPECT_DOUBLE_EQ(smallest_cell_size(kRMin, kRMax, 0.02), 0.48);
  Balls b;
  b.add({0, 0, 0}, kRMin);
  b.add({1, 0, 0}, kRMax, 0);
  EXPECT_NEAR(smallest_cell_size(b.cloud(), Real(0)), 0.46, 1e-7);
  CubeTables t;
  PairList out;
  fixed_cubes(b.cloud(), Real(0), 0.1, t, out);  // too small: raised, because smaller cubes would lose pairs
  EXPECT_GE(t.cell_size, 0.46 - 1e-7);
}

TEST(FixedCubes, WallBallsAreSortedOnceAndStillFoundAfterAThousandSteps) {
  std::mt19937_64 rng(20025);
  Balls b;
  for (int k = 0; k < 400; ++k) {  // a floor of overlapping balls
    b.add({0.42 * (k % 20), 0.42 * (k / 20), 0}, uniform(rng, kRMin, kRMax), 0);
  }
  for (int k = 0; k < 60; ++k) b.add(in_box(rng, {1, 1, 0.2}, {7, 7, 1}), uniform(rng, kRMin, kRMax));
  const std::vector<Vec3d> home = b.x;
  CubeTables t;
  PairList out;
  std::size_t n_with_walls = 0;
  for (int step = 0; step < 1000; ++step) {
    for (std::size_t i = 400; i < b.size(); ++i) b.x[i] = home[i] + in_box(rng, {-0.3, -0.3, -0.1}, {0.3, 0.3, 0.1});
    fixed_cubes(b.cloud(), Real(0.001), kA, t, out);
    if (step % 100 == 99) {
      ASSERT_EQ(sorted(out), by_brute_force(b, 0.001)) << "step " << step;
    }
    for (const RawPair& p : out) n_with_walls += p.i < 400;
  }
  EXPECT_EQ(t.wall_sorts, 1u);
  EXPECT_GT(n_with_walls, 20000u);
  b.x[7].z += 0.1;  // a wall ball that moves is sorted again
  fixed_cubes(b.cloud(), Real(0.001), kA, t, out);
  EXPECT_EQ(t.wall_sorts, 2u);
  EXPECT_EQ(sorted(out), by_brute_force(b, 0.001));
}

TEST(FixedCubes, TheGridDoesNotWrapAroundAtItsBorders) {
  std::mt19937_64 rng(20026);
  for (int trial = 0; trial < 200; ++trial) {
    Balls b;  // balls at both ends of each axis and on the faces of the region
    for (int k = 0; k < 24; ++k) {
      Vec3d x = in_box(rng, {0, 0, 0}, {2.5, 2, 1.5});
      x[k % 3] = k % 2 ? (k % 3 == 0 ? 2.5 : k % 3 == 1 ? 2 : 1.5) : 0;
      b.add(x, kRMax);
    }
    CubeTables t;
    PairList out;
    fixed_cubes(b.cloud(), Real(0), kA, t, out);
    ASSERT_EQ(sorted(out), by_brute_force(b, 0));
    for (std::size_t i = 0; i < b.size(); ++i) {
      std::set<std::int64_t> cubes(t.a_cube.begin() + 8 * std::ptrdiff_t(i),
                                   t.a_cube.begin() + 8 * std::ptrdiff_t(i) + t.a[i]);
      ASSERT_EQ(cubes.size(), t.a[i]);
      const auto home = cube_of(t, b.x[i]);
      ASSERT_TRUE(home.x > 0 && home.y > 0 && home.z > 0);
      ASSERT_TRUE(home.x + 1 < t.n_cx && home.y + 1 < t.n_cy && home.z + 1 < t.n_cz);
      for (const std::int64_t k : cubes) {
        const Vec3T<std::int64_t> at = {k % t.n_cx, k / t.n_cx % t.n_cy, k / t.n_cx / t.n_cy};
        ASSERT_LE(std::abs(at.x - home.x), 1);
        ASSERT_LE(std::abs(at.y - home.y), 1);
        ASSERT_LE(std::abs(at.z - home.z), 1);
      }
    }
  }
}

TEST(FixedCubes, CountsCubesBallsAndComparisons) {
  Balls b;  // the sparsest system of Fig. 5: one ball in the middle of each cube
  CubeTables t;
  for (int k = 0; k < 64; ++k) b.add({kA * (k % 4), kA * (k / 4 % 4), kA * (k / 16)}, 0.2);
  sort_into_cubes(b.cloud(), 0, kA, t);
  EXPECT_EQ(t.n_cx, t.n_cy);
  const double d = (b.x[0] - t.origin).x / kA;
  const double middle = kA * (0.5 - (d - std::floor(d)));
  for (Vec3d& x : b.x) x += Vec3d{middle, middle, middle};
  sort_into_cubes(b.cloud(), 0, kA, t);
  EXPECT_EQ(t.stats.largest_b, 1u);
  EXPECT_EQ(t.stats.mean_a, 1);
  EXPECT_EQ(t.stats.fewest_comparisons, 6);
  EXPECT_EQ(t.stats.most_comparisons, 6);
  for (Vec3d& x : b.x) x += Vec3d{kA / 2, kA / 2, kA / 2};  // over the corners
  sort_into_cubes(b.cloud(), 0, kA, t);
  EXPECT_EQ(t.stats.largest_b, 8u);
  EXPECT_EQ(t.stats.mean_a, 8);
  EXPECT_EQ(t.stats.mean_comparisons, 10);
}

}  // namespace
}  // namespace scree::broad::test
