// The search finds the places round a circle where a function of the angle is largest: where a body touches a surface
// of revolution.
//
// The function is looked at on either side of where the caller says that it may have corners, and at even steps
// between; between a rise and a fall there is a top, which Newton's method finds, held between the two.
#pragma once
#include <numbers>

#include "scree/math/elementary.hpp"
#include "scree/math/pose.hpp"

namespace scree::superellipsoid {

// The angles are middle - half .. middle + half.
struct AngleRange {
  Real middle = 0, half = 0;
  SCREE_HD bool is_empty() const { return !(half > 0); }
  SCREE_HD bool is_whole() const { return half >= std::numbers::pi_v<Real>; }
};
// Returns the angles where amplitude cos(t - middle) >= least.
SCREE_HD inline AngleRange range_above(Real amplitude, Real middle, Real least) {
  constexpr Real pi = std::numbers::pi_v<Real>;
  if (least <= -amplitude) return {middle, pi};
  return {middle, least < amplitude ? scree::acos(least / amplitude) : Real(0)};
}

// Holds angles in rising order, a few of them given.
struct AngleList {
  static constexpr int kEven = 8, kMost = 2 * kEven + 1 + 12;
  Real t[kMost];
  int n = 0;

  SCREE_HD void insert(Real angle) {
    int k = n++;
    for (; k > 0 && t[k - 1] > angle; --k) t[k] = t[k - 1];
    t[k] = angle;
  }
  // Adds steps between the ends of the range; of a whole circle the first angle is also the last.
  SCREE_HD explicit AngleList(const AngleRange& r) {
    const int steps = r.is_whole() ? 2 * kEven : kEven;
    for (int k = 0; k <= steps; ++k) t[n++] = r.middle - r.half + 2 * r.half * Real(k) / Real(steps);
  }
  // Inserts angles on either side of where v . (cos t, sin t) + w = 0, as far as they are in the range. `beside` is how
  // far off.
  SCREE_HD void insert_zeros(const AngleRange& r, Real v_x, Real v_y, Real w, Real beside) {
    constexpr Real pi = std::numbers::pi_v<Real>;
    const Real amplitude = std::sqrt(fma(v_x, v_x, v_y * v_y));
    if (!(amplitude > std::fabs(w))) return;
    const Real phase = scree::atan2(v_y, v_x), half = scree::acos(-w / amplitude);
    for (const Real zero : {phase - half, phase + half})
      for (const Real off : {-beside, beside}) {
        const Real angle = zero + off - r.middle;
        const Real from_middle = fma(-std::rint(angle / (2 * pi)), 2 * pi, angle);
        if (std::fabs(from_middle) < r.half) insert(r.middle + from_middle);
      }
  }
};

enum class TopEnd : std::uint8_t {
  kFound,
  kJump,  // the slope jumps from rise to fall
  kNotFound
};

// Finds the top between a rise at lo and a fall at hi. A Curve has Here curve(t), with t, slope and second, the
// derivative of the slope. With `sign` -1 it finds the bottom between a fall and a rise.
template <class Curve, class Here>
SCREE_HD TopEnd top_between(const Curve& curve, Here lo, Here hi, Real sign, Real tolerance, Here& at) {
  at = lo;
  Real t = lo.t + (hi.t - lo.t) * lo.slope / (lo.slope - hi.slope);  // as if straight between
  for (int k = 0; k < 100; ++k) {
    if (!(t > lo.t && t < hi.t)) t = (lo.t + hi.t) / 2;
    at = curve(t);
    if (std::fabs(at.slope) <= tolerance) return TopEnd::kFound;
    if (hi.t - lo.t <= Real(1e-15) * (1 + std::fabs(t))) return TopEnd::kJump;
    const Real width = hi.t - lo.t;
    (sign * at.slope > 0 ? lo : hi) = at;
    // The step is Newton's, but it is halving where that does not close in.
    const bool slow = k > 5 && hi.t - lo.t > width / 2;
    t = sign * at.second < 0 && !slow ? at.t - at.slope / at.second : (lo.t + hi.t) / 2;
  }
  return TopEnd::kNotFound;
}

}  // namespace scree::superellipsoid
