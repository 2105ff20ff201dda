#include "scree/bench/measurement.hpp"

#include <gtest/gtest.h>

namespace scree::bench {
namespace {

Measurement of(const char* code, double rate, int threads = 1) {
  Measurement m;
  m.scene = "spheres";
  m.code = code;
  m.threads = threads;
  m.n = 1000;
  m.steps = 100;
  m.wall = 1e5 / rate;
  return m;
}

TEST(Ratio, IsThatOfTheFastestRunsAndReadsAsPromised) {
  const std::vector<Measurement> runs = {of("scree", 13e6),   of("lammps", 6.1e6), of("liggghts", 4.9e6),
                                         of("scree", 14.1e6), of("lammps", 5e6),   of("liggghts", 4.8e6)};
  EXPECT_EQ(ratio_line(runs), "ratio 2.31 (scree 14.1 M/s, best peer lammps 6.1 M/s)\n");
}

TEST(Ratio, SaysSlowRatesToTwoDigits) {
  EXPECT_EQ(ratio_line({of("scree", 0.5e6), of("yade", 0.0061e6)}),
            "ratio 81.97 (scree 0.5 M/s, best peer yade 6.1 k/s)\n");
  EXPECT_EQ(ratio_line({of("scree", 0.62e6), of("yade", 5.9e3)}),
            "ratio 105 (scree 0.62 M/s, best peer yade 5.9 k/s)\n");
}

TEST(Ratio, IsNotSaidWithoutSomethingToCompare) {
  EXPECT_EQ(ratio_line({of("scree", 1e6)}), "");
  EXPECT_EQ(ratio_line({of("lammps", 1e6)}), "");
  Measurement failed = of("lammps", 1e6);
  failed.failed = "no licence";
  EXPECT_EQ(ratio_line({of("scree", 1e6), failed}), "");
}

TEST(Ratio, SaysHowMuchWorkItWasWherePackingsDiffer) {
  Measurement ours = of("scree", 0.3e6), theirs = of("yade", 4e3);
  EXPECT_EQ(contacts_line({ours, theirs}), "");  // nobody counted
  ours.contacts = 3600, theirs.contacts = 1200;
  EXPECT_EQ(contacts_line({ours, theirs}),
            "# packings differ: 3.60 contacts a body here, 1.20 there. By contacts worked through: 225 times, 1.1 M/s "
            "against 4.8 k/s\n");
  theirs.contacts = 3500;
  EXPECT_EQ(contacts_line({ours, theirs}), "");
}

TEST(Measurement, SurvivesTheWayBetweenProcesses) {
  Measurement m = of("scree", 3.25e6, 2);
  m.contacts = 68615;
  m.lists = 3;
  m.list_share = 0.0625;
  m.peak = 1 << 25;
  m.cpu = 1.875;
  m.hash = "0123456789abcdef";
  const Measurement back = from_words(to_words(m));
  EXPECT_EQ(to_words(back), to_words(m));
  EXPECT_EQ(back.hash, m.hash);
  EXPECT_EQ(back.rate(), m.rate());
  EXPECT_EQ(back.run_peak, -1);
}

TEST(Measurement, RowsSayWhatIsNotKnownAndWhoWasStarved) {
  Measurement m = of("lammps", 1e6, 2);
  EXPECT_EQ(table_row(m).find("cpu"), std::string::npos);
  m.cpu = 1.2;
  EXPECT_NE(table_row(m).find("only 1.20 cpu"), std::string::npos);
  m.failed_links = 2;
  EXPECT_NE(table_row(m).find("2 failed links"), std::string::npos);
  m.failed = "see out.lammps";
  EXPECT_NE(table_row(m).find("failed: see out.lammps"), std::string::npos);
}

}  // namespace
}  // namespace scree::bench
