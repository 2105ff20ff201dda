// Numbers are converted to whole ones. Beyond the range of the type, and for NaN, a conversion gives whatever the
// processor does there; these give the nearest number of the type, and 0 for NaN.
#pragma once
#include <cmath>
#include <limits>

namespace scree {

// Rounds towards zero.
template <class Int>
constexpr Int whole(double v) {
  using Limits = std::numeric_limits<Int>;
  constexpr double kBeyond = 2.0 * double(Limits::max() / 2 + 1);  // one more than the largest, a power of two
  if (v >= kBeyond) return Limits::max();
  if (v <= double(Limits::min())) return Limits::min();
  return v == v ? Int(v) : Int(0);
}
template <class Int>
Int whole_floor(double v) {
  return whole<Int>(std::floor(v));
}
template <class Int>
Int whole_ceil(double v) {
  return whole<Int>(std::ceil(v));
}

}  // namespace scree
