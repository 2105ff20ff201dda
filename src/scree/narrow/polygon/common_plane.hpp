// Cundall's search for the common plane (Int. J. Rock Mech. 25, 1988, 107-116) works in 2-D like this: rotate the plane
// by +k and -k, keep what widens the gap, halve k when neither does.
//
// In 2-D there is one axis to rotate about, so the search with rotated axes and the one with fixed axes are the same.
// It ends within k_min of a plane that no small rotation improves; it is not exact.
#pragma once
#include "scree/narrow/polygon/pair.hpp"

namespace scree::polygon {

inline constexpr Real kTurnCold = Real(0.57735026918962576);     // tan 30 degrees
inline constexpr Real kTurnWarm = Real(0.087488663525924005);    // tan 5 degrees
inline constexpr Real kTurnLeast = Real(1.7453292697118340e-4);  // tan 0.01 degrees

SCREE_HD inline Plane common_plane(const Pair& pair, const Plane& start, Real k, LinkCounters& counters) {
  Plane plane = start;
  for (plane.iterations = 0; k >= kTurnLeast && plane.iterations < 1000; ++plane.iterations) {
    const Vec2 turn = k * turned_left(plane.n);
    const Plane left = scanned_plane(pair, normalized(plane.n + turn), counters);
    const Plane right = scanned_plane(pair, normalized(plane.n - turn), counters);
    const Plane& best = left.gap >= right.gap ? left : right;
    if (best.gap > plane.gap) {
      const int iterations = plane.iterations;
      plane = best;
      plane.iterations = iterations;
    } else {
      k /= 2;
    }
  }
  return plane;
}

}  // namespace scree::polygon
