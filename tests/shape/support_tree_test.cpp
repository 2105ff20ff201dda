// The farthest of many points, and what large bodies are checked with, beside a look at all of them.
#include "scree/shape/support_tree.hpp"

#include <cmath>

#include "scree/shape/side_groups.hpp"
#include "scree/solids/polyhedron_check.hpp"
#include "scree/solids/weld.hpp"
#include "solids/shape_helpers.hpp"

namespace scree::test {
namespace {

Vec3 random_direction(std::mt19937& rng) {
  std::normal_distribution<Real> normal;
  return normalized(Vec3{normal(rng), normal(rng), normal(rng)});
}

TEST(SupportTree, FindsTheNumberThatALoopFinds) {
  std::mt19937 rng(41);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  for (const int kind : {0, 1, 2, 3}) {  // cloud, sphere, plane, one point many times
    std::vector<Vec3> points;
    for (int i = 0; i < 3000; ++i) {
      Vec3 p{uniform(rng), uniform(rng), uniform(rng)};
      if (kind == 1) p = normalized(p);
      if (kind == 2) p.z = 2;
      if (kind == 3) p = {1, 2, 3};
      points.push_back(p + Vec3{10, 0, 0});
    }
    const SupportTree tree(points);
    for (int trial = 0; trial < 300; ++trial) {
      const Vec3 n = trial == 0 ? Vec3{0, 0, 1} : random_direction(rng);
      Real best = -1e300;
      for (const Vec3& p : points) best = std::max(best, dot(n, p));
      ASSERT_EQ(tree.farthest(n, -1e300), best) << "kind " << kind << " trial " << trial;
      ASSERT_EQ(tree.farthest(n, best), best);
      ASSERT_EQ(tree.farthest(n, best + 1), best + 1);
      ASSERT_EQ(tree.farthest(n, std::nextafter(best, Real(-1e300))), best);
    }
  }
}

TEST(Weld, IsThatOfAPlainLoop) {
  std::mt19937 rng(42);
  std::uniform_real_distribution<Real> uniform(0, 1);
  constexpr Real kTolerance = Real(0.02);
  for (int trial = 0; trial < 5; ++trial) {
    std::vector<Vec3> points, kept;
    for (int i = 0; i < 2000; ++i) points.push_back({uniform(rng), uniform(rng), trial % 2 ? uniform(rng) : 0});
    const Welded welded = weld(points, kTolerance);
    for (std::size_t i = 0; i < points.size(); ++i) {
      std::size_t k = 0;
      while (k < kept.size() && norm(kept[k] - points[i]) > kTolerance) ++k;
      if (k == kept.size()) kept.push_back(points[i]);
      ASSERT_EQ(welded.place[i], int(k));
    }
    EXPECT_EQ(welded.points, kept);
  }
}

TEST(SideGroups, HoldEachSideOnce) {
  const std::vector<int> from = {3, 0, 1, 3, 2, 0}, to = {0, 3, 2, 1, 1, 3};
  const SideGroups groups = group_sides(4, from, to);
  ASSERT_EQ(groups.count(), 3);
  EXPECT_EQ(std::vector<int>(groups.group(0).begin(), groups.group(0).end()), (std::vector<int>{0, 1, 5}));
  EXPECT_EQ(std::vector<int>(groups.group(1).begin(), groups.group(1).end()), (std::vector<int>{2, 4}));
  EXPECT_EQ(std::vector<int>(groups.group(2).begin(), groups.group(2).end()), (std::vector<int>{3}));
}

// A ball of many triangles with one vertex that is pushed in: every test of convexity agrees with a plain loop.
TEST(PolyhedronCheck, LargeBodiesAreHeldAgainstAllVertices) {
  std::mt19937 rng(43);
  std::vector<Vec3> points;
  for (int i = 0; i < 400; ++i) points.push_back(random_direction(rng));
  const PolyhedronData ball = hull_of(points);
  for (const Real push : {Real(0), Real(1e-5), Real(1e-3), Real(0.1)}) {
    PolyhedronData p = ball;
    p.vertices[17] = (1 - push) * p.vertices[17];
    measure(p);
    Real worst = 0;
    for (int f = 0; f < p.n_faces(); ++f)
      worst = std::max(worst, scan(p.view(), p.normals[std::size_t(f)]).value - p.offsets[std::size_t(f)]);
    EXPECT_EQ(is_convex(p.view(), 1e-7), worst <= 1e-7);
    EXPECT_EQ(is_convex(p.view(), worst * Real(1.001) + Real(1e-12)), true);
    if (push > 0) {
      EXPECT_EQ(is_convex(p.view(), worst * Real(0.999)), false);
    }
  }
}

}  // namespace
}  // namespace scree::test
