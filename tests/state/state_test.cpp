#include "scree/state/state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numbers>
#include <random>
#include <set>

#include "support/small_world.hpp"

namespace scree {
namespace {

using test::linear_law;
using test::SmallWorld;

// Balls dropped into a rough box, run until springs are loaded.
SmallWorld heap() {
  SmallWorld w(linear_law(1e4, Real(0.2), Real(0.5)), 2500, 5e-5);
  w.gravity({0, 0, Real(-9.81)}).plane({0, 0, 0}, {0, 0, 1});
  w.plane({0, 0, 0}, {1, 0, 0})
      .plane({0.09, 0, 0}, {-1, 0, 0})
      .plane({0, 0, 0}, {0, 1, 0})
      .plane({0, 0.09, 0}, {0, -1, 0});
  w.open();
  std::mt19937 rng(3);
  std::uniform_real_distribution<double> jitter(-0.0005, 0.0005);
  for (int k = 0; k < 60; ++k)
    w.ball(Real(0.01), {0.0125 + 0.0215 * (k % 4) + jitter(rng), 0.0125 + 0.0215 * (k / 4 % 4) + jitter(rng),
                        0.012 + 0.022 * (k / 16)});
  w.begin();
  w.run(4000);
  return w;
}

TEST(State, MassAndBoundsOfASphereFollowFromItsScale) {
  SmallWorld w(linear_law(1e4), 1000);
  w.open().ball(Real(0.5), {1, 2, 3});
  EXPECT_NEAR(w.s.bodies.mass[0], 1000 * 4. / 3 * std::numbers::pi / 8, 1e-9);
  EXPECT_DOUBLE_EQ(w.s.bodies.radius[0], 0.5);
  EXPECT_EQ(w.s.bodies.id[0], 0u);
  EXPECT_EQ(w.s.next_id, 1u);
}

TEST(State, HashDoesNotDependOnTheOrderOfArrays) {
  SmallWorld w = heap();
  ASSERT_GT(count_contacts(w.s.contacts), 40u);
  const std::uint64_t before = state_hash(w.s);
  std::vector<std::uint32_t> order(w.s.bodies.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = std::uint32_t(i);
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  reorder_bodies(w.s, order);
  EXPECT_EQ(state_hash(w.s), before);
}

TEST(State, HashSeesEveryPartOfTheState) {
  const SmallWorld w = heap();
  const std::uint64_t before = state_hash(w.s);
  const auto differs = [&](auto change) {
    State s = w.s;
    change(s);
    return state_hash(s) != before;
  };
  const auto up = [](auto& r) { r = std::nextafter(r, r + 1); };
  EXPECT_TRUE(differs([&](State& s) { up(s.bodies.x[7].y); }));
  EXPECT_TRUE(differs([&](State& s) { up(s.bodies.q[7].z); }));
  EXPECT_TRUE(differs([&](State& s) { up(s.bodies.v[7].x); }));
  EXPECT_TRUE(differs([&](State& s) { up(s.bodies.omega[7].x); }));
  EXPECT_TRUE(differs([&](State& s) { s.bodies.id[7] += 1000; }));
  EXPECT_TRUE(differs([&](State& s) { up(s.bodies.scale[7]); }));
  EXPECT_TRUE(differs([&](State& s) { s.joints.push_back({}); }));
  EXPECT_TRUE(differs([&](State& s) { up(s.contacts.xi_x[s.contacts.batches[0].first + 3]); }));
  EXPECT_FALSE(differs([&](State& s) { s.scratch = {}; }));
}

// As a plain sum of values would not: the sums of x and of v stay the same.
TEST(State, HashSeesWhatBodiesExchange) {
  SmallWorld w = heap();
  const std::uint64_t before = state_hash(w.s);
  std::swap(w.s.bodies.x[3], w.s.bodies.x[7]);
  EXPECT_NE(state_hash(w.s), before);
  std::swap(w.s.bodies.x[3], w.s.bodies.x[7]);
  std::swap(w.s.bodies.v[3].x, w.s.bodies.v[3].y);
  EXPECT_NE(state_hash(w.s), before);
}

// One bit of one number changes half of the bits of the sum, whichever bit it is, and no two changes give the same sum.
TEST(State, HashSpreadsEveryBit) {
  SmallWorld w = heap();
  const std::uint64_t before = state_hash(w.s);
  std::set<std::uint64_t> sums = {before};
  double changed = 0;
  for (Real* number : {&w.s.bodies.x[3].x, &w.s.bodies.q[4].w, &w.s.bodies.omega.back().z, &w.s.bodies.scale[0]})
    for (int bit = 0; bit < 64; ++bit) {
      const Real as_it_was = *number;
      *number = std::bit_cast<Real>(std::bit_cast<std::uint64_t>(as_it_was) ^ (std::uint64_t(1) << bit));
      const std::uint64_t sum = state_hash(w.s);
      *number = as_it_was;
      EXPECT_TRUE(sums.insert(sum).second) << "bit " << bit;
      const int bits = std::popcount(sum ^ before);
      EXPECT_GE(bits, 10) << "bit " << bit;  // mean 32, standard deviation 4
      EXPECT_LE(bits, 54) << "bit " << bit;
      changed += bits / 256.;
    }
  EXPECT_NEAR(changed, 32, 1.5);
}

// Two halves of a state have hashes that add up to that of the whole: bodies that touch nobody, taken out one by one.
TEST(State, HashesOfPartsAddUp) {
  SmallWorld w(linear_law(1e4), 1000);
  w.open();
  for (int k = 0; k < 6; ++k) w.ball(Real(0.5), {Real(3 * k), 2, 3});
  std::vector<std::uint8_t> odd, even;
  for (int k = 0; k < 6; ++k) odd.push_back(k % 2 == 1), even.push_back(k % 2 == 0);
  State a = w.s, b = w.s;
  remove_bodies(a, odd);
  remove_bodies(b, even);
  EXPECT_EQ(state_hash(a) + state_hash(b), state_hash(w.s));
  EXPECT_NE(state_hash(a), state_hash(b));
}

void add_one(double& number) { number += 1; }
void add_one(ExactSum& sum) { sum.add(1); }

TEST(State, BooksHashSeesEveryNumberAndNoCountOfSearches) {
  SmallWorld w = heap();
  w.s.flow_mass.resize(2), w.s.flow_mass[0].add(1), w.s.streams.resize(1), w.s.events.resize(1),
      w.s.motion_start = {kNever};
  const std::uint64_t before = books_hash(w.s);
  const auto differs = [&](auto change) {
    State s = w.s;
    change(s);
    return books_hash(s) != before;
  };
  // clang-format off
#define X(name) EXPECT_TRUE(differs([](State& s) { add_one(s.ledger.name); })) << #name;
  SCREE_LEDGER_HELD(X) SCREE_LEDGER_LOST(X) SCREE_LEDGER_GIVEN(X) X(initial) X(largest)
#undef X
      // clang-format on
      EXPECT_TRUE(differs([](State& s) { std::swap(s.ledger.friction, s.ledger.damping_normal); }));
  EXPECT_TRUE(differs([](State& s) { s.walls[0].f.z += 1e-12; }));
  EXPECT_TRUE(differs([](State& s) { s.walls[0].present = 0; }));
  EXPECT_TRUE(differs([](State& s) { std::swap(s.flow_mass[0], s.flow_mass[1]); }));
  EXPECT_TRUE(differs([](State& s) { s.streams[0].mass = 1; }));
  EXPECT_TRUE(differs([](State& s) { s.events[0].fired_at = 1; }));
  EXPECT_TRUE(differs([](State& s) { s.motion_start[0] = 1; }));
  EXPECT_TRUE(differs([](State& s) { ++s.counters.removed_bodies; }));
  EXPECT_FALSE(differs([](State& s) { ++s.counters.pair_lists, ++s.link_counters.failed; }));
  EXPECT_FALSE(differs([](State& s) { s.walls[0].travel = 1; }));
}

TEST(State, AShuffledStateGoesOnToTheSameBits) {
  SmallWorld a = heap();
  SmallWorld b = a;
  std::vector<std::uint32_t> order(b.s.bodies.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = std::uint32_t(i);
  std::shuffle(order.begin(), order.end(), std::mt19937(6));
  reorder_bodies(b.s, order);
  a.run(500);
  b.run(500);
  EXPECT_EQ(state_hash(a.s), state_hash(b.s));
}

// No two batches share a place, and none lies beyond the arrays.
void expect_apart(const Contacts& c) {
  std::vector<Batch> batches = c.batches;
  std::sort(batches.begin(), batches.end(), [](const Batch& a, const Batch& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < batches.size(); ++k) {
    EXPECT_LE(batches[k].count, batches[k].capacity);
    EXPECT_LE(batches[k].first + batches[k].capacity, k + 1 < batches.size() ? batches[k + 1].first : c.pair.size());
  }
}

// A batch that wants little more moves to places that were left free; when these are used up, all contacts move.
TEST(State, BlocksGetRoomAndKeepTheirContacts) {
  SmallWorld w = heap();
  const std::uint64_t before = state_hash(w.s);
  Contacts& c = w.s.contacts;
  ASSERT_GE(c.batches.size(), 2u);
  // Spare places as large beds have them; this one is too small for any.
  const auto more = [&](auto& array) {
    if (!array.empty()) array.resize(array.size() + 100);
  };
  for_each_contact_field(c, [&](const char*, auto& array, Keep) { more(array); });
  more(c.pair);
  const std::size_t places = c.pair.size();
  const std::uint32_t second = c.batches[1].first;
  std::vector<std::uint32_t> wanted(c.batches.size(), 0);
  wanted[0] = c.batches[0].capacity + 1;
  ASSERT_LT(wanted[0], 80u);
  make_room(w.s, wanted);
  EXPECT_EQ(c.pair.size(), places);
  EXPECT_EQ(c.batches[1].first, second);
  EXPECT_GE(c.batches[0].capacity, wanted[0]);
  EXPECT_GT(c.batches[0].first, second);
  expect_apart(c);
  EXPECT_EQ(state_hash(w.s), before);

  wanted[1] = c.batches[1].capacity + 1000;
  make_room(w.s, wanted);
  EXPECT_GT(c.pair.size(), places);
  EXPECT_GE(c.batches[1].capacity, wanted[1]);
  expect_apart(c);
  EXPECT_EQ(state_hash(w.s), before);
  SmallWorld as_it_was = heap();
  w.run(500), as_it_was.run(500);
  EXPECT_EQ(state_hash(w.s), state_hash(as_it_was.s));
}

TEST(State, RemovedBodiesTakeTheirContactsAlong) {
  SmallWorld w = heap();
  std::vector<std::uint8_t> remove(w.s.bodies.size(), 0);
  const std::uint32_t a = w.s.pairs.a[w.s.contacts.pair[w.s.contacts.batches[0].first]];
  const std::uint64_t gone = w.s.bodies.id[a];
  remove[a] = 1;
  const std::size_t contacts = count_contacts(w.s.contacts);
  remove_bodies(w.s, remove);
  EXPECT_EQ(w.at(gone), w.s.bodies.size());
  EXPECT_LT(count_contacts(w.s.contacts), contacts);
  for_each_contact(w.s, [&](std::size_t, std::uint32_t i, std::uint32_t) {
    ASSERT_LT(i, w.s.bodies.size());
    EXPECT_NE(w.s.bodies.id[i], gone);
  });
  w.run(100);  // and the run goes on
  EXPECT_EQ(w.s.bodies.size(), 59u);
}

TEST(Sides, OfTwoSpheresTheLaterIsAOfOthersTheOneWithTheLowerId) {
  SmallWorld w(linear_law(500), 2500, 1e-4);
  w.open();
  for (int k = 0; k < 3; ++k) w.ball(1, {3.0 * k, 0, 0});
  w.s.bodies.order = {5, 7, 5};
  const Sides spheres(w.model, w.s.bodies);
  EXPECT_FALSE(spheres.is_a(0, 1));
  EXPECT_TRUE(spheres.is_a(1, 0));
  EXPECT_TRUE(spheres.is_a(0, 2));  // a tie
  w.model.body_types.push_back(w.model.body_types[0]);
  w.model.body_types.back().parts[0].pose.p = {Real(0.1), 0, 0};
  const Sides others(w.model, w.s.bodies);
  EXPECT_TRUE(others.is_a(0, 1));
  EXPECT_FALSE(others.is_a(1, 0));
}

}  // namespace
}  // namespace scree
