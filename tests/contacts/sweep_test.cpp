#include "scree/state/sweep.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <set>

#include "physics/cloud.hpp"
#include "scree/parallel.hpp"

namespace scree::test {
namespace {

// 2016 balls of several groups in a box, so that there are pairs of balls and pairs with walls.
SmallWorld listed_cloud() {
  SmallWorld w(linear_law(500, Real(0.2), Real(0.5)), 2500, 2e-4);
  add_box(w, {-0.015, -0.015, -0.015}, {0.28, 0.28, 0.6}, false);
  w.model.settings.skin = Real(0.01);
  w.open();
  add_lattice(w, 12, 12, 14, 0.01, {0, 0, 0}, 0, 11);
  w.begin();
  return w;
}

TEST(Sweep, HasEveryStretchOnceAndThoseOfAGroupInTheOrderOfBuckets) {
  const SmallWorld w = listed_cloud();
  const Sweep& sweep = w.s.scratch.list.sweep;
  const Contacts& c = w.s.contacts;
  std::vector<int> times(c.batch_ranges.size() - 1, 0);
  ASSERT_GT(sweep.n_groups(), 4u);
  std::uint64_t last = 0;
  for (std::size_t t = 0; t < sweep.n_groups(); ++t) {
    const auto batch_ranges = sweep.batch_ranges(t);
    EXPECT_TRUE(std::is_sorted(batch_ranges.begin(), batch_ranges.end()));
    const auto group_of = [&](std::uint32_t k) {
      return w.s.bodies.order[w.s.pairs.a[c.batches[c.batch_ranges[k]].begin]] >> w.s.group_shift;
    };
    for (const std::uint32_t k : batch_ranges) {
      ++times[k];
      EXPECT_EQ(group_of(k), group_of(batch_ranges.front()));
    }
    EXPECT_TRUE(t == 0 || group_of(batch_ranges.front()) > last);
    last = group_of(batch_ranges.front());
  }
  EXPECT_GT(times.size(), sweep.n_groups());  // some groups have walls, too
  EXPECT_TRUE(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
}

TEST(Sweep, NamesTheChunksOfAllBodiesThatATaskTouches) {
  const SmallWorld w = listed_cloud();
  const Sweep& sweep = w.s.scratch.list.sweep;
  const Contacts& c = w.s.contacts;
  std::size_t n_pairs = 0;
  for (std::size_t t = 0; t < sweep.n_groups(); ++t) {
    std::set<std::uint32_t> wanted;
    for (const std::uint32_t k : sweep.batch_ranges(t))
      for (std::uint32_t b = c.batch_ranges[k]; b < c.batch_ranges[k + 1]; ++b)
        for (std::uint32_t p = c.batches[b].begin; p < c.batches[b].end; ++p, ++n_pairs) {
          wanted.insert(std::uint32_t(w.s.pairs.a[p] / kChunk));
          if (!is_wall_index(w.s.pairs.b[p])) wanted.insert(std::uint32_t(w.s.pairs.b[p] / kChunk));
        }
    const auto chunks = sweep.chunks(t);
    EXPECT_EQ(std::vector<std::uint32_t>(chunks.begin(), chunks.end()),
              std::vector<std::uint32_t>(wanted.begin(), wanted.end()));
  }
  EXPECT_EQ(n_pairs, w.s.pairs.size());
  EXPECT_GT(n_pairs, 2016u);
}

// Threads move their chunks while others are at work on theirs: the same bits, and no race (under the thread
// sanitizer).
TEST(Sweep, ThreadsMoveTheirChunksWhileOthersMoveTheirs) {
  const int before = omp_get_max_threads();
  std::uint64_t expected = 0;
  for (const int threads : {1, 4}) {
    omp_set_num_threads(threads);
    SmallWorld w = listed_cloud();
    const Vec3d centre{0.13, 0.13, 0.15};
    for (std::size_t i = 0; i < w.s.bodies.size(); ++i) w.s.bodies.v[i] -= Vec3(25.0 * (w.s.bodies.x[i] - centre));
    w.s.list_valid = false;
    w.run(45);
    EXPECT_LT(w.s.counters.pair_lists, 20u);  // so that most steps knew that theirs was going to hold
    EXPECT_GT(count_contacts(w.s.contacts), 300u);
    if (threads == 1) expected = state_hash(w.s);
    EXPECT_EQ(state_hash(w.s), expected);
  }
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace scree::test
