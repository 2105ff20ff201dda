#include "scree/narrow/sphere_polyhedron.hpp"

#include <gtest/gtest.h>

#include "narrow/polyhedron_cases.hpp"
#include "scree/solids/flat_polyhedron.hpp"

namespace scree::testing {
namespace {

using namespace space;

// Nearest point of the body by every face; by the planes alone if x is inside.
struct Nearest {
  Real distance;  // negative inside
  Vec3 p;         // outside only
};
Nearest nearest_by_scan(const PolyhedronData& p, const Vec3& x) {
  const Real out = outside(p, x);
  if (out < 0) return {out, {}};
  Nearest best{1e300, {}};
  for (int f = 0; f < p.n_faces(); ++f) {
    const int begin = p.face_start[std::size_t(f)], end = p.face_start[std::size_t(f) + 1];
    const auto corner = [&](int h) { return p.vertices[std::size_t(p.loop[std::size_t(h < end ? h : begin)])]; };
    const auto offer = [&](const Vec3& q) {
      if (norm(x - q) < best.distance) best = {norm(x - q), q};
    };
    bool over = true;
    for (int h = begin; h < end; ++h) {
      const Vec3 v = corner(h), u = corner(h + 1) - v;
      over &= dot(cross(u, p.normals[std::size_t(f)]), x - v) <= 0;
      offer(v + std::clamp(dot(x - v, u) / norm2(u), Real(0), Real(1)) * u);
    }
    const Vec3 n = p.normals[std::size_t(f)];
    if (over) offer(x - (dot(n, x) - p.offsets[std::size_t(f)]) * n);
  }
  return best;
}

TEST(SpherePolyhedron, FindsTheNearestPointOfAllFaces) {
  std::mt19937 rng(11);
  std::vector<PolyhedronData> shapes = some_polyhedra();
  shapes.push_back(stone(60, 0.9, 0.7, 8));
  shapes.push_back(flat_polyhedron({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}));
  int inside = 0, apart = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const PolyhedronData& b = shapes[rng() % shapes.size()];
    const Sphere a{uniform(rng, 0.01, 1) * b.radius};
    SpherePolyhedron::Cache cache;
    cache.on = {FeatureKind::kVertex, int(rng() % b.vertices.size())};
    Pose X{random_rotation(rng), (b.radius + a.r) * uniform(rng, 0, 1.1) * random_unit(rng)};
    for (int step = 0; step < 4; ++step) {  // with memory from the second on
      SCOPED_TRACE(::testing::Message() << "trial " << trial << " step " << step);
      const Nearest near = nearest_by_scan(b, inverse(X) * Vec3{0, 0, 0});
      Manifold m;
      const CollideStatus status = SpherePolyhedron::collide(a, b.view(), X, 0.05, cache, m);
      ASSERT_NE(status, CollideStatus::kFailed);
      ASSERT_EQ(status == CollideStatus::kSeparated, near.distance - a.r > 0.05);
      apart += status == CollideStatus::kSeparated, inside += near.distance < 0;
      if (status != CollideStatus::kSeparated) {
        ASSERT_EQ(m.n_points, 1);
        const ContactPoint& c = m.points[0];
        ASSERT_NEAR(c.gap, near.distance - a.r, 1e-12 * (a.r + b.radius));
        ASSERT_NEAR(norm(c.n), 1, 1e-12);
        // p lies half a gap from the sphere along n; the other half on is the surface of the polyhedron.
        ASSERT_NEAR(norm(c.p - (a.r + c.gap / 2) * c.n), 0, 1e-12);
        const Vec3 on_b = inverse(X) * ((a.r + c.gap) * c.n);
        ASSERT_NEAR(outside(b, on_b), 0, 1e-9 * b.radius);
        if (near.distance > 1e-6) {
          ASSERT_LT(norm(on_b - near.p), 1e-9 * b.radius);
        }
      }
      X.R = to_matrix(rotation_by(0.02 * random_vec(rng))) * X.R;
      X.p += 0.02 * b.radius * random_vec(rng);
    }
  }
  EXPECT_GT(inside, 1000);
  EXPECT_GT(apart, 1000);
}

TEST(SpherePolyhedron, TouchesFaceEdgeAndCornerOfACube) {
  const PolyhedronData b = cube();
  const auto gap_at = [&](const Vec3& centre) {
    SpherePolyhedron::Cache cache;
    Manifold m;
    SpherePolyhedron::collide({0.25}, b.view(2), {Mat3::identity(), -centre}, 1, cache, m);
    return m.points[0].gap;
  };
  EXPECT_NEAR(gap_at({0.3, 0.2, 1.5}), 0.25, 1e-15);
  EXPECT_NEAR(gap_at({0.3, 1.3, 1.4}), 0.25, 1e-15);
  EXPECT_NEAR(gap_at({1.2, 1.2, 1.1}), 0.05, 1e-15);
  EXPECT_NEAR(gap_at({0.3, 0.2, 0.9}), -0.35, 1e-15);
  EXPECT_NEAR(gap_at({0.3, 0.2, 1}), -0.25, 1e-15);  // the centre on the face
}

// A sphere that comes through a face from far apart to deep inside: its gap falls steadily, its normal stays.
TEST(SpherePolyhedron, HasNoStepWhereTheCentrePassesTheSurface) {
  const PolyhedronData b = cube();
  SpherePolyhedron::Cache cache;
  Real last = 1e300;
  for (int k = -20; k <= 20; ++k) {
    const Real z = 0.5 - 1e-14 * k;
    Manifold m;
    SpherePolyhedron::collide({0.2}, b.view(), {Mat3::identity(), {-0.1, -0.2, -z}}, 0, cache, m);
    ASSERT_EQ(m.n_points, 1);
    EXPECT_NEAR(m.points[0].n.z, -1, 1e-12);
    EXPECT_LE(m.points[0].gap, last + 1e-16);
    last = m.points[0].gap;
  }
}

}  // namespace
}  // namespace scree::testing
