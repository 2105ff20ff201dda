#include "scree/experiments/figure13_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree::bench {
namespace {

TEST(Figure13Report, OneRowAPairAndMethodWithEverythingToDrawIt) {
  const std::vector<Figure13Row> rows = figure13(1e-4);
  const std::string csv = csv_of(rows, figure13_pairs());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 27);
  EXPECT_NE(csv.find("\"parallel edges, facing\",shortest_link,1,"), std::string::npos) << csv;
}

TEST(Figure13Report, TheTableHasThePapersNumbersBesideOurs) {
  const std::string table = table_of(figure13(1e-4));
  for (const char* paper : {" 16.4\n", " 1.3\n", "5.0 to 16.4", "1.3 to 4.6"})
    EXPECT_NE(table.find(paper), std::string::npos) << paper;
}

}  // namespace
}  // namespace scree::bench
