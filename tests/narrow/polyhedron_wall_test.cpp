// Polyhedra against walls: planes and the inside of cylinders and cones by their vertices, thin plates and the outside
// of cylinders and cones as polyhedra.
#include <gtest/gtest.h>

#include "narrow/polyhedron_cases.hpp"
#include "scree/error.hpp"
#include "scree/narrow/polyhedron/pair.hpp"
#include "scree/narrow/polyhedron_frustum.hpp"
#include "scree/narrow/polyhedron_plane.hpp"
#include "scree/shape/nearest.hpp"
#include "scree/solids/flat_polyhedron.hpp"
#include "scree/solids/frustum_polyhedron.hpp"

namespace scree::testing {
namespace {

using namespace space;

// --- Planes

TEST(PolyhedronPlane, DeepestGapIsTheLowestVertexForAnyPose) {
  std::mt19937 rng(51);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  int touching = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const PolyhedronData& s = shapes[rng() % shapes.size()];
    const Pose X_wa{random_rotation(rng), {0, 0, uniform(rng, -0.5, 1.5) * s.radius}};  // the wall is z = 0
    std::vector<Real> heights;
    for (const Vec3& v : s.vertices) heights.push_back((X_wa * v).z);
    PolyhedronPlane::Cache cache;
    Manifold m;
    const CollideStatus status = PolyhedronPlane::collide(s.view(), {}, inverse(X_wa), 0, cache, m);
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const auto below = std::count_if(heights.begin(), heights.end(), [](Real z) { return z <= 0; });
    ASSERT_EQ(m.n_points, std::min<long>(below, Manifold::kMaxPoints));
    ASSERT_EQ(status == CollideStatus::kPointsDropped, below > Manifold::kMaxPoints);
    ASSERT_EQ(status == CollideStatus::kSeparated, below == 0);
    if (below == 0) continue;
    ++touching;
    Real deepest = 0;
    for (int k = 0; k < m.n_points; ++k) {
      const ContactPoint& c = m.points[k];
      deepest = std::min(deepest, c.gap);
      ASSERT_NEAR(c.gap, heights[c.feature], 1e-12);
      ASSERT_NEAR((X_wa * c.p).z, c.gap / 2, 1e-12);
      ASSERT_LT(norm(X_wa.R * c.n - Vec3{0, 0, -1}), 1e-12);
    }
    ASSERT_NEAR(deepest, *std::min_element(heights.begin(), heights.end()), 1e-12);
  }
  EXPECT_GT(touching, 1000);
  EXPECT_LT(touching, 3500);
}

// --- Inside cylinders and cones

// Distance of a point from the surface by the function the spheres use, which shares no arithmetic with the meridian.
Real distance_from(const Frustum& f, const Vec3& x) { return norm(x - nearest_on_frustum(f, x, 1)); }

TEST(PolyhedronInFrustum, HasAPointForEveryVertexThroughTheSurface) {
  std::mt19937 rng(52);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  const Frustum surfaces[] = {{3, -4, 3, 4}, {3, 4, 3, -4}, {1, -4, 3, 3}, {4, -3, 0, 5}};
  int touching = 0, several = 0;
  for (int trial = 0; trial < 8000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    const PolyhedronData& s = shapes[rng() % shapes.size()];
    const Frustum& f = surfaces[trial % 4];
    const Pose X_fa{random_rotation(rng), {uniform(rng, -3, 3), uniform(rng, -3, 3), uniform(rng, -2, 2)}};
    const Pose X = inverse(X_fa);
    if (!PolyhedronInFrustum::inside(s.view(), f, X)) continue;
    PolyhedronInFrustum::Cache cache;
    Manifold m;
    const CollideStatus status = PolyhedronInFrustum::collide(s.view(), f, X, 0, cache, m);
    int through = 0;
    for (const Vec3& v : s.vertices) {
      const Vec3 q = X_fa * v, foot = nearest_on_frustum(f, q, 1);
      const Real t = (foot.z - f.z0) / (f.z1 - f.z0);
      through += t > 0 && t < 1 && std::hypot(q.x, q.y) > f.r0 + (q.z - f.z0) / (f.z1 - f.z0) * (f.r1 - f.r0);
    }
    ASSERT_EQ(m.n_points, std::min(through, Manifold::kMaxPoints));
    ASSERT_EQ(status == CollideStatus::kSeparated, through == 0);
    touching += through > 0, several += through > 1;
    for (int k = 0; k < m.n_points; ++k) {
      const ContactPoint& c = m.points[k];
      const Vec3 v = X_fa * s.vertices[c.feature], n = X_fa.R * c.n;
      ASSERT_NEAR(-c.gap, distance_from(f, v), 1e-12);
      ASSERT_LT(norm(v + c.gap * n - nearest_on_frustum(f, v, 1)), 1e-12);
      ASSERT_LT(norm(X_fa * c.p - (v + (c.gap / 2) * n)), 1e-12);
    }
    VertexPatch p;
    ASSERT_EQ(PolyhedronInFrustum::patch(s.view(), f, X, p), through > 0);
    if (through == 0 || through > Manifold::kMaxPoints) continue;
    Real sum4 = 0, weight = 0, spread = 0;
    Vec3 push{0, 0, 0}, first{0, 0, 0};
    for (int k = 0; k < m.n_points; ++k) {
      const Real d = -m.points[k].gap;
      sum4 += std::pow(d, 4), weight += std::pow(d, 3);
      push += std::pow(d, 3) * m.points[k].n, first += std::pow(d, 3) * m.points[k].p;
    }
    ASSERT_NEAR(p.sum4, sum4, 1e-12 * sum4);
    ASSERT_NEAR(p.sum3, norm(push), 1e-9 * weight);
    ASSERT_LT(norm(p.centre - first / weight), 1e-12);
    for (int k = 0; k < m.n_points; ++k)
      spread += std::pow(-m.points[k].gap, 3) / weight * norm2(tangential(m.points[k].p - p.centre, p.n));
    ASSERT_NEAR(norm2(p.g1) + norm2(p.g2), spread, 1e-9);
    if (p.sum3 > 1e-6 * weight) {
      ASSERT_LT(norm(p.sum3 * p.n - push), 1e-12);
    }
  }
  EXPECT_GT(touching, 1000);
  EXPECT_GT(several, 300);
}

// A small step along n changes the sum of d^4 by 4 sum3.
TEST(PolyhedronInFrustum, SumsThirdPowersAsTheDerivativeOfFourthPowers) {
  const PolyhedronData s = stone(20, 1, 1, 4);
  const Frustum f{2, -5, 2, 5};
  std::mt19937 rng(53);
  int steps = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 out = normalized(Vec3{uniform(rng, -1, 1), uniform(rng, -1, 1), 0});
    Pose X_fa{random_rotation(rng), {0, 0, 0}};
    X_fa.p = (2 - 0.9 * s.radius) * out;
    const auto at_offset = [&](const Vec3& shift, VertexPatch& p) {
      Pose moved_pose = X_fa;
      moved_pose.p += shift;
      return PolyhedronInFrustum::patch(s.view(), f, inverse(moved_pose), p);
    };
    VertexPatch p, ahead, back;
    if (!at_offset({0, 0, 0}, p) || p.depth < 1e-2 * s.radius) continue;
    ++steps;
    const Vec3 n = X_fa.R * p.n;
    const Real h = 1e-6;
    ASSERT_TRUE(at_offset(h * n, ahead) && at_offset(-h * n, back));
    ASSERT_NEAR((ahead.sum4 - back.sum4) / (2 * h), 4 * p.sum3, 1e-5 * p.sum3) << "trial " << trial;
  }
  EXPECT_GT(steps, 50);
}

// --- The outside of cylinders and cones

TEST(FrustumPolyhedron, LiesAsFarOutsideTheSurfaceAsInside) {
  const Frustum f{1.5, -1, 0.5, 2};
  const PolyhedronData p = frustum_polyhedron(f, 48);
  EXPECT_EQ(p.vertices.size(), 96u);
  EXPECT_EQ(p.n_faces(), 50);
  const Real share = std::pow(std::tan(std::acos(Real(-1)) / 96), 2);
  for (const Vec3& v : p.vertices) {
    const Real r = v.z < 0 ? f.r0 : f.r1;
    EXPECT_NEAR(std::hypot(v.x, v.y), r * (1 + share), 1e-12);
  }
  for (const PolyhedronEdge& e : p.edges) {
    const Vec3 a = p.vertices[std::size_t(e.v[0])], b = p.vertices[std::size_t(e.v[1])];
    if (a.z != b.z) continue;
    const Vec3 middle = (a + b) / 2;
    EXPECT_NEAR(std::hypot(middle.x, middle.y), (a.z < 0 ? f.r0 : f.r1) * (1 - share), 1e-12);
  }
  EXPECT_EQ(frustum_polyhedron({1, 0, 0, 2}, 16).vertices.size(), 17u);
  EXPECT_THROW(frustum_polyhedron(f, 2), InputError);
}

// --- Thin plates

std::vector<PolyhedronData> some_plates(std::mt19937& rng) {
  const auto polygon = [](int n, Real a, Real b, const Pose& X) {
    std::vector<Vec3> corners;
    for (int k = 0; k < n; ++k) {
      const Real angle = 2 * std::acos(Real(-1)) * k / n;
      corners.push_back(X * Vec3{a * std::cos(angle), b * std::sin(angle), 0});
    }
    return flat_polyhedron(corners);
  };
  return {flat_polyhedron({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}),
          flat_polyhedron({{-4, -0.1, 0}, {4, -0.1, 0}, {4, 0.1, 0}, {-4, 0.1, 0}}),
          flat_polyhedron({{0, 0, 0}, {3, 0, 0}, {0, 2, 0}}), polygon(12, 2, 2, at({0, 0, 0.3})),
          polygon(5, 2, 3, {random_rotation(rng), random_vec(rng)})};
}
std::vector<PolyhedronData> bodies_for_plates() {
  std::vector<PolyhedronData> shapes = some_polyhedra();
  for (const int n : {8, 25, 60}) shapes.push_back(stone(n, 0.9, 0.8, std::uint64_t(n)));
  return shapes;
}
// Body and plate, either first, from apart by 10 % of the body's size to overlapping by 20 %.
struct PlatePair {
  const PolyhedronData &a, &b;
  bool plate_first;
  Pose X;
};
PlatePair random_plate_pair(std::mt19937& rng, const std::vector<PolyhedronData>& plates,
                            const std::vector<PolyhedronData>& shapes) {
  const PolyhedronData &plate = plates[rng() % plates.size()], &body = shapes[rng() % shapes.size()];
  const bool plate_first = rng() % 2;
  const PolyhedronData &a = plate_first ? plate : body, &b = plate_first ? body : plate;
  Pose X{rng() % 10 ? random_rotation(rng) : Mat3::identity(), {0, 0, 0}};
  X.p = a.centre - X.R * b.centre + uniform(rng, 0, 1.05) * (a.radius + b.radius) * random_unit(rng);
  X = with_gap({a, b, X}, uniform(rng, -0.4, 0.2) * body.radius);
  return {a, b, plate_first, X};
}

TEST(FlatPolyhedron, HasTwoFacesAndTheCentreOfItsArea) {
  const PolyhedronData p = flat_polyhedron({{0, 0, 1}, {3, 0, 1}, {3, 3, 1}, {0, 3, 1}, {-1, 1.5, 1}});
  EXPECT_EQ(p.n_faces(), 2);
  EXPECT_EQ(p.edges.size(), 5u);
  EXPECT_EQ(p.normals[0], (Vec3{0, 0, 1}));
  EXPECT_EQ(p.normals[1], (Vec3{0, 0, -1}));
  EXPECT_LT(norm(p.centre - Vec3{(9 * 1.5 - 1.5 / 3) / 10.5, 1.5, 1}), 1e-14);
  EXPECT_THROW(flat_polyhedron({{0, 0, 0}, {1, 0, 0}}), InputError);
  EXPECT_THROW(flat_polyhedron({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}), InputError);
}

// All methods agree, and no direction of many tried has a wider slab than the one they found.
TEST(FlatPolyhedron, IsLinkedAlikeByAllMethods) {
  std::mt19937 rng(54);
  const auto plates = some_plates(rng), shapes = bodies_for_plates();
  int overlapping = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const PlatePair pair = random_plate_pair(rng, plates, shapes);
    const Real size = pair.a.radius + pair.b.radius;
    const Answer truth = solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan);
    ASSERT_EQ(truth.status, LinkStatus::kLink);
    overlapping += truth.link.gap < 0;
    for (const LinkMethod method : kAllMethods) {
      const Answer answer = solve(pair.a, pair.b, pair.X, method);
      ASSERT_EQ(answer.status, LinkStatus::kLink) << name_of(method) << " trial " << trial;
      ASSERT_NEAR(answer.link.gap, truth.link.gap, 1e-9 * size) << name_of(method) << " trial " << trial;
    }
    const polyhedron::Pair views{pair.a.view(), pair.b.view(), pair.X};
    for (int k = 0; k < 200; ++k)
      ASSERT_LE(polyhedron::slab_by_scan(views, random_unit(rng)).gap, truth.link.gap + 1e-12 * size);
  }
  EXPECT_GT(overlapping, 700);
  EXPECT_LT(overlapping, 1800);
}

TEST(FlatPolyhedron, IsLinkedAlikeAlongAMotion) {
  std::mt19937 rng(55);
  const auto plates = some_plates(rng), shapes = bodies_for_plates();
  LinkCounters counters;
  for (int trial = 0; trial < 500; ++trial) {
    PlatePair pair = random_plate_pair(rng, plates, shapes);
    const Real size = pair.a.radius + pair.b.radius, pace = std::pow(10, uniform(rng, -5, -2));
    const Vec3 shift = pace * size * random_vec(rng), spin = pace * random_vec(rng);
    LinkCache cache;
    for (int step = 0; step < 15; ++step) {
      const Answer answer = solve(pair.a, pair.b, pair.X, {}, cache, counters);
      ASSERT_EQ(answer.status, LinkStatus::kLink) << "trial " << trial << " step " << step;
      ASSERT_NEAR(answer.link.gap, solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan).link.gap, 1e-9 * size)
          << "trial " << trial << " step " << step;
      pair.X = {to_matrix(rotation_by(spin)) * pair.X.R, pair.X.p + shift};
    }
  }
  EXPECT_EQ(counters.failed, 0u);
}

// A body that has gone into the plate by less than half its width leaves on the side of its centre, or round the edge
// if that is shorter.
TEST(FlatPolyhedron, PushesBodiesOutToTheSideOfTheirCentre) {
  std::mt19937 rng(56);
  const auto plates = some_plates(rng), shapes = bodies_for_plates();
  int through_the_face = 0, round_the_edge = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const PlatePair pair = random_plate_pair(rng, plates, shapes);
    const Link link = solve(pair.a, pair.b, pair.X).link;
    if (link.gap >= 0) continue;
    const PolyhedronData& plate = pair.plate_first ? pair.a : pair.b;
    const PolyhedronData& body = pair.plate_first ? pair.b : pair.a;
    const Pose X_pb = pair.plate_first ? pair.X : inverse(pair.X);  // of the body in the plate's frame
    const Vec3 out = pair.plate_first ? link.n : X_pb.R * -link.n;  // the way the body has to go
    const Vec3 up = plate.normals[0];
    Real low = 1e300, high = -1e300;
    for (const Vec3& v : body.vertices) {
      const Real z = dot(up, X_pb * v) - plate.offsets[0];
      low = std::min(low, z), high = std::max(high, z);
    }
    const Real shorter = std::min(-low, high);
    ASSERT_LE(-link.gap, shorter + 1e-12);
    if (std::fabs(dot(out, up)) > 1 - 1e-12) {
      ++through_the_face;
      ASSERT_NEAR(-link.gap, shorter, 1e-12);
      ASSERT_EQ(dot(out, up) > 0, -low < high);
    } else {
      ++round_the_edge;
    }
  }
  EXPECT_GT(through_the_face, 500);
  EXPECT_GT(round_the_edge, 500);
}

}  // namespace
}  // namespace scree::testing
