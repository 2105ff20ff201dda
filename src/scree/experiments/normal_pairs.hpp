// Pairs of superellipsoids are made at random. Pair `index` depends on seed and index alone, so that any of them can be
// rebuilt.
#pragma once
#include <cstdint>

#include "scree/narrow/superellipsoid/ladder.hpp"

namespace scree::bench {

// A pair is made as in Wellmann et al. 2008 (Sec. 5): the normal and the gap first, then the second body. Semi-axes are
// 0.5 to 3.
struct NormalPair {
  Superellipsoid a, b;
  Pose X;  // pose of B in A's frame
  Real gap = 0;
  Vec3 n{}, p_a{};
  // The depth is less than the radii of curvature. If it is not, the contact it was made with is none, since rotating
  // the normal a little makes the way out shorter.
  bool strict = true;
};

inline constexpr int kIntervals = 3, kSeries = 2;
inline constexpr Real kEps[kIntervals][2] = {{1, 1}, {Real(0.7), Real(1.3)}, {Real(0.3), Real(1.7)}};
// Series 1 is apart by 0 to 0.25, series 2 overlaps by 0 to 1.75e-3.
NormalPair paper_pair(std::uint64_t seed, int series, int interval, std::uint64_t index);

// These pairs have anything that double precision can hold: squareness 0.1 to 1.9, aspect up to 20, sizes up to 1 to
// 100, lengths of 1e-6 to 1e3 m, at random beside each other, with gaps and overlaps of 1e-6 to 1e-2 of the smaller
// one's width: flat sides, edges and corners meet, which random normals hardly ever make. Every tenth pair has parallel
// axes.
struct PlacedPair {
  Superellipsoid a, b;
  Pose X;
};
PlacedPair hard_pair(std::uint64_t seed, std::uint64_t index);

}  // namespace scree::bench
