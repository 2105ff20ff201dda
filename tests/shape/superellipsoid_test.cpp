// Superellipsoids: surface, normals and curvature against each other and against the angles of the paper; mass
// properties, bounds and the surface for pictures.
#include "scree/shape/superellipsoid.hpp"

#include <numbers>

#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

struct Random {
  std::mt19937_64 rng;
  explicit Random(unsigned seed) : rng(seed) {}
  Real uniform(Real lo, Real hi) { return std::uniform_real_distribution<Real>(lo, hi)(rng); }
  Superellipsoid shape(Real lo = 0.3, Real hi = 1.7) {
    const Vec3 r{uniform(0.5, 3), uniform(0.5, 3), uniform(0.5, 3)};
    const Real eps1 = uniform(lo, hi);
    return make_superellipsoid(r, eps1, uniform(lo, hi));
  }
  Vec3 direction() {
    std::normal_distribution<Real> g;
    return normalized(Vec3{g(rng), g(rng), g(rng)});
  }
};

Real signed_power(Real x, Real e) { return std::copysign(std::pow(std::abs(x), e), x); }

// The surface point with normal c by the surface angles of Wellmann et al. 2008, Eqs. (2) and (4).
Vec3 by_angles(const Superellipsoid& s, const Vec3& c) {
  const Vec3& r = s.r();
  const Real e1 = s.eps1(), e2 = s.eps2(), d1 = 1 / (2 - e1), d2 = 1 / (2 - e2);
  const Real phi1 = std::atan2(signed_power(r.y * c.y, d1), signed_power(r.x * c.x, d1));
  const Real C1 = std::cos(phi1), S1 = std::sin(phi1);
  const bool first = std::abs(r.x * c.x) > std::abs(r.y * c.y);
  const Real over = std::pow(std::abs(r.z * c.z * std::pow(std::abs(first ? C1 : S1), 2 - e1)), d2);
  const Real under = std::pow(first ? std::abs(r.x * c.x) : std::abs(r.y * c.y), d2);
  const Real phi2 = std::atan2(std::copysign(over, c.z), under);
  const Real C2 = std::cos(phi2), S2 = std::sin(phi2);
  return {r.x * signed_power(C1, e1) * std::pow(C2, e2), r.y * signed_power(S1, e1) * std::pow(C2, e2),
          r.z * signed_power(S2, e2)};
}

TEST(Superellipsoid, SurfacePointsHaveTheirNormalAndLieOnTheSurface) {
  Random random(1);
  for (int trial = 0; trial < 20000; ++trial) {
    SCOPED_TRACE(trial);
    const Superellipsoid s = random.shape();
    const Vec3 c = random.direction();
    const Vec3 p = support_point(s, c);
    ASSERT_NEAR(inside_outside(s, p), 1, 1e-13);
    ASSERT_NEAR(dot(p, c), support_value(s, c), 1e-14);
    ASSERT_LT(norm(normal_at(s, p) - c), 1e-13);
    ASSERT_LT(norm(p - by_angles(s, c)), 1e-13);
    ASSERT_LT(norm(p - support_point(s, 7 * c)), 1e-14);  // any length will do
  }
}

TEST(Superellipsoid, NoSurfacePointReachesFartherThanTheSupportPoint) {
  Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    const Superellipsoid s = random.shape(0.1, 1.9);
    const Vec3 c = random.direction();
    for (int k = 0; k < 100; ++k) {
      const Vec3 x = random.direction();
      ASSERT_LE(dot(c, x / norm_value(s.gauge, x)), support_value(s, c) * (1 + 1e-14));
    }
  }
}

// Away from the planes of symmetry, where higher derivatives grow without bound and differences say little.
TEST(Superellipsoid, DerivativesAreThoseOfDifferences) {
  Random random(3);
  constexpr Real kStep = 1e-5;
  int checked = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Superellipsoid s = trial % 5 == 0 ? random.shape(1, 1) : random.shape();
    const Vec3 c = random.direction();
    if (std::min({std::abs(c.x), std::abs(c.y), std::abs(c.z)}) < 0.05) continue;
    ++checked;
    const NormShares shares = norm_shares(s.support, c);
    const Sym3 H = hessian(s.support, shares);
    const ThirdDerivatives T = third_derivatives(s.support, shares);
    ASSERT_LT(norm(H * c), 1e-13 * (1 + trace(H)));
    for (int k = 0; k < 3; ++k) {
      Vec3 u{0, 0, 0};
      u[k] = 1;
      const Vec3 by_difference = (support_point(s, c + kStep * u) - support_point(s, c - kStep * u)) / (2 * kStep);
      ASSERT_LT(norm(by_difference - H * u), 1e-6 * (1 + norm(by_difference)));
      const Vec3 v = random.direction();
      const Vec3 second =
          (support_derivative(s, c + kStep * u) * v - support_derivative(s, c - kStep * u) * v) / (2 * kStep);
      ASSERT_LT(norm(second - contract(T, u, v)), 1e-6 * (1 + norm(second)));
      ASSERT_LT(norm(contract(T, c, u) + H * u), 1e-11 * (1 + norm(H * u)));  // Euler: H is homogeneous of degree -1
    }
  }
  EXPECT_GT(checked, 1500);
}

TEST(Superellipsoid, TwoNormsAtOnceAreTheSameAsOneByOne) {
  Random random(4);
  for (int trial = 0; trial < 5000; ++trial) {
    const Superellipsoid s = random.shape(0.1, 1.9), t = random.shape(0.1, 1.9);
    Vec3 c = random.direction();
    const Vec3 d = random.direction();
    if (trial % 3 == 0) c[trial % 2] = 0;
    NormShares a, b;
    norm_shares(s.support, c, t.gauge, d, a, b);
    const NormShares a1 = norm_shares(s.support, c), b1 = norm_shares(t.gauge, d);
    ASSERT_NEAR(a.h / a1.h, 1, 1e-14);
    ASSERT_NEAR(b.h / b1.h, 1, 1e-14);
    ASSERT_LT(norm(gradient(a) - gradient(a1)), 1e-13);
    ASSERT_LT(norm(gradient(b) - gradient(b1)), 1e-13 * norm(gradient(b1)));
  }
}

TEST(Superellipsoid, WithExponentsOfOneIsTheEllipsoid) {
  const Superellipsoid s = make_superellipsoid({1, 2, 3}, 1, 1);
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3 c = random.direction(), rc = componentwise(s.r(), c);
    EXPECT_NEAR(support_value(s, c), norm(rc), 1e-15);
    EXPECT_LT(norm(support_point(s, c) - componentwise(s.r(), rc) / norm(rc)), 1e-15);
  }
  EXPECT_NEAR(volume(s), 4 * std::numbers::pi / 3 * 6, 1e-13);
  const Radii at_the_end = radii_of_curvature(s, {0, 0, 1});
  EXPECT_NEAR(at_the_end.smaller, 1.0 / 3, 1e-15);
  EXPECT_NEAR(at_the_end.larger, 4.0 / 3, 1e-15);
  EXPECT_EQ(s.radius, 3);
  EXPECT_EQ(s.inradius, 1);
  const Radii ball = radii_of_curvature(make_superellipsoid({2, 2, 2}, 1, 1), normalized(Vec3{1, 2, 3}));
  EXPECT_NEAR(ball.smaller, 2, 1e-14);
  EXPECT_NEAR(ball.larger, 2, 1e-14);
}

TEST(Superellipsoid, FlatSidesAndRidgesHaveTheirRadii) {
  const Radii side = radii_of_curvature(make_superellipsoid({1, 1, 1}, 0.5, 0.5), {1e-9, 1e-9, 1});
  EXPECT_GT(side.smaller, 1e4);
  const Radii ridge = radii_of_curvature(make_superellipsoid({1, 1, 1}, 1.5, 1.5), normalized(Vec3{1e-9, 1, 1}));
  EXPECT_LT(ridge.smaller, 1e-8);
}

// Two spheres; a cylinder across a cylinder is a sphere on a plane (Johnson 1985, Sec. 4.1).
TEST(Superellipsoid, RelativeRadiiAreThoseOfHertz) {
  const Superellipsoid small = make_superellipsoid({1, 1, 1}, 1, 1), large = make_superellipsoid({3, 3, 3}, 1, 1);
  const ContactRadii balls = contact_radii(small, large, Mat3::identity(), {0, 0, 1});
  EXPECT_NEAR(balls.effective, 0.75, 1e-14);
  EXPECT_NEAR(balls.relative.smaller, balls.relative.larger, 1e-14);
  const Superellipsoid rod = make_superellipsoid({1, 1, 100}, 1, 1);  // radii 1 and 1e4 at its waist
  const Mat3 across{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  const ContactRadii rods = contact_radii(rod, rod, across, {1, 0, 0}, 0, 1e9);
  EXPECT_NEAR(rods.effective, 1, 1e-3);
  EXPECT_NEAR(rods.relative.smaller / rods.relative.larger, 1, 1e-9);
}

TEST(Superellipsoid, MassPropertiesAreThoseOfTheTable) {
  const Superellipsoid s = make_superellipsoid({0.8, 1.1, 1.7}, 0.5, 1.4);
  EXPECT_NEAR(volume(s), 5.69821, 5e-6);
  EXPECT_LT(norm(inertia(s) - Vec3{3.98287, 3.28825, 2.25447}), 1e-5);
  EXPECT_NEAR(s.radius, 1.7, 1e-15);
  const Superellipsoid t = make_superellipsoid({1.2, 0.7, 0.9}, 1.6, 0.4);
  EXPECT_NEAR(volume(t), 3.34596, 5e-6);
  EXPECT_LT(norm(inertia(t) - Vec3{1.08794, 1.67422, 1.19109}), 1e-5);
  EXPECT_NEAR(t.radius, 1.32268, 5e-6);
}

TEST(Superellipsoid, BallsRoundAndInsideAreTight) {
  Random random(6);
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(trial);
    const Superellipsoid s = random.shape(0.1, 1.9);
    Real far = 0, near = 1e300;
    for (int k = 0; k < 3000; ++k) {
      const Vec3 c = random.direction();
      far = std::max(far, norm(support_point(s, c)));
      near = std::min(near, support_value(s, c));
    }
    ASSERT_LE(far, s.radius * (1 + 1e-14));
    ASSERT_GE(near, s.inradius * (1 - 1e-14));
    ASSERT_GT(far, 0.9 * s.radius);
    ASSERT_LT(near, 1.1 * s.inradius);
  }
}

TEST(Superellipsoid, TheBoxAlongTheAxesOfTheWorldTouchesOnAllSides) {
  Random random(7);
  std::mt19937 poses(7);
  for (int trial = 0; trial < 200; ++trial) {
    const Superellipsoid s = random.shape();
    const Mat3 R = random_pose(poses, 0).R;
    const Vec3 box = half_extents(s, R), top = R * support_point(s, transpose(R) * Vec3{0, 1, 0});
    EXPECT_NEAR(box.y, top.y, 1e-14);
    for (int k = 0; k < 50; ++k) {
      const Vec3 p = R * support_point(s, random.direction());
      ASSERT_LE(std::abs(p.x), box.x * (1 + 1e-14));
      ASSERT_LE(std::abs(p.z), box.z * (1 + 1e-14));
    }
  }
}

TEST(Superellipsoid, ScalesWithItsLengths) {
  const Superellipsoid s = make_superellipsoid({1, 2, 3}, 0.4, 1.3), t = scaled(s, 1e-6);
  const Superellipsoid u = make_superellipsoid({1e-6, 2e-6, 3e-6}, 0.4, 1.3);
  const Vec3 c = normalized(Vec3{1, 2, 3});
  EXPECT_NEAR(support_value(t, c), support_value(u, c), 1e-20);
  EXPECT_NEAR(inside_outside(t, {0.5e-6, 1e-6, 1e-6}), inside_outside(s, {0.5, 1, 1}), 1e-14);
  EXPECT_NEAR(t.radius, u.radius, 1e-20);
  EXPECT_NEAR(t.inradius, u.inradius, 1e-20);
  EXPECT_NEAR(volume(t), 1e-18 * volume(s), 1e-30);
}

TEST(Superellipsoid, ItsTrianglesAreClosedAndOutwardAndEncloseItsVolume) {
  for (const auto& [eps1, eps2] : {std::pair{1.0, 1.0}, {0.2, 0.5}, {1.5, 0.7}}) {
    const Superellipsoid s = make_superellipsoid({1, 0.6, 2}, eps1, eps2);
    const SurfaceMesh mesh = triangulate(s, 24);
    Real enclosed = 0;
    std::map<std::pair<int, int>, int> sides;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
      const int i[3] = {mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]};
      for (int k = 0; k < 3; ++k) ++sides[{i[k], i[(k + 1) % 3]}];
      const Vec3 &a = mesh.vertices[std::size_t(i[0])], &b = mesh.vertices[std::size_t(i[1])],
                 &c = mesh.vertices[std::size_t(i[2])];
      enclosed += dot(a, cross(b, c)) / 6;
    }
    for (const auto& [side, count] : sides) {
      ASSERT_EQ(count, 1);
      ASSERT_TRUE(sides.contains({side.second, side.first}));
    }
    EXPECT_EQ(mesh.vertices.size(), 6u * 24 * 24 + 2);
    EXPECT_LT(enclosed, volume(s));
    EXPECT_GT(enclosed, 0.99 * volume(s));
    for (const Vec3& v : mesh.vertices) ASSERT_NEAR(norm_value(s.gauge, v), 1, 1e-14);
  }
}

TEST(Superellipsoid, RefusesWhatIsNoneAndSaysWhatIsAllowed) {
  const std::string axis = error_of([] { make_superellipsoid({1, -2, 3}, 1, 1); });
  EXPECT_NE(axis.find("semi-axis 2 = -2: must be > 0 and finite"), axis.npos) << axis;
  const std::string both = error_of([] { make_superellipsoid({1, 2, 3}, 0.05, 2); });
  EXPECT_NE(both.find("eps1 = 0.05: must be from 0.1"), both.npos) << both;
  EXPECT_NE(both.find("eps2 = 2: must be"), both.npos) << both;
  EXPECT_FALSE(error_of([] { make_superellipsoid({1, 2, NAN}, 1, 1); }).empty());
  EXPECT_FALSE(error_of([] { make_superellipsoid({1, 2, 3}, NAN, 1); }).empty());
}

}  // namespace
}  // namespace scree::test
