#include "scree/experiments/link_check.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include "scree/error.hpp"
#include "scree/experiments/links.hpp"
#include "scree/oracle/replay.hpp"
#include "support/temporary_folder.hpp"

namespace scree::bench {
namespace {

LinkCheckOptions few(std::uint64_t n) { return {.n = n, .link = {}, .progress = {}}; }

LinkOptions common_plane_alone() {
  LinkOptions o;
  o.method = LinkMethod::kCommonPlane, o.ladder = false;
  return o;
}

TEST(LinkCheck, TheLadderSaysWhatBothSlowMethodsSay) {
  const LinkCheck check = check_links(RandomPairs(7), few(3000));
  EXPECT_EQ(check.pairs, 3000u);
  EXPECT_EQ(check.disagreeing_pairs, 0u);
  EXPECT_EQ(check.failed, 0u);
  EXPECT_TRUE(check.disagreements.empty());
  for (const std::uint64_t of_kind : check.kinds) EXPECT_GT(of_kind, 300u);  // else the sampler tests nothing
  for (const LinkCounters& c : check.counters) EXPECT_EQ(c.solves, 3000u);
  EXPECT_GT(check.counters[int(Memory::kNearby)].rung[int(Rung::kWarm)], 2000u);
}

TEST(LinkCheck, PairsThatOnceDisagreedAgree) {
  const RandomPairs random(1);
  // Exactly parallel: an empty simplex of gjk passed for an overlap.
  for (const std::uint64_t i : {975, 5161, 13334, 14421})
    EXPECT_EQ(check_links(random, {.n = 1, .first = i, .link = {}, .progress = {}}).disagreeing_pairs, 0u) << i;
  // Far from where they were remembered: bodies apart got the way out of an overlap, without a proof.
  for (const std::uint64_t i : {41772, 55339, 60474, 94854})
    EXPECT_EQ(check_links(random, {.n = 1, .first = i, .link = {}, .progress = {}}).disagreeing_pairs, 0u) << i;
}

TEST(LinkCheck, AMethodThatIsWrongIsReportedAndCanBeAskedAgain) {
  const RandomPairs random(7);
  LinkCheckOptions options = few(300);
  options.link = common_plane_alone();
  const LinkCheck check = check_links(random, options);
  ASSERT_GT(check.disagreeing_pairs, 30u);
  ASSERT_EQ(check.disagreements.size(), check.disagreeing_pairs);
  const Disagreement& d = check.disagreements[3];
  EXPECT_FALSE(d.difference <= kAgreement);

  options.first = std::uint64_t(d.pair.id), options.n = 1;
  const LinkCheck again = check_links(random, options);
  ASSERT_EQ(again.disagreements.size(), 1u);
  EXPECT_EQ(again.disagreements[0].difference, d.difference);
}

TEST(LinkCheck, DoesNotDependOnTheNumberOfThreads) {
  const RandomPairs random(7);
  LinkCheckOptions options = few(500);
  options.link = common_plane_alone();
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const LinkCheck one = check_links(random, options);
  omp_set_num_threads(3);
  const LinkCheck three = check_links(random, options);
  omp_set_num_threads(before);
  EXPECT_EQ(one.disagreeing_pairs, three.disagreeing_pairs);
  for (int m = 0; m < kMemories; ++m) {
    EXPECT_EQ(one.counters[m].plane_evaluations, three.counters[m].plane_evaluations);
    for (int r = 0; r < kReferences; ++r) EXPECT_EQ(one.worst[m][r], three.worst[m][r]);
  }
  ASSERT_EQ(one.disagreements.size(), three.disagreements.size());
  for (std::size_t k = 0; k < one.disagreements.size(); ++k)
    EXPECT_EQ(one.disagreements[k].pair.id, three.disagreements[k].pair.id);
}

TEST(LinkBench, SaysSoAndSavesThePairsOfAWrongMethod) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "failed_links.txt";
  std::string said;
  LinkBench bench{.n = 100, .seed = 7, .link = common_plane_alone(), .failed = file};
  EXPECT_THROW(link_bench(bench, [&](const std::string& text) { said += text; }), RunError);
  EXPECT_NE(said.find("disagreement: pair "), std::string::npos);
  EXPECT_EQ(said.find("disagreements=0"), std::string::npos);
  testing::internal::CaptureStdout();
  EXPECT_FALSE(pairs::replay(file));
  EXPECT_NE(testing::internal::GetCapturedStdout().find("again, as remembered"), std::string::npos);
}

TEST(RandomPairs, APairDependsOnSeedAndIndexAlone) {
  const RandomPairs one(3), same(3), other(4);
  for (const std::uint64_t i : {0u, 99u, 1000000u}) {
    const RandomPair pair = one.pair(i);
    EXPECT_EQ(pair.X_b.p, same.pair(i).X_b.p);
    EXPECT_FALSE(pair.X_b.p == other.pair(i).X_b.p);
    EXPECT_EQ(one.set().views[std::size_t(pair.a)].n_vertices >= 50, i == 99);
  }
}

}  // namespace
}  // namespace scree::bench
