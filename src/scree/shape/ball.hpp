// A ball belongs to a multi-sphere cluster, and is in the frame of its body.
#pragma once
#include "scree/math/vec3.hpp"

namespace scree {

struct Ball {
  Vec3 x;
  Real r;
};

}  // namespace scree
