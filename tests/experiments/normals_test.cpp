// The tests of Wellmann et al. 2008, small: what is counted adds up, and what is asked of the methods holds.
#include "scree/experiments/normals.hpp"

#include <gtest/gtest.h>

#include "scree/experiments/normals_report.hpp"

namespace scree::bench {
namespace {

TEST(Normals, PairsAreTheSameEveryTimeAndAsTheyWereMade) {
  for (int series = 0; series < kSeries; ++series)
    for (int interval = 0; interval < kIntervals; ++interval) {
      const NormalPair p = paper_pair(1, series, interval, 5), q = paper_pair(1, series, interval, 5);
      EXPECT_EQ(p.X.p, q.X.p);
      EXPECT_NE(p.X.p, paper_pair(2, series, interval, 5).X.p);
      EXPECT_EQ(p.gap > 0, series == 0);
      EXPECT_GE(p.a.eps1(), kEps[interval][0]);
      EXPECT_LE(p.b.eps2(), kEps[interval][1] + 1e-15);
      const superellipsoid::Pair pair{p.a, p.b, p.X};
      EXPECT_NEAR(superellipsoid::slab(pair, superellipsoid::direction_from_a(pair, p.n)), p.gap, 1e-14);
    }
}

TEST(Normals, CountsAddUpAndDoNotDependOnThreads) {
  NormalPlan plan;
  plan.n = 6000;
  std::uint64_t last = 0;
  plan.tick = [&](std::uint64_t done) { last = done; };
  const std::vector<NormalStudy> studies = study_normals(plan);
  ASSERT_EQ(studies.size(), 12u);
  EXPECT_EQ(last, 12 * plan.n);
  for (const NormalStudy& s : studies) {
    SCOPED_TRACE(testing::Message() << name_of(s.method) << " series " << s.series + 1 << " interval " << s.interval);
    std::uint64_t sum = s.all_failed() + s.not_strict;
    for (const std::uint64_t n : s.iterations) sum += n;
    EXPECT_EQ(sum, plan.n);
    EXPECT_EQ(s.never, 0u);
    if (s.method == NormalMethod::kSupportGap) {
      EXPECT_EQ(s.all_failed(), 0u);
    }
    if (s.series == 0) {
      EXPECT_GT(s.share_up_to(0), 0.4);
      EXPECT_GT(s.share_up_to(4), 0.95);
    } else {
      EXPECT_GT(s.compared + s.other_way + s.not_strict, plan.n - 1);
      EXPECT_LT(s.gap_error / double(s.compared), kPaperNormals.gap_error[s.interval] / 10);
    }
  }
}

TEST(Normals, EveryHardPairHasAnAnswerWarmAndCold) {
  NormalPlan plan;
  plan.n = 3000;
  const HardStudy study = study_hard_pairs(NormalMethod::kSupportGap, plan);
  EXPECT_EQ(study.pairs, plan.n);
  EXPECT_EQ(study.disagreements, 0u);
  EXPECT_GT(study.cold.rung[int(NormalRung::kContinuation)], 20u);  // else nothing was hard
  plan.n = 200;
  EXPECT_EQ(study_hard_pairs(NormalMethod::kCommonNormal, plan).disagreements, 0u);
}

TEST(Normals, TableAndRowsHaveThePapersNumbers) {
  NormalPlan plan;
  plan.n = 50;
  const std::vector<NormalStudy> studies = study_normals(plan);
  const std::string table = table_of(studies), csv = csv_of(studies);
  for (const char* number : {"88.1", "9219", "2.34e-06", "1.82e-02"})
    EXPECT_NE(table.find(number), table.npos) << number;
  EXPECT_NE(csv.find("support_gap,2,0.3,1.7,50,gap_error,"), csv.npos);
  EXPECT_NE(csv.find("iterations_50"), csv.npos);
  EXPECT_NE(table_of(normal_costs(1, 0)).find("support_gap"), std::string::npos);
}

}  // namespace
}  // namespace scree::bench
