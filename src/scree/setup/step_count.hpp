// Times are converted to numbers of steps. Every such number in the program comes from here: a quotient of times may be
// larger than any integer, or not a number.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scree {

// Up to this count t = step * dt knows every step. A scene that asks for more is refused.
inline constexpr double kMostSteps = 9007199254740992.0;  // 2^53

// Counts the steps from t = 0 until t has reached `time`; the tolerance forgives the rounding of time / dt. The result
// is at most kMostSteps.
inline std::uint64_t steps_until(double time, double dt) {
  const double steps = std::ceil(time / dt - 1e-6);
  return steps > 0 ? std::uint64_t(std::min(steps, kMostSteps)) : 0;
}

// Counts the steps between two outputs, at least one; 0, which is never, for an interval of 0. The result is at most
// kMostSteps.
inline std::uint64_t steps_in(double interval, double dt) {
  if (!(interval > 0)) return 0;
  return std::uint64_t(std::clamp(std::round(interval / dt), 1.0, kMostSteps));
}

}  // namespace scree
