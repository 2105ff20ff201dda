// A saved pair read back is the same pair, to the last bit.
#include "scree/store/pairs/saved_pair.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/mini.hpp"
#include "scree/error.hpp"

namespace scree::pairs {
namespace {

template <class S>
SavedPair<S> sample() {
  SavedPair<S> s;
  s.a = s.b = one_shape<S>()[0];
  s.pair = pair_with_gap<S>(Real(-1) / 3);
  s.pair.b = 1;
  s.pair.X_a = S::rotation({0, 0, Real(0.1)});
  s.pair.X_a.p = along_x<S>(Real(1e6) / 7);
  s.pair.reference.rounding = Real(1e-17) / 3;
  s.options.method = LinkMethod::kFastCommonPlane;
  s.options.ladder = false;
  s.before.state = S::Cache::State::kOverlap;
  s.before.a = {FeatureKind::kEdge, 3};
  s.before.b = {FeatureKind::kVertex, 2};
  s.before.top_a = 1, s.before.top_b = 2;
  s.before.n = along_x<S>(Real(1) / 3), s.before.p_a = along_x<S>(Real(1) / 7), s.before.p_b = along_x<S>(Real(1) / 9);
  s.answer = right_answer<S>(Real(-1) / 3);
  s.verdict = "wrong";
  return s;
}

template <class S>
class SavedPairTest : public testing::Test {};
using Spaces = testing::Types<Space, Plane2>;
TYPED_TEST_SUITE(SavedPairTest, Spaces);

TYPED_TEST(SavedPairTest, RoundTrip) {
  using S = TypeParam;
  const SavedPair<S> s = sample<S>();
  const std::string text = text_of(s);
  Lines lines("saved.txt", text + text);
  for (int k = 0; k < 2; ++k) {
    const SavedPair<S> r = read_saved<S>(lines);
    EXPECT_EQ(text_of(r), text);
    EXPECT_EQ(r.a.vertices, s.a.vertices);
    EXPECT_EQ(r.b.loops, s.b.loops);
    EXPECT_EQ(S::turn_matrix(r.pair.X_a), S::turn_matrix(s.pair.X_a));
    EXPECT_EQ(r.pair.X_a.p, s.pair.X_a.p);
    EXPECT_EQ(r.before.n, s.before.n);
    EXPECT_EQ(r.before.p_b, s.before.p_b);
    EXPECT_EQ(r.before.a, s.before.a);
    EXPECT_EQ(r.before.state, s.before.state);
    EXPECT_EQ(r.options.method, s.options.method);
    EXPECT_FALSE(r.options.ladder);
    EXPECT_EQ(r.options.margin, LinkOptions::kWholeAnswer);
    EXPECT_EQ(r.answer.link.gap, s.answer.link.gap);
    EXPECT_EQ(r.pair.reference.rounding, s.pair.reference.rounding);
    EXPECT_EQ(r.pair.reference.kind, 'P');
  }
  EXPECT_TRUE(lines.peek().empty());
}

TYPED_TEST(SavedPairTest, AnswersThatAreNotNumbersCanBeSaved) {
  using S = TypeParam;
  SavedPair<S> s = sample<S>();
  s.answer.link.gap = std::numeric_limits<Real>::quiet_NaN();
  s.answer.link.residual = std::numeric_limits<Real>::infinity();
  Lines lines("saved.txt", text_of(s));
  EXPECT_EQ(text_of(read_saved<S>(lines)), text_of(s));
}

TYPED_TEST(SavedPairTest, ACutFileIsRefused) {
  using S = TypeParam;
  const std::string text = text_of(sample<S>());
  for (const std::size_t length : {text.size() / 3, text.size() / 2, text.rfind("reference")}) {
    Lines lines("saved.txt", text.substr(0, length));
    EXPECT_THROW(read_saved<S>(lines), InputError);
  }
}

}  // namespace
}  // namespace scree::pairs
