// The judge must see every kind of wrong answer: each is fed to it, next to right ones.
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "oracle/mini.hpp"
#include "scree/store/pairs/transformation.hpp"

namespace scree::pairs {
namespace {

template <class S>
class JudgeTest : public testing::Test {
 protected:
  std::vector<Shape<S>> shapes = one_shape<S>();
  typename S::View body = shapes[0].data.view();
  Pair<S> apart = pair_with_gap<S>(Real(0.5)), overlap = pair_with_gap<S>(Real(-0.5));
  Answer<S> apart_answer = right_answer<S>(Real(0.5)), overlap_answer = right_answer<S>(Real(-0.5));

  Judgement of(const Pair<S>& p, const Answer<S>& a) const { return judge<S>(body, body, p, a); }
  Verdict verdict(const Pair<S>& p, const Answer<S>& a) const { return of(p, a).verdict; }
  std::string why(const Pair<S>& p, const Answer<S>& a) const { return of(p, a).why; }
  static typename S::Vec turned(Real angle) { return S::turn(S::rotation({0, 0, angle}), along_x<S>(1)); }
  static typename S::Vec sideways(Real y) {
    const Real v[3] = {0, y, 0};
    return S::vec(v);
  }
};
using Spaces = testing::Types<Space, Plane2>;
TYPED_TEST_SUITE(JudgeTest, Spaces);

TYPED_TEST(JudgeTest, RightAnswersAreRight) {
  EXPECT_EQ(this->verdict(this->apart, this->apart_answer), Verdict::kRight);
  EXPECT_EQ(this->verdict(this->overlap, this->overlap_answer), Verdict::kRight);
  Answer<TypeParam> a = this->apart_answer;  // elsewhere in the patch
  a.link.p_a = a.link.p_a + this->sideways(0.7), a.link.p_b = a.link.p_b + this->sideways(0.7);
  EXPECT_EQ(this->verdict(this->apart, a), Verdict::kRight);
}

TYPED_TEST(JudgeTest, FailedWithoutAnAnswer) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  Answer<TypeParam> a = this->apart_answer;
  a.status = LinkStatus::kFailed;
  EXPECT_EQ(this->verdict(this->apart, a), Verdict::kFailed);
  EXPECT_EQ(this->verdict(this->overlap, a), Verdict::kFailed);
  a = this->apart_answer;
  a.link.gap = nan;
  EXPECT_EQ(this->verdict(this->apart, a), Verdict::kFailed);
  a = this->apart_answer;
  a.link.n.y = nan;
  EXPECT_EQ(this->verdict(this->apart, a), Verdict::kFailed);
  a = this->apart_answer;
  a.link.p_b.y = nan;
  EXPECT_EQ(this->verdict(this->apart, a), Verdict::kFailed);
}

TYPED_TEST(JudgeTest, LostWhenOverlappingBodiesAreSaidToBeApart) {
  EXPECT_EQ(this->verdict(this->overlap, this->apart_answer), Verdict::kLost);
  Answer<TypeParam> a = this->overlap_answer;
  a.status = LinkStatus::kBeyond;
  EXPECT_EQ(this->verdict(this->overlap, a), Verdict::kLost);
  // An invented contact is wrong, and so is no measure of a gap where one was asked for.
  EXPECT_EQ(this->verdict(this->apart, this->overlap_answer), Verdict::kWrong);
  a = this->apart_answer;
  a.status = LinkStatus::kBeyond;
  EXPECT_EQ(this->verdict(this->apart, a), Verdict::kWrong);
}

TYPED_TEST(JudgeTest, WrongGap) {
  const Real size = 2 * this->body.radius;
  for (const Real sign : {-1, 1}) {
    Answer<TypeParam> a = this->apart_answer;
    a.link.gap += sign * Real(0.9e-9) * size;
    a.link.p_b = a.link.p_a + a.link.gap * a.link.n;
    EXPECT_EQ(this->verdict(this->apart, a), Verdict::kRight);
    a.link.gap += sign * Real(0.2e-9) * size;
    EXPECT_EQ(this->why(this->apart, a), "gap");
    a = this->overlap_answer;
    a.link.gap += sign * Real(1.1e-9) * size;
    EXPECT_EQ(this->why(this->overlap, a), "gap");
  }
}

TYPED_TEST(JudgeTest, WrongNormal) {
  for (const auto& [pair, answer] :
       {std::pair{this->apart, this->apart_answer}, std::pair{this->overlap, this->overlap_answer}}) {
    Answer<TypeParam> a = answer;
    a.link.n = this->turned(Real(1.2e-6));
    EXPECT_EQ(this->why(pair, a), "normal");
    a.link.n = -a.link.n;
    EXPECT_EQ(this->why(pair, a), "normal");
    a.link.n = (1 + Real(1e-9)) * answer.link.n;
    EXPECT_EQ(this->why(pair, a), "normal not of unit length");
  }
}

TYPED_TEST(JudgeTest, AnotherNormalOfTheSameDepthIsRightAndOneOfMoreDepthIsNot) {
  // Pushed in equally far along x and y.
  Pair<TypeParam> p = this->overlap;
  p.X_b.p = along_x<TypeParam>(Real(1.5)) + this->sideways(Real(1.5));
  Answer<TypeParam> a = this->overlap_answer;
  a.link.n = this->sideways(1);
  a.link.p_a = along_x<TypeParam>(Real(0.75)) + this->sideways(1);
  a.link.p_b = a.link.p_a + a.link.gap * a.link.n;
  EXPECT_EQ(this->verdict(p, a), Verdict::kRight);
  p.X_b.p = along_x<TypeParam>(Real(1.5)) + this->sideways(Real(1.4999999));
  EXPECT_EQ(this->why(p, a), "normal");
}

TYPED_TEST(JudgeTest, WrongPoints) {
  Answer<TypeParam> a = this->apart_answer;
  a.link.p_b = a.link.p_b + this->sideways(Real(1e-6));
  EXPECT_EQ(this->why(this->apart, a), "points not a gap apart along n");
  a = this->apart_answer;  // off A's face, sideways
  a.link.p_a = a.link.p_a + this->sideways(Real(1.001)), a.link.p_b = a.link.p_b + this->sideways(Real(1.001));
  EXPECT_EQ(this->why(this->apart, a), "point off its body");
  a = this->overlap_answer;  // both in both bodies, but not on the faces that overlap
  a.link.p_a = a.link.p_a - along_x<TypeParam>(Real(0.01)), a.link.p_b = a.link.p_b - along_x<TypeParam>(Real(0.01));
  EXPECT_EQ(this->why(this->overlap, a), "point off its body");
}

TYPED_TEST(JudgeTest, WhereThePointIsUniqueItMustBeTheOne) {
  Pair<TypeParam> p = this->apart;
  p.reference.patch_dim = 0;  // said to be unique although it is not: an answer that fits to the proof passes
  Answer<TypeParam> a = this->apart_answer;
  a.link.p_a = a.link.p_a + this->sideways(0.5), a.link.p_b = a.link.p_b + this->sideways(0.5);
  EXPECT_EQ(this->verdict(p, a), Verdict::kRight);
  // One that does not, by less than the tolerance of the gap, does not.
  a.link.p_a = a.link.p_a + along_x<TypeParam>(Real(1e-9)), a.link.p_b = a.link.p_b + along_x<TypeParam>(Real(1e-9));
  EXPECT_EQ(this->why(p, a), "point");
}

TYPED_TEST(JudgeTest, TouchingBodiesMayHaveAGapOfRoundingOnly) {
  Pair<TypeParam> p = pair_with_gap<TypeParam>(0);
  p.reference.kind = 'T';
  EXPECT_EQ(this->verdict(p, right_answer<TypeParam>(Real(1e-15))), Verdict::kRight);
  EXPECT_EQ(this->verdict(p, right_answer<TypeParam>(Real(-1e-15))), Verdict::kRight);
  EXPECT_EQ(this->why(p, right_answer<TypeParam>(Real(1e-8))), "gap");
  EXPECT_EQ(this->why(p, right_answer<TypeParam>(Real(-1e-8))), "gap");
}

TYPED_TEST(JudgeTest, AnotherTypeOfContactIsReportedAndNotCounted) {
  Answer<TypeParam> a = this->apart_answer;
  a.link.a.kind = FeatureKind::kVertex;
  EXPECT_TRUE(this->of(this->apart, a).other_type);
  EXPECT_EQ(this->verdict(this->apart, a), Verdict::kRight);
  EXPECT_FALSE(this->of(this->apart, this->apart_answer).other_type);
}

// The answer is in A's frame, so it stays the same when the scene is turned and moved; exchanged, it is turned round.
TYPED_TEST(JudgeTest, ReferencesFollowTheScene) {
  using S = TypeParam;
  const Transformation turned_and_moved{1, {0, 0, 1}, {1000, -3000, 0}, false};
  Pair<S> p = this->apart;
  transform(p, turned_and_moved);
  EXPECT_GT(p.reference.rounding, 0);
  EXPECT_LT(p.reference.rounding, 1e-11);
  EXPECT_EQ(this->verdict(p, this->apart_answer), Verdict::kRight);
  EXPECT_EQ(this->why(p, right_answer<S>(Real(0.5) + Real(1e-8))), "gap");

  PairSet<S> set{this->shapes, {}, {this->apart}};
  make_views(set);
  transform(set, Transformation{100, {0, 0, 0}, {0, 0, 0}, true});
  Answer<S> a = this->apart_answer;
  a.link.gap = 50;
  a.link.n = along_x<S>(-1);
  a.link.p_a = along_x<S>(-100), a.link.p_b = along_x<S>(-150);
  EXPECT_EQ(judge<S>(set.views[0], set.views[0], set.pairs[0], a).verdict, Verdict::kRight);
  a.link.gap += Real(1e-6);
  EXPECT_STREQ(judge<S>(set.views[0], set.views[0], set.pairs[0], a).why, "gap");
}

}  // namespace
}  // namespace scree::pairs
