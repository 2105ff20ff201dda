// Packs of four: what goes in comes out, lane by lane.
#include "scree/math/pack.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace scree {
namespace {

std::vector<Vec3> numbered(std::size_t n) {
  std::vector<Vec3> v;
  for (std::size_t k = 0; k < n; ++k) v.push_back({1.0 * double(k), 100.0 + double(k), 200.0 + double(k)});
  return v;
}
Vec3 lane(const Vec3Pack& v, int l) { return {v.x.lanes[l], v.y.lanes[l], v.z.lanes[l]}; }

TEST(Pack, GathersVectorsFromAnywhere) {
  const std::vector<Vec3> v = numbered(9);
  const std::uint32_t i[kLanes] = {8, 0, 3, 3};
  const Vec3Pack p = gather(v.data(), i);
  for (int l = 0; l < kLanes; ++l) EXPECT_EQ(lane(p, l), v[i[l]]);
}

TEST(Pack, LoadsAndStoresFourVectorsInARow) {
  const std::vector<Vec3> v = numbered(6);
  const Vec3Pack p = load_four(&v[1]);
  for (int l = 0; l < kLanes; ++l) EXPECT_EQ(lane(p, l), v[std::size_t(l) + 1]);
  std::vector<Vec3> to(6, Vec3{-1, -1, -1});
  store_four(p, &to[1]);
  for (std::size_t k = 1; k < 5; ++k) EXPECT_EQ(to[k], v[k]);
  EXPECT_EQ(to[0], (Vec3{-1, -1, -1}));
  EXPECT_EQ(to[5], (Vec3{-1, -1, -1}));
}

TEST(Pack, LoadsAndStoresQuaternions) {
  std::array<Quat, 4> q;
  for (int k = 0; k < 4; ++k) q[std::size_t(k)] = {1.0 * k, 10.0 + k, 20.0 + k, 30.0 + k};
  const QuatPack p = load_four(q.data());
  for (int l = 0; l < kLanes; ++l) EXPECT_EQ(p.y.lanes[l], 20 + l);
  std::array<Quat, 4> to;
  store_four(p, to.data());
  EXPECT_EQ(to, q);
}

TEST(Pack, AddsInTheOrderOfLanesAndLeavesTheRestAlone) {
  std::vector<Vec3> sum(3, Vec3{1, 2, 3});
  const std::uint32_t i[kLanes] = {1, 1, 2, 0};
  const Vec3Pack p = {Pack(1), Pack(10), Pack(100)};
  add_each(p, 3, [&](int l) -> Vec3& { return sum[i[l]]; });
  EXPECT_EQ(sum[0], (Vec3{1, 2, 3}));  // its lane is not asked for
  EXPECT_EQ(sum[1], (Vec3{3, 22, 203}));
  EXPECT_EQ(sum[2], (Vec3{2, 12, 103}));
  store_each(p, 1, [&](int l) -> Vec3& { return sum[i[l]]; });
  EXPECT_EQ(sum[1], (Vec3{1, 10, 100}));
}

TEST(Pack, CompressesToTheLanesAskedForAndRepeatsTheFirst) {
  const double values[] = {10, 11, 12, 13};
  for (unsigned which = 1; which < 16; ++which) {
    const Pack c = compress(Pack::load(values), which);
    int n = 0, first = -1;
    for (int l = 0; l < kLanes; ++l) {
      if (!(which >> l & 1)) continue;
      if (first < 0) first = l;
      EXPECT_EQ(c.lanes[n++], values[l]) << which;
    }
    for (; n < kLanes; ++n) EXPECT_EQ(c.lanes[n], values[first]) << which;
  }
}

TEST(Pack, TurnsItsLanesRoundAndFindsTheLargest) {
  const double values[] = {3, -5, 9, 4};
  const Pack p = Pack::load(values), next = rotated(p), size = magnitude(p);
  for (int l = 0; l < kLanes; ++l) EXPECT_EQ(next.lanes[l], values[(l + 1) % kLanes]);
  for (int l = 0; l < kLanes; ++l) EXPECT_EQ(size.lanes[l], std::fabs(values[l]));
  EXPECT_EQ(largest_lane(p), 9);
  EXPECT_EQ(largest_lane(-p), 5);
  EXPECT_EQ(least_lane(p), -5);
}

TEST(Pack, TakesTheLargerOrSmallerAndTheSecondWhereOneIsNoNumber) {
  const double none = std::nan("");
  const Pack a(Pack::Lanes{1, 4, none, 2}), b(Pack::Lanes{2, 3, 7, none});
  const Pack more = larger(a, b), less = smaller(a, b);
  const double the_larger[] = {2, 4, 7}, the_smaller[] = {1, 3, 7};
  for (int l = 0; l < 3; ++l) {
    EXPECT_EQ(more.lanes[l], the_larger[l]);
    EXPECT_EQ(less.lanes[l], the_smaller[l]);
  }
  EXPECT_TRUE(std::isnan(more.lanes[3]) && std::isnan(less.lanes[3]));
}

TEST(Pack, MasksSelectLaneByLane) {
  const Pack a(Pack::Lanes{1, 2, 3, 4}), b(Pack::Lanes{4, 3, 2, 1});
  EXPECT_EQ(bits(a < b), 3u);
  EXPECT_EQ(bits(first_lanes(3)), 7u);
  EXPECT_TRUE(any(a > b));
  EXPECT_FALSE(all(a > b));
  const Pack smaller = select(a < b, a, b);
  EXPECT_EQ(sum(smaller), 1 + 2 + 2 + 1);
  EXPECT_EQ(sum(sqrt(a * a)), 10);
  EXPECT_EQ(sum(at_least(a, 3)), 3 + 3 + 3 + 4);
}

}  // namespace
}  // namespace scree
