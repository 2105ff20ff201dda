#include "scree/frames/telemetry.hpp"

#include <algorithm>

#include "scree/error.hpp"
#include "store/sample.hpp"

namespace scree::output {
namespace {

using sample::TemporaryFolder;

// Splits a line as RFC 4180 says.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string cell(const std::string& text, const std::string& column, std::size_t row = 1) {
  const std::vector<std::string> lines = lines_of(text), header = cells_of(lines.at(0));
  const auto at = std::find(header.begin(), header.end(), column);
  return at == header.end() ? "no such column" : cells_of(lines.at(row)).at(std::size_t(at - header.begin()));
}

void write_rows(Telemetry& telemetry, const Model& model, State& s, int first, int last) {
  for (int k = first; k <= last; ++k) {
    s.counters.step = std::uint64_t(10 * k);
    s.ledger.friction.clear(), s.ledger.friction.add(1.0 / (k + 1));
    telemetry.row(model, s);
  }
}

TEST(Telemetry, HasAColumnForEverythingNamed) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  const State s = sample::state(model);
  Telemetry(folder / "t.csv", model, false, 0).row(model, s);
  const std::string text = sample::read_text(folder / "t.csv");
  const std::vector<std::string> lines = lines_of(text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(cells_of(lines[0]).size(), cells_of(lines[1]).size());
  EXPECT_EQ(cell(text, "step"), "123456");
  EXPECT_EQ(std::stod(cell(text, "time[s]")), s.time(model));
  EXPECT_EQ(cell(text, "bodies"), "38");  // two more are balls of a wall
  EXPECT_EQ(std::stod(cell(text, "contact_loss[J]")), s.ledger.contact_loss.value());
  EXPECT_EQ(std::stod(cell(text, "residual[J]")), s.ledger.residual());
  EXPECT_EQ(std::stod(cell(text, "floor_fz[N]")), double(s.walls[0].f.z));
  EXPECT_NE(lines[0].find("\"left, \"\"west\"\"_fx[N]\""), std::string::npos);
  EXPECT_EQ(std::stod(cell(text, "outlet_mass[kg]")), s.flow_mass[0].value());
  EXPECT_EQ(cell(text, "rain_count"), "17");
  EXPECT_EQ(cell(text, "inserted_bodies"), "17");
  EXPECT_EQ(cell(text, "pair_lists"), "77");
}

TEST(Telemetry, CountsContactsByHand) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = initial_state(model);
  for (int i = 0; i < 3; ++i) add_body(model, s, 0, i == 1 ? Real(0.5) : Real(1), {2.0 * i, 0, 1}, {Real(3 * i), 4, 0});
  s.contacts.a = {0, 1, 0};
  s.contacts.b = {1, 2, kWallBit};
  s.contacts.gap = {Real(-0.125), Real(0.1), Real(-0.125)};
  s.deepest.bodies = 0.25;  // as the steps since the last row saw it
  s.deepest.walls = 0.125;
  Telemetry(folder / "t.csv", model, false, 0).row(model, s);
  const std::string text = sample::read_text(folder / "t.csv");
  EXPECT_EQ(cell(text, "contacts"), "2");
  EXPECT_EQ(cell(text, "coordination"), "1");  // (2 + 1 + 0) / 3
  EXPECT_EQ(cell(text, "max_overlap"), "0.25");
  EXPECT_EQ(cell(text, "wall_margin"), "0.875");
  EXPECT_EQ(std::stod(cell(text, "max_speed[m/s]")), std::sqrt(52.0));
}

TEST(Telemetry, SaysHowFullTheCubesAre) {
  const TemporaryFolder folder;
  Model model = sample::model();
  model.settings.broad = BroadMethod::kFixedCubes;
  model.settings.cell_size = 4;
  State s = initial_state(model);
  for (const double x : {0.0, 0.1, 0.2, 60.0}) add_body(model, s, 0, Real(0.001), {x, 0, 0}, {0, 0, 0});
  Telemetry(folder / "t.csv", model, false, 0).row(model, s);
  const std::string text = sample::read_text(folder / "t.csv");
  EXPECT_EQ(cell(text, "largest_b"), "3");
  EXPECT_EQ(cell(text, "mean_b"), "2");
}

TEST(Telemetry, WallsThatMoveTogetherAreOneTool) {
  const TemporaryFolder folder;
  Model model = sample::model();
  model.motions[0].walls = {0, 3};
  const State s = sample::state(model);
  Telemetry(folder / "t.csv", model, false, 0).row(model, s);
  const std::string text = sample::read_text(folder / "t.csv");
  EXPECT_EQ(std::stod(cell(text, "shake_fx[N]")), double(s.walls[0].f.x + s.walls[3].f.x));
  EXPECT_NE(cell(text, "shake_tz[N m]"), "no such column");
  EXPECT_EQ(cell(text, "lift_fx[N]"), "no such column");  // a single wall
}

TEST(Telemetry, HasAColumnForEveryMeasure) {
  const TemporaryFolder folder;
  Model model = sample::model();
  model.output.measures = {{"runout", MeasureKind::kFront, {0, 0, 0}, {1, 0, 0}, kNever, {}, {}},
                           {"slope", MeasureKind::kHeapAngle, {0, 0, 0}, {1, 0, 0}, 1, {}, {}},
                           {"lifted", MeasureKind::kMassAbove, {0, 0, 3}, {0, 0, 1}, kNever, {}, {}},
                           {"caught", MeasureKind::kMassInBox, {}, {}, kNever, {0, 0, 0}, {9, 9, 9}}};
  State s = initial_state(model);
  {
    Telemetry telemetry(folder / "t.csv", model, false, 0);
    telemetry.row(model, s);  // nothing to measure
    s.counters.step = 1;
    add_body(model, s, 0, Real(0.5), {2, 0, 4}, {0, 0, 0});
    telemetry.row(model, s);
  }
  const std::string text = sample::read_text(folder / "t.csv");
  EXPECT_EQ(cell(text, "runout[m]"), "nan");
  EXPECT_EQ(cell(text, "caught[kg]"), "0");
  EXPECT_EQ(cell(text, "runout[m]", 2), "2.5");
  EXPECT_EQ(cell(text, "runout_all[m]", 2), "2.5");
  EXPECT_EQ(cell(text, "slope[deg]", 2), "nan");  // one body has no slope
  EXPECT_EQ(std::stod(cell(text, "lifted[kg]", 2)), double(s.bodies.mass[0]));
  EXPECT_EQ(std::stod(cell(text, "caught[kg]", 2)), double(s.bodies.mass[0]));
}

TEST(Telemetry, EqualStatesGiveEqualBytes) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  for (const char* name : {"a.csv", "b.csv"})
    Telemetry(folder / name, model, false, 0).row(model, sample::state(model));
  EXPECT_EQ(sample::read_text(folder / "a.csv"), sample::read_text(folder / "b.csv"));
}

TEST(Telemetry, ResumedFileIsThatOfAnUnbrokenRun) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  {
    Telemetry telemetry(folder / "whole.csv", model, false, 0);
    write_rows(telemetry, model, s, 0, 9);
  }
  const std::string whole = sample::read_text(folder / "whole.csv");
  // Killed anywhere, resumed from the step before: every length of what was left gives the same file.
  const std::string kept_until_50 = whole.substr(0, whole.find("\n60,") + 1);
  for (std::size_t length = kept_until_50.size(); length <= whole.size(); length += 37) {
    sample::write_text(folder / "t.csv", whole.substr(0, length));
    Telemetry telemetry(folder / "t.csv", model, true, 50);
    ASSERT_EQ(sample::read_text(folder / "t.csv"), kept_until_50);
    write_rows(telemetry, model, s, 5, 9);  // row 5 is there already
    ASSERT_EQ(sample::read_text(folder / "t.csv"), whole);
  }
}

TEST(Telemetry, UnfinishedLastRowIsCut) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  {
    Telemetry telemetry(folder / "t.csv", model, false, 0);
    write_rows(telemetry, model, s, 0, 2);
  }
  const std::string whole = sample::read_text(folder / "t.csv");
  sample::write_text(folder / "t.csv", whole + "30,0.003,38");
  Telemetry telemetry(folder / "t.csv", model, true, 1000);
  EXPECT_EQ(sample::read_text(folder / "t.csv"), whole);
}

TEST(Telemetry, ResumeBeginsAFileWhereThereIsNoneOrOnlyHalfAHeader) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  Telemetry(folder / "fresh.csv", model, false, 0);
  const std::string header = sample::read_text(folder / "fresh.csv");
  Telemetry(folder / "none.csv", model, true, 7);
  EXPECT_EQ(sample::read_text(folder / "none.csv"), header);
  sample::write_text(folder / "half.csv", header.substr(0, 20));
  Telemetry(folder / "half.csv", model, true, 7);
  EXPECT_EQ(sample::read_text(folder / "half.csv"), header);
}

TEST(Telemetry, OtherColumnsAreAnInputError) {
  const TemporaryFolder folder;
  Model model = sample::model();
  Telemetry(folder / "t.csv", model, false, 0);
  model.walls[0].name = "ground";
  EXPECT_THROW(Telemetry(folder / "t.csv", model, true, 0), InputError);
  sample::write_text(folder / "t.csv", "hello\n");
  EXPECT_THROW(Telemetry(folder / "t.csv", model, true, 0), InputError);
}

TEST(Telemetry, FullDiskIsARunError) {
  const TemporaryFolder folder;
  const Model model = sample::model();
  State s = sample::state(model);
  const bool failed = sample::fails_with_files_below(5000, [&] {
    Telemetry telemetry(folder / "t.csv", model, false, 0);
    write_rows(telemetry, model, s, 0, 99);
  });
  EXPECT_TRUE(failed);
}

}  // namespace
}  // namespace scree::output
