#include "scree/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <thread>

namespace scree {
namespace {

struct Shares {
  std::vector<int> times;             // that each task was done
  std::vector<std::thread::id> done;  // by whom
};

Shares share_out(const std::vector<double>& weights, int threads) {
  Shares s{std::vector<int>(weights.size(), 0), std::vector<std::thread::id>(weights.size())};
  std::mutex one_at_a_time;
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  const auto runs = even_shares(weights.size(), [&](std::size_t t) { return weights[t]; });
  for_shares(runs, [&](std::size_t, std::size_t t) {
    const std::lock_guard lock(one_at_a_time);
    ++s.times[t], s.done[t] = std::this_thread::get_id();
  });
  omp_set_num_threads(before);
  return s;
}

TEST(Weighted, DoesEveryTaskOnceWhateverTheWeightsAndThreads) {
  for (const std::vector<double>& weights :
       {std::vector<double>{}, {3}, {0, 0, 0}, {1, 1, 1, 1, 1}, {100, 1, 1, 1}, {0, 0, 5, 0, 7, 1, 0}})
    for (const int threads : {1, 2, 3, 7, 16}) {
      const Shares s = share_out(weights, threads);
      EXPECT_TRUE(std::all_of(s.times.begin(), s.times.end(), [](int n) { return n == 1; }))
          << weights.size() << " tasks, " << threads << " threads";
    }
}

TEST(Weighted, GivesAThreadARunOfTasksWithItsShareOfTheWeight) {
  std::vector<double> weights(100, 1);
  std::fill(weights.begin(), weights.begin() + 10, 10);  // the first ten weigh more than all others
  const Shares s = share_out(weights, 4);
  double run = 0, total = 0, largest = 0;
  int runs = 1;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (t > 0 && s.done[t] != s.done[t - 1]) run = 0, ++runs;
    run += weights[t], total += weights[t];
    largest = std::max(largest, run);
  }
  EXPECT_EQ(runs, 4);
  EXPECT_LE(largest, total / 4 + 10);  // and no more than a task over it
}

}  // namespace
}  // namespace scree
