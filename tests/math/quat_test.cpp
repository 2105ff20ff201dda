#include "scree/math/quat.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "scree/math/pose.hpp"

namespace scree {
namespace {

Vec3 random_vector(std::mt19937& rng, Real size) {
  std::uniform_real_distribution<Real> u(-size, size);
  return {u(rng), u(rng), u(rng)};
}

TEST(Quat, TurnsXIntoYByAQuarterAboutZ) {
  const Quat q = rotation_by({0, 0, std::numbers::pi_v<Real> / 2});
  const Vec3 y = rotate(q, {1, 0, 0});
  EXPECT_NEAR(y.x, 0, 1e-15);
  EXPECT_NEAR(y.y, 1, 1e-15);
  EXPECT_NEAR(y.z, 0, 1e-15);
}

TEST(Quat, MatrixAndQuaternionTurnAlike) {
  std::mt19937 rng(7);
  for (int trial = 0; trial < 1000; ++trial) {
    const Quat q = rotation_by(random_vector(rng, 4));
    const Vec3 v = random_vector(rng, 1);
    EXPECT_LT(norm(rotate(q, v) - to_matrix(q) * v), 1e-14);
    EXPECT_LT(norm(rotate(conjugate(q), rotate(q, v)) - v), 1e-14);
  }
}

TEST(Quat, SmallAngleSeriesMeetsTheSineWithoutAJump) {
  // Just below and above the switch at |angle| = 0.02 the two forms agree to the last bits.
  for (const Real a : {Real(0.0199999999), Real(0.0200000001)}) {
    const Quat q = rotation_by({a, 0, 0});
    EXPECT_NEAR(q.x, std::sin(a / 2), 1e-17);
    EXPECT_NEAR(q.w, std::cos(a / 2), 2e-16);
  }
  EXPECT_EQ(rotation_by({0, 0, 0}), Quat{});
}

TEST(Pose, InverseUndoesAndProductsCompose) {
  std::mt19937 rng(8);
  for (int trial = 0; trial < 100; ++trial) {
    const Pose A{to_matrix(rotation_by(random_vector(rng, 3))), random_vector(rng, 2)};
    const Pose B{to_matrix(rotation_by(random_vector(rng, 3))), random_vector(rng, 2)};
    const Vec3 v = random_vector(rng, 1);
    EXPECT_LT(norm(inverse(A) * (A * v) - v), 1e-14);
    EXPECT_LT(norm((A * B) * v - A * (B * v)), 1e-14);
  }
}

TEST(Vec3, PerpendicularIsUnitAndAtRightAngles) {
  std::mt19937 rng(9);
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 n = normalized(random_vector(rng, 1));
    const Vec3 t = any_perpendicular(n);
    EXPECT_NEAR(norm(t), 1, 1e-14);
    EXPECT_NEAR(dot(t, n), 0, 1e-14);
  }
}

}  // namespace
}  // namespace scree
