#include "scree/state/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "scree/math/morton.hpp"
#include "support/small_world.hpp"

namespace scree::test {
namespace {

Model spheres(Real smallest = Real(0.5), int dimension = 3) {
  Model model = SmallWorld(linear_law(1)).model;
  model.smallest_radius = smallest;
  model.settings.dimension = dimension;
  return model;
}

// Bit by bit.
std::uint64_t interleaved(std::vector<std::uint64_t> axes, int bits) {
  std::uint64_t key = 0;
  for (int k = 0; k < bits; ++k)
    for (std::size_t a = 0; a < axes.size(); ++a) key |= (axes[a] >> k & 1) << (std::size_t(k) * axes.size() + a);
  return key;
}

TEST(Morton, InterleavesBits) {
  std::mt19937_64 rng(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const std::uint64_t x = rng(), y = rng(), z = rng();
    ASSERT_EQ(morton(x, y, z), interleaved({x, y, z}, 21));
    ASSERT_EQ(morton(x, y), interleaved({x, y}, 31));
  }
}

TEST(Order, IsTheCellOfALatticeOfTheSmallestSphere) {
  const Model model = spheres();  // cells of 1 m
  EXPECT_EQ(order_at(model, {0.5, 0.99, 0}), 0u);
  EXPECT_EQ(order_at(model, {3.5, 5, 9.1}), morton(3, 5, 9));
  EXPECT_EQ(order_at(spheres(Real(0.5), 2), {3.5, 5, 9.1}), morton(3, 5));
  EXPECT_EQ(order_at(spheres(Real(5)), {35, 50, 91}), morton(3, 5, 9));
}

TEST(Order, WrapsFarAwayAndTakesWhateverComes) {
  const Model model = spheres();
  constexpr std::uint64_t n = 1u << 21;
  EXPECT_EQ(order_at(model, {-0.5, -1, -7}), morton(n - 1, n - 1, n - 7));
  EXPECT_EQ(order_at(model, {double(n) + 3, 2. * double(n), -double(n)}), morton(3, 0, 0));
  EXPECT_EQ(order_at(spheres(Real(0.5), 2), {-0.5, 0x1p31 + 4, 0}), morton(0x7fffffff, 4));
  EXPECT_EQ(order_at(model, {0x1p62 + 0x1p12, -0x1p63 - 0x1p12, 0}), morton(0x1000, n - 0x1000, 0));
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(order_at(model, {1e300, -1e300, 2}), morton(0, 0, 2));
  EXPECT_EQ(order_at(model, {inf, -inf, nan}), 0u);
  EXPECT_EQ(order_at(spheres(Real(1e-20)), {1e300, 1e-300, -1e-300}), morton(0, 0, n - 1));
  EXPECT_EQ(order_at(spheres(0), {1, 2, 3}), 0u);
}

TEST(Order, NoTwoBodiesAreEqual) {
  SmallWorld w(linear_law(1));
  w.open();
  for (const double x : {0.1, 0.2, 1e300, 2097152.3, 0.3}) w.ball(Real(0.5), {x, 0, 0});
  const std::vector<std::uint32_t> order = bodies_in_order(w.s.bodies);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));  // all in cell 0: by id
  for (std::size_t k = 1; k < order.size(); ++k) {
    EXPECT_TRUE(comes_before(w.s.bodies, order[k - 1], order[k]));
    EXPECT_FALSE(comes_before(w.s.bodies, order[k], order[k - 1]));
  }
}

TEST(Order, OfABodyThatComesInIsWhereItComesIn) {
  SmallWorld w(linear_law(1));
  w.open();
  w.ball(Real(0.5), {0, 0, 0});
  w.begin();
  const std::size_t i = w.ball(Real(0.5), {4.5, 2.5, 1.5});
  EXPECT_EQ(w.s.bodies.order[i], morton(4, 2, 1));
  w.s.bodies.x[i] = {9, 9, 9};  // later
  EXPECT_EQ(w.s.bodies.order[i], morton(4, 2, 1));
  renew_order(w.model, w.s);
  EXPECT_EQ(w.s.bodies.order[i], morton(9, 9, 9));
}

TEST(OccupiedBoxes, AreCountedWithinSomeTenPercentWhateverTheOrderAndTheParts) {
  std::mt19937_64 rng(3);
  for (const std::uint64_t n : {1ull, 2ull, 10ull, 100ull, 1000ull, 5000ull}) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t k = 0; k < n; ++k) keys.push_back(rng() >> 1 & ~0xfffull), keys.push_back(keys.back() + k % 9);
    OccupiedBoxes boxes, one, other;
    for (const std::uint64_t key : keys) boxes.add(key);
    std::shuffle(keys.begin(), keys.end(), rng);
    for (std::size_t k = 0; k < keys.size(); ++k) (k % 3 ? one : other).add(keys[k]);
    one += other;
    for (int shift = 0; shift < OccupiedBoxes::kShifts; shift += 3) {
      std::set<std::uint64_t> exact;
      for (const std::uint64_t key : keys) exact.insert(key >> shift);
      EXPECT_EQ(boxes.count(shift), one.count(shift));
      EXPECT_NEAR(boxes.count(shift) / double(exact.size()), 1, 0.35) << n << " boxes, shift " << shift;
    }
  }
}

// A cubic lattice of spheres that touch: one a cell.
SmallWorld lattice(int n) {
  SmallWorld w(linear_law(1));
  w.open();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) w.ball(Real(0.5), {i + 0.5, j + 0.5, k + 0.5});
  return w;
}

TEST(Units, HaveTheWantedNumberOfBodies) {
  SmallWorld w = lattice(32);
  renew_order(w.model, w.s);
  EXPECT_EQ(w.s.unit_shift, 8u);
  EXPECT_EQ(w.s.group_shift, 9u);  // 64 groups
  SmallWorld few = lattice(3);
  renew_order(few.model, few.s);
  const Turns turns(few.model, few.s, bodies_in_order(few.s.bodies));
  EXPECT_EQ(*std::max_element(turns.unit.begin(), turns.unit.end()), 0u);  // all in one
}

TEST(Units, FollowFromTheSetOfPlacesAlone) {
  SmallWorld w = lattice(20), shuffled = w;
  std::vector<std::uint32_t> order(w.s.bodies.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = std::uint32_t((i * 7ull + 3) % order.size());
  reorder_bodies(shuffled.s, order);
  renew_order(w.model, w.s), renew_order(shuffled.model, shuffled.s);
  EXPECT_EQ(w.s.unit_shift, shuffled.s.unit_shift);
  EXPECT_EQ(w.s.group_shift, shuffled.s.group_shift);
  const Turns turns(w.model, w.s, bodies_in_order(w.s.bodies)),
      others(shuffled.model, shuffled.s, bodies_in_order(shuffled.s.bodies));
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(others.unit[i], turns.unit[order[i]]);
    EXPECT_EQ(others.group[i], turns.group[order[i]]);
    EXPECT_EQ(others.batch[i], turns.batch[order[i]]);
  }
}

TEST(Units, OfOneLargeBodyAmongSmallOnesAreThoseOfTheSmall) {
  SmallWorld w = lattice(16);
  SmallWorld with = lattice(16);
  with.ball(Real(50), {100, 100, 100});
  renew_order(w.model, w.s), renew_order(with.model, with.s);
  EXPECT_EQ(with.s.unit_shift, w.s.unit_shift);
}

TEST(Turns, RiseAlongTheOrderAndNest) {
  SmallWorld w = lattice(24);
  renew_order(w.model, w.s);
  const Turns turns(w.model, w.s, bodies_in_order(w.s.bodies));
  const std::vector<std::uint32_t> order = bodies_in_order(w.s.bodies);
  std::size_t in_batch = 1, most = 1;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::uint32_t i = order[k - 1], j = order[k];
    const bool same_unit = w.s.bodies.order[i] >> w.s.unit_shift == w.s.bodies.order[j] >> w.s.unit_shift;
    const bool same_group = w.s.bodies.order[i] >> w.s.group_shift == w.s.bodies.order[j] >> w.s.group_shift;
    ASSERT_EQ(turns.unit[j], turns.unit[i] + !same_unit);
    ASSERT_EQ(turns.group[j], turns.group[i] + !same_group);
    ASSERT_TRUE(turns.batch[j] == turns.batch[i] || turns.batch[j] == turns.batch[i] + 1);
    ASSERT_TRUE(same_unit || turns.batch[j] != turns.batch[i]);
    in_batch = turns.batch[j] == turns.batch[i] ? in_batch + 1 : 1;
    most = std::max(most, in_batch);
  }
  EXPECT_GT(most, 30u);
  EXPECT_LT(most, 80u);
}

}  // namespace
}  // namespace scree::test
