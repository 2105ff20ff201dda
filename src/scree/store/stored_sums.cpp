#include "scree/store/stored_sums.hpp"

#include <fmt/format.h>

namespace scree::output {
namespace {

constexpr std::size_t kWidth = ExactSum::kLimbs + 3;

// Digits are all of one sign and below 2^32.
bool is_carried(const std::int64_t* row) {
  bool positive = false, negative = false;
  for (int k = 0; k < ExactSum::kLimbs; ++k) {
    if (row[k] >= std::int64_t(1) << 32 || row[k] <= -(std::int64_t(1) << 32)) return false;
    positive |= row[k] > 0, negative |= row[k] < 0;
  }
  return !(positive && negative);
}

}  // namespace

std::vector<std::int64_t> stored_sums(const std::vector<const ExactSum*>& sums) {
  std::vector<std::int64_t> rows;
  rows.reserve(kWidth * sums.size());
  for (const ExactSum* one : sums) {
    ExactSum sum = *one;
    sum.carry();
    rows.insert(rows.end(), sum.limb, sum.limb + ExactSum::kLimbs);
    for (const std::uint64_t n : {sum.nans, sum.infinities, sum.minus_infinities}) rows.push_back(std::int64_t(n));
  }
  return rows;
}

std::string restore(const std::vector<std::int64_t>& rows, const std::vector<ExactSum*>& sums) {
  if (rows.size() != kWidth * sums.size())
    return fmt::format("sums has {} numbers for {} sums of {}", rows.size(), sums.size(), kWidth);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const std::int64_t* row = rows.data() + kWidth * k;
    if (!is_carried(row)) return "sums has digits out of range";
    ExactSum sum;
    for (std::int32_t i = 0; i < ExactSum::kLimbs; ++i) {
      sum.limb[i] = row[i];
      if (row[i] == 0) continue;
      if (sum.first > i) sum.first = i;
      sum.last = i;
      sum.terms = 1;
    }
    sum.nans = std::uint64_t(row[ExactSum::kLimbs]);
    sum.infinities = std::uint64_t(row[ExactSum::kLimbs + 1]);
    sum.minus_infinities = std::uint64_t(row[ExactSum::kLimbs + 2]);
    *sums[k] = sum;
  }
  return "";
}

}  // namespace scree::output
