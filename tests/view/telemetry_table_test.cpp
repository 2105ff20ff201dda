#include "scree/view/telemetry_table.hpp"

#include "view/sample_run.hpp"

namespace scree::view {
namespace {

using sample::TemporaryFolder;
using sample_run::has;

constexpr double kAll = -INFINITY;

void append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

TEST(TelemetryTable, SplitsNamesAndUnits) {
  const TemporaryFolder folder;
  sample::write_text(folder / "t.csv", "step,time[s],\"a, \"\"b\"\"[N m]\"\n0,0,1.5\n1,0.25,nan\n");
  TelemetryTable table(folder / "t.csv");
  ASSERT_TRUE(table.look());
  EXPECT_EQ(table.json(kAll), R"({"ok":true,"columns":[{"name":"step","unit":""},{"name":"time","unit":"s"},)"
                              R"({"name":"a, \"b\"","unit":"N m"}],"rows":[[0,0,1.5],[1,0.25,null]]})");
  EXPECT_TRUE(has(table.json(0), R"("rows":[[1,0.25,null]])"));
  EXPECT_TRUE(has(table.json(0.25), R"("rows":[])"));
}

TEST(TelemetryTable, GrowsWithItsFileAndWaitsForWholeLines) {
  const TemporaryFolder folder;
  TelemetryTable table(folder / "t.csv");
  EXPECT_FALSE(table.look());
  append(folder / "t.csv", "step,time[s]\n0,0\n1,0.");
  ASSERT_TRUE(table.look());
  EXPECT_EQ(table.n_rows(), 1u);
  append(folder / "t.csv", "5\n2,1");
  table.look();
  EXPECT_TRUE(has(table.json(kAll), R"("rows":[[0,0],[1,0.5]])"));
  append(folder / "t.csv", "\n");
  table.look();
  EXPECT_TRUE(has(table.json(kAll), R"("rows":[[0,0],[1,0.5],[2,1]])"));
}

TEST(TelemetryTable, BeginsAgainWithAnotherFile) {
  const TemporaryFolder folder;
  TelemetryTable table(folder / "t.csv");
  sample::write_text(folder / "t.csv", "step,time[s]\n0,0\n1,1\n");
  table.look();
  sample::write_text(folder / "new.csv", "step,time[s],x\n0,0,7\n1,1,8\n2,2,9\n");
  std::filesystem::rename(folder / "new.csv", folder / "t.csv");
  ASSERT_TRUE(table.look());
  EXPECT_TRUE(has(table.json(kAll), R"("rows":[[0,0,7],[1,1,8],[2,2,9]])"));
  sample::write_text(folder / "t.csv", "step\n");  // the same file, cut
  ASSERT_TRUE(table.look());
  EXPECT_EQ(table.n_columns(), 1u);
  std::filesystem::remove(folder / "t.csv");
  EXPECT_FALSE(table.look());
}

TEST(TelemetryTable, StaysSmallAndKeepsTheLastRow) {
  const TemporaryFolder folder;
  std::string text = "step,time[s]\n";
  constexpr int kRows = 50001;
  for (int k = 0; k < kRows; ++k) text += fmt::format("{},{}\n", k, k);
  sample::write_text(folder / "t.csv", text);
  TelemetryTable table(folder / "t.csv");
  table.look();
  EXPECT_LE(table.n_rows(), TelemetryTable::kMostRows);
  EXPECT_GE(table.n_rows(), TelemetryTable::kMostRows / 2);
  const std::string json = table.json(kAll);
  EXPECT_TRUE(has(json, R"("rows":[[0,0],[16,16],[32,32])")) << json.substr(0, 200);
  EXPECT_TRUE(json.ends_with("[50000,50000]]}"));
  // As long as its file grows, no row is there twice.
  append(folder / "t.csv", "50001,50001\n");
  table.look();
  EXPECT_TRUE(table.json(49990).ends_with("[[50000,50000],[50001,50001]]}")) << table.json(49990);
}

TEST(TelemetryTable, RowsThatAreNoneAreLeftOut) {
  const TemporaryFolder folder;
  sample::write_text(folder / "t.csv",
                     std::string("step,time[s]\n1\n1,2,3\n,\nx,y\n2,2\n\n") + std::string(3 << 20, 'z') + "\n3,3\n");
  TelemetryTable table(folder / "t.csv");
  table.look();
  EXPECT_TRUE(has(table.json(kAll), R"("rows":[[null,null],[null,null],[2,2],[3,3]])")) << table.json(kAll);
  std::filesystem::create_directory(folder / "d.csv");
  EXPECT_FALSE(TelemetryTable(folder / "d.csv").look());
}

}  // namespace
}  // namespace scree::view
