// Mass properties of random stones against other ways to find them, and under motions and scales.
#include "scree/solids/mass_properties.hpp"

#include <numbers>

#include "scree/math/symmetric_eigen.hpp"
#include "scree/solids/inscribed_ball.hpp"
#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

Mat3 product(const Mat3& a, const Mat3& b, const Mat3& c) { return a * b * c; }
Real largest(const Mat3& m) {
  Real most = 0;
  for (const Vec3& row : {m.row0, m.row1, m.row2})
    for (int k = 0; k < 3; ++k) most = std::max(most, std::abs(row[k]));
  return most;
}
Mat3 difference(const Mat3& a, const Mat3& b) { return {a.row0 - b.row0, a.row1 - b.row1, a.row2 - b.row2}; }
Mat3 diagonal(const Vec3& d) { return {{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}; }

// Volume, first and second moments by Gauss' theorem and quadrature over the faces: the integral of f(x) over the body
// is that of n_x F(x) over its surface with dF/dx = f. Edge midpoints and more make the quadrature exact to degree 4.
struct BySurface {
  Real volume = 0;
  Vec3 first{0, 0, 0}, squares{0, 0, 0};  // integrals of x and of x^2, y^2, z^2
  Real xy = 0;
};
BySurface by_surface(const PolyhedronView& s) {
  // Degree 4, six points (Dunavant 1985).
  constexpr Real w[2] = {0.223381589678011, 0.109951743655322}, a[2] = {0.445948490915965, 0.091576213509771};
  BySurface sum;
  for (int f = 0; f < s.n_faces; ++f)
    for (int h = s.face_start[f] + 1; h + 1 < s.face_start[f + 1]; ++h) {
      const Vec3 p[3] = {s.vertices[s.loop[s.face_start[f]]], s.vertices[s.loop[h]], s.vertices[s.loop[h + 1]]};
      const Vec3 area = cross(p[1] - p[0], p[2] - p[0]) / 2;
      for (int kind = 0; kind < 2; ++kind)
        for (int k = 0; k < 3; ++k) {
          const Real b = 1 - 2 * a[kind];
          const Vec3 x = b * p[k] + a[kind] * p[(k + 1) % 3] + a[kind] * p[(k + 2) % 3];
          const Vec3 dA = w[kind] * area;
          sum.volume += x.x * dA.x;
          sum.first += componentwise(componentwise(x, x), dA) / 2;
          sum.squares += componentwise(componentwise(componentwise(x, x), x), dA) / 3;
          sum.xy += x.x * x.x * x.y * dA.x / 2;
        }
    }
  return sum;
}

TEST(MassProperties, AgreeWithIntegralsOverTheSurface) {
  std::mt19937 rng(11);
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(trial);
    const PolyhedronData p = moved(random_rock(rng), random_pose(rng, 1));
    const MassProperties m = mass_properties(p.view());
    const BySurface s = by_surface(p.view());
    EXPECT_NEAR(m.volume, s.volume, 1e-13);
    EXPECT_LT(norm(m.volume * m.centroid - s.first), 1e-12);
    const Vec3 c = m.centroid;
    const Vec3 about = s.squares - m.volume * componentwise(c, c);
    EXPECT_NEAR(m.inertia.row0.x, about.y + about.z, 1e-12);
    EXPECT_NEAR(m.inertia.row1.y, about.z + about.x, 1e-12);
    EXPECT_NEAR(m.inertia.row2.z, about.x + about.y, 1e-12);
    EXPECT_NEAR(m.inertia.row0.y, -(s.xy - m.volume * c.x * c.y), 1e-12);
    EXPECT_LT(norm(p.centre - m.centroid), 1e-14);
    EXPECT_NEAR(p.radius, m.circumradius, 1e-14);
  }
}

TEST(MassProperties, MoveWithTheBody) {
  std::mt19937 rng(12);
  for (int trial = 0; trial < 100; ++trial) {
    const PolyhedronData p = random_rock(rng);
    const Pose X = random_pose(rng, 100);
    const MassProperties a = mass_properties(p.view()), b = mass_properties(moved(p, X).view());
    EXPECT_NEAR(a.volume, b.volume, 1e-12);
    EXPECT_LT(norm(X * a.centroid - b.centroid), 1e-12);
    EXPECT_LT(largest(difference(product(X.R, a.inertia, transpose(X.R)), b.inertia)), 1e-12);
    EXPECT_LT(norm(a.moments - b.moments), 1e-12);
    EXPECT_NEAR(a.inradius, b.inradius, 1e-11);  // held by faces at small angles, at coordinates rounded to 1e-14
    EXPECT_NEAR(a.circumradius, b.circumradius, 1e-12);
  }
}

TEST(MassProperties, ScaleFromMicrometresToKilometres) {
  std::mt19937 rng(13);
  for (const Real s : {Real(1e-6), Real(1e-3), Real(1e3)})
    for (int trial = 0; trial < 20; ++trial) {
      const PolyhedronData p = random_rock(rng);
      const MassProperties a = mass_properties(p.view()), b = mass_properties(moved(p, {}, s).view());
      EXPECT_NEAR(b.volume / (s * s * s), a.volume, 1e-13);
      EXPECT_LT(norm(b.moments / (s * s * s * s * s) - a.moments), 1e-13);
      EXPECT_LT(largest(difference(b.principal.R, a.principal.R)), 1e-9);
      EXPECT_NEAR(b.inradius / s, a.inradius, 1e-11);
    }
}

TEST(MassProperties, ThePrincipalFrameDiagonalises) {
  std::mt19937 rng(14);
  for (int trial = 0; trial < 200; ++trial) {
    const MassProperties m = mass_properties(moved(random_rock(rng), random_pose(rng, 1)).view());
    const Mat3 R = m.principal.R;
    EXPECT_LT(largest(difference(R * transpose(R), Mat3::identity())), 1e-14);
    EXPECT_NEAR(dot(R.row0, cross(R.row1, R.row2)), 1, 1e-14);
    EXPECT_LT(largest(difference(product(transpose(R), m.inertia, R), diagonal(m.moments))), 1e-14);
    EXPECT_LE(m.moments.x, m.moments.y);
    EXPECT_LE(m.moments.y, m.moments.z);
    EXPECT_LE(m.moments.z, m.moments.x + m.moments.y);  // of any solid
  }
}

TEST(MassProperties, EqualMomentsLeaveTheAxesOfTheShape) {
  EXPECT_EQ(mass_properties(cube().view()).principal.R, Mat3::identity());
  EXPECT_EQ(mass_properties(dodecahedron().view()).principal.R, Mat3::identity());
  // Flat along z: the third axis is z, the first x.
  EXPECT_LT(largest(difference(mass_properties(box({2, 2, 1}).view()).principal.R, Mat3::identity())), 1e-15);
  // Long along z: the first axis is z, the second x, so the third y.
  const Mat3 R = mass_properties(box({1, 1, 2}).view()).principal.R;
  EXPECT_LT(norm(R * Vec3{1, 0, 0} - Vec3{0, 0, 1}), 1e-15);
  EXPECT_LT(norm(R * Vec3{0, 1, 0} - Vec3{1, 0, 0}), 1e-15);
  EXPECT_LT(norm(R * Vec3{0, 0, 1} - Vec3{0, 1, 0}), 1e-15);
}

TEST(SymmetricEigen, SolvesWhatIsHard) {
  std::mt19937 rng(15);
  std::uniform_real_distribution<Real> u(-1, 1);
  for (int trial = 0; trial < 1000; ++trial) {
    Vec3 values{u(rng), u(rng), u(rng)};
    if (trial % 3 == 1) values.y = values.x * (1 + 1e-13);
    if (trial % 3 == 2) values.y = values.z = 1e-9 * values.x;
    const Mat3 R = random_pose(rng, 1).R, m = product(R, diagonal(values), transpose(R));
    const SymmetricEigen eigen = symmetric_eigen(m);
    Real sorted[3] = {values.x, values.y, values.z};
    std::sort(sorted, sorted + 3);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(eigen.values[k], sorted[k], 5e-15);
    const Mat3 back = product(eigen.rotation(), diagonal(eigen.values), eigen.vectors);
    EXPECT_LT(largest(difference(back, m)), 5e-15);
    EXPECT_NEAR(dot(eigen.vectors.row0, cross(eigen.vectors.row1, eigen.vectors.row2)), 1, 1e-14);
  }
}

// The ball is held by at most four faces: the best over all fours whose ball fits is the answer.
Real by_brute_force(const PolyhedronView& s) {
  Real best = 0;
  const auto solve = [&](const int f[4]) {
    // Differences of the planes leave three equations for the centre, by Cramer's rule.
    Real a[4][5];
    for (int i = 0; i < 4; ++i) {
      const Vec3 n = s.normals[f[i]];
      const Real row[5] = {n.x, n.y, n.z, 1, s.offsets[f[i]]};
      std::copy(row, row + 5, a[i]);
    }
    for (int c = 0; c < 4; ++c) {
      int pivot = c;
      for (int i = c + 1; i < 4; ++i)
        if (std::abs(a[i][c]) > std::abs(a[pivot][c])) pivot = i;
      if (std::abs(a[pivot][c]) < 1e-9) return;
      std::swap(a[pivot], a[c]);
      for (int i = 0; i < 4; ++i) {
        if (i == c) continue;
        const Real t = a[i][c] / a[c][c];
        for (int k = c; k < 5; ++k) a[i][k] -= t * a[c][k];
      }
    }
    const Vec3 x{a[0][4] / a[0][0], a[1][4] / a[1][1], a[2][4] / a[2][2]};
    const Real r = a[3][4] / a[3][3];
    for (int g = 0; g < s.n_faces; ++g)
      if (dot(s.normals[g], x) + r > s.offsets[g] + 1e-11) return;
    best = std::max(best, r);
  };
  for (int i = 0; i < s.n_faces; ++i)
    for (int j = i + 1; j < s.n_faces; ++j)
      for (int k = j + 1; k < s.n_faces; ++k)
        for (int l = k + 1; l < s.n_faces; ++l) {
          const int f[4] = {i, j, k, l};
          solve(f);
        }
  return best;
}

TEST(InscribedBall, IsTheLargestOfAllBallsHeldByFourFaces) {
  std::mt19937 rng(16);
  std::uniform_int_distribution<int> n(4, 14);
  std::uniform_real_distribution<Real> ratio(Real(0.1), 1);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const PolyhedronData p = moved(rock({n(rng), ratio(rng), ratio(rng), rng()}), random_pose(rng, 2));
    const Ball ball = largest_inscribed_ball(p.view());
    EXPECT_NEAR(ball.r, by_brute_force(p.view()), 1e-10);
    for (int f = 0; f < p.n_faces(); ++f)
      EXPECT_LE(dot(p.normals[std::size_t(f)], ball.x) + ball.r, p.offsets[std::size_t(f)] + 1e-13);
  }
}

TEST(InscribedBall, IsFoundInBodiesOfManyFaces) {
  std::mt19937 rng(17);
  for (int trial = 0; trial < 5; ++trial) {
    const PolyhedronData p = rock({500, Real(0.9), Real(0.3), rng()});
    const Real r = largest_inscribed_ball(p.view()).r;
    EXPECT_GT(r, 0.24);
    EXPECT_LT(r, 0.27);
  }
  EXPECT_NEAR(largest_inscribed_ball(prism(300, 1).view()).r, std::cos(std::numbers::pi / 300) / 2, 1e-13);
}

TEST(InscribedBall, StaysAtTheCentroidWhereItMayLieAnywhere) {
  const Ball ball = largest_inscribed_ball(moved(box({10, 1, 1}), {Mat3::identity(), {3, 4, 5}}).view());
  EXPECT_NEAR(ball.r, 0.5, 1e-15);
  EXPECT_LT(norm(ball.x - Vec3{3, 4, 5}), 1e-14);
}

}  // namespace
}  // namespace scree::test
