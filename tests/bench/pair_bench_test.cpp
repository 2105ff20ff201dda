#include "scree/bench/pair_bench.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "scree/bench/pair_report.hpp"

namespace scree::bench {
namespace {

MotionPlan tiny(std::vector<std::string> classes) { return {.motions = 1, .steps = 60, .classes = std::move(classes)}; }

TEST(PairMotions, StayNearContactOnTheirSide) {
  const PairMotions made = make_pair_motions(tiny({"boxes", "flat"}));
  ASSERT_EQ(made.motions.size(), 4u);
  for (const PairMotion& m : made.motions) {
    ASSERT_EQ(m.steps.size(), 60u);
    const Real size = pairs::size_of<pairs::Space>(made.set.views[std::size_t(m.a)], made.set.views[std::size_t(m.b)]);
    for (const auto& step : m.steps) {
      EXPECT_EQ(step.reference.kind, m.kind);
      EXPECT_EQ(step.reference.gap > 0, m.kind == 'S');
      EXPECT_LT(std::abs(step.reference.gap), 0.02 * size);
    }
  }
}

TEST(PairMotions, ArePrintedWhole) {
  const PairMotions made = make_pair_motions(tiny({"pyramids"}));
  std::istringstream in(motions_text(made));
  std::string word;
  std::size_t n = 0, vertices = 0, faces = 0;
  in >> word >> n >> word >> vertices >> faces;
  EXPECT_EQ(n, made.set.shapes.size());
  EXPECT_EQ(vertices, 5u);
  EXPECT_EQ(faces, 5u);
  double number = 0, last = 0;
  for (std::string w; in >> w;)
    if (std::istringstream(w) >> number) last = number;
  EXPECT_EQ(last, made.motions.back().steps.back().reference.gap);
}

TEST(PairShapes, HaveTheVerticesOfTheirClass) {
  for (const PairClass& of : kPairClasses) {
    const PairShape shape = pair_shape(of, 1, 3);
    EXPECT_EQ(int(shape.vertices.size()), of.vertices) << of.name;
    EXPECT_GT(shape.width, 0);
    EXPECT_LT(shape.width, 2 * shape.data.radius);
  }
}

TEST(PairCost, AnswersAlongMotionsAreRightAndTimed) {
  const PairMotions made = make_pair_motions(tiny({"tetrahedra", "fourteen"}));
  std::vector<TimedMotion> motions;
  for (const PairMotion& m : made.motions) motions.emplace_back(made.set, m);
  for (TimedMotion& m : motions) m.judge_answers(), m.take_time();
  const std::vector<PairCost> costs = costs_of(motions);
  ASSERT_EQ(costs.size(), 4u);
  for (const PairCost& c : costs) {
    EXPECT_TRUE(c.score.clean());
    EXPECT_EQ(c.score.pairs, 60u);
    EXPECT_GT(c.ns(), 1);
    EXPECT_LT(c.ns(), 1e6);
    EXPECT_EQ(c.plane_calls > 0, c.kind == 'S');
    EXPECT_EQ(c.plane_ns() > 0, c.kind == 'S');
  }
}

PairTable made_up() {
  PairTable table;
  table.peers = {"slow", "fast"};
  for (const char* family : {"boxes", "fourteen", "rock200"})
    for (const char kind : {'S', 'P'}) {
      PairRow row;
      row.ours.family = family, row.ours.kind = kind;
      row.ours.score.pairs = row.ours.score.verdict[0] = 10;
      row.ours.seconds = 10 * (kind == 'S' ? 50e-9 : 200e-9);
      row.ours.plane_calls = 5, row.ours.plane_seconds = 5 * 10e-9;
      row.peers = {{4000, 0}, {kind == 'S' ? 500.0 : 2000.0, 3}};
      table.rows.push_back(row);
    }
  return table;
}

TEST(PairReport, TheRatioIsTheGeometricMeanToTheFastestPeer) {
  EXPECT_EQ(
      ratio_line(made_up()),
      "ratio 10.0 (scree 100 ns, best peer fast 1000 ns; full answers apart and overlapping, 8 and 14 vertices)\n");
  PairTable alone = made_up();
  alone.peers.clear();
  EXPECT_EQ(ratio_line(alone), "");
  PairTable short_one = made_up();
  short_one.rows.resize(2);
  EXPECT_EQ(ratio_line(short_one), "");
}

TEST(PairReport, AimsAreMetOrMissed) {
  PairTable table = made_up();
  const auto missed = [&] {
    const std::string text = targets_text(table);
    int n = 0;
    for (std::size_t at = 0; (at = text.find("missed", at)) != std::string::npos; ++at) ++n;
    return n;
  };
  EXPECT_EQ(missed(), 0);
  table.rows[0].ours.seconds *= 3;        // 150 ns apart
  table.rows[4].ours.plane_seconds *= 2;  // twice as long with 200 vertices
  EXPECT_EQ(missed(), 2);
}

TEST(PairReport, CountsAnswersThatAreNotRight) {
  PairTable table = made_up();
  EXPECT_EQ(table.faults(), 0u);
  table.rows[1].ours.score.verdict[0] = 8;
  EXPECT_EQ(table.faults(), 2u);
}

}  // namespace
}  // namespace scree::bench
