#include "scree/narrow/superellipsoid_polyhedron.hpp"

#include <gtest/gtest.h>

#include "narrow/polyhedron_cases.hpp"
#include "scree/narrow/sphere_polyhedron.hpp"
#include "scree/solids/flat_polyhedron.hpp"
#include "scree/solids/frustum_polyhedron.hpp"

namespace scree::testing {
namespace {

using namespace space;
using Collider = SuperellipsoidPolyhedron;

constexpr Real kAnyGap = 1e300;

PolyhedronData square_plate() { return flat_polyhedron({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}); }
std::vector<PolyhedronData> bodies() {
  return {cube(), tetrahedron(), fourteen(), stone(20, 0.9, 0.8, 3), scree::box({1, 0.7, 0.05})};
}
std::vector<PolyhedronData> bodies_and_walls() {
  std::vector<PolyhedronData> shapes = bodies();
  shapes.push_back(square_plate());
  shapes.push_back(flat_polyhedron({{0, 0, 0}, {3, 0.2, 0}, {1, 2, 0}}));
  shapes.push_back(frustum_polyhedron({0.5, -1, 0.5, 1}, 64));
  shapes.push_back(frustum_polyhedron({0.5, -1, 0, 1}, 32));
  return shapes;
}

struct ShapeRange {
  Real eps_lo, eps_hi, aspect, size_lo, size_hi;
};
constexpr ShapeRange kUsual{0.3, 1.7, 3, 0.5, 2}, kAny{0.1, 1.9, 10, 0.2, 5};

Superellipsoid random_body(std::mt19937& rng, const ShapeRange& range, Real size) {
  size *= range.size_lo * std::pow(range.size_hi / range.size_lo, uniform(rng, 0, 1));
  const auto axis = [&] { return size * std::pow(range.aspect, uniform(rng, -0.5, 0.5)); };
  const auto eps = [&] {  // the ends of the range more often than by chance
    const Real u = uniform(rng, 0, 1);
    return u < 0.1   ? range.eps_lo
           : u < 0.2 ? range.eps_hi
           : u < 0.3 ? Real(1)
                     : uniform(rng, range.eps_lo, range.eps_hi);
  };
  const Vec3 r{axis(), axis(), axis()};
  const Real eps1 = eps();
  return make_superellipsoid(r, eps1, eps());
}

struct Answer {
  CollideStatus status;
  ContactPoint point{};
};
Answer ask(const Superellipsoid& a, const PolyhedronData& b, const Pose& X, Real margin, Collider::Cache& cache) {
  Manifold m{};
  Answer answer{Collider::collide(a, b.view(), X, margin, cache, m)};
  EXPECT_EQ(m.n_points, answer.status == CollideStatus::kSeparated ? 0 : 1);
  if (m.n_points == 1) answer.point = m.points[0];
  return answer;
}
Answer ask(const Superellipsoid& a, const PolyhedronData& b, const Pose& X, Real margin = kAnyGap) {
  Collider::Cache cache;
  return ask(a, b, X, margin, cache);
}

// The slab across c, by looking at every vertex.
Real slab(const Superellipsoid& a, const PolyhedronData& b, const Pose& X, const Vec3& c) {
  return -scan(b.view(), transpose(X.R) * -c).value + dot(c, X.p) - support_value(a, c);
}
// The widest slab by trial: directions all over, and from the best of them smaller and smaller steps at random.
Real widest_by_trial(std::mt19937& rng, const Superellipsoid& a, const PolyhedronData& b, const Pose& X) {
  Vec3 best{0, 0, 1};
  Real widest = slab(a, b, X, best);
  const auto offer = [&](const Vec3& c) {
    const Real gap = slab(a, b, X, c);
    if (gap > widest) widest = gap, best = c;
    return best == c;
  };
  for (int k = 0; k < 400; ++k) offer(random_unit(rng));
  for (const Vec3& n : b.normals) offer(-(X.R * n));
  for (Real step = 0.2; step > 1e-7;) {
    bool better = false;
    for (int k = 0; k < 8; ++k) better |= offer(normalized(best + step * random_vec(rng)));
    if (!better) step /= 2;
  }
  return widest;
}

// Is this point all that it says? The slab across n, and points of both bodies half a gap off.
void expect_consistent(const Superellipsoid& a, const PolyhedronData& b, const Pose& X, const ContactPoint& c) {
  const Real size = a.radius + b.radius;
  EXPECT_NEAR(norm(c.n), 1, 1e-14);
  EXPECT_NEAR(slab(a, b, X, c.n), c.gap, 1e-12 * size);
  const Vec3 on_a = c.p - (c.gap / 2) * c.n, on_b = inverse(X) * (c.p + (c.gap / 2) * c.n);
  EXPECT_NEAR(norm_value(a.gauge, on_a), 1, 1e-7);
  EXPECT_NEAR(dot(c.n, on_a), support_value(a, c.n), 1e-9 * size);
  EXPECT_NEAR(outside(b, on_b), 0, 1e-7 * size);
}

// The body brought towards B along a random line until the gap is the one wanted; false if it passes by.
bool bring_together(std::mt19937& rng, const Superellipsoid& a, const PolyhedronData& b, Real wanted, Pose& X) {
  const Vec3 u = random_unit(rng);
  X = {random_rotation(rng), {0, 0, 0}};
  const Vec3 beside = uniform(rng, 0, 0.8) * b.radius * random_unit(rng);
  Real far = 2 * (a.radius + b.radius);
  for (int k = 0; k < 60; ++k) {
    X.p = beside + far * u - X.R * b.centre;
    const Answer at = ask(a, b, X);
    const Real along = dot(at.point.n, u), step = (at.point.gap - wanted) / std::max(along, Real(0.05));
    if (std::abs(step) < 1e-10 * a.radius) return along > 0.05;
    far -= step;
  }
  return false;
}

TEST(SuperellipsoidPolyhedron, IsTheSphereWhereItIsASphere) {
  std::mt19937 rng(21);
  const std::vector<PolyhedronData> shapes = bodies_and_walls();
  int apart = 0, deep = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    SCOPED_TRACE(trial);
    const PolyhedronData& b = shapes[rng() % shapes.size()];
    const Real r = b.radius * uniform(rng, 0.1, 1.5), size = r + b.radius;
    const Superellipsoid a = make_superellipsoid({r, r, r}, 1, 1);
    Pose X{random_rotation(rng), {0, 0, 0}};
    X.p = size * uniform(rng, 0, 1.1) * random_unit(rng) - X.R * b.centre;
    SpherePolyhedron::Cache cache;
    Manifold m{};
    const CollideStatus status = SpherePolyhedron::collide({r}, b.view(), X, 0.05, cache, m);
    const Answer at = ask(a, b, X, 0.05);
    ASSERT_EQ(at.status, status);
    apart += status == CollideStatus::kSeparated;
    if (status == CollideStatus::kSeparated) continue;
    deep += at.point.gap < -r;
    ASSERT_NEAR(at.point.gap, m.points[0].gap, 1e-10 * size);
    if (at.point.gap < -0.99 * r) continue;  // near the surface of B, and inside, ways out of the same length
    ASSERT_LT(norm(at.point.n - m.points[0].n), 1e-7);
    ASSERT_LT(norm(at.point.p - m.points[0].p), 1e-7 * size);
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(deep, 100);
}

// A feature of B, a point on it, and a direction in which it is the nearest of B.
struct Spot {
  Vec3 x, n;  // n out of B
  Vec3 e{};   // along an edge
};
Spot random_spot(std::mt19937& rng, const PolyhedronData& b, FeatureKind kind) {
  const PolyhedronView v = b.view();
  const auto side_of = [&](const PolyhedronEdge& e) {
    return normalized(cross(v.vertices[e.v[1]] - v.vertices[e.v[0]], v.normals[e.f[0]]));
  };
  if (kind == FeatureKind::kFace) {
    const int f = int(rng() % unsigned(v.n_faces));
    Vec3 x{0, 0, 0};
    Real sum = 0;
    for (int h = v.face_start[f]; h < v.face_start[f + 1]; ++h) {
      const Real weight = uniform(rng, 0.02, 1);
      x += weight * v.vertices[v.loop[h]], sum += weight;
    }
    return {x / sum, v.normals[f]};
  }
  if (kind == FeatureKind::kEdge) {
    const PolyhedronEdge& e = v.edges[rng() % unsigned(v.n_edges)];
    const Vec3 n0 = v.normals[e.f[0]], n1 = v.normals[e.f[1]], side = side_of(e);
    const Real whole = std::atan2(std::max(Real(0), dot(n1, side)), dot(n1, n0)), t = whole * uniform(rng, 0.02, 0.98);
    const Real u = uniform(rng, 0.02, 0.98);
    return {u * v.vertices[e.v[0]] + (1 - u) * v.vertices[e.v[1]], std::cos(t) * n0 + std::sin(t) * side,
            normalized(v.vertices[e.v[1]] - v.vertices[e.v[0]])};
  }
  for (;;) {
    const int i = int(rng() % unsigned(v.n_vertices));
    Vec3 n{0, 0, 0};
    for (int k = v.fan_start[i]; k < v.fan_start[i + 1]; ++k)
      n += uniform(rng, 0.02, 1) * v.normals[v.fan_face[k]] + uniform(rng, 0.02, 1) * side_of(v.edges[v.fan_edge[k]]);
    n = normalized(n);
    bool nearest = true;
    for (int k = v.fan_start[i]; k < v.fan_start[i + 1]; ++k)
      nearest &= dot(n, v.fan_points[k] - v.vertices[i]) < -1e-3 * b.radius;
    if (nearest) return {v.vertices[i], n};
  }
}

void expect_what_was_made(unsigned seed, const ShapeRange& range, int trials) {
  std::mt19937 rng(seed);
  const std::vector<PolyhedronData> shapes = bodies_and_walls();
  int overlapping = 0, others = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SCOPED_TRACE(trial);
    const PolyhedronData& b = shapes[rng() % shapes.size()];
    const Superellipsoid a = random_body(rng, range, b.radius);
    const auto kind = FeatureKind(trial % 3);
    const Spot spot = random_spot(rng, b, kind);
    Pose X{random_rotation(rng), {0, 0, 0}};
    const Vec3 c = normalized(-(X.R * spot.n)), p_a = support_point(a, c);
    const Real size = std::min(a.inradius, b.radius), gap = size * uniform(rng, -2e-3, 5e-3);
    X.p = p_a + gap * c - X.R * spot.x;
    const superellipsoid::Place place{X * spot.x, X.R * spot.e, kind == FeatureKind::kEdge};
    // Deeper than the radius of curvature there is a shorter way out.
    superellipsoid::Touch known = superellipsoid::touch(a, place, c);
    known.gap *= 2;
    if (kind != FeatureKind::kFace && !is_maximum(known)) continue;
    const Answer at = ask(a, b, X);
    ASSERT_EQ(at.status, CollideStatus::kContact);
    expect_consistent(a, b, X, at.point);
    overlapping += gap < 0;
    // Where ridges meet there may be other ways out near by, shorter ones and a little longer ones.
    if (gap < 0 && std::abs(at.point.gap - gap) > 1e-11 * (a.radius + b.radius)) {
      ++others;
      ASSERT_GT(at.point.gap, 1.1 * gap);
      continue;
    }
    ASSERT_NEAR(at.point.gap, gap, 1e-11 * (a.radius + b.radius));
    ASSERT_LT(norm(at.point.n - c), 1e-6);
  }
  EXPECT_GT(overlapping, trials / 6);
  EXPECT_LT(others, trials / 500);
}
TEST(SuperellipsoidPolyhedron, FindsTheContactThatAPairWasMadeWith) { expect_what_was_made(22, kUsual, 6000); }
TEST(SuperellipsoidPolyhedron, FindsTheContactOfAnySquarenessAndAspect) { expect_what_was_made(23, kAny, 6000); }

TEST(SuperellipsoidPolyhedron, NoOtherDirectionHasAWiderSlab) {
  std::mt19937 rng(24);
  const std::vector<PolyhedronData> shapes = bodies_and_walls();
  int overlapping = 0, apart = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    SCOPED_TRACE(trial);
    const PolyhedronData& b = shapes[rng() % shapes.size()];
    const Superellipsoid a = random_body(rng, trial % 2 == 0 ? kUsual : kAny, b.radius);
    const Real size = std::min(a.inradius, b.radius);
    Pose X;
    if (!bring_together(rng, a, b, size * uniform(rng, -1e-2, 0.1), X)) continue;
    const Answer at = ask(a, b, X);
    ASSERT_EQ(at.status, CollideStatus::kContact);
    expect_consistent(a, b, X, at.point);
    overlapping += at.point.gap<0, apart += at.point.gap> 0;
    ASSERT_GE(at.point.gap, widest_by_trial(rng, a, b, X) - 1e-9 * size);
  }
  EXPECT_GT(overlapping, 80);
  EXPECT_GT(apart, 1000);
}

TEST(SuperellipsoidPolyhedron, RemembersWithoutBeingMisled) {
  std::mt19937 rng(25);
  const std::vector<PolyhedronData> shapes = bodies_and_walls();
  int contacts = 0, apart = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const PolyhedronData& b = shapes[rng() % shapes.size()];
    const Superellipsoid a = random_body(rng, trial % 2 == 0 ? kUsual : kAny, b.radius);
    const Real size = std::min(a.inradius, b.radius), margin = 0.02 * size;
    Pose X;
    if (!bring_together(rng, a, b, 0.02 * size, X)) continue;
    Collider::Cache cache;
    const Vec3 turn = 0.01 * random_vec(rng), go = 0.003 * size * random_vec(rng);
    for (int step = 0; step < 20; ++step) {
      SCOPED_TRACE(::testing::Message() << "trial " << trial << " step " << step);
      const Answer cold = ask(a, b, X, margin), warm = ask(a, b, X, margin, cache);
      if (cold.status == CollideStatus::kContact && cold.point.gap < -0.02 * size) break;
      ASSERT_EQ(warm.status, cold.status);
      ASSERT_NE(warm.status, CollideStatus::kFailed);
      contacts += warm.status == CollideStatus::kContact, apart += warm.status == CollideStatus::kSeparated;
      if (warm.status == CollideStatus::kSeparated) {
        ASSERT_GT(slab(a, b, X, cache.n), margin - 1e-13 * b.radius);  // what is remembered is the proof
      } else {
        ASSERT_NEAR(warm.point.gap, cold.point.gap, 1e-11 * (a.radius + b.radius));
        expect_consistent(a, b, X, warm.point);
      }
      X.R = to_matrix(rotation_by(turn)) * X.R;
      X.p += go;
    }
  }
  EXPECT_GT(contacts, 1000);
  EXPECT_GT(apart, 500);
}

// Whatever is in the memory, of another pair or of another shape.
TEST(SuperellipsoidPolyhedron, IsRightWhateverIsRemembered) {
  std::mt19937 rng(26);
  const std::vector<PolyhedronData> shapes = bodies();
  for (int trial = 0; trial < 1000; ++trial) {
    SCOPED_TRACE(trial);
    const PolyhedronData& b = shapes[rng() % shapes.size()];
    const Superellipsoid a = random_body(rng, kUsual, b.radius);
    const Real size = std::min(a.inradius, b.radius);
    Pose X;
    if (!bring_together(rng, a, b, size * uniform(rng, 0, 0.1), X)) continue;
    Collider::Cache cache{{FeatureKind(rng() % 3), int(rng() % 100)}, 3 * random_unit(rng)};
    const Answer cold = ask(a, b, X), warm = ask(a, b, X, kAnyGap, cache);
    ASSERT_EQ(warm.status, CollideStatus::kContact);
    ASSERT_NEAR(warm.point.gap, cold.point.gap, 1e-11 * (a.radius + b.radius));
  }
}

TEST(SuperellipsoidPolyhedron, LengthsScale) {
  std::mt19937 rng(27);
  const PolyhedronData b = fourteen();
  for (int trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    const Superellipsoid a = random_body(rng, kAny, b.radius);
    const Real size = std::min(a.inradius, b.radius);
    Pose X;
    if (!bring_together(rng, a, b, size * uniform(rng, -1e-3, 0.1), X)) continue;
    const Answer at = ask(a, b, X);
    for (const Real scale : {1e-6, 1e3}) {
      Collider::Cache cache;
      Manifold m{};
      ASSERT_EQ(Collider::collide(scaled(a, scale), b.view(scale), {X.R, scale * X.p}, kAnyGap, cache, m),
                CollideStatus::kContact);
      ASSERT_NEAR(m.points[0].gap, scale * at.point.gap, 1e-11 * scale * (a.radius + b.radius));
    }
  }
}

TEST(SuperellipsoidPolyhedron, TouchesAPlateFromBothSidesAtItsEdgeAndAtItsCorner) {
  const PolyhedronData plate = square_plate();
  const Superellipsoid a = make_superellipsoid({0.3, 0.2, 0.1}, 0.5, 0.7);
  const auto at = [&](const Vec3& centre) { return ask(a, plate, {Mat3::identity(), -centre}).point; };
  EXPECT_NEAR(at({0.1, 0.2, 0.099}).gap, -0.001, 1e-14);
  EXPECT_NEAR(at({0.1, 0.2, 0.099}).n.z, -1, 1e-14);
  EXPECT_NEAR(at({0.1, 0.2, -0.099}).gap, -0.001, 1e-14);
  EXPECT_NEAR(at({0.1, 0.2, -0.099}).n.z, 1, 1e-14);
  EXPECT_NEAR(at({0.1, 0.2, 0.15}).gap, 0.05, 1e-14);
  EXPECT_NEAR(at({1.295, 0.2, 0}).gap, -0.005, 1e-14);  // the edge, straight into the side
  EXPECT_LT(norm(at({1.295, 0.2, 0}).n - Vec3{-1, 0, 0}), 1e-12);
  EXPECT_NEAR(at({1.4, 0.2, 0}).gap, 0.1, 1e-14);
  // A corner of the plate on the diagonal: (0.2, 0.2) from the centre would be on the ellipse's 2/eps power.
  const Vec3 c = normalized(Vec3{-1, -1, 0.3}), p = support_point(a, c);
  const ContactPoint corner = at(Vec3{1, 1, 0} - p - 0.01 * c);
  EXPECT_NEAR(corner.gap, 0.01, 1e-12);
  EXPECT_LT(norm(corner.n - c), 1e-9);
  EXPECT_LT(norm(corner.p - (p + 0.005 * c)), 1e-9);
}

// A body that slides out over an edge and is let down beside it: no step in the gap is larger than the way moved.
TEST(SuperellipsoidPolyhedron, HasNoStepWhereTheContactChangesItsFeature) {
  std::mt19937 rng(28);
  for (const PolyhedronData& b : {square_plate(), scree::box({2, 2, 1}), frustum_polyhedron({1, -1, 1, 1}, 64)})
    for (int trial = 0; trial < 20; ++trial) {
      const Superellipsoid a = random_body(rng, {0.1, 1.9, trial % 2 == 0 ? 3.0 : 10.0, 0.3, 0.5}, 0.5);
      const Mat3 R = random_rotation(rng);
      const Real top = b.vertices[0].z == 0 ? 0 : std::abs(b.vertices[0].z), h = half_extents(a, R).z;
      Collider::Cache cache;
      Real last = 0;
      for (int k = 0; k <= 400; ++k) {
        SCOPED_TRACE(::testing::Message() << "trial " << trial << " step " << k);
        const Real x = 0.005 * k, depth = 1e-3 * a.inradius;
        const Pose X_ba{R, {0.1 + x, 0.2, top + h - depth}};  // the body in B's frame
        const Answer at = ask(a, b, inverse(X_ba), kAnyGap, cache);
        ASSERT_EQ(at.status, CollideStatus::kContact);
        if (k > 0) {
          ASSERT_LE(std::abs(at.point.gap - last), 0.005 + 1e-12);
        }
        last = at.point.gap;
      }
      EXPECT_GT(last, 0);
    }
}

// Nearly boxes with sides and edges exactly along those of B, where points are not unique.
TEST(SuperellipsoidPolyhedron, FlatSidesOnFlatSides) {
  const PolyhedronData b = cube();
  for (const Real eps : {0.1, 0.3, 1.9})
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 7; ++j)
        for (const Real gap : {-1e-3, 0.0, 1e-3}) {
          SCOPED_TRACE(::testing::Message() << eps << " " << i << " " << j << " " << gap);
          const Superellipsoid a = make_superellipsoid({0.5, 0.5, 0.3}, eps, eps);
          const Answer at = ask(a, b, {Mat3::identity(), {-0.12 * i, -0.12 * j, -(0.8 + gap)}});
          ASSERT_EQ(at.status, CollideStatus::kContact);
          if (i <= 4 && j <= 4)
            ASSERT_NEAR(at.point.gap, gap, 1e-12);
          else
            ASSERT_GE(at.point.gap, gap);
        }
}

TEST(SuperellipsoidPolyhedron, IsTheLimitOfFinerAndFinerPolyhedra) {
  std::mt19937 rng(29);
  const std::vector<PolyhedronData> shapes = bodies();
  for (int trial = 0; trial < 10; ++trial) {
    SCOPED_TRACE(trial);
    const PolyhedronData& b = shapes[rng() % shapes.size()];
    const Superellipsoid a = random_body(rng, {0.6, 1.4, 2, 0.5, 2}, b.radius);
    Pose X;
    if (!bring_together(rng, a, b, 0.05 * a.inradius, X)) continue;
    const Real gap = ask(a, b, X).point.gap;
    Real error[2];
    for (int fine = 0; fine < 2; ++fine) {
      const PolyhedronData mesh = hull_of(triangulate(a, fine == 0 ? 8 : 24).vertices);
      error[fine] = solve(mesh, b, X).link.gap - gap;
      ASSERT_GE(error[fine], -1e-12);  // the mesh lies inside
    }
    ASSERT_LT(error[0], 0.05 * a.radius);
    ASSERT_LT(error[1], 0.008 * a.radius);
  }
}

}  // namespace
}  // namespace scree::testing
