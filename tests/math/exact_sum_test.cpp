// Exact sums against MPFR with enough digits for everything, rounded once.
#include "scree/math/exact_sum.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

namespace scree {
namespace {

using Limits = std::numeric_limits<double>;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

ExactSum sum_of(std::span<const double> terms) {
  ExactSum sum;
  for (const double x : terms) sum.add(x);
  return sum;
}

// All bits of all doubles, from the smallest to 2^140 of the largest.
class Reference {
 public:
  Reference() { mpfr_init2(sum_, 2300); }
  ~Reference() { mpfr_clear(sum_); }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  double operator()(std::span<const double> terms) {
    mpfr_set_zero(sum_, 1);
    for (const double x : terms) mpfr_add_d(sum_, sum_, x, MPFR_RNDN);
    return mpfr_get_d(sum_, MPFR_RNDN);
  }

 private:
  mpfr_t sum_;
};

// Terms over the whole range or a narrow one, some of which are taken back, whole or but for their last bits.
class Terms {
 public:
  std::span<const double> next() {
    terms_.clear();
    const int n = 1 + int(rng_() % 12);
    const bool huge = rng_() % 100 == 0;
    const int highest = huge ? 2046 : int(rng_() % 2047), widest = huge ? 3 : int(rng_() % 2100);
    for (int k = 0; k < n; ++k) {
      const int exponent = std::max(0, highest - int(rng_() % std::uint64_t(widest + 1)));
      const std::uint64_t fraction = rng_() % 3 == 0 ? std::uint64_t(1) << rng_() % 52 : rng_() >> 12;
      terms_.push_back(std::bit_cast<double>((rng_() & 1) << 63 | std::uint64_t(exponent) << 52 | fraction));
      if (rng_() % 3 == 0) terms_.push_back(-terms_[rng_() % terms_.size()]);
      if (rng_() % 8 == 0) terms_.push_back(-std::nextafter(terms_.back(), 0));
      if (rng_() % 8 == 0)
        terms_.push_back(std::copysign(Limits::epsilon() / 2 * terms_.back(), rng_() % 2 ? 1. : -1.));
    }
    return terms_;
  }
  void shuffle() { std::shuffle(terms_.begin(), terms_.end(), rng_); }
  std::span<const double> terms() const { return terms_; }

 private:
  std::mt19937_64 rng_{29};
  std::vector<double> terms_;
};

TEST(ExactSum, AMillionSumsAreThoseOfMpfr) {
  Terms terms;
  Reference reference;
  int subnormal = 0, infinite = 0, zero = 0;
  for (int trial = 0; trial < 1000000; ++trial) {
    const std::span<const double> t = terms.next();
    const double expected = reference(t), value = sum_of(t).value();
    ASSERT_EQ(bits(value), bits(expected + 0.0)) << "trial " << trial << ": " << value << ", not " << expected;
    subnormal += expected != 0 && std::abs(expected) < Limits::min();
    infinite += std::isinf(expected);
    zero += expected == 0;
  }
  // Else less was tested than it seems.
  EXPECT_GT(subnormal, 1000);
  EXPECT_GT(infinite, 10);
  EXPECT_GT(zero, 1000);
}

TEST(ExactSum, NeitherOrderNorPartsMatter) {
  Terms terms;
  std::mt19937_64 rng(5);
  for (int trial = 0; trial < 20000; ++trial) {
    const ExactSum whole = sum_of(terms.next());
    terms.shuffle();
    const std::span<const double> t = terms.terms();
    ASSERT_EQ(sum_of(t), whole);
    const std::size_t cut = rng() % (t.size() + 1), other = rng() % (cut + 1);
    ExactSum first = sum_of(t.subspan(0, other)), second = sum_of(t.subspan(other, cut - other)),
             third = sum_of(t.subspan(cut));
    if (trial % 2) second.carry(), third.carry();
    third += first;
    second += third;
    ASSERT_EQ(second, whole);
    ASSERT_EQ(bits(second.value()), bits(whole.value()));
  }
}

double sum_of(std::initializer_list<double> terms) { return sum_of(std::span(terms.begin(), terms.size())).value(); }

TEST(ExactSum, HugeAndTinyTermsKeepTheirBits) {
  EXPECT_EQ(sum_of({1e300, 1e-300, -1e300}), 1e-300);
  EXPECT_EQ(sum_of({1e300, 1e-300}), 1e300);
  EXPECT_EQ(sum_of({-1e-300, -1e300, 2e-300, 1e300}), 1e-300);
  EXPECT_EQ(sum_of({1e308, 1e308, -1e308}), 1e308);  // beyond the largest number on the way
  EXPECT_EQ(sum_of({-1e308, -1e308, -1e308, 1e308, 1e308, 1e308}), 0);
  EXPECT_EQ(sum_of({1e308, 1e308}), Limits::infinity());
  EXPECT_EQ(sum_of({-1e308, -1e308}), -Limits::infinity());
  EXPECT_EQ(sum_of({Limits::max(), std::ldexp(1.0, 969)}), Limits::max());
  EXPECT_EQ(sum_of({Limits::max(), std::ldexp(1.0, 970)}), Limits::infinity());  // halfway, to even
  const double least = Limits::denorm_min();
  EXPECT_EQ(sum_of({least}), least);
  EXPECT_EQ(sum_of({-least, -least, -least}), -3 * least);
  EXPECT_EQ(sum_of({Limits::min(), -least}), Limits::min() - least);
  EXPECT_EQ(sum_of({Limits::min() - least, least}), Limits::min());
}

TEST(ExactSum, RoundsToEvenOnce) {
  const double e = Limits::epsilon();
  EXPECT_EQ(sum_of({1, e / 2}), 1);
  EXPECT_EQ(sum_of({1 + e, e / 2}), 1 + 2 * e);
  EXPECT_EQ(sum_of({1, e / 2, 1e-300}), 1 + e);
  EXPECT_EQ(sum_of({1, e / 2, -1e-300}), 1);
  EXPECT_EQ(sum_of({-1, -e / 2, -1e-300}), -1 - e);
  EXPECT_EQ(sum_of({2, -e / 2, -1e-300}), 2 - e);
}

TEST(ExactSum, WhatIsZeroHasNoSign) {
  EXPECT_EQ(bits(ExactSum{}.value()), 0u);
  EXPECT_EQ(bits(sum_of({-0.0, -0.0})), 0u);
  EXPECT_EQ(bits(sum_of({-1.5, 1.5})), 0u);
  EXPECT_EQ(sum_of(std::vector<double>{0.0, -0.0}), ExactSum{});
  EXPECT_EQ(sum_of(std::vector<double>{1e300, -1e300, 1e-300, -1e-300}), ExactSum{});
}

TEST(ExactSum, CountsTermsThatAreNoNumbers) {
  const double inf = Limits::infinity(), nan = Limits::quiet_NaN();
  EXPECT_EQ(sum_of({1, inf, inf}), inf);
  EXPECT_EQ(sum_of({-inf, 1e308}), -inf);
  EXPECT_TRUE(std::isnan(sum_of({inf, -inf})));
  EXPECT_TRUE(std::isnan(sum_of({1, nan})));
  const std::vector<double> some = {1, nan, -inf, inf, inf, 2};
  ExactSum sum = sum_of(some), twice = sum;
  twice += sum;
  EXPECT_EQ(sum.not_finite(), 4u);
  EXPECT_EQ(twice.not_finite(), 8u);
  EXPECT_EQ(sum_of(std::vector<double>{1, 2}).not_finite(), 0u);
  EXPECT_FALSE(sum == sum_of(std::vector<double>{1, 2}));
  sum.clear();
  EXPECT_EQ(sum, ExactSum{});
}

// Digits hold 2^31 terms until carries are due: sums that say that they have so many.
TEST(ExactSum, CarriesInTime) {
  ExactSum sum;
  for (int k = 0; k < 1000; ++k) sum.add(-Limits::max());
  sum.terms = ExactSum::kMostTerms;
  sum.add(3);
  EXPECT_LT(sum.terms, 10u);
  ExactSum other;
  for (int k = 0; k < 1000; ++k) other.add(Limits::max());
  other.terms = sum.terms = ExactSum::kMostTerms;
  sum += other;
  EXPECT_LT(sum.terms, 10u);
  EXPECT_EQ(sum.value(), 3);
}

TEST(ExactSum, EqualSumsAreStoredAlike) {
  ExactSum one = sum_of(std::vector<double>{-1, -1e-20, 1e10}), other = sum_of(std::vector<double>{1e10, -1e-20, -1});
  other.add(7), other.add(-7);
  one.carry(), other.carry();
  EXPECT_EQ(one.first, other.first);
  EXPECT_EQ(one.last, other.last);
  ExactSum below;
  below.add(-std::ldexp(1.0, 96)), below.carry();  // digits that are all zero but one
  EXPECT_EQ(below.first, below.last);
  EXPECT_EQ(below.value(), -std::ldexp(1.0, 96));
}

}  // namespace
}  // namespace scree
