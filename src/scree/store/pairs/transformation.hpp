// The whole scene is made larger, rotated, moved, or seen with A and B exchanged: the answers must follow.
#pragma once
#include <string>
#include <vector>

#include "scree/store/pairs/pair_set.hpp"

namespace scree::pairs {

// The changes are applied in this order.
struct Transformation {
  Real scale = 1;
  Vec3 turn = {0, 0, 0};  // rotation vector, rad; in 2-D only z counts
  Vec3 move = {0, 0, 0};
  bool swap = false;
};

// Reads the options: a scale > 0; `move` with as many numbers as there are dimensions; `turn` the rotation vector X,Y,Z
// in degrees (one number in 2-D) or random:SEED. Empty texts change nothing.
Transformation transformation_of(int dimension, Real scale, const std::string& turn, const std::string& move,
                                 bool swap);

// Transforms bodies, poses and reference answers.
template <class S>
void transform(PairSet<S>& set, const Transformation& by);
template <class S>
void transform(Pair<S>& pair, const Transformation& by);

}  // namespace scree::pairs
