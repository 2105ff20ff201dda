#include "scree/narrow/superellipsoid_frustum.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "narrow/polyhedron_cases.hpp"
#include "scree/narrow/sphere_surface.hpp"

namespace scree::testing {
namespace {

using namespace space;
using Collider = SuperellipsoidInFrustum;

constexpr Real kPi = std::numbers::pi_v<Real>;
const Frustum kPipe{1, -3, 1, 3}, kHopper{0.3, 0, 1.5, 2}, kFunnel{1.5, -1, 0.4, 0.5}, kCone{0, 0, 1, 1.5};

Superellipsoid random_body(std::mt19937& rng, Real lo, Real hi, Real size) {
  const auto axis = [&] { return size * std::pow(Real(6), uniform(rng, -0.5, 0.5)); };
  const Vec3 r{axis(), axis(), axis()};
  const Real eps1 = uniform(rng, lo, hi);
  return make_superellipsoid(r, eps1, uniform(rng, lo, hi));
}
// `centre` in the frame of the wall, `R` body to wall.
Pose pose(const Vec3& centre, const Mat3& R) { return inverse(Pose{R, centre}); }

struct Answer {
  CollideStatus status;
  Manifold m{};
};
Answer ask(const Superellipsoid& a, const Frustum& b, const Pose& X, Real margin, Collider::Cache& cache) {
  Answer answer;
  answer.status = Collider::collide(a, b, X, margin, cache, answer.m);
  EXPECT_NE(answer.status, CollideStatus::kFailed);
  EXPECT_EQ(answer.m.n_points == 0, answer.status == CollideStatus::kSeparated);
  return answer;
}
Answer ask(const Superellipsoid& a, const Frustum& b, const Pose& X, Real margin) {
  Collider::Cache cache;
  return ask(a, b, X, margin, cache);
}
const ContactPoint& deepest(const Manifold& m) {
  int best = 0;
  for (int k = 1; k < m.n_points; ++k)
    if (m.points[k].gap < m.points[best].gap) best = k;
  return m.points[best];
}

// The points of a surface of normals all over, moved to where the surface function falls: how far the body reaches
// beyond the wall, by looking at many points of its surface.
struct Reach {
  Real depth = -1e300;
  Vec3 at{};  // in the wall's frame
};
Reach reach_by_trial(std::mt19937& rng, const Superellipsoid& a, const Frustum& b, const Pose& X) {
  const Meridian line(b);
  const Pose to_wall = inverse(X);
  Reach best;
  Vec3 best_c{};
  const auto offer = [&](const Vec3& c) {
    const Vec3 x = to_wall * support_point(a, c);
    const Real depth = line.outside(std::sqrt(x.x * x.x + x.y * x.y), x.z);
    if (depth > best.depth) best = {depth, x}, best_c = c;
    return best_c == c;
  };
  for (int k = 0; k < 300; ++k) offer(random_unit(rng));
  for (Real step = 0.3; step > 1e-8;) {
    bool better = false;
    for (int k = 0; k < 8; ++k) better |= offer(normalized(best_c + step * random_vec(rng)));
    if (!better) step /= 2;
  }
  return best;
}
bool over(const Frustum& b, const Vec3& x) { return Meridian(b).over_segment(std::sqrt(x.x * x.x + x.y * x.y), x.z); }

void expect_consistent(const Superellipsoid& a, const Frustum& b, const Pose& X, const ContactPoint& c) {
  EXPECT_NEAR(norm(c.n), 1, 1e-13);
  const Vec3 on_a = c.p - (c.gap / 2) * c.n, on_b = inverse(X) * (c.p + (c.gap / 2) * c.n);
  EXPECT_NEAR(norm_value(a.gauge, on_a), 1, 1e-7);
  EXPECT_NEAR(dot(c.n, on_a), support_value(a, c.n), 1e-9 * a.radius);
  EXPECT_LT(norm(on_b - nearest_on_frustum(b, on_b, 1)), 1e-7);
}

TEST(SuperellipsoidInFrustum, IsTheSphereWhereItIsASphere) {
  std::mt19937 rng(31);
  int contacts = 0, both = 0, apart = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    SCOPED_TRACE(trial);
    const Frustum& b = trial % 4 == 0 ? kPipe : trial % 4 == 1 ? kHopper : trial % 4 == 2 ? kFunnel : kCone;
    const bool plug = trial % 16 == 0;
    const Real r = plug ? uniform(rng, 0.97, 1.01) : uniform(rng, 0.05, 0.6);
    const Superellipsoid a = make_superellipsoid({r, r, r}, 1, 1);
    const Real wide = plug ? 0.01 : 1.2;
    const Vec3 centre{uniform(rng, -wide, wide), uniform(rng, -wide, wide), uniform(rng, b.z0 - 0.7, b.z1 + 0.7)};
    const Pose X = pose(centre, random_rotation(rng));
    if (!Collider::inside(a, b, X)) continue;
    SphereFrustum::Cache cache;
    Manifold sphere{};
    const bool hit = SphereFrustum::collide({r}, b, X, 0.05, cache, sphere) == CollideStatus::kContact;
    const Answer at = ask(a, b, X, 0.05);
    ASSERT_EQ(at.status != CollideStatus::kSeparated, hit);
    contacts += hit, apart += !hit;
    if (!hit) continue;
    const ContactPoint& c = deepest(at.m);
    ASSERT_NEAR(c.gap, sphere.points[0].gap, 1e-10);
    ASSERT_LT(norm(c.n - sphere.points[0].n), 1e-7);
    ASSERT_LT(norm(c.p - sphere.points[0].p), 1e-7);
    ASSERT_EQ(c.feature, 0u);
    // The opposite side of a wall that holds it all round.
    const Vec3 far = sphere.n_points == 2 ? inverse(X) * ((r + sphere.points[1].gap) * sphere.points[1].n) : Vec3{};
    if (sphere.n_points == 2 && at.m.n_points == 2 && over(b, centre) && far.z > b.z0 && far.z < b.z1) {
      ++both;
      const ContactPoint& other = at.m.points[c.gap == at.m.points[0].gap ? 1 : 0];
      ASSERT_NEAR(other.gap, sphere.points[1].gap, 1e-10);
    }
  }
  EXPECT_GT(contacts, 800);
  EXPECT_GT(apart, 300);
  EXPECT_GT(both, 20);
}

TEST(SuperellipsoidInFrustum, NoPointOfTheSurfaceReachesFarther) {
  std::mt19937 rng(32);
  int contacts = 0, apart = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    SCOPED_TRACE(trial);
    const Frustum& b = trial % 3 == 0 ? kPipe : trial % 3 == 1 ? kHopper : kFunnel;
    const Superellipsoid a = random_body(rng, trial % 2 == 0 ? 0.3 : 0.1, trial % 2 == 0 ? 1.7 : 1.9, 0.25);
    const Vec3 centre{uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, b.z0, b.z1)};
    const Pose X = pose(centre, random_rotation(rng));
    if (!Collider::inside(a, b, X)) continue;
    const Reach reach = reach_by_trial(rng, a, b, X);
    if (!over(b, reach.at) || reach.depth > 0.3) continue;  // beyond the rim
    const Answer at = ask(a, b, X, 0.05);
    apart += at.status == CollideStatus::kSeparated;
    if (reach.depth > -0.0499) {
      ++contacts;
      ASSERT_GT(at.m.n_points, 0);
    }
    if (at.m.n_points == 0) continue;
    const ContactPoint& c = deepest(at.m);
    ASSERT_GE(-c.gap, reach.depth - 1e-9);
    for (int k = 0; k < at.m.n_points; ++k) expect_consistent(a, b, X, at.m.points[k]);
  }
  EXPECT_GT(contacts, 300);
  EXPECT_GT(apart, 150);
}

TEST(SuperellipsoidInFrustum, ARodAcrossAPipeTouchesWithBothEnds) {
  for (const Real eps : {0.3, 1.0, 1.6}) {
    SCOPED_TRACE(eps);
    const Superellipsoid rod = make_superellipsoid({1.001, 0.1, 0.1}, 1, eps);
    const Answer at = ask(rod, kPipe, pose({0, 0, 0.2}, to_matrix(rotation_by({0, 0, 0.3}))), 1e-3);
    ASSERT_EQ(at.m.n_points, 2);
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(at.m.points[k].gap, -0.001, 1e-12);
    EXPECT_NE(at.m.points[0].feature, at.m.points[1].feature);
    EXPECT_NEAR(dot(at.m.points[0].n, at.m.points[1].n), -1, 1e-9);
  }
}

TEST(SuperellipsoidInFrustum, ABoxTouchesAPipeWithItsEdges) {
  const Superellipsoid box = make_superellipsoid({0.72, 0.72, 0.5}, 0.1, 0.1);
  const Answer four = ask(box, kPipe, pose({0, 0, 0}, to_matrix(rotation_by({0, 0, 0.2}))), 0.05);
  ASSERT_EQ(four.m.n_points, 4);
  std::uint32_t seen = 0;
  for (int k = 0; k < 4; ++k) seen |= 1u << four.m.points[k].feature;
  EXPECT_EQ(seen, 15u);
  // A small one lying flat on the wall: two edges along the axis.
  const Superellipsoid brick = make_superellipsoid({0.05, 0.2, 0.3}, 0.1, 0.1);
  const Answer two = ask(brick, kPipe, pose({0.94, 0, 0}, Mat3::identity()), 0.01);
  ASSERT_EQ(two.m.n_points, 2);
  EXPECT_NEAR(two.m.points[0].gap, two.m.points[1].gap, 1e-9);
  EXPECT_NEAR(two.m.points[0].p.y, -two.m.points[1].p.y, 1e-6);
}

// Numbers of points stay from step to step, also when points come and go; a single one is number 0.
TEST(SuperellipsoidInFrustum, NamesOfPointsStay) {
  const Superellipsoid brick = make_superellipsoid({0.05, 0.2, 0.3}, 0.2, 0.2);
  Collider::Cache cache;
  int one = 0, two = 0;
  Vec3 last[4];
  bool known[4] = {};
  for (int k = 0; k < 400; ++k) {
    SCOPED_TRACE(k);
    const Real tilt = 0.3 * std::sin(0.05 * k);  // rocking from edge to edge
    const Mat3 R = to_matrix(rotation_by({0, 0, tilt}));
    const Pose X = pose({0.945 - 0.15 * std::abs(std::sin(tilt)), 0, 0}, R);
    const Answer at = ask(brick, kPipe, X, 0.005, cache);
    one += at.m.n_points == 1, two += at.m.n_points == 2;
    bool now[4] = {};
    for (int i = 0; i < at.m.n_points; ++i) {
      const ContactPoint& c = at.m.points[i];
      ASSERT_LT(c.feature, 4u);
      ASSERT_FALSE(now[c.feature]);
      now[c.feature] = true;
      const Vec3 x = inverse(X) * c.p;
      if (known[c.feature]) {
        ASSERT_LT(norm(x - last[c.feature]), 0.1);
      }
      last[c.feature] = x;
    }
    for (int i = 0; i < 4; ++i) known[i] = now[i];
  }
  EXPECT_GT(one, 50);
  EXPECT_GT(two, 20);
}

// A body pushed out over the rim, straight along the meridian: the contact goes from the wall to the rim without a step
// in gap, normal or point.
TEST(SuperellipsoidInFrustum, WallAndRimAreOneSurface) {
  std::mt19937 rng(33);
  int over_rim = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Superellipsoid a = random_body(rng, 0.4, 1.6, 0.2);
    const Mat3 R = random_rotation(rng);
    const Frustum& b = trial % 2 == 0 ? kPipe : kHopper;
    const Meridian line(b);
    // Where the body touches the wall's plane on the meridian of x, that it is 1 % deep in it.
    const Vec3 c{line.nr, 0, line.nz}, p = R * support_point(a, transpose(R) * c);
    Collider::Cache cache;
    ContactPoint last{};
    for (int k = 0; k < 200; ++k) {
      SCOPED_TRACE(::testing::Message() << "trial " << trial << " step " << k);
      const Real step = 2e-3, l = norm(Vec3{b.r1 - b.r0, 0, b.z1 - b.z0});
      const Vec3 along{(b.r1 - b.r0) / l, 0, (b.z1 - b.z0) / l};
      const Vec3 top = Vec3{b.r1, 0, b.z1} + step * (k - 100) * along - p + 0.01 * a.inradius * c;
      const Pose X = pose(top, R);
      const Answer at = ask(a, b, X, 0, cache);
      if (at.m.n_points == 0) {  // past the rim
        ASSERT_GT(k, 100);
        break;
      }
      const ContactPoint at_x = deepest(at.m);
      expect_consistent(a, b, X, at_x);
      if (k > 0) {
        ASSERT_LE(std::abs(at_x.gap - last.gap), step + 1e-9);
        ASSERT_LE(norm(at_x.p - last.p), 0.1 * a.radius + step);
      }
      over_rim += k > 101;
      last = at_x;
    }
  }
  EXPECT_GT(over_rim, 200);
}

TEST(SuperellipsoidInFrustum, RestsOnTheRim) {
  // A ball-like body of radius 0.5 on an outlet of radius 0.3, from above, its lowest point below the rim.
  const Frustum outlet{0.3, -1, 0.3, 0};
  const Superellipsoid ball = make_superellipsoid({0.5, 0.5, 0.5}, 1, 1);
  const Real height = 0.4 - 1e-3;  // sqrt(0.5^2 - 0.3^2) less an overlap
  const Real gap = std::sqrt(0.09 + height * height) - 0.5;
  const Answer centred = ask(ball, outlet, pose({0, 0, height}, Mat3::identity()), 0);
  ASSERT_GT(centred.m.n_points, 0);
  for (int k = 0; k < centred.m.n_points; ++k) EXPECT_NEAR(centred.m.points[k].gap, gap, 1e-12);
  // Off the axis towards x: there it is deepest, and pushed up and back.
  const Answer off = ask(ball, outlet, pose({0.01, 0, height}, Mat3::identity()), 0);
  EXPECT_NEAR(deepest(off.m).gap, std::sqrt(0.29 * 0.29 + height * height) - 0.5, 1e-12);
  EXPECT_LT(norm(deepest(off.m).n - normalized(Vec3{0.29, 0, -height})), 1e-9);
  // A rod across the mouth of a pipe rests on it at both sides, and nothing is below.
  const Superellipsoid rod = make_superellipsoid({0.6, 0.05, 0.05}, 0.5, 0.2);
  const Answer rests = ask(rod, outlet, pose({0.02, 0, 0.0495}, Mat3::identity()), 0);
  ASSERT_GE(rests.m.n_points, 2);
  bool left = false, right = false;
  for (int k = 0; k < rests.m.n_points; ++k) {
    left |= rests.m.points[k].p.x<-0.27, right |= rests.m.points[k].p.x> 0.27;
    EXPECT_LT(rests.m.points[k].gap, 0);
    EXPECT_GT(rests.m.points[k].gap, -0.0006);
    EXPECT_LT(rests.m.points[k].n.z, -0.9);
  }
  EXPECT_TRUE(left && right);
  // From outside, over the edge.
  const Answer outside_in = ask(ball, outlet, pose({0.3 + 0.35, 0, 0.35}, Mat3::identity()), 0);
  ASSERT_EQ(outside_in.m.n_points, 1);
  EXPECT_NEAR(outside_in.m.points[0].gap, std::sqrt(2 * 0.35 * 0.35) - 0.5, 1e-12);
}

// The least signed distance of the points of the rim, by looking at many.
TEST(SuperellipsoidInFrustum, NoPointOfTheRimIsNearer) {
  std::mt19937 rng(34);
  const Frustum b{0.4, -2, 0.4, 0};
  int contacts = 0, failed = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    SCOPED_TRACE(trial);
    const Superellipsoid a = random_body(rng, trial % 2 == 0 ? 0.3 : 0.1, trial % 2 == 0 ? 1.7 : 1.9, 0.4);
    const Mat3 R = random_rotation(rng);
    const Vec3 centre{uniform(rng, -0.28, 0.28), uniform(rng, -0.28, 0.28),
                      half_extents(a, R).z - uniform(rng, 0, 0.05)};
    const Pose X = pose(centre, R);
    Real least = 1e300;  // of the gauge, which is 1 where a point of the rim lies on the surface
    for (int k = 0; k < 2000; ++k) {
      const Real t = 2 * kPi * k / 2000;
      least = std::min(least, norm_value(a.gauge, X * Vec3{0.4 * std::cos(t), 0.4 * std::sin(t), 0}));
    }
    Collider::Cache cache;
    Answer at;
    at.status = Collider::collide(a, b, X, 0, cache, at.m);
    // Tips that are in deeper than their radius of curvature have more than one way out; one is handed out.
    failed += at.status == CollideStatus::kFailed;
    int on_rim = 0;
    for (int k = 0; k < at.m.n_points; ++k) {
      const ContactPoint& c = at.m.points[k];
      on_rim += std::abs((inverse(X) * (c.p + (c.gap / 2) * c.n)).z) < 1e-9;
    }
    // A point of the rim inside the body may also lie behind a part of the wall that is deeper in it.
    if (on_rim > 0) {
      ASSERT_LT(least, 1 + 1e-6);
    }
    if (least < 1) {
      ASSERT_GT(at.m.n_points, 0);
    }
    contacts += on_rim > 0;
    for (int k = 0; k < at.m.n_points; ++k) expect_consistent(a, b, X, at.m.points[k]);
  }
  EXPECT_GT(contacts, 100);
  EXPECT_LT(failed, 3);
}

TEST(SuperellipsoidInFrustum, KnowsInsideFromOutside) {
  const Superellipsoid a = make_superellipsoid({0.1, 0.1, 0.1}, 1, 1);
  EXPECT_TRUE(Collider::inside(a, kPipe, pose({0.9, 0, 0}, Mat3::identity())));
  EXPECT_FALSE(Collider::inside(a, kPipe, pose({1.1, 0, 0}, Mat3::identity())));
  EXPECT_TRUE(Collider::inside(a, kCone, pose({0, 0, 0.5}, Mat3::identity())));
  // In the tip of a cone, which has no rim.
  const Answer tip = ask(a, kCone, pose({0, 0, 0.1}, Mat3::identity()), 0);
  EXPECT_EQ(tip.status, CollideStatus::kContact);
}

}  // namespace
}  // namespace scree::testing
