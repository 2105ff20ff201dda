// The pair list as a stage of the step: no contact is missed between two lists, and the order is what sums rely on.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "scree/broad/broad_phase.hpp"
#include "scree/state/ledger.hpp"
#include "support/small_world.hpp"

namespace scree {
namespace {

using test::linear_law;
using test::SmallWorld;

SmallWorld shaken_box(BroadMethod method, Real cohesive_force = 0) {
  LawParams law = linear_law(1e4, Real(0.3), Real(0.3));
  if (cohesive_force > 0) {
    law.normal = NormalLaw::kKelvinVoigtCohesive;
    law.cohesive_force = cohesive_force;
  }
  SmallWorld w(law, 2500, 5e-5);
  w.gravity({0, 0, Real(-9.81)}).plane({0, 0, 0}, {0, 0, 1});
  w.plane({0, 0, 0}, {1, 0, 0})
      .plane({0.2, 0, 0}, {-1, 0, 0})
      .plane({0, 0, 0}, {0, 1, 0})
      .plane({0, 0.2, 0}, {0, -1, 0});
  MotionPhase shake;
  shake.amplitude = {0, 0, Real(0.002)};
  shake.frequency = 10;
  Motion motion;
  motion.walls = {0};
  motion.phases = {shake};
  w.model.motions = {motion};
  w.model.settings.broad = method;
  w.model.settings.reorder_every = 3;
  w.open();
  std::mt19937 rng(4);
  std::uniform_real_distribution<double> u(0, 1);
  for (int k = 0; k < 300; ++k)
    w.ball(Real(0.006 + 0.004 * u(rng)),
           {0.015 + 0.024 * (k % 8), 0.015 + 0.024 * (k / 8 % 8), 0.02 + 0.024 * (k / 64)},
           {Real(u(rng) - 0.5), Real(u(rng) - 0.5), -1});
  w.begin();
  return w;
}

using Keys = std::set<std::pair<std::uint64_t, std::uint64_t>>;

Keys contacts_of(const State& s) {
  Keys keys;
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    if (is_swapped(s.bodies, a, b)) std::swap(a, b);
    if (s.contacts.gap[k] <= 0) keys.emplace(s.bodies.id[a], partner_id(s.bodies, b));
  });
  return keys;
}

// Every overlap there is, by comparing all with all and with all walls (planes only here).
Keys overlaps_of(const Model& model, const State& s) {
  Keys keys;
  const Bodies& b = s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t j = i + 1; j < b.size(); ++j)
      if (norm(b.x[i] - b.x[j]) - double(b.radius[i] + b.radius[j]) < -1e-12)
        keys.emplace(std::min(b.id[i], b.id[j]), std::max(b.id[i], b.id[j]));
    for (std::uint32_t w = 0; w < model.walls.size(); ++w) {
      const Vec3d n = Vec3d(rotate(s.walls[w].q, {0, 0, 1}));
      if (dot(n, b.x[i] - s.walls[w].x) - double(b.radius[i]) < -1e-12)
        keys.emplace(b.id[i], partner_id(b, kWallBit | w));
    }
  }
  return keys;
}

class EveryMethod : public testing::TestWithParam<BroadMethod> {};

TEST_P(EveryMethod, MissesNoContactBetweenTwoLists) {
  SmallWorld w = shaken_box(GetParam());
  std::size_t seen = 0;
  for (int k = 0; k < 100; ++k) {
    w.run(40);
    const Keys found = contacts_of(w.s), there = overlaps_of(w.model, w.s);
    for (const auto& key : there) EXPECT_TRUE(found.count(key)) << "step " << w.s.counters.step;
    seen += there.size();
  }
  EXPECT_GT(seen, 10000u);
  EXPECT_GT(w.s.counters.pair_lists, 20u);
  EXPECT_LT(w.s.counters.pair_lists, 2000u);  // of 4000 steps: lists are reused
}

TEST_P(EveryMethod, GivesTheSameBitsAsAnyOther) {
  SmallWorld reference = shaken_box(BroadMethod::kBruteForce, Real(0.05));
  SmallWorld w = shaken_box(GetParam(), Real(0.05));
  reference.run(3000);
  w.run(3000);
  EXPECT_EQ(state_hash(w.s), state_hash(reference.s));
  EXPECT_GT(count_contacts(w.s.contacts), 300u);
}

std::string method_name(const testing::TestParamInfo<BroadMethod>& info) {
  constexpr const char* names[] = {"sorted_cells", "fixed_cubes", "hierarchical", "brute_force"};
  return names[int(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Broad, EveryMethod,
                         testing::Values(BroadMethod::kSortedCells, BroadMethod::kFixedCubes,
                                         BroadMethod::kHierarchical, BroadMethod::kBruteForce),
                         method_name);

TEST(PairOrder, FollowsTheOrderOfBodies) {
  SmallWorld w = shaken_box(BroadMethod::kSortedCells);
  w.run(2000);
  const Pairs& p = w.s.pairs;
  const Bodies& b = w.s.bodies;
  const auto key = [&](std::uint32_t i) {
    return is_wall_index(i) ? std::pair(~std::uint64_t(0), std::uint64_t(i)) : std::pair(b.order[i], b.id[i]);
  };
  for (const Bucket& bucket : p.buckets) {
    for (std::uint32_t k = bucket.begin; k < bucket.end; ++k) {
      EXPECT_TRUE(is_wall_index(p.b[k]) || key(p.a[k]) > key(p.b[k]));  // spheres: see Sides
      if (k == bucket.begin) continue;
      EXPECT_LT(std::pair(key(p.a[k - 1]), key(p.b[k - 1])), std::pair(key(p.a[k]), key(p.b[k])));
    }
  }
  EXPECT_EQ(p.buckets.back().end, p.size());
}

// Two bodies of different groups may be in the hands of two threads: what B gets then has a sum of its own.
TEST(PairOrder, EveryGroupHasItsOwnSumForABodyOfAnother) {
  SmallWorld w = shaken_box(BroadMethod::kSortedCells);
  w.s.unit_shift = w.s.group_shift = 3;  // groups of some bodies
  w.s.list_valid = false;
  w.run(2000);
  const Pairs& p = w.s.pairs;
  const Bodies& b = w.s.bodies;
  const std::size_t first_of_walls = b.size() + p.accumulator_body.size();
  const auto group_of = [&](std::uint32_t i) { return b.order[i] >> w.s.group_shift; };
  std::map<std::uint32_t, std::uint64_t> giver;  // of each sum
  for (std::uint32_t k = 0; k < p.size(); ++k) {
    if (is_wall_index(p.b[k])) {
      ASSERT_GE(p.accumulator_of_pair[k], first_of_walls);
      EXPECT_EQ(p.walls[p.accumulator_of_pair[k] - first_of_walls], p.b[k] & ~kWallBit);
    } else if (group_of(p.a[k]) == group_of(p.b[k])) {
      EXPECT_EQ(p.accumulator_of_pair[k], p.b[k]);
    } else {
      const std::uint64_t group = group_of(p.a[k]);
      EXPECT_EQ(giver.emplace(p.accumulator_of_pair[k], group).first->second, group)
          << "two groups, which two threads may have";
      ASSERT_TRUE(p.accumulator_of_pair[k] >= b.size() && p.accumulator_of_pair[k] < first_of_walls);
      EXPECT_EQ(p.accumulator_body[p.accumulator_of_pair[k] - b.size()], p.b[k]);
    }
  }
  EXPECT_GT(giver.size(), 20u);
  EXPECT_EQ(giver.size(), p.accumulator_body.size());
  for (const Wrench& sum : p.accumulators) EXPECT_EQ(norm2(sum.f) + norm2(sum.tau), 0) << "left from the last step";
}

// One ball flies past another at rest: skin = sqrt(25 u r), where u, the skin used up in a step, is twice the way of
// the faster one.
TEST(Skin, FollowsTheFastestBetweenItsBounds) {
  constexpr double kR = 0.01, kDt = 1e-5;
  for (const double speed : {0.1, 4.0, 10.0, 100.0, 500.0}) {
    SmallWorld w(linear_law(1e5), 2500, kDt);
    w.model.settings.skin = Real(0.2 * kR), w.model.settings.most_skin = Real(kR);
    w.open();
    w.ball(Real(kR), {0, 0.1, 0});
    w.ball(Real(kR), {0, 0, 0}, {Real(speed), 0, 0});
    w.begin();
    EXPECT_EQ(w.s.skin, w.model.settings.skin);  // nothing is known of the speed
    w.run(3000);
    const double in_a_step = 2 * speed * kDt;
    const bool lasts = 2 * in_a_step < kR;  // two steps, with the widest
    const double expected = lasts ? std::clamp(std::sqrt(25 * in_a_step * kR), 0.2 * kR, kR) : 0.2 * kR;
    EXPECT_NEAR(w.s.skin, expected, 1e-6 * kR) << speed << " m/s";
    w.s.list_valid = false;  // as when bodies come or go
    w.run(1);
    EXPECT_NEAR(w.s.skin, expected, 1e-6 * kR) << speed << " m/s";
    w.s.bodies.v[w.at(1)] = {Real(1e-3), 0, 0};
    w.run(std::uint64_t(expected / (2 * 1e-3 * kDt)) + 2);
    EXPECT_EQ(w.s.skin, w.model.settings.skin);  // slow again
  }
}

TEST(Skin, IsTheLeastWhereEveryStepHasItsList) {
  SmallWorld w(linear_law(1e5), 2500, 1e-5);
  w.model.settings.skin = Real(0.002), w.model.settings.most_skin = Real(0.01);
  w.model.settings.list_every_step = true;
  w.open();
  w.ball(Real(0.01), {0, 0, 0}, {10, 0, 0});
  w.begin();
  w.run(100);
  EXPECT_EQ(w.s.skin, w.model.settings.skin);
  EXPECT_GT(w.s.counters.pair_lists, 100u);
}

TEST(Skin, StaysAsTheSceneHasIt) {
  SmallWorld w = shaken_box(BroadMethod::kSortedCells);
  const Real given = w.model.settings.skin;
  for (int k = 0; k < 10; ++k) {
    w.run(50);
    EXPECT_EQ(w.s.skin, given);
  }
}

// With no skin the pair is off the list in the very step in which the balls part.
TEST(PairOrder, BooksAnEndedContactAlikeWhetherItsPairIsStillListedOrNot) {
  double lost[2];
  for (int k = 0; k < 2; ++k) {
    SmallWorld w(linear_law(1e5), 2500, 2e-5);
    w.open();
    w.ball(Real(0.01), {-0.0101, 0, 0}, {1, 0, 0});
    w.ball(Real(0.01), {0.0101, 0, 0}, {-1, 0, 0});
    w.model.settings.skin = k == 0 ? Real(0) : Real(0.002);
    w.begin();
    w.run(200);
    EXPECT_LT(w.s.bodies.v[w.at(0)].x, -0.9);  // they have parted
    update_ledger(w.model, w.s);
    lost[k] = w.s.ledger.contact_loss.value();
    EXPECT_LT(std::abs(w.s.ledger.relative_residual()), 2e-3);
  }
  EXPECT_EQ(lost[0], lost[1]);
}

TEST(PairOrder, AListMadeAnewKeepsEverySpring) {
  SmallWorld a = shaken_box(BroadMethod::kSortedCells);
  a.run(2000);
  SmallWorld b = a;
  b.s.list_valid = false;  // one list more than a makes
  const auto lists = b.s.counters.pair_lists;
  b.run(1);
  EXPECT_EQ(b.s.counters.pair_lists, lists + 1);
  b.run(199);
  a.run(200);
  EXPECT_EQ(state_hash(a.s), state_hash(b.s));
}

}  // namespace
}  // namespace scree
