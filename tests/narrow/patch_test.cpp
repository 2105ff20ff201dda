#include "scree/narrow/polyhedron/patch.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "narrow/polyhedron_cases.hpp"
#include "scree/solids/flat_polyhedron.hpp"

namespace scree::testing {
namespace {

using namespace space;

// The second moment of a patch between two directions.
Real second(const Patch& p, const Vec3& e, const Vec3& f) {
  return dot(e, p.g1) * dot(f, p.g1) + dot(e, p.g2) * dot(f, p.g2);
}
// Across n, along the longest extent of the patch.
Vec3 longest_axis(const Patch& p, const Vec3& n) {
  const Vec3 e1 = any_perpendicular(n), e2 = cross(n, e1);
  const Real turn = std::atan2(2 * second(p, e1, e2), second(p, e1, e1) - second(p, e2, e2)) / 2;
  return std::cos(turn) * e1 + std::sin(turn) * e2;
}
Real extent(const Patch& p) { return std::sqrt(norm2(p.g1) + norm2(p.g2)); }

// All figures of two patches agree to a part `tolerance` of their size; `q` may be given in another frame (X to it).
void expect_same(const Patch& p, const Patch& q, const Pose& X, Real tolerance, Real scale = 1) {
  EXPECT_NEAR(p.j3 * std::pow(scale, 5), q.j3, tolerance * q.j3);
  EXPECT_NEAR(p.j4 * std::pow(scale, 6), q.j4, tolerance * q.j4);
  EXPECT_NEAR(p.depth * scale, q.depth, tolerance * q.depth);
  EXPECT_LT(norm(X * (scale * p.centre) - q.centre), tolerance * extent(q));
  for (const Vec3& e : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    for (const Vec3& f : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
      EXPECT_NEAR(scale * scale * second(p, transpose(X.R) * e, transpose(X.R) * f), second(q, e, f),
                  10 * tolerance * extent(q) * extent(q));
}

Patch in_plane(const PolyhedronData& p, const Vec3& n_out, Real offset, Real scale = 1) {
  Patch patch;
  EXPECT_TRUE(plane_patch(p.view(scale), n_out, offset, patch));
  return patch;
}
Patch between(const PolyhedronData& a, const PolyhedronData& b, const Pose& X) {
  Patch patch;
  EXPECT_TRUE(find_patch(a.view(), b.view(), X, solve(a, b, X).link, patch));
  return patch;
}

TEST(PlanePatch, OfABoxThatLiesFlatIsARectangle) {
  const Patch p = in_plane(scree::box({2, 1, 3}), {0, 0, 1}, -1.4);
  EXPECT_NEAR(p.j3, 2 * std::pow(0.1, 3), 1e-15);
  EXPECT_NEAR(p.j4, 2 * std::pow(0.1, 4), 1e-15);
  EXPECT_NEAR(p.depth, 0.1, 1e-15);
  EXPECT_LT(norm(p.centre - Vec3{0, 0, -1.45}), 1e-14);  // half-way between the wall and the face
  EXPECT_NEAR(second(p, {1, 0, 0}, {1, 0, 0}), Real(1) / 3, 1e-14);
  EXPECT_NEAR(second(p, {0, 1, 0}, {0, 1, 0}), Real(1) / 12, 1e-14);
  EXPECT_NEAR(second(p, {1, 0, 0}, {0, 1, 0}), 0, 1e-14);
}

// Tilted by the angle t about y: the depth falls from D to nothing over D / tan t in x on one side of the edge.
TEST(PlanePatch, OfATiltedCubeIsAWedge) {
  const Real t = 0.3, d = 0.02;
  const Vec3 n{std::sin(t), 0, std::cos(t)};
  const PolyhedronData c = cube();
  const Patch p = in_plane(c, n, -0.5 * (n.x + n.z) + d);
  const Real width = d / std::tan(t) + d * std::tan(t);
  EXPECT_NEAR(p.j3, width * std::pow(d, 3) / 4, 1e-12 * p.j3);
  EXPECT_NEAR(p.j4, width * std::pow(d, 4) / 5, 1e-12 * p.j4);
  // Each wedge has its centre of delta^3 at a fifth of its width.
  const Real up = d / std::tan(t), down = d * std::tan(t);
  const Vec3 across{n.z, 0, -n.x};  // in the plane, along the bottom face
  const Real along = dot(p.centre - Vec3{-0.5, 0, -0.5}, across);
  EXPECT_NEAR(along, (up * up - down * down) / 5 / width, 1e-12);
  EXPECT_NEAR(second(p, {0, 1, 0}, {0, 1, 0}), Real(1) / 12, 1e-12);
}

TEST(PlanePatch, OfAVertexIsACone) {
  const PolyhedronData o = octahedron();  // edges of 1, its lowest vertex at -1/sqrt 2, slopes of the edges 1
  const Real d = 0.01, area = 2 * d * d;
  const Patch p = in_plane(o, {0, 0, 1}, -std::sqrt(Real(0.5)) + d);
  EXPECT_NEAR(p.j3, area * std::pow(d, 3) / 10, 1e-12 * p.j3);
  EXPECT_NEAR(p.j4, area * std::pow(d, 4) / 15, 1e-12 * p.j4);
  EXPECT_LT(norm(tangential(p.centre, Vec3{0, 0, 1})), 1e-15);
  // int x^2 delta^3 over int delta^3 for delta = d - |x| - |y|: two more factors in the beta integrals.
  EXPECT_NEAR(second(p, {1, 0, 0}, {1, 0, 0}), d * d / 21, 1e-12 * d * d);
  EXPECT_NEAR(second(p, {1, 0, 0}, {0, 1, 0}), 0, 1e-12 * d * d);
}

TEST(PlanePatch, IsNoneAboveThePlane) {
  Patch patch;
  EXPECT_FALSE(plane_patch(cube().view(), {0, 0, 1}, -0.5, patch));
  EXPECT_FALSE(plane_patch(cube().view(), {0, 0, 1}, -0.6, patch));
}

TEST(Patch, OfTwoEdgesIsAQuadrilateralWithThemAsDiagonals) {
  const PolyhedronData c = cube();
  const Real d = 0.01, quarter = std::atan(Real(1)), reach = std::sqrt(Real(0.5));
  for (const Real turn : {2 * quarter, Real(1), Real(0.4)}) {
    // Two cubes on their edges, the upper one turned by `turn` about the vertical.
    const Pose X_a = at({0, 0, 0}, {quarter, 0, 0});
    const Pose X_b = at({0.05, -0.03, 2 * reach - d}, {0, 0, turn}) * at({0, 0, 0}, {quarter, 0, 0});
    const Pose X = inverse(X_a) * X_b;
    const Link link = solve(c, c, X).link;
    ASSERT_EQ(link.a.kind, FeatureKind::kEdge);
    ASSERT_EQ(link.b.kind, FeatureKind::kEdge);
    ASSERT_NEAR(link.gap, -d, 1e-12);
    const Patch p = between(c, c, X);
    // Slopes of 1 at right angles to the edges, 1 / sin(turn) along the other edge.
    const Real area = 2 * d * d / std::sin(turn);
    EXPECT_NEAR(p.j3, area * std::pow(d, 3) / 10, 1e-11 * p.j3);
    EXPECT_NEAR(p.j4, area * std::pow(d, 4) / 15, 1e-11 * p.j4);
    EXPECT_NEAR(p.depth, d, 1e-12);
  }
}

TEST(Patch, OfTwoStackedCubesIsWhereTheirFacesLieOverEachOther) {
  const PolyhedronData c = cube();
  const Patch p = between(c, c, at({0.3, -0.2, 0.99}));
  EXPECT_NEAR(p.j3, 0.7 * 0.8 * 1e-6, 1e-15);
  EXPECT_NEAR(p.j4, 0.7 * 0.8 * 1e-8, 1e-17);
  EXPECT_LT(norm(p.centre - Vec3{0.15, -0.1, 0.495}), 1e-12);
  EXPECT_NEAR(second(p, {1, 0, 0}, {1, 0, 0}), 0.7 * 0.7 / 12, 1e-12);
}

// Exactly one over the other, with sides that slope: all that lies outside the two faces lies across both of their
// sides at once.
// A cube lies with an edge on a cube, its lower face rising from there with a slope: the rim runs along borders of the
// face below, inside of them or beyond, in four directions, so that it meets zeros of either sign.
TEST(Patch, OfAFaceThatRisesAlongBordersIsAWedge) {
  const PolyhedronData c = cube();
  const Real d = 0.01, phi = 0.05, slope = std::tan(phi), width = 0.7;
  for (const Real edge : {Real(0.1), Real(0.4)}) {  // the rim 0.2 from it, at 0.3 or at 0.6, where there is no face
    const Vec3 centre{edge + (std::cos(phi) - std::sin(phi)) / 2, 0.3, 0.5 - d + (std::cos(phi) + std::sin(phi)) / 2};
    const Real least = std::max(Real(0), d - (Real(0.5) - edge) * slope);
    const auto wedge = [&](int power) {
      const Real n = power + 1;
      return width / n * ((std::pow(d, n) - std::pow(least, n)) / slope + std::pow(d, n) * slope);
    };
    for (int quarter = 0; quarter < 4; ++quarter) {
      const Pose X = at({0, 0, 0}, {0, 0, quarter * std::acos(Real(0))}) * at(centre, {0, -phi, 0});
      const Patch p = between(c, c, X);
      EXPECT_NEAR(p.j3, wedge(3), 1e-10 * p.j3) << edge << " " << quarter;
      EXPECT_NEAR(p.j4, wedge(4), 1e-10 * p.j4) << edge << " " << quarter;
    }
  }
}

TEST(Patch, DoesNotLoseTheRimWhereSidesLieOverEachOther) {
  const std::vector<Vec3> points = {{-1, -1, 0},       {1, -1, 0},       {1, 1, 0},       {-1, 1, 0},
                                    {-0.5, -0.5, 0.5}, {0.5, -0.5, 0.5}, {0.5, 0.5, 0.5}, {-0.5, 0.5, 0.5}};
  const PolyhedronData a = hull_of(points);
  const Real d = 0.02;
  const auto turned_over = [&](Real x) { return at({x, 0, 1 - d}, {std::acos(Real(-1)), 0, 0}); };
  const Patch p = between(a, a, turned_over(0));
  // Slopes of 1 on both bodies: the thickness falls from d to nothing over d / 2.
  const Real rim = 4 * (d / 2) * std::pow(d, 3) / 4 + 4 * std::pow(d, 5) / 40;
  EXPECT_NEAR(p.j3, std::pow(d, 3) + rim, 1e-9 * p.j3);
  const Patch q = between(a, a, turned_over(1e-9));
  EXPECT_NEAR(q.j3, p.j3, 1e-7 * p.j3);
}

// --- Brute force: rays along n on a grid, with the half spaces of both bodies alone.

struct Interval {
  Real low, high;
};
Interval on_ray(const PolyhedronData& p, const Vec3& o, const Vec3& d) {
  Interval in{-1e300, 1e300};
  for (std::size_t f = 0; f < p.normals.size(); ++f) {
    const Real k = dot(p.normals[f], d), left = p.offsets[f] - dot(p.normals[f], o);
    if (std::fabs(k) < 1e-12) {
      if (left < 0) return {1, -1};
    } else if (k > 0) {
      in.high = std::min(in.high, left / k);
    } else {
      in.low = std::max(in.low, left / k);
    }
  }
  return in;
}

struct Box2 {
  Real lo[2], hi[2];
};
Box2 shadow(const PolyhedronData& p, const Pose& X, const Vec3& e1, const Vec3& e2) {
  Box2 b{{1e300, 1e300}, {-1e300, -1e300}};
  for (const Vec3& v : p.vertices) {
    const Real at[2] = {dot(e1, X * v), dot(e2, X * v)};
    for (int k = 0; k < 2; ++k) b.lo[k] = std::min(b.lo[k], at[k]), b.hi[k] = std::max(b.hi[k], at[k]);
  }
  return b;
}

// Calls f(x, y, delta, cell area) on a grid over the box, where delta > 0.
template <class F>
void on_grid(const PolyhedronData& a, const PolyhedronData& b, const Pose& X, const Vec3& n, const Vec3& e1,
             const Vec3& e2, const Box2& box, int cells, const F& f) {
  const Pose Y = inverse(X);
  const Real dx = (box.hi[0] - box.lo[0]) / cells, dy = (box.hi[1] - box.lo[1]) / cells;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const Real x = box.lo[0] + (i + 0.5) * dx, y = box.lo[1] + (j + 0.5) * dy;
      const Vec3 o = x * e1 + y * e2;
      const Interval in_a = on_ray(a, o, n), in_b = on_ray(b, Y * o, Y.R * n);
      if (in_a.low > in_a.high || in_b.low > in_b.high) continue;
      const Real delta = in_a.high - in_b.low;
      if (delta > 0) f(x, y, delta, dx * dy);
    }
}

struct Sums {
  Real j3 = 0, j4 = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, depth = 0;
};
Sums brute_force(const PolyhedronData& a, const PolyhedronData& b, const Pose& X, const Vec3& n, const Vec3& e1,
                 const Vec3& e2, const Patch& patch) {
  const Box2 sa = shadow(a, {}, e1, e2), sb = shadow(b, X, e1, e2);
  Box2 all, box;
  const Vec3 e[2] = {e1, e2};
  for (int k = 0; k < 2; ++k) {
    all.lo[k] = std::max(sa.lo[k], sb.lo[k]), all.hi[k] = std::min(sa.hi[k], sb.hi[k]);
    // Where the patch says it is; the coarse grid over everything adds what it left out.
    const Real c = dot(e[k], patch.centre), w = 8 * std::sqrt(second(patch, e[k], e[k]));
    box.lo[k] = c - w, box.hi[k] = c + w;
  }
  on_grid(a, b, X, n, e1, e2, all, 80, [&](Real x, Real y, Real, Real) {
    const Real at[2] = {x, y};
    for (int k = 0; k < 2; ++k) {
      const Real cell = (all.hi[k] - all.lo[k]) / 80;
      if (at[k] < box.lo[k]) box.lo[k] = at[k] - cell;
      if (at[k] > box.hi[k]) box.hi[k] = at[k] + cell;
    }
  });
  for (int k = 0; k < 2; ++k) box.lo[k] = std::max(box.lo[k], all.lo[k]), box.hi[k] = std::min(box.hi[k], all.hi[k]);
  Sums s;
  on_grid(a, b, X, n, e1, e2, box, 250, [&](Real x, Real y, Real delta, Real cell) {
    const Real w = delta * delta * delta * cell;
    s.j3 += w, s.j4 += w * delta, s.x += w * x, s.y += w * y, s.depth = std::max(s.depth, delta);
    s.xx += w * x * x, s.xy += w * x * y, s.yy += w * y * y;
  });
  s.x /= s.j3, s.y /= s.j3;
  s.xx = s.xx / s.j3 - s.x * s.x, s.xy = s.xy / s.j3 - s.x * s.y, s.yy = s.yy / s.j3 - s.y * s.y;
  return s;
}

void expect_brute_force(const PolyhedronData& a, const PolyhedronData& b, const Pose& X, const Link& link) {
  Patch p;
  ASSERT_TRUE(find_patch(a.view(), b.view(), X, link, p));
  const Vec3 e1 = longest_axis(p, link.n), e2 = cross(link.n, e1);
  const Sums s = brute_force(a, b, X, link.n, e1, e2, p);
  const Real length = std::sqrt(s.xx + s.yy);
  ASSERT_NEAR(p.j3, s.j3, 0.01 * s.j3);
  ASSERT_NEAR(p.j4, s.j4, 0.01 * s.j4);
  ASSERT_NEAR(dot(e1, p.centre), s.x, 0.01 * length);
  ASSERT_NEAR(dot(e2, p.centre), s.y, 0.01 * length);
  ASSERT_NEAR(second(p, e1, e1), s.xx, 0.02 * s.xx);
  ASSERT_NEAR(second(p, e2, e2), s.yy, 0.02 * length * length);
  ASSERT_NEAR(second(p, e1, e2), s.xy, 0.02 * length * length);
  ASSERT_NEAR(p.depth, s.depth, 0.05 * s.depth);  // the grid misses the deepest point
  ASSERT_NEAR(dot(link.n, p.centre), dot(link.n, link.p_a + link.p_b) / 2, 1e-10);
}

// A random pair that overlaps by up to `most` of the smaller one; sizes differ by up to 3.
struct Overlapping {
  PolyhedronData a, b;
  Pose X;
  Link link;
};
bool random_overlap(std::mt19937& rng, const std::vector<PolyhedronData>& shapes, Real most, Overlapping& o) {
  o.a = shapes[rng() % shapes.size()];
  o.b = moved(shapes[rng() % shapes.size()], Pose{}, uniform(rng, 0.33, 3));
  o.X = {rng() % 4 ? random_rotation(rng) : Mat3::identity(), {0, 0, 0}};
  o.X.p = o.a.centre - o.X.R * o.b.centre + uniform(rng, 0, 1.05) * (o.a.radius + o.b.radius) * random_unit(rng);
  o.X = with_gap({o.a, o.b, o.X}, -uniform(rng, 0.002, most) * std::min(o.a.radius, o.b.radius));
  o.link = solve(o.a, o.b, o.X).link;
  return o.link.gap < 0;
}
std::vector<PolyhedronData> many_polyhedra() {
  std::vector<PolyhedronData> shapes = some_polyhedra();
  shapes.push_back(octahedron());
  shapes.push_back(stone(60, 0.9, 0.8, 9));
  shapes.push_back(prism(40, 0.3));  // faces laid over each other in pieces
  return shapes;
}

TEST(Patch, IsWhatRaysThroughBothBodiesSum) {
  std::mt19937 rng(31);
  const std::vector<PolyhedronData> shapes = many_polyhedra();
  int kinds[3][3] = {};
  for (int trial = 0; trial < 50; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    Overlapping o;
    if (!random_overlap(rng, shapes, 0.1, o)) continue;
    ++kinds[int(o.link.a.kind)][int(o.link.b.kind)];
    expect_brute_force(o.a, o.b, o.X, o.link);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(kinds[0][2] + kinds[2][0], 15);
  EXPECT_GT(kinds[1][1], 10);
  EXPECT_GT(kinds[1][2] + kinds[2][1] + kinds[2][2], 0);
}

// Sides are worked through in fours.
TEST(Patch, OfFacesWithAnyNumberOfSidesIsRight) {
  for (int n = 3; n <= 18; ++n) {
    SCOPED_TRACE(::testing::Message() << n << " sides");
    const PolyhedronData a = prism(n, 0.3), b = prism(n % 7 + 3, 0.4);
    for (const Vec3 tilt : {Vec3{0, 0, 0.2}, Vec3{0.03, 0.02, 0.2}}) {
      Pose X = at({0.3, 0.1, 0.5}, tilt);
      X = with_gap({a, b, X}, -0.05 * a.radius);
      const Link link = solve(a, b, X).link;
      ASSERT_LT(link.gap, 0);
      expect_brute_force(a, b, X, link);
    }
  }
}

// Few faces in all, but more of them in the patch than get numbers: the walk starts anew without.
TEST(Patch, OfMoreFacesThanGetNumbersIsRight) {
  const PolyhedronData a = stone(30, 1, 1, 5), b = stone(32, 1, 1, 6);
  ASSERT_LE(std::max(a.n_faces(), b.n_faces()), 64);
  for (const Real depth : {0.05, 0.15, 0.4}) {
    SCOPED_TRACE(::testing::Message() << "depth " << depth);
    Pose X = at({0.1, 0.2, 0}, {0.1, 0.2, 0.3});
    X = with_gap({a, b, X}, -depth * a.radius);
    const Link link = solve(a, b, X).link;
    ASSERT_LT(link.gap, 0);
    expect_brute_force(a, b, X, link);
  }
}

// More pairs of faces than the list holds: all of them are tried.
TEST(Patch, OfManyFacesIsStillRight) {
  const PolyhedronData a = stone(150, 1, 1, 3), b = stone(150, 1, 1, 4);
  Pose X = at({0.1, 0.2, 0}, {0.1, 0.2, 0.3});
  X = with_gap({a, b, X}, -0.35 * a.radius);
  const Link link = solve(a, b, X).link;
  ASSERT_LT(link.gap, -0.1 * a.radius);
  expect_brute_force(a, b, X, link);
}

// --- Invariance

TEST(Patch, IsTheSameForBAndA) {
  std::mt19937 rng(32);
  const std::vector<PolyhedronData> shapes = many_polyhedra();
  for (int trial = 0; trial < 500; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    Overlapping o;
    if (!random_overlap(rng, shapes, 0.1, o)) continue;
    Patch p, q;
    ASSERT_TRUE(find_patch(o.a.view(), o.b.view(), o.X, o.link, p));
    const Pose back = inverse(o.X);
    Link other = o.link;
    other.n = -(back.R * o.link.n), other.p_a = back * o.link.p_b, other.p_b = back * o.link.p_a;
    std::swap(other.a, other.b);
    ASSERT_TRUE(find_patch(o.b.view(), o.a.view(), back, other, q));
    expect_same(q, p, o.X, 1e-6);
    if (HasFailure()) return;
  }
}

TEST(Patch, MovesAndGrowsWithTheBodies) {
  std::mt19937 rng(33);
  const std::vector<PolyhedronData> shapes = many_polyhedra();
  for (int trial = 0; trial < 500; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    Overlapping o;
    if (!random_overlap(rng, shapes, 0.1, o)) continue;
    Patch p, q;
    ASSERT_TRUE(find_patch(o.a.view(), o.b.view(), o.X, o.link, p));
    const Real scale = uniform(rng, 0.001, 50);
    const Pose X_a{random_rotation(rng), random_vec(rng)};
    const PolyhedronData a = moved(o.a, X_a), b = o.b;
    Link link = o.link;
    const auto move = [&](const Vec3& x) { return scale * (X_a * x); };
    link.gap *= scale, link.n = X_a.R * link.n, link.p_a = move(link.p_a), link.p_b = move(link.p_b);
    Pose X = X_a * o.X;
    X.p = scale * X.p;
    ASSERT_TRUE(find_patch(a.view(scale), b.view(scale), X, link, q));
    Pose grown = X_a;
    grown.p = scale * X_a.p;
    expect_same(p, q, grown, 1e-6, scale);
    if (HasFailure()) return;
  }
}

// --- Continuity: just before and just after something enters or leaves, all figures are the same.

// The largest change from p to q, relative to their size.
Real change(const Patch& p, const Patch& q) {
  Real most = std::max({std::fabs(p.j3 / q.j3 - 1), std::fabs(p.j4 / q.j4 - 1), norm(p.centre - q.centre) / extent(p)});
  for (const Vec3& e : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    most = std::max(most, std::fabs(second(p, e, e) - second(q, e, e)) / norm2(Vec3{extent(p), 0, 0}));
  return most;
}
// Between t0 and t1 the key of the contact changes; the two sides of the place where it does.
template <class Key>
void narrow_down(Real& t0, Real& t1, const Key& key) {
  const auto at_0 = key(t0);
  while (t1 - t0 > 1e-12) {
    const Real t = (t0 + t1) / 2;
    (key(t) == at_0 ? t0 : t1) = t;
  }
}

TEST(PlanePatch, IsContinuousWhereAVertexEnters) {
  std::mt19937 rng(34);
  const std::vector<PolyhedronData> shapes = many_polyhedra();
  int events = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const PolyhedronData& s = shapes[rng() % shapes.size()];
    const Vec3 n0 = random_unit(rng), spin = random_vec(rng);
    const Real depth = 0.1 * s.radius;
    const Real offset = -scan(s.view(), -n0).value + depth;
    const auto normal = [&](Real t) { return to_matrix(rotation_by(t * spin)) * n0; };
    const auto key = [&](Real t) {
      const Vec3 n = normal(t);
      return std::count_if(s.vertices.begin(), s.vertices.end(), [&](const Vec3& v) { return dot(n, v) < offset; });
    };
    Real t0 = 0, t1 = 0.02;
    if (key(t0) == key(t1) || key(t1) == 0) continue;
    narrow_down(t0, t1, key);
    ++events;
    EXPECT_LT(change(in_plane(s, normal(t0), offset), in_plane(s, normal(t1), offset)), 1e-7) << "trial " << trial;
  }
  EXPECT_GT(events, 20);
}

// Along a motion the features of the contact change. Where the normal does not jump, neither does the patch: an edge
// pair becomes a face contact, a vertex leaves a face.
TEST(Patch, IsContinuousWhereFeaturesChangeAndTheNormalDoesNotJump) {
  std::mt19937 rng(35);
  const std::vector<PolyhedronData> shapes = many_polyhedra();
  int events = 0, edge_to_face = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Overlapping o;
    if (!random_overlap(rng, shapes, 0.1, o)) continue;
    const Vec3 shift = 0.1 * o.a.radius * random_vec(rng), spin = random_vec(rng);
    const auto pose = [&](Real t) { return Pose{to_matrix(rotation_by(t * spin)) * o.X.R, o.X.p + t * shift}; };
    const auto key = [&](Real t) {
      const Link l = solve(o.a, o.b, pose(t)).link;
      return std::pair{std::pair{l.a.kind, l.a.index}, std::pair{l.b.kind, l.b.index}};
    };
    Real t0 = 0, t1 = 0.05;
    if (key(t0) == key(t1)) continue;
    narrow_down(t0, t1, key);
    const Link l0 = solve(o.a, o.b, pose(t0)).link, l1 = solve(o.a, o.b, pose(t1)).link;
    if (norm(l0.n - l1.n) > 1e-9 || l0.gap > -1e-4 || l1.gap > -1e-4) continue;
    Patch p, q;
    ASSERT_TRUE(find_patch(o.a.view(), o.b.view(), pose(t0), l0, p));
    ASSERT_TRUE(find_patch(o.a.view(), o.b.view(), pose(t1), l1, q));
    ++events;
    const auto has_face = [](const Link& l) {
      return l.a.kind == FeatureKind::kFace || l.b.kind == FeatureKind::kFace;
    };
    edge_to_face += has_face(l0) != has_face(l1);
    ASSERT_LT(change(p, q), 1e-5) << "trial " << trial;
  }
  EXPECT_GT(events, 100);
  EXPECT_GT(edge_to_face, 50);
}

// --- The wall's force is the derivative of W = sqrt(J4): 2 J3 / sqrt(J4) along n, at the centre of pressure. Exactly
// so where every face that reaches into the wall faces it. Sides that are steep or overhang carry no load, which shifts
// the torque by some of the depth.

bool overhangs(const PolyhedronData& s, const Vec3& n, Real offset) {
  for (std::size_t f = 0; f < s.normals.size(); ++f) {
    if (dot(n, s.normals[f]) < 0) continue;
    for (int h = s.face_start[f]; h < s.face_start[f + 1]; ++h)
      if (dot(n, s.vertices[std::size_t(s.loop[std::size_t(h)])]) < offset) return true;
  }
  return false;
}

TEST(PlanePatch, GivesForcesThatAreDerivativesOfAnEnergy) {
  std::mt19937 rng(36);
  const std::vector<PolyhedronData> shapes = many_polyhedra();
  int exact = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const PolyhedronData& s = shapes[rng() % shapes.size()];
    const Mat3 R = random_rotation(rng);
    const Real depth = uniform(rng, 0.01, 0.2) * s.radius, h = 1e-5 * depth;
    const Vec3 up{0, 0, 1}, n = transpose(R) * up;
    const Real z = scan(s.view(), -n).value - depth;  // of the body's origin above the wall
    const auto energy = [&](const Vec3& turn, Real lift) {
      return std::sqrt(in_plane(s, transpose(to_matrix(rotation_by(turn)) * R) * up, -(z + lift)).j4);
    };
    const Patch p = in_plane(s, n, -z);
    const Real force = 2 * p.j3 / std::sqrt(p.j4);
    ASSERT_NEAR(-(energy({}, h) - energy({}, -h)) / (2 * h), force, 1e-5 * force) << "trial " << trial;
    const Vec3 torque = cross(R * p.centre, force * up);
    const bool shifted = overhangs(s, n, -z);
    exact += !shifted;
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      const Real k = h / s.radius;
      ASSERT_NEAR(-(energy(k * axis, 0) - energy(-k * axis, 0)) / (2 * k), dot(axis, torque),
                  force * (1e-5 * s.radius + (shifted ? depth : 0)))
          << "trial " << trial;
    }
  }
  EXPECT_GT(exact, 100);
}

// --- Plates

TEST(Patch, OfACubeOnAPlateIsTheFaceOfTheCube) {
  const PolyhedronData plate = flat_polyhedron({{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}});
  for (const Real side : {Real(1), Real(-1)}) {
    const Patch p = between(plate, cube(), at({0.2, 0.1, side * 0.49}));
    EXPECT_NEAR(p.j3, 1e-6, 1e-15);
    EXPECT_NEAR(p.depth, 0.01, 1e-14);
  }
}

// A plate without thickness that cuts into a face with its rim has no area across the normal.
TEST(Patch, OfThePlatesRimIsAPoint) {
  const PolyhedronData plate = flat_polyhedron({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  const Patch p = between(plate, cube(), at({0, 1.49, 0}));
  EXPECT_GT(p.j3, 0);
  EXPECT_NEAR(p.depth, 0.01, 1e-14);
  EXPECT_LT(extent(p), 0.01);
  EXPECT_LT(norm(p.centre - Vec3{0, 0.995, 0}), 1e-12);
}

}  // namespace
}  // namespace scree::testing
