// All methods return the pairs that brute force returns.
#include <gtest/gtest.h>
#include <omp.h>
#include <rapidcheck.h>

#include <limits>

#include "broad/clouds.hpp"

namespace scree::broad::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Compares every method with brute force and returns the number of pairs.
std::size_t expect_same_pairs(const Balls& b, double margin, CubeTables& tables, double cell_size = 0) {
  const PairList expected = by_brute_force(b, margin);
  EXPECT_FALSE(has_doubles(expected));
  PairList cells = {{7, 7}}, levels = {{7, 7}}, cubes = {{7, 7}};  // what was in the list must not matter
  sorted_cells(b.cloud(), Real(margin), cells);
  hierarchical(b.cloud(), Real(margin), levels);
  fixed_cubes(b.cloud(), Real(margin), cell_size, tables, cubes);
  EXPECT_EQ(sorted(cells), expected) << "sorted_cells";
  EXPECT_EQ(sorted(levels), expected) << "hierarchical";
  EXPECT_EQ(sorted(cubes), expected) << "fixed_cubes";
  return expected.size();
}
std::size_t expect_same_pairs(const Balls& b, double margin) {
  CubeTables tables;
  return expect_same_pairs(b, margin, tables);
}

TEST(BroadPhase, FindsTheSamePairsInRandomCloudsOfEveryScale) {
  std::mt19937_64 rng(20021);
  for (const double scale : {1e-6, 1.0, 1e3}) {
    std::size_t n_pairs = 0;
    for (int trial = 0; trial < 20; ++trial) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << " trial " << trial);
      const Balls b = random_balls(rng, 300, 0.9 * scale, scale, 0.5, trial % 2 ? 0.3 : 0.0);
      n_pairs += expect_same_pairs(b, trial % 4 < 2 ? 0 : 0.2 * scale);
    }
    EXPECT_GT(n_pairs, 20 * 300u);
  }
}

TEST(BroadPhase, FindsTheSamePairsFarFromTheOrigin) {
  std::mt19937_64 rng(20022);
  std::size_t n_pairs = 0;
  for (const double offset : {1e3, 1e6, -1e9}) {
    Balls b = random_balls(rng, 400, 0.8e-3, 1e-3, 0.5, 0.1);
    for (Vec3d& x : b.x) x += Vec3d{offset, -offset, 2 * offset};
    n_pairs += expect_same_pairs(b, 1e-4);
  }
  EXPECT_GT(n_pairs, 1000u);
}

TEST(BroadPhase, FindsTheSamePairsInMixturesOneToAHundred) {
  std::mt19937_64 rng(20023);
  std::size_t n_pairs = 0;
  for (int trial = 0; trial < 12; ++trial) {
    SCOPED_TRACE(testing::Message() << "trial " << trial);
    const Balls b = random_balls(rng, 600, 0.01, 1, 0.4, trial % 3 == 0 ? 0.2 : 0.0);
    n_pairs += expect_same_pairs(b, trial % 2 ? 0.01 : 0);
  }
  EXPECT_GT(n_pairs, 3000u);
}

TEST(BroadPhase, FindsTheSamePairsForOneLargeBallAmongManySmallOnes) {
  std::mt19937_64 rng(20024);
  for (const std::int32_t owner : {kDynamic, 0}) {
    Balls b = random_balls(rng, 1500, 0.009, 0.01, 0.3);
    b.add(b.x[17], 0.1, owner);    // a part of the cloud
    b.add(b.x[99], 1e3, owner);    // all of it
    b.add({500, 0, 0}, 2, owner);  // nothing
    EXPECT_GT(expect_same_pairs(b, 0), 1500u);
  }
}

TEST(BroadPhase, FindsTheSamePairsInClusters) {
  std::mt19937_64 rng(20025);
  std::size_t n_pairs = 0;
  for (int trial = 0; trial < 8; ++trial) {
    Balls b;
    for (int cluster = 0; cluster < 12; ++cluster) {
      const Vec3d at = in_box(rng, {-1e3, -1e3, -1e3}, {1e3, 1e3, 1e3});
      for (int k = 0; k < 40; ++k)
        b.add(at + in_box(rng, {-2, -2, -2}, {2, 2, 2}), uniform(rng, 0.2, 0.6), k % 5 - 4 ? kDynamic : 1);
    }
    n_pairs += expect_same_pairs(b, 0.05);
  }
  EXPECT_GT(n_pairs, 1000u);
}

TEST(BroadPhase, SparseCloudsAMillionSizesWideNeedLittleMemory) {
  std::mt19937_64 rng(20026);
  for (const double width : {1e6, 1e12, 1e100}) {
    SCOPED_TRACE(testing::Message() << "width " << width);
    Balls b;
    for (int k = 0; k < 300; ++k) {
      const Vec3d at = in_box(rng, {-width, -width, -width}, {width, width, width});
      b.add(at, 1, k % 7 ? kDynamic : 0);
      b.add(at + in_box(rng, {-1, -1, -1}, {1, 1, 1}), 1);
    }
    CubeTables tables;
    EXPECT_GE(expect_same_pairs(b, 0.1, tables), 300u);
    EXPECT_LE(double(tables.head.size()), 64 * double(b.size()) + 1e6);
  }
}

TEST(BroadPhase, OneBodyThatFliesOffChangesNothingForTheOthers) {
  std::mt19937_64 rng(20027);
  Balls b = random_balls(rng, 800, 0.9, 1, 0.5);
  b.add({1e9, -3e7, 5}, 1);
  EXPECT_GT(expect_same_pairs(b, 0.1), 800u);
}

TEST(BroadPhase, LatticesOnFacesEdgesAndCornersOfCells) {
  // Spacing equal to the cell side, to half of it and to the exact reach: every tie there is.
  for (const double spacing : {1.0, 0.5, 0.25, 2.0, 0.1}) {
    for (const double margin : {0.0, spacing / 4}) {
      Balls b;
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
          for (int k = 0; k < 6; ++k)
            b.add({i * spacing, j * spacing, k * spacing}, (spacing - margin) / 2, (i + j + k) % 4 ? kDynamic : 3);
      CubeTables tables;
      const std::size_t n = expect_same_pairs(b, margin, tables, spacing);
      EXPECT_TRUE(spacing == 0.1 || n > 400) << spacing;  // ties in binary fractions are contacts
    }
  }
}

TEST(BroadPhase, LatticesThatRepeatWithThePeriodOfTheCells) {
  for (const int step : {3, 5, 16, 64, 127, 128}) {
    Balls b;
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 7; ++j)
        for (int k = 0; k < 7; ++k) {
          b.add({double(i * step), double(j * step), double(k * step)}, 0.5);
          b.add({i * step + 0.7, double(j * step), double(k * step)}, 0.5);
        }
    EXPECT_EQ(expect_same_pairs(b, 0), 343u);
  }
}

TEST(BroadPhase, NothingOneBallCoincidentBallsAndPoints) {
  Balls b;
  EXPECT_EQ(expect_same_pairs(b, 0), 0u);
  b.add({3, 4, 5}, 1);
  EXPECT_EQ(expect_same_pairs(b, 0), 0u);
  for (int k = 0; k < 30; ++k) b.add({3, 4, 5}, 1);
  EXPECT_EQ(expect_same_pairs(b, 0), 31u * 30 / 2);
  b.r.assign(b.size(), Real(0));
  EXPECT_EQ(expect_same_pairs(b, 0), 31u * 30 / 2);  // points in one place touch: 0 <= 0
  b.owner.assign(b.size(), 0);
  EXPECT_EQ(expect_same_pairs(b, 0), 0u);
  Balls points;
  for (int k = 0; k < 100; ++k) points.add({double(k % 10), double(k / 10), 0}, 0);
  EXPECT_EQ(expect_same_pairs(points, 0), 0u);
  EXPECT_EQ(expect_same_pairs(points, 1), 180u);
}

TEST(BroadPhase, PositionsThatAreNotFiniteAreLeftOut) {
  std::mt19937_64 rng(20028);
  Balls b = random_balls(rng, 200, 0.9, 1, 0.5);
  const std::size_t n = expect_same_pairs(b, 0);
  Balls with = b;
  with.add({kNan, 0, 0}, 1);
  with.add({0, kInfinite, 0}, 1);
  with.add({0, 0, -kInfinite}, 1, 0);
  with.add({1e300, 0, 0}, 1);
  with.add({1e300, 0, 0}, 1);
  with.add(b.x[0], kNan);
  with.add(b.x[0], kInfinite);
  with.add(b.x[0], -1);
  EXPECT_EQ(expect_same_pairs(with, 0), n);
  EXPECT_EQ(by_brute_force(with, 0), by_brute_force(b, 0));
}

TEST(BroadPhase, CarriedBallsMeetFreeOnesOnly) {
  std::mt19937_64 rng(20029);
  Balls b;
  for (int k = 0; k < 3000; ++k) b.add(in_box(rng, {0, 0, 0}, {20, 20, 0.1}), 1, k % 2);  // a thick wall
  for (int k = 0; k < 50; ++k) b.add(in_box(rng, {-3, -3, 0}, {23, 23, 4}), 0.5);
  EXPECT_GT(expect_same_pairs(b, 0), 300u);
  for (const RawPair& p : by_brute_force(b, 0)) EXPECT_GE(p.j, 3000u);
}

// Steps of random motion with the tables kept from step to step, balls coming and going.
TEST(BroadPhase, FindsTheSamePairsWhileBallsMove) {
  std::mt19937_64 rng(20030);
  for (const double cell_size : {0.0, 3.0}) {
    Balls b = random_balls(rng, 250, 0.8, 1, 0.4, 0.25);
    CubeTables tables;
    std::size_t n_pairs = 0;
    for (int step = 0; step < 150; ++step) {
      SCOPED_TRACE(testing::Message() << "step " << step);
      for (std::size_t i = 0; i < b.size(); ++i) {
        if (b.owner[i] != kDynamic && step % 50 != 49) continue;  // walls move now and then
        b.x[i] += in_box(rng, {-0.2, -0.2, -0.4}, {0.2, 0.2, 0.2});
      }
      if (step % 10 == 3) b.add(b.x[0] + Vec3d{0, 0, 3}, uniform(rng, 0.7, 1.1));
      if (step % 17 == 5) std::swap(b.owner[3], b.owner[30]);
      n_pairs += expect_same_pairs(b, 0.05, tables, cell_size);
    }
    EXPECT_GT(n_pairs, 150 * 100u);
    EXPECT_LT(tables.wall_sorts, 60u);
  }
}

TEST(BroadPhase, AnyCloud) {
  const bool ok = rc::check("all methods agree with brute force", [] {
    std::mt19937_64 rng(*rc::gen::arbitrary<std::uint64_t>());
    const auto n = *rc::gen::inRange<std::size_t>(0, 200);
    const double scale = std::pow(10.0, *rc::gen::inRange(-6, 4));
    const double ratio = std::pow(10.0, *rc::gen::inRange(0, 3));
    const double fill = std::pow(10.0, *rc::gen::inRange(-4, 2));
    const double margin = *rc::gen::element(0.0, 0.01, 0.5, 3.0) * scale;
    Balls b = random_balls(rng, n, scale / ratio, scale, fill, *rc::gen::element(0.0, 0.3, 1.0));
    const int flat = *rc::gen::inRange(0, 4);
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (flat < 3) b.x[i][flat] = 0;  // a bed of one layer
      if (i > 0 && uniform(rng, 0, 1) < 0.05) b.x[i] = b.x[i - 1];
    }
    RC_CLASSIFY(!by_brute_force(b, margin).empty(), "with pairs");
    RC_ASSERT((expect_same_pairs(b, margin), !testing::Test::HasFailure()));
  });
  EXPECT_TRUE(ok);
}

TEST(BroadPhase, TheOrderDoesNotDependOnTheNumberOfThreads) {
  std::mt19937_64 rng(20031);
  const Balls same = random_balls(rng, 40000, 0.9, 1, 0.5, 0.1), mixed = random_balls(rng, 20000, 0.02, 1, 0.4, 0.1);
  const int threads_before = omp_get_max_threads();
  PairList cells, levels, cubes, cells_2, levels_2, cubes_2;
  std::vector<std::uint32_t> order;
  CubeTables tables;
  for (const int threads : {1, 2, 7}) {
    omp_set_num_threads(threads);
    sorted_cells(same.cloud(), Real(0.1), cells_2);
    hierarchical(mixed.cloud(), Real(0.01), levels_2);
    fixed_cubes(same.cloud(), Real(0.1), 0, tables, cubes_2);
    const auto order_2 = locality_order(same.cloud(), 0);
    if (threads == 1) {
      cells = cells_2;
      levels = levels_2;
      cubes = cubes_2;
      order = order_2;
      EXPECT_GT(cells.size(), 40000u);
      EXPECT_GT(levels.size(), 10000u);
    }
    EXPECT_TRUE(cells == cells_2) << threads;
    EXPECT_TRUE(levels == levels_2) << threads;
    EXPECT_TRUE(cubes == cubes_2) << threads;
    EXPECT_TRUE(order == order_2) << threads;
  }
  omp_set_num_threads(threads_before);
  EXPECT_TRUE(sorted(cells) == sorted(cubes));
}

}  // namespace
}  // namespace scree::broad::test
