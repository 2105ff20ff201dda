// Pairs of superellipsoids: read, judged, turned about, saved and read back.
#include "scree/store/pairs/superellipsoid_set.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/mini.hpp"
#include "scree/error.hpp"
#include "scree/store/pairs/superellipsoid_saved.hpp"

namespace scree::pairs {
namespace {

// Two unit balls on the x axis.
SmoothPair balls(Real gap) {
  SmoothPair p;
  p.id = 3, p.set = "interval1";
  p.a = p.b = make_superellipsoid({1, 1, 1}, 1, 1);
  p.X_b.p = {2 + gap, 0, 0};
  p.reference = {gap > 0 ? 'S' : 'P', gap, {1, 0, 0}, {1, 0, 0}, {1 + gap, 0, 0}, 1, 0};
  return p;
}
SmoothAnswer right_answer(Real gap) {
  SmoothAnswer a;
  a.status = LinkStatus::kLink;
  a.link.gap = gap, a.link.n = {1, 0, 0}, a.link.p_a = {1, 0, 0}, a.link.p_b = {1 + gap, 0, 0};
  return a;
}

TEST(JudgeSuperellipsoids, TellsWhatIsWrong) {
  const SmoothPair pair = balls(0.5);
  SmoothAnswer a = right_answer(0.5);
  EXPECT_EQ(judge(pair, a).verdict, Verdict::kRight);
  a.link.gap = 0.5 + 1e-8;
  EXPECT_STREQ(judge(pair, a).why, "points not a gap apart along n");
  a = right_answer(0.5);
  a.link.p_a.x = 1.1, a.link.gap = 0.4;
  EXPECT_STREQ(judge(pair, a).why, "point off its body");
  a = right_answer(0.5);
  a.status = LinkStatus::kBeyond;
  EXPECT_EQ(judge(pair, a).verdict, Verdict::kWrong);
  a.status = LinkStatus::kFailed;
  EXPECT_EQ(judge(pair, a).verdict, Verdict::kFailed);
  a = right_answer(0.5);
  a.link.gap = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(judge(pair, a).verdict, Verdict::kFailed);
}

TEST(JudgeSuperellipsoids, AnOverlapCalledApartIsLost) {
  SmoothPair pair = balls(-1e-3);
  EXPECT_EQ(judge(pair, right_answer(-1e-3)).verdict, Verdict::kRight);
  pair.X_b.p = {2.001, 0, 0};  // the answer fits these bodies, and the reference does not
  EXPECT_EQ(judge(pair, right_answer(1e-3)).verdict, Verdict::kLost);
  pair.X_b.p = {1.9999, 0, 0};
  EXPECT_EQ(judge(pair, right_answer(-1e-4)).verdict, Verdict::kRight);  // less deep than said, and the slab proves it
}

TEST(SuperellipsoidPairs, AnswersFollowTheScene) {
  for (const bool swap : {false, true}) {
    SmoothPair pair = balls(-1e-3);
    transform(pair, {Real(1e-3), {0.3, -0.2, 0.5}, {1, 2, 3}, swap});
    NormalCache cache;
    NormalCounters counters;
    EXPECT_EQ(judge(pair, ask(pair, {}, cache, counters)).verdict, Verdict::kRight);
    EXPECT_NEAR(pair.reference.gap, -1e-6, 1e-20);
  }
}

TEST(SuperellipsoidPairs, AreSavedAndReadBackToTheLastBit) {
  SavedSmoothPair s;
  s.pair = balls(Real(-1) / 3);
  s.pair.a = make_superellipsoid({Real(1) / 3, 2, 3}, Real(0.7), Real(1.3));
  s.pair.X_a.p = {Real(1e6) / 7, 0, 0};
  s.options.method = NormalMethod::kCommonNormal;
  s.options.ladder = false;
  s.before.n = {Real(1) / 3, 0, 1}, s.before.state = NormalCache::State::kOfB, s.before.apart = true;
  s.answer = right_answer(Real(-1) / 3);
  s.answer.link.residual = std::numeric_limits<Real>::quiet_NaN();
  s.verdict = "wrong";
  const std::string text = text_of(s);
  Lines lines("saved.txt", text + text);
  for (int k = 0; k < 2; ++k) {
    const SavedSmoothPair r = read_saved_superellipsoids(lines);
    EXPECT_EQ(text_of(r), text);
    EXPECT_EQ(r.before.n, s.before.n);
    EXPECT_EQ(r.pair.a.r(), s.pair.a.r());
    EXPECT_EQ(r.options.method, s.options.method);
  }
  Lines cut("saved.txt", text.substr(0, text.find("pose_b")));
  EXPECT_THROW(read_saved_superellipsoids(cut), InputError);
}

}  // namespace
}  // namespace scree::pairs
