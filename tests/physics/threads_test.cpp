// The same run is the same run, bit for bit: for any number of threads, any broad phase, any skin, any order of the
// arrays, and when it goes on from a copy of its State.
#include <gtest/gtest.h>
#include <omp.h>

#include "physics/cloud.hpp"
#include "scree/contacts/pair_list.hpp"
#include "scree/error.hpp"
#include "scree/narrow/points.hpp"

namespace scree::test {
namespace {

constexpr double kR = 0.01;

class Threads : public testing::Test {
 protected:
  void TearDown() override { omp_set_num_threads(before_); }

 private:
  int before_ = omp_get_max_threads();
};

// Every other ball is of another type, which meets the first with another law.
void take_two_laws(SmallWorld& w) {
  w.model.laws.push_back(w.model.laws[0]);
  w.model.laws[1].mu = Real(0.2);
  w.model.law_of_pair = {0, 1, 1, 0};
  w.model.body_types.push_back(sphere_type("other", 1, 2500));
  for (std::size_t i = 1; i < w.s.bodies.size(); i += 2) w.s.bodies.type[i] = 1;
}

// 2016 balls with friction and rolling resistance fly together and fall into a box: soft, so that many touch at a time.
SmallWorld falling_cloud(const Settings& settings, bool two_laws = false) {
  LawParams law = linear_law(500, Real(0.2), Real(0.5));
  law.rolling = RollingLaw::kSpring;
  law.mu_rolling = Real(0.05);
  SmallWorld w(law, 2500, 2e-4);
  w.model.settings.broad = settings.broad;
  w.model.settings.skin = settings.skin;
  w.model.settings.most_skin = settings.most_skin;
  w.model.settings.reorder_every = settings.reorder_every;
  w.model.settings.order_every = 20;  // some times on the way
  w.gravity({0, 0, Real(-9.81)});
  add_box(w, {-1.5 * kR, -1.5 * kR, -1.5 * kR}, {28 * kR, 28 * kR, 60 * kR}, false);
  w.open();
  add_lattice(w, 12, 12, 14, kR, {0, 0, 0}, 0.5, 11);
  if (two_laws) take_two_laws(w);
  const Vec3d centre{13.2 * kR, 13.2 * kR, 0};
  for (std::size_t i = 0; i < w.s.bodies.size(); ++i) w.s.bodies.v[i] -= Vec3(25.0 * (w.s.bodies.x[i] - centre));
  w.begin();
  return w;
}
constexpr int kSteps = 75;

std::uint64_t hash_of(const Settings& settings, bool two_laws = false) {
  SmallWorld w = falling_cloud(settings, two_laws);
  w.run(kSteps);
  EXPECT_GT(count_contacts(w.s.contacts), 1500u);  // else nothing was tested
  EXPECT_GT(w.s.counters.pair_lists, 3u);
  return state_hash(w.s);
}
Settings usual() {
  Settings s;
  s.skin = Real(0.2 * kR);
  s.reorder_every = 2;
  return s;
}
// Computed once, on one thread.
std::uint64_t usual_hash() {
  static const std::uint64_t hash = [] {
    omp_set_num_threads(1);
    return hash_of(usual());
  }();
  return hash;
}

TEST_F(Threads, AnyNumberOfThreadsGivesTheSameBits) {
  const std::uint64_t expected = usual_hash();
  for (const int n : {1, 2, 3, 7}) {
    omp_set_num_threads(n);
    EXPECT_EQ(hash_of(usual()), expected) << n << " threads";
  }
}

// Groups of bodies are larger there (state/contacts.cpp), and what contacts need is asked for
// (force/evaluate_batch.cpp).
TEST_F(Threads, SoDoMoreBodiesThanCachesHold) {
  std::uint64_t expected = 0;
  for (const int n : {1, 2, 3}) {
    omp_set_num_threads(n);
    SmallWorld w(linear_law(500, Real(0.2), Real(0.5)), 2500, 2e-4);
    w.open();
    add_lattice(w, 41, 41, 41, kR, {0, 0, 0}, 0.5, 11);
    const Vec3d centre{45 * kR, 45 * kR, 45 * kR};
    for (std::size_t i = 0; i < w.s.bodies.size(); ++i) w.s.bodies.v[i] -= Vec3(50.0 * (w.s.bodies.x[i] - centre));
    w.begin();
    w.run(40);
    ASSERT_GT(w.s.bodies.size(), std::size_t(1) << 16);
    EXPECT_GT(count_contacts(w.s.contacts), 30000u);  // else nothing was tested
    if (n == 1) expected = state_hash(w.s);
    EXPECT_EQ(state_hash(w.s), expected) << n << " threads";
  }
}

TEST_F(Threads, EveryBroadPhaseGivesTheSameBits) {
  const std::uint64_t expected = usual_hash();
  for (const auto broad :
       {BroadMethod::kSortedCells, BroadMethod::kFixedCubes, BroadMethod::kHierarchical, BroadMethod::kBruteForce}) {
    omp_set_num_threads(1);
    Settings s = usual();
    s.broad = broad;
    EXPECT_EQ(hash_of(s), expected) << "method " << int(broad);
  }
}

TEST_F(Threads, TheOrderOfTheArraysDoesNotMatter) {
  const std::uint64_t expected = usual_hash();
  for (const int every : {0, 1, 20}) {
    omp_set_num_threads(1);
    Settings s = usual();
    s.reorder_every = every;
    EXPECT_EQ(hash_of(s), expected) << "reordered every " << every << " lists";
  }
}

TEST_F(Threads, TheSkinDoesNotMatter) {
  const std::uint64_t expected = usual_hash();
  for (const double skin : {0.05, 0.1, 0.5}) {
    omp_set_num_threads(1);
    Settings s = usual();
    s.skin = Real(skin * kR);
    EXPECT_EQ(hash_of(s), expected) << "skin " << skin << " r";
  }
}

TEST_F(Threads, NorDoesASkinThatFollowsTheSpeed) {
  omp_set_num_threads(1);
  SmallWorld fixed = falling_cloud(usual());
  Settings s = usual();
  s.most_skin = Real(kR);
  SmallWorld follows = falling_cloud(s);
  fixed.run(kSteps), follows.run(kSteps);
  EXPECT_EQ(state_hash(follows.s), state_hash(fixed.s));
  EXPECT_LT(2 * follows.s.counters.pair_lists, fixed.s.counters.pair_lists);
}

// With two laws, bodies get sums from several buckets of pairs.
TEST_F(Threads, TheSkinDoesNotMatterWithTwoLaws) {
  omp_set_num_threads(1);
  const std::uint64_t expected = hash_of(usual(), true);
  EXPECT_NE(expected, usual_hash());
  for (const double skin : {0.01, 0.05, 0.1, 0.5, 1.0}) {
    Settings s = usual();
    s.skin = Real(skin * kR);
    EXPECT_EQ(hash_of(s, true), expected) << "skin " << skin << " r";
  }
}

// Where the last step knows that the pair list is going to hold, bodies move on right before and after their contacts,
// chunk by chunk; else all of them before the first contact and after the last.
TEST_F(Threads, NorDoesItWhenBodiesMoveInAStep) {
  const std::uint64_t expected = usual_hash();
  for (const int threads : {1, 3}) {
    omp_set_num_threads(threads);
    Settings settings = usual();
    settings.skin = Real(kR);  // of which bodies need a sixth in a step
    SmallWorld knows = falling_cloud(settings), does_not = falling_cloud(settings);
    int known = 0;
    for (int k = 0; k < kSteps; ++k) {
      const PairListForecast& forecast = knows.s.scratch.list.forecast;
      known += forecast.step == knows.s.counters.step &&
               contacts::list_stays_valid(knows.model, knows.s, forecast.moved + 2e-4 * forecast.speed);
      knows.run(1);
      does_not.s.scratch.list.forecast = {};
      does_not.run(1);
    }
    EXPECT_EQ(state_hash(knows.s), expected) << threads << " threads";
    EXPECT_EQ(state_hash(does_not.s), expected) << threads << " threads";
    EXPECT_EQ(knows.s.counters.pair_lists, does_not.s.counters.pair_lists);
    EXPECT_GT(known, kSteps / 5);  // else nothing was tested
    EXPECT_LT(known, kSteps);
  }
}

// Two balls of different sizes meet off centre, spin, stick, slide and roll.
SmallWorld two_spinning_balls() {
  LawParams law = linear_law(500, Real(0.2), Real(0.5));
  law.rolling = law.twisting = RollingLaw::kSpring;
  law.mu_rolling = law.mu_twisting = Real(0.05);
  SmallWorld w(law, 2500, 2e-4);
  w.model.settings.skin = Real(0.2 * kR);
  w.open();
  w.ball(Real(kR), {0.001, 0.002, 0.003}, {Real(0.11), Real(0.02), 0}, {1, -20, 3});
  w.ball(Real(0.7 * kR), {0.0175, 0.004, 0.001}, {Real(-0.1), 0, Real(0.03)}, {-5, 7, 30});
  w.begin();
  return w;
}

// Which of two spheres is A depends on their order; not a bit of the run does, not even when they change places while
// they touch.
TEST_F(Threads, WhichOfTwoSpheresIsADoesNotMatter) {
  omp_set_num_threads(1);
  SmallWorld as_ordered = two_spinning_balls(), turned = two_spinning_balls(), turning = two_spinning_balls();
  const auto exchange = [](SmallWorld& w) {
    std::swap(w.s.bodies.order[0], w.s.bodies.order[1]);
    w.s.list_valid = false;
  };
  exchange(turned);
  int touching = 0, stretched = 0;
  for (int k = 0; k < 200; ++k) {
    if (k % 10 == 5) exchange(turning);
    for (SmallWorld* w : {&as_ordered, &turned, &turning}) w->run(1);
    const State &s = as_ordered.s, &t = turned.s;
    if (count_contacts(s.contacts) > 0) {
      ++touching;
      EXPECT_EQ(s.bodies.id[s.pairs.a[0]], t.bodies.id[t.pairs.b[0]]);  // else nothing was tested
      const auto row = narrow::contact_rows(as_ordered.model, s).at(0),
                 other = narrow::contact_rows(turned.model, t).at(0);
      EXPECT_LT(s.bodies.id[row.a], s.bodies.id[row.b]);
      EXPECT_EQ(s.bodies.id[row.a], t.bodies.id[other.a]);
      EXPECT_EQ(row.n, other.n);
      EXPECT_EQ(row.xi_t, other.xi_t);
      EXPECT_EQ(row.xi_r, other.xi_r);
      stretched += norm(row.xi_t) > 0;
    }
    ASSERT_EQ(state_hash(s), state_hash(t)) << "step " << k;
    ASSERT_EQ(state_hash(s), state_hash(turning.s)) << "step " << k;
  }
  EXPECT_GT(stretched, 20);
  EXPECT_LT(touching, 200);
}

// A body that is pushed by hand between two steps may leave the pair list, and its contacts with it: nobody may miss
// that.
TEST_F(Threads, ABodyThatIsPushedOutOfItsListIsFound) {
  SmallWorld w(linear_law(500, Real(0.2), Real(0.5)), 2500, 2e-4);
  w.model.settings.skin = Real(0.2 * kR);
  w.open();
  add_lattice(w, 3, 3, 3, kR, {0, 0, 0}, 0, 11);
  w.begin();
  w.run(2);
  SmallWorld told = w;
  w.s.bodies.v[5] = told.s.bodies.v[5] = {100, 0, 0};
  EXPECT_THROW(w.run(1), RunError);
  told.s.list_valid = false;
  EXPECT_NO_THROW(told.run(1));
}

TEST_F(Threads, ACopyOfTheStateGoesOnAsIfNothingHadHappened) {
  const std::uint64_t expected = usual_hash();
  omp_set_num_threads(1);
  SmallWorld first = falling_cloud(usual());
  first.run(kSteps / 2 + 3);
  SmallWorld second = first;
  first.run(50);  // what becomes of the first has no influence
  second.s.scratch = {};
  second.run(kSteps - kSteps / 2 - 3);
  EXPECT_EQ(state_hash(second.s), expected);
}

TEST_F(Threads, TheHashSeesASingleBit) {
  SmallWorld w = falling_cloud(usual());
  w.run(1);
  const std::uint64_t before = state_hash(w.s);
  w.s.bodies.x[1000].x = std::nextafter(w.s.bodies.x[1000].x, 1.0);
  EXPECT_NE(state_hash(w.s), before);
}

}  // namespace
}  // namespace scree::test
