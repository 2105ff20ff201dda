// A body is filled with as few balls inside it as suffice.
//
// Candidates are the largest balls inside that touch the surface at one of many points (the balls of the medial axis;
// Ma, Bae & Choi 2012 shrink them in the same way). They are taken one after the other, each time the one that brings
// the surface points nearer to the balls by most, summed over the surface; that sum, times the area, is nearly the
// volume that is missing. What a ball brings only falls as others are taken, so only few are weighed again each time
// (Minoux 1978). No random numbers are used: the same body gives the same balls.
#pragma once
#include <span>
#include <vector>

#include "scree/shape/ball.hpp"
#include "scree/solids/solid.hpp"
#include "scree/solids/surface_error.hpp"

namespace scree {

// It is told now and then how many of the candidates have been looked at, since curved bodies take a while.
using FillProgress = void (*)(std::size_t done, std::size_t of);

struct FillTarget {
  Real volume_error = 0;   // relative to the volume of the body; 0: no target
  Real surface_error = 0;  // m, largest distance; 0: no target
  int most_balls = 100;
  int n_candidates = 4000;
  FillProgress progress = nullptr;
};

struct BallFill {
  std::vector<Ball> balls;  // in the order in which they were taken
  bool met = true;          // the targets, if there are any
};

// Takes as few of the balls as meet the targets, or `most_balls` of them where those are not met or there are none. All
// lie inside, to the accuracy of Solid::nearest. Throws InputError for numbers out of range.
BallFill fill_with_balls(const Solid& solid, const FillTarget& target);

// Returns the largest ball inside that touches the surface at p.
Ball ball_touching(const Solid& solid, const SurfacePoint& p);

}  // namespace scree
