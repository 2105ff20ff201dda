// Sums of doubles are exact here, and rounded once: they do not depend on the order of their terms, nor on how these
// are shared out among threads, processes or devices.
//
// A sum is a number with digits of 32 bits, each kept in 64, wide enough for every double and 2^140 of the largest. A
// term adds to three digits and asks for no carries; 2^31 terms fit until these are due. Two sums are joined digit by
// digit. Kulisch's long accumulator and the small superaccumulator of Neal (2015, arXiv:1505.05571) work the same way.
//
// Terms that are no finite numbers are counted beside; the value is then what doubles added in any order would have
// come to. A sum of nothing, of zeros of either sign, or of what cancels, is +0.
#pragma once
#include <cstdint>

#include "scree/math/vec3.hpp"

namespace scree {

struct ExactSum {
  static constexpr int kLimbs = 70;
  static constexpr std::uint64_t kMostTerms = (std::uint64_t(1) << 31) - 1;  // terms between carries

  std::int64_t limb[kLimbs] = {};  // the sum is that of limb[i] 2^(32 i - 1074), and of nothing else if all is finite
  std::int32_t first = kLimbs, last = -1;  // the other limbs are zero
  std::uint64_t terms = 0;                 // terms since carries; a number without carries due counts as one
  std::uint64_t nans = 0, infinities = 0, minus_infinities = 0;

  SCREE_HD void add(double x) {
    const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, x);
    const std::uint32_t exponent = std::uint32_t(bits >> 52) & 0x7ffu;
    const std::uint64_t fraction = bits & 0xfffffffffffffull;
    const bool negative = (bits >> 63) != 0;
    if (exponent == 0x7ffu) return count_special(fraction, negative);
    if (exponent == 0 && fraction == 0) return;
    if (terms >= kMostTerms) carry();
    const bool normal = exponent > 0;
    const std::uint32_t place = exponent - std::uint32_t(normal), shift = place % 32;
    const std::int32_t i = std::int32_t(place / 32);
    const std::uint64_t digits = fraction | std::uint64_t(normal) << 52;
    const std::uint64_t above = digits >> (32 - shift);
    const std::int64_t sign = -std::int64_t(negative);
    const auto put = [&](std::int32_t k, std::uint64_t digit) { limb[k] += (std::int64_t(digit) ^ sign) - sign; };
    put(i, (digits << shift) & kDigit);
    put(i + 1, above & kDigit);
    put(i + 2, above >> 32);
    first = i < first ? i : first;
    last = i + 2 > last ? i + 2 : last;
    ++terms;
  }

  SCREE_HD ExactSum& operator+=(const ExactSum& other) {
    if (terms + other.terms > kMostTerms) {
      carry();
      if (terms + other.terms > kMostTerms) {
        ExactSum carried = other;
        carried.carry();
        return *this += carried;
      }
    }
    for (std::int32_t k = other.first; k <= other.last; ++k) limb[k] += other.limb[k];
    first = other.first < first ? other.first : first;
    last = other.last > last ? other.last : last;
    terms += other.terms;
    nans += other.nans, infinities += other.infinities, minus_infinities += other.minus_infinities;
    return *this;
  }

  SCREE_HD void clear() {
    for (std::int32_t k = first; k <= last; ++k) limb[k] = 0;
    first = kLimbs, last = -1, terms = 0;
    nans = infinities = minus_infinities = 0;
  }

  // Counts the terms that were no finite numbers.
  SCREE_HD std::uint64_t not_finite() const { return nans + infinities + minus_infinities; }

  // Makes equal sums equal digit by digit: all digits have one sign and are below 2^32, and the first and last are not
  // zero.
  SCREE_HD void carry() {
    if (last < 0) return;
    std::int64_t over = 0;
    std::int32_t k = first;
    for (; k <= last || (over != 0 && over != -1); ++k) {
      over += limb[k];
      limb[k] = over & std::int64_t(kDigit);
      over >>= 32;
    }
    last = k - 1;
    if (over == -1) turn_to_negative(k);
    while (last >= 0 && limb[last] == 0) --last;
    while (first <= last && limb[first] == 0) ++first;
    terms = 1;
    if (last < 0) first = kLimbs, terms = 0;
  }

  // The sum is rounded once, to the nearest, to even in the middle.
  SCREE_HD double value() const {
    if (not_finite() > 0) return special_value();
    ExactSum sum = *this;
    sum.carry();
    return sum.last < 0 ? 0.0 : sum.rounded();
  }

  SCREE_HD friend bool operator==(ExactSum a, ExactSum b) {
    a.carry(), b.carry();
    bool same = a.nans == b.nans && a.infinities == b.infinities && a.minus_infinities == b.minus_infinities;
    for (int k = 0; k < kLimbs; ++k) same &= a.limb[k] == b.limb[k];
    return same;
  }

 private:
  static constexpr std::uint64_t kDigit = 0xffffffffull;

  SCREE_HD static double as_double(std::uint64_t bits) { return __builtin_bit_cast(double, bits); }

  SCREE_HD void count_special(std::uint64_t fraction, bool negative) {
    nans += fraction != 0;
    infinities += fraction == 0 && !negative;
    minus_infinities += fraction == 0 && negative;
  }
  SCREE_HD double special_value() const {
    const bool none = nans > 0 || (infinities > 0 && minus_infinities > 0);
    return as_double(none ? 0x7ff8000000000000ull : infinities > 0 ? 0x7ff0000000000000ull : 0xfff0000000000000ull);
  }

  // Digits first .. end - 1 stand for a number less 2^(32 end): its digits without sign, then with.
  SCREE_HD void turn_to_negative(std::int32_t end) {
    std::int64_t borrow = 0;
    for (std::int32_t k = first; k < end; ++k) {
      const std::int64_t digit = -limb[k] - borrow;
      borrow = digit < 0;
      limb[k] = -(digit & std::int64_t(kDigit));
    }
    if (borrow != 0) return;
    limb[end] = -1;
    last = end;
  }

  // Rounds carried digits that are not all zero, from the upper three and whether there is anything below.
  SCREE_HD double rounded() const {
    const auto digit = [&](std::int32_t k) {
      return k < 0 ? std::uint64_t(0) : std::uint64_t(limb[k] < 0 ? -limb[k] : limb[k]);
    };
    const std::uint64_t top = digit(last), middle = digit(last - 1), low = digit(last - 2);
    const int n = int(__builtin_bit_cast(std::uint64_t, double(top)) >> 52) - 1022;  // bits of the top digit, 1 to 32
    const std::uint64_t upper = top << (64 - n) | middle << (32 - n) | low >> n;     // 64 bits, the first is 1
    const bool more = (low & ((std::uint64_t(1) << n) - 1)) != 0 || first < last - 2;
    const std::uint64_t sign = limb[last] < 0 ? std::uint64_t(1) << 63 : 0;
    const int place = 32 * last + n - 1;  // place of that bit; 0 is the smallest double
    if (place <= 52) return as_double(sign | upper >> (63 - place));
    const std::uint64_t kept = upper >> 11, rest = upper & 0x7ff;
    const bool up = rest > 0x400 || (rest == 0x400 && (more || (kept & 1) != 0));
    const std::uint64_t bits = (std::uint64_t(place - 52) << 52) + kept + up;
    constexpr std::uint64_t kInfinity = 0x7ff0000000000000ull;
    return as_double(sign | (bits < kInfinity ? bits : kInfinity));
  }
};

}  // namespace scree
