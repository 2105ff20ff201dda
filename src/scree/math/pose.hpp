// A rigid pose is a rotation and a translation.
#pragma once
#include "scree/math/quat.hpp"

namespace scree {

struct Pose {
  Mat3 R = Mat3::identity();
  Vec3 p = {0, 0, 0};
};

SCREE_SMALL constexpr Vec3 operator*(const Pose& X, const Vec3& v) { return X.R * v + X.p; }
SCREE_SMALL constexpr Pose operator*(const Pose& A, const Pose& B) { return {A.R * B.R, A * B.p}; }
SCREE_SMALL constexpr Pose inverse(const Pose& X) {
  const Mat3 Rt = transpose(X.R);
  return {Rt, -(Rt * X.p)};
}

}  // namespace scree
