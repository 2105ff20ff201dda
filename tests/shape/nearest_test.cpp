// Nearest points on plates, cylinders and cones against dense sampling of the surface.
#include "scree/shape/nearest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <random>
#include <vector>

namespace scree {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

TEST(NearestOnPlate, IsNeverFartherThanAnySampledPoint) {
  const std::vector<Vec3> plate = {{0, 0, 0}, {2, 0, 0}, {3, 1, 0}, {1, 2, 0}, {-1, 1, 0}};
  const PlateView view{plate.data(), int(plate.size())};
  std::mt19937 rng(1);
  std::uniform_real_distribution<Real> u(0, 1), far(-3, 4);
  int over_face = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Vec3 x{far(rng), far(rng), far(rng)};
    const Vec3 p = nearest_on_plate(view, x);
    EXPECT_EQ(p.z, 0);
    over_face += p.x == x.x && p.y == x.y;
    Real best = norm(x - p);
    // Random convex combinations of the corners are points of the plate.
    for (int k = 0; k < 500; ++k) {
      Vec3 y{0, 0, 0};
      Real sum = 0;
      for (const Vec3& v : plate) {
        const Real w = -std::log(1 - u(rng) * Real(0.999999));
        y += w * v;
        sum += w;
      }
      EXPECT_GE(norm(x - y / sum), best - 1e-12);
    }
  }
  EXPECT_GT(over_face, 50);  // else only edges were tried
  EXPECT_LT(over_face, 450);
}

TEST(NearestOnFrustum, AgreesWithDenseSampling) {
  std::mt19937 rng(2);
  std::uniform_real_distribution<Real> u(-2, 2), positive(Real(0.05), 2);
  for (int trial = 0; trial < 40; ++trial) {
    const Frustum f{positive(rng), u(rng), trial % 2 ? positive(rng) : Real(0.7), u(rng) + 3};
    const Vec3 x{u(rng), u(rng), u(rng)};
    Real best = 1e300;
    const int n_t = 400, n_phi = 2000;
    for (int i = 0; i <= n_t; ++i) {
      const Real t = Real(i) / n_t, r = f.r0 + t * (f.r1 - f.r0), z = f.z0 + t * (f.z1 - f.z0);
      for (int j = 0; j < n_phi; ++j) {
        const Real phi = 2 * kPi * j / n_phi;
        best = std::min(best, norm(x - Vec3{r * std::cos(phi), r * std::sin(phi), z}));
      }
    }
    EXPECT_NEAR(norm(x - nearest_on_frustum(f, x, 1)), best, 0.02);
    EXPECT_LE(norm(x - nearest_on_frustum(f, x, 1)), best + 1e-12);
    EXPECT_LE(norm(x - nearest_on_frustum(f, x, 1)), norm(x - nearest_on_frustum(f, x, -1)) + 1e-12);
  }
}

TEST(NearestOnFrustum, OnTheAxisTakesTheMeridianAlongX) {
  const Vec3 p = nearest_on_frustum({2, 0, 2, 5}, {0, 0, 1}, 1);
  EXPECT_EQ(p, (Vec3{2, 0, 1}));
  EXPECT_EQ(nearest_on_frustum({2, 0, 2, 5}, {0, 0, 1}, -1), (Vec3{-2, 0, 1}));
}

}  // namespace
}  // namespace scree
