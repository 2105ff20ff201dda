// Contacts by shrunken edges: the worked examples, and what must hold of any pair.
#include "scree/narrow/shrunken_edge.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "narrow/polyhedron_cases.hpp"
#include "scree/shape/shrunken_shape.hpp"

namespace scree {
namespace {

using namespace testing::space;
constexpr Real kPi = std::numbers::pi_v<Real>;

std::string type_name(FeatureKind a, FeatureKind b) {
  constexpr const char* names[] = {"vertex", "edge", "face"};
  return std::string(names[int(a)]) + "-" + names[int(b)];
}

struct Block {
  PolyhedronData shape;
  Pose X;
};
Block brick(const Vec3& lo, const Vec3& hi) { return {box(hi - lo), at((lo + hi) / 2)}; }

struct Seen {
  bool touches = false;
  ShrunkenContact c;
  Vec3 n;  // in world axes
  std::string type() const { return touches ? type_name(c.a, c.b) : "none"; }
};
Seen meet(const Block& a, const Block& b, Shrinkage shrinkage = {}) {
  const ShrunkenShape of_a = shrunken(a.shape, shrinkage.part), of_b = shrunken(b.shape, shrinkage.part);
  const PolyhedronView view_a = a.shape.view(), view_b = b.shape.view();
  const ShrunkenView sa(view_a, of_a), sb(view_b, of_b);
  LinkCache cache;
  LinkCounters counters;
  Seen seen;
  seen.touches = find_shrunken_contact(sa, sb, inverse(a.X) * b.X, shrunken_tolerance(sa, sb, shrinkage.tolerance), 0,
                                       true, cache, seen.c, counters);
  seen.n = a.X.R * seen.c.n;
  return seen;
}

const Block kFloor = brick({0, 0, 0}, {1, 1, 1});
const Block kRidge = {box({1, 1, 1}), at({0, 0, 0}, {0, kPi / 4, 0})};  // along y, its top at sqrt(1/2)

// A cube of half side 0.25 turned by R, its lowest point over (x, y) and `pen` below z.
Block standing(const Mat3& R, Real x, Real y, Real z, Real pen) {
  Block b{box({0.5, 0.5, 0.5}), {R, {x, y, 0}}};
  Real lowest = 1;
  for (const Vec3& v : b.shape.vertices) lowest = std::min(lowest, (R * v).z);
  b.X.p.z = z - pen - lowest;
  return b;
}
Mat3 on_edge_along_y() { return to_matrix(rotation_by({0, kPi / 4, 0})); }
Mat3 on_edge_along_x() { return to_matrix(rotation_by({kPi / 4, 0, 0})); }
// The diagonal upright.
Mat3 on_corner() {
  const Vec3 from = normalized(Vec3{-1, -1, -1}), to{0, 0, -1};
  const Vec3 axis = cross(from, to);
  return to_matrix(rotation_by(std::asin(norm(axis)) * normalized(axis)));
}
Mat3 turned_about_z(Real angle, const Mat3& R) { return to_matrix(rotation_by({0, 0, angle})) * R; }

void expect_count(const ShrunkenCount& c, int whole, int one_end, int passes, int vertices, int faces) {
  EXPECT_EQ(c.relations[0], whole);
  EXPECT_EQ(c.relations[1], one_end);
  EXPECT_EQ(c.relations[2], passes);
  EXPECT_EQ(c.vertices, vertices);
  EXPECT_EQ(c.target_faces, faces);
}

TEST(ShrunkenShape, ACubeHas24PointsInItsFaces) {
  const PolyhedronData cube = box({1, 1, 1});
  const ShrunkenShape s = shrunken(cube, 0.01);
  ASSERT_EQ(s.points.size(), 24u);
  EXPECT_NEAR(s.inset, 0.005, 1e-15);
  EXPECT_NEAR(s.lag, 0.01 * std::sqrt(0.5), 1e-15);
  const PolyhedronView view = cube.view();
  for (int f = 0; f < 6; ++f)
    for (int h = view.face_start[f]; h < view.face_start[f + 1]; ++h) {
      const Vec3 p = s.points[std::size_t(h)];
      EXPECT_NEAR(dot(view.normals[f], p), view.offsets[f], 1e-15);
      EXPECT_NEAR(norm(p - view.vertices[view.loop[h]]), s.lag, 1e-15);
    }
}

TEST(ShrunkenEdge, E1FaceOnFace) {
  const Seen s = meet(brick({0.25, 0.25, 1}, {1.25, 1.25, 2}), kFloor);
  EXPECT_EQ(s.type(), "face-face");
  EXPECT_NEAR(s.c.area, 0.5625, 1e-14);
  EXPECT_EQ(s.c.n_points, 4);
  EXPECT_NEAR(s.c.gap, 0, 1e-15);
  EXPECT_NEAR(s.n.z, -1, 1e-15);
}

TEST(ShrunkenEdge, E2EdgeOnFace) {
  EXPECT_EQ(meet(standing(on_edge_along_y(), 0.5, 0.5, 1, 0), kFloor).type(), "none");
  for (const Real pen : {0.002, 0.004, 0.02}) {
    const Seen s = meet(standing(on_edge_along_y(), 0.5, 0.5, 1, pen), kFloor);
    EXPECT_EQ(s.type(), "edge-face") << pen;
    EXPECT_EQ(s.c.n_points, 2);
    EXPECT_NEAR(s.n.z, -1, 1e-14);
    EXPECT_NEAR(s.c.lag, 0.01 * 0.25 * std::sqrt(0.5), 1e-14);
    EXPECT_NEAR(s.c.gap, s.c.lag - pen, 1e-14);
  }
  const Seen s = meet(standing(on_edge_along_y(), 0.5, 0.5, 1, 0.002), kFloor);
  expect_count(s.c.count[0], 2, 4, 0, 2, 1);
  expect_count(s.c.count[1], 0, 0, 0, 0, 0);
}

// Part of the edge hangs over the rim. Where only the rim sees it, the reconstruction calls it edge-edge; the edge lies
// in the face, and is called so here.
TEST(ShrunkenEdge, E2bEdgeOverTheRim) {
  EXPECT_EQ(meet(standing(on_edge_along_y(), 0.5, 0.95, 1, 0), kFloor).type(), "edge-face");
  const Seen s = meet(standing(on_edge_along_y(), 0.5, 0.95, 1, 0.002), kFloor);
  EXPECT_EQ(s.type(), "edge-face");
  EXPECT_EQ(s.c.count[0].vertices, 1);
  EXPECT_EQ(s.c.n_points, 2);
}

TEST(ShrunkenEdge, E3VertexOnFace) {
  EXPECT_EQ(meet(standing(on_corner(), 0.5, 0.5, 1, 0), kFloor).type(), "none");
  for (const Real pen : {0.002, 0.004, 0.02}) {
    const Seen s = meet(standing(on_corner(), 0.5, 0.5, 1, pen), kFloor);
    EXPECT_EQ(s.type(), "vertex-face") << pen;
    expect_count(s.c.count[0], 0, 6, 0, 1, 1);
    EXPECT_EQ(s.c.n_points, 1);
    EXPECT_NEAR(s.n.z, -1, 1e-14);
    EXPECT_NEAR(s.c.points[0].gap, s.c.gap, 1e-14);
    EXPECT_NEAR(s.c.lag, 0.01 * 0.5 / std::sqrt(3.0), 1e-14);
  }
}

TEST(ShrunkenEdge, E4CrossedEdges) {
  const Real top = std::sqrt(0.5);
  for (const Real pen : {0.004, 0.01}) {
    const Seen s = meet(standing(on_edge_along_x(), 0, 0, top, pen), kRidge);
    EXPECT_EQ(s.type(), "edge-edge") << pen;
    expect_count(s.c.count[0], 0, 0, 2, 0, 2);
    EXPECT_NEAR(s.n.z, -1, 1e-14);
    EXPECT_EQ(s.c.n_points, 1);
  }
}

TEST(ShrunkenEdge, E5VertexOnEdge) {
  const Real top = std::sqrt(0.5);
  for (const Real pen : {0.002, 0.004, 0.008}) {
    const Seen s = meet(standing(on_corner(), 0, 0, top, pen), kRidge);
    EXPECT_EQ(s.type(), "vertex-edge") << pen;
    EXPECT_EQ(s.c.count[0].vertices, 1);
    EXPECT_EQ(s.c.count[0].target_faces, 2);
  }
}

TEST(ShrunkenEdge, E6VertexOnVertex) {
  Block lower = standing(turned_about_z(0.3, transpose(on_corner())), 0, 0, 0, 0);
  lower.X = {turned_about_z(0.3, to_matrix(rotation_by({kPi, 0, 0})) * on_corner()), {0, 0, 0}};
  Real top = -1;
  for (const Vec3& v : lower.shape.vertices) top = std::max(top, (lower.X * v).z);
  EXPECT_EQ(meet(standing(on_corner(), 0, 0, top, 0.002), lower).type(), "none");
  for (const Real pen : {0.006, 0.008}) {
    const Seen s = meet(standing(on_corner(), 0, 0, top, pen), lower);
    EXPECT_EQ(s.type(), "vertex-vertex") << pen;
    EXPECT_EQ(s.c.count[0].vertices, 1);
    EXPECT_EQ(s.c.count[0].target_faces, 3);
  }
}

TEST(ShrunkenEdge, E7CrossedBars) {
  const Seen s = meet(brick({-0.5, -1.5, 1}, {0.5, 1.5, 2}), brick({-1.5, -0.5, 0}, {1.5, 0.5, 1}));
  EXPECT_EQ(s.type(), "face-face");
  EXPECT_NEAR(s.c.area, 1, 1e-14);
  EXPECT_EQ(s.c.count[0].relations[0], 0);
  EXPECT_EQ(s.c.count[0].relations[1], 0);
}

std::vector<Block> stack(int n) {
  std::vector<Block> blocks;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        blocks.push_back(brick(Vec3{Real(i), Real(j), Real(k)}, Vec3{Real(i + 1), Real(j + 1), Real(k + 1)}));
  return blocks;
}
struct Tally {
  int face_face = 0, others = 0;
  Real area = 0;
};
Tally tally(const std::vector<Block>& blocks, Shrinkage shrinkage = {}) {
  Tally t;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (std::size_t j = i + 1; j < blocks.size(); ++j) {
      if (norm(blocks[i].X.p - blocks[j].X.p) > 1.01 * (blocks[i].shape.radius + blocks[j].shape.radius)) continue;
      const Seen s = meet(blocks[i], blocks[j], shrinkage);
      if (!s.touches) continue;
      if (s.type() == "face-face")
        ++t.face_face, t.area += s.c.area;
      else
        ++t.others;
    }
  return t;
}

TEST(ShrunkenEdge, E8StacksHaveOneContactAnInterface) {
  for (const int n : {2, 3, 10}) {
    const Tally t = tally(stack(n));
    EXPECT_EQ(t.face_face, 3 * n * n * (n - 1)) << n;
    EXPECT_EQ(t.others, 0) << n;
    EXPECT_NEAR(t.area, 3 * n * n * (n - 1), 1e-9);
  }
}

// Four blocks that share an edge, and with it vertices: the first figure of the paper. A test of vertices against the
// other block finds several partners within the tolerance for each, and even for blocks that touch along an edge only;
// shrunken edges find one contact for each pair with a common face, and none for the others.
TEST(ShrunkenEdge, FourBlocksAtACornerAreNotAmbiguous) {
  std::vector<Block> blocks;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) blocks.push_back(brick(Vec3{Real(i), Real(j), 0}, Vec3{Real(i + 1), Real(j + 1), 1}));
  int ambiguous = 0, touching = 0;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b) {
      // Faces of B that each vertex of A lies on, and is not outside of any.
      int several = 0;
      const PolyhedronView of_b = blocks[b].shape.view();
      for (const Vec3& v : blocks[a].shape.vertices) {
        const Vec3 x = blocks[a].X * v - blocks[b].X.p;
        int on = 0, outside = 0;
        for (int f = 0; f < of_b.n_faces; ++f) {
          const Real s = dot(of_b.normals[f], x) - of_b.offsets[f];
          on += std::abs(s)<1e-3, outside += s> 1e-3;
        }
        several += outside == 0 && on > 1;
      }
      ambiguous += several > 0;
      const bool share_a_face = norm(blocks[a].X.p - blocks[b].X.p) < 1.1;
      const Seen s = meet(blocks[a], blocks[b]);
      EXPECT_EQ(s.type(), share_a_face ? "face-face" : "none");
      touching += s.touches;
    }
  EXPECT_EQ(ambiguous, 6);  // every pair
  EXPECT_EQ(touching, 4);
}

// Why the tolerance must be smaller than the inset.
TEST(ShrunkenEdge, AToleranceBeyondTheInsetBreaksUniqueness) {
  Shrinkage wide;
  wide.tolerance = 2;
  const Tally t = tally(stack(2), wide);
  EXPECT_GT(t.others + t.face_face, 12);
}

TEST(ShrunkenEdge, E9RunningBond) {
  const Block upper = brick({0.5, 0, 1}, {1.5, 1, 2});
  for (const Block& lower : {kFloor, brick({1, 0, 0}, {2, 1, 1})}) {
    const Seen s = meet(upper, lower);
    EXPECT_EQ(s.type(), "face-face");
    EXPECT_NEAR(s.c.area, 0.5, 1e-14);
  }
}

// A cube cut into six tetrahedra round its diagonal.
std::vector<Block> kuhn_cells(int n) {
  const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  std::vector<Block> blocks;
  for (int c = 0; c < n * n * n; ++c)
    for (const auto& o : order) {
      const Vec3 corner{Real(c % n), Real(c / n % n), Real(c / n / n)};
      std::vector<Vec3> v{corner};
      for (const int axis : o) v.push_back(v.back() + Vec3{Real(axis == 0), Real(axis == 1), Real(axis == 2)});
      const Vec3 mean = (v[0] + v[1] + v[2] + v[3]) / 4;
      for (Vec3& x : v) x = x - mean;
      blocks.push_back({hull_of(v), at(mean)});
    }
  return blocks;
}

TEST(ShrunkenEdge, E10KuhnTetrahedra) {
  const Tally t = tally(kuhn_cells(1));
  EXPECT_EQ(t.face_face, 6);
  EXPECT_EQ(t.others, 0);
  EXPECT_NEAR(t.area, 6 * std::sqrt(2.0) / 2, 1e-13);
  // Six faces inside each cube; two on each side of a cube that is shared.
  const Tally more = tally(kuhn_cells(3));
  EXPECT_EQ(more.face_face, 6 * 27 + 2 * 54);
  EXPECT_EQ(more.others, 0);
}

// Bodies of comparable size in every direction.
std::vector<PolyhedronData> stout_polyhedra() {
  return {tetrahedron(),
          pyramid(),
          cube(),
          fourteen(),
          rhombic_dodecahedron(),
          dodecahedron(),
          box({1, 0.7, 0.5}),
          prism(7, 0.5),
          stone(12, 0.8, 0.7, 3),
          stone(20, 1, 1, 4)};
}
Real lag_of(const Block& a, const Block& b, Real part = 0.01) {
  return shrunken(a.shape, part).lag + shrunken(b.shape, part).lag;
}
struct Two {
  Block a, b;
  Link link;
};
Two random_two(std::mt19937& rng, const std::vector<PolyhedronData>& shapes, Real gap) {
  const Placed pair = random_pair(rng, shapes);
  Two two{{pair.a, {}}, {pair.b, with_gap(pair, gap)}, {}};
  two.link = solve(pair.a, pair.b, two.b.X, LinkMethod::kAxisScan).link;
  return two;
}

TEST(ShrunkenEdge, SeparatedPairsDoNotTouch) {
  std::mt19937 rng(1);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  for (int k = 0; k < 4000; ++k) {
    const Placed pair = random_pair(rng, shapes);
    const Block a{pair.a, {}};
    Block b{pair.b, pair.X};
    b.X = with_gap(pair, lag_of(a, b) * uniform(rng, 1, 10));
    ASSERT_EQ(meet(a, b).type(), "none") << k;
  }
}

TEST(ShrunkenEdge, DeepOverlapsAreNeverMissed) {
  std::mt19937 rng(2);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  int asked = 0;
  for (int k = 0; k < 6000; ++k) {
    const Placed pair = random_pair(rng, shapes);
    const Block a{pair.a, {}}, b{pair.b, pair.X};
    const Link link = solve(pair.a, pair.b, pair.X, LinkMethod::kAxisScan).link;
    const Real lag = std::max(shrunken(pair.a, 0.01).lag, shrunken(pair.b, 0.01).lag);
    if (-link.gap < lag) continue;
    ++asked;
    const Seen s = meet(a, b);
    ASSERT_TRUE(s.touches) << k;
    // Never a way out along which the bodies overlap less than they do.
    ASSERT_LE(-s.c.gap, -s.c.link.gap + 1e-12);
    ASSERT_GE(s.c.lag, 0);
  }
  EXPECT_GT(asked, 2000);
}

std::string exchanged(const Seen& s) { return s.touches ? type_name(s.c.b, s.c.a) : "none"; }

TEST(ShrunkenEdge, SidesMayBeExchanged) {
  std::mt19937 rng(3);
  const std::vector<PolyhedronData> shapes = stout_polyhedra();
  int touching = 0;
  for (int k = 0; k < 2000; ++k) {
    const Two two = random_two(rng, shapes, -uniform(rng, 0, 0.05));
    const Seen s = meet(two.a, two.b), other = meet(two.b, two.a);
    ASSERT_EQ(s.type(), exchanged(other)) << k;
    if (!s.touches) continue;
    ++touching;
    ASSERT_NEAR(s.c.gap, other.c.gap, 1e-10);
    ASSERT_NEAR(norm(s.n + other.n), 0, 1e-9);
    ASSERT_NEAR(s.c.area, other.c.area, 1e-2 * s.c.area);  // seen along the normal of either face
  }
  EXPECT_GT(touching, 1000);
}

TEST(ShrunkenEdge, RigidMotionChangesNothing) {
  std::mt19937 rng(4);
  const std::vector<PolyhedronData> shapes = stout_polyhedra();
  for (int k = 0; k < 2000; ++k) {
    Two two = random_two(rng, shapes, -uniform(rng, 0, 0.05));
    const Seen before = meet(two.a, two.b);
    const Pose move{random_rotation(rng), 10 * random_vec(rng)};
    two.a.X = move * two.a.X, two.b.X = move * two.b.X;
    const Seen after = meet(two.a, two.b);
    ASSERT_EQ(before.type(), after.type()) << k;
    if (!before.touches) continue;
    ASSERT_NEAR(before.c.gap, after.c.gap, 1e-10);
    ASSERT_NEAR(norm(move.R * before.n - after.n), 0, 1e-8);
  }
}

// The worked examples at other shrinkages, each deeper than the lag.
TEST(ShrunkenEdge, TypesDoNotDependOnTheShrinkage) {
  const Real top = std::sqrt(0.5);
  for (const Real part : {0.001, 0.003, 0.01}) {
    const Shrinkage s{part, 0.5};
    const Real pen = 0.8 * part;
    EXPECT_EQ(meet(brick({0.25, 0.25, 1}, {1.25, 1.25, 2}), kFloor, s).type(), "face-face");
    EXPECT_EQ(meet(standing(on_edge_along_y(), 0.5, 0.5, 1, pen), kFloor, s).type(), "edge-face");
    EXPECT_EQ(meet(standing(on_corner(), 0.5, 0.5, 1, pen), kFloor, s).type(), "vertex-face");
    EXPECT_EQ(meet(standing(on_edge_along_x(), 0, 0, top, pen), kRidge, s).type(), "edge-edge");
    EXPECT_EQ(meet(standing(on_corner(), 0, 0, top, pen), kRidge, s).type(), "vertex-edge");
    const Tally t = tally(stack(2), s);
    EXPECT_EQ(t.face_face, 12);
    EXPECT_EQ(t.others, 0);
  }
}

// A type is unambiguous if the exact features of the bodies stay the same wherever they are moved and turned by what
// shrinking does not resolve.
bool is_unambiguous(std::mt19937& rng, const Two& two, Real by) {
  for (int k = 0; k < 48; ++k) {
    const Pose turn{to_matrix(rotation_by(0.1 * random_unit(rng))), {0, 0, 0}};
    Pose X{turn.R * two.b.X.R, two.b.X.p};
    const Vec3 at = two.link.p_b;  // turned about the contact
    X.p = at + turn.R * (two.b.X.p - at) + by * random_unit(rng);
    const Link moved = solve(two.a.shape, two.b.shape, X).link;
    if (moved.gap > 0 || moved.a != two.link.a || moved.b != two.link.b) return false;
  }
  return true;
}

TEST(ShrunkenEdge, AgreesWithTheShortestLinkWhereTheTypeIsClear) {
  std::mt19937 rng(5);
  const std::vector<PolyhedronData> shapes = stout_polyhedra();
  const Shrinkage fine{0.002, 0.5};
  int clear = 0;
  for (int k = 0; k < 3000; ++k) {
    Two two = random_two(rng, shapes, -0.02);
    const Real lag = lag_of(two.a, two.b, fine.part);
    if (!is_unambiguous(rng, two, 3 * lag)) continue;
    ++clear;
    const Seen s = meet(two.a, two.b, fine);
    ASSERT_EQ(s.type(), type_name(two.link.a.kind, two.link.b.kind)) << k;
    ASSERT_NEAR(norm(s.c.n - two.link.n), 0, 1e-8) << k;
  }
  EXPECT_GT(clear, 300);
}

}  // namespace
}  // namespace scree
