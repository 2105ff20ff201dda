// Links of superellipsoids: known answers, symmetries, scales, memory, flat sides and ridges, and both methods against
// each other and against polyhedra.
#include "scree/narrow/superellipsoid_link.hpp"

#include <gtest/gtest.h>

#include "narrow/superellipsoid_cases.hpp"
#include "scree/narrow/find_link.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree::smooth {
namespace {

constexpr NormalMethod kMethods[] = {NormalMethod::kSupportGap, NormalMethod::kCommonNormal};

NormalOptions by(NormalMethod method) {
  NormalOptions o;
  o.method = method;
  return o;
}
Real size_of(const Known& k) { return k.a.radius + k.b.radius; }

struct Interval {
  Real lo, hi;
};
constexpr Interval kIntervals[] = {{1, 1}, {0.7, 1.3}, {0.3, 1.7}, {0.1, 1.9}};

TEST(SuperellipsoidLink, FindsTheContactThatThePairWasMadeFrom) {
  for (const NormalMethod method : kMethods)
    for (const Interval& eps : kIntervals) {
      RandomStream random{20081};
      int shallower = 0;
      for (int trial = 0; trial < 3000; ++trial) {
        SCOPED_TRACE(testing::Message() << name_of(method) << " eps " << eps.lo << " trial " << trial);
        const bool apart = trial % 2 == 0;
        const Known k = random_pair(random, eps.lo, eps.hi, apart ? 0 : -1.75e-3, apart ? 0.25 : 0);
        const Answer answer = ask(k.a, k.b, k.X, by(method));
        ASSERT_EQ(answer.status, LinkStatus::kLink);
        const NormalLink& link = answer.link;
        ASSERT_NEAR(norm(link.n), 1, 1e-14);
        ASSERT_LT(norm(link.p_b - link.p_a - link.gap * link.n), 1e-9 * size_of(k));
        // On a sharp ridge the body may have a shorter way out than the one it was made with.
        if (!apart && link.gap > k.gap + 1e-9) {
          ++shallower;
          continue;
        }
        if (!k.strict) continue;
        ASSERT_NEAR(link.gap, k.gap, 1e-10 * size_of(k));
        ASSERT_LT(norm(link.p_a - k.p_a), 1e-8 * size_of(k));
        ASSERT_LT(norm(link.n - k.n), 1e-8);
      }
      EXPECT_LE(shallower, eps.lo < 0.2 ? 30 : 3);
    }
}

TEST(SuperellipsoidLink, SpheresHaveTheirClosedForm) {
  const Superellipsoid a = make_superellipsoid({1, 1, 1}, 1, 1), b = make_superellipsoid({2, 2, 2}, 1, 1);
  const Vec3 u = normalized(Vec3{1, -2, 0.5});
  for (const NormalMethod method : kMethods)
    for (const Real gap : {0.5, 1e-6, -1e-6, -0.1}) {
      const Answer answer = ask(a, b, {Mat3::identity(), (3 + gap) * u}, by(method));
      ASSERT_EQ(answer.status, LinkStatus::kLink);
      EXPECT_NEAR(answer.link.gap, gap, 1e-14);
      EXPECT_LT(norm(answer.link.n - u), 1e-14);
      EXPECT_LT(norm(answer.link.p_a - u), 1e-14);
      EXPECT_EQ(answer.link.iterations, 0);
    }
}

TEST(SuperellipsoidLink, SwappingTheBodiesTurnsTheNormalRound) {
  RandomStream random{2};
  for (int trial = 0; trial < 1000; ++trial) {
    SCOPED_TRACE(trial);
    const Known k = random_pair(random, 0.3, 1.7, -1e-3, 0.1);
    const NormalLink ab = ask(k.a, k.b, k.X).link, ba = ask(k.b, k.a, inverse(k.X)).link;
    ASSERT_NEAR(ab.gap, ba.gap, 1e-11);
    ASSERT_LT(norm(ab.n + k.X.R * ba.n), 1e-8);
    ASSERT_LT(norm(ab.p_a - k.X * ba.p_b), 1e-8);
  }
}

TEST(SuperellipsoidLink, ScalesWithLengthFromMicrometresToKilometres) {
  RandomStream random{3};
  for (int trial = 0; trial < 300; ++trial) {
    const Known k = random_pair(random, 0.3, 1.7, -1e-3, 0.1);
    const NormalLink one = ask(k.a, k.b, k.X).link;
    for (const Real scale : {1e-6, 1e3}) {
      const Pose X{k.X.R, scale * k.X.p};
      const NormalLink other = ask(scaled(k.a, scale), scaled(k.b, scale), X).link;
      ASSERT_NEAR(other.gap / scale, one.gap, 1e-12);
      ASSERT_LT(norm(other.n - one.n), 1e-8);
      ASSERT_EQ(other.rung, one.rung);
    }
  }
}

// Two boxes to all appearances, face on face, beside each other by different amounts and turned on the face: every
// point of the overlap would do for boxes, and these have one.
TEST(SuperellipsoidLink, FlatSidesOnEachOther) {
  const Superellipsoid box = make_superellipsoid({1, 1, 1}, 0.1, 0.1);
  for (const Real beside : {0.0, 1e-9, 1e-3, 0.1, 0.5, 1.0})
    for (const Real turn : {0.0, 0.3, 0.78})
      for (const Real gap : {1e-2, -1e-3}) {
        SCOPED_TRACE(testing::Message() << beside << " " << turn << " " << gap);
        const Pose X{to_matrix(rotation_by({0, 0, turn})), {beside, 0, 2 + gap}};
        const Answer answer = ask(box, box, X);
        ASSERT_EQ(answer.status, LinkStatus::kLink);
        EXPECT_GE(answer.link.gap, gap - 1e-15);
        EXPECT_LT(answer.link.gap, gap + (beside > 0.9 ? 1e-4 : 1e-7));
        EXPECT_LT(norm(answer.link.n - Vec3{0, 0, 1}), beside > 0.9 ? 1e-3 : 1e-6);
        // Turned, the two frames agree to 1e-16 only, and that is the 19th power of 0.15.
        EXPECT_NEAR(answer.link.p_a.x, beside / 2, 0.2 * beside + (turn > 0 ? 0.15 : 1e-8));
      }
}

TEST(SuperellipsoidLink, AxesInLineGiveTheAxis) {
  for (const Real eps : {0.1, 0.5, 1.0, 1.5, 1.9}) {
    const Superellipsoid a = make_superellipsoid({1, 2, 3}, eps, 1), b = make_superellipsoid({2, 1, 1}, 1, eps);
    for (const NormalMethod method : kMethods) {
      const Answer answer = ask(a, b, {Mat3::identity(), {0, 0, 4.25}}, by(method));
      ASSERT_EQ(answer.status, LinkStatus::kLink);
      EXPECT_NEAR(answer.link.gap, 0.25, 1e-13);
      EXPECT_LT(norm(answer.link.p_a - Vec3{0, 0, 3}), 1e-9);
    }
  }
}

TEST(SuperellipsoidLink, LeavesNoPairWithoutAProof) {
  for (const bool parallel : {false, true}) {
    NormalCounters counters;
    for (std::uint64_t index = 0; index < 3000; ++index) {
      SCOPED_TRACE(testing::Message() << "pair " << index << (parallel ? " parallel" : ""));
      const Hard h = hard_pair(index, parallel);
      NormalCache cache;
      const Answer cold = ask(h.a, h.b, h.X, {}, cache, counters), warm = ask(h.a, h.b, h.X, {}, cache, counters);
      const Real size = h.a.radius + h.b.radius;
      ASSERT_EQ(cold.status, LinkStatus::kLink);
      ASSERT_EQ(warm.status, LinkStatus::kLink);
      ASSERT_LE(cold.link.residual, 1e-10 * size);
      ASSERT_NEAR(cold.link.gap, warm.link.gap, 1e-12 * size);
      // On the bodies, and as far along n as they reach.
      ASSERT_NEAR(norm_value(h.a.gauge, cold.link.p_a), 1, 1e-9);
      ASSERT_NEAR(dot(cold.link.n, cold.link.p_a), support_value(h.a, cold.link.n), 1e-12 * size);
    }
    EXPECT_EQ(counters.failed, 0u);
    EXPECT_GT(counters.rung[int(NormalRung::kCold)], 2700u);
    EXPECT_GT(counters.rung[int(NormalRung::kContinuation)], 10u);  // else nothing was hard
  }
}

TEST(SuperellipsoidLink, IsRightWhateverIsRemembered) {
  RandomStream random{5};
  for (int trial = 0; trial < 2000; ++trial) {
    SCOPED_TRACE(trial);
    const Known k = random_pair(random, 0.3, 1.7, -1e-3, 0.1);
    NormalCache cache;
    cache.n = random_direction(random);
    cache.state = trial % 2 == 0 ? NormalCache::State::kOfA : NormalCache::State::kOfB;
    cache.apart = trial % 3 == 0;
    NormalCounters counters;
    const Answer answer = ask(k.a, k.b, k.X, {}, cache, counters);
    ASSERT_EQ(answer.status, LinkStatus::kLink);
    if (k.strict) {
      ASSERT_NEAR(answer.link.gap, k.gap, 1e-9);
    }
  }
}

TEST(SuperellipsoidLink, NeedsFewIterationsFromMemory) {
  RandomStream random{6};
  NormalCounters counters;
  for (int trial = 0; trial < 2000; ++trial) {
    Known k = random_pair(random, 0.3, 1.7, -1e-3, 0);
    NormalCache cache;
    NormalCounters first;
    ask(k.a, k.b, k.X, {}, cache, first);
    k.X.p += 1e-4 * random_direction(random);
    k.X.R = to_matrix(rotation_by(1e-4 * random_direction(random))) * k.X.R;
    ASSERT_EQ(ask(k.a, k.b, k.X, {}, cache, counters).status, LinkStatus::kLink);
  }
  EXPECT_GT(counters.rung[int(NormalRung::kWarm)], 1990u);
  EXPECT_GT(counters.iterations[1] + counters.iterations[2], 1900u);
}

TEST(SuperellipsoidLink, AnyPlaneThatPartsTheBodiesIsEnoughWhenOnlyContactsCount) {
  RandomStream random{7};
  NormalCounters counters;
  for (const NormalMethod method : kMethods)
    for (int trial = 0; trial < 2000; ++trial) {
      SCOPED_TRACE(trial);
      const Known k = random_pair(random, 0.3, 1.7, 1e-6, 0.25);
      NormalOptions only_contacts = by(method);
      only_contacts.margin = 0;
      NormalCache cache;
      const Answer answer = ask(k.a, k.b, k.X, only_contacts, cache, counters);
      ASSERT_EQ(answer.status, LinkStatus::kBeyond);
      ASSERT_GT(answer.link.gap, 0);
      ASSERT_LE(answer.link.gap, k.gap + 1e-12);
      ASSERT_EQ(ask(k.a, k.b, k.X, only_contacts, cache, counters).link.rung, NormalRung::kRememberedPlane);
    }
  EXPECT_LT(counters.evaluations, 5 * counters.solves);
}

TEST(SuperellipsoidLink, BodiesWithTheSameCentreHaveAWayOut) {
  const Superellipsoid a = make_superellipsoid({1, 2, 3}, 0.5, 0.8), b = make_superellipsoid({0.3, 0.4, 0.5}, 1, 1);
  const Answer answer = ask(a, b, {});
  EXPECT_TRUE(std::isfinite(answer.link.gap));
  EXPECT_LE(answer.link.gap, -1.3 + 1e-9);
}

// What the triangles of a surface leave out is of the order of their size squared, and so is what the gap is off.
TEST(SuperellipsoidLink, IsTheLimitOfFinerAndFinerPolyhedra) {
  const Superellipsoid a = make_superellipsoid({1, 0.7, 1.3}, 0.8, 1.2),
                       b = make_superellipsoid({0.6, 1.1, 0.9}, 1.1, 0.7);
  for (const Real gap : {0.05, -0.01}) {
    Known k;
    k.X.R = to_matrix(rotation_by({0.4, -0.7, 0.3}));
    const Vec3 n = normalized(Vec3{0.5, 0.6, 0.4});
    k.X.p = support_point(a, n) + gap * n + k.X.R * support_point(b, transpose(k.X.R) * n);
    const NormalLink smooth = ask(a, b, k.X).link;
    ASSERT_NEAR(smooth.gap, gap, 1e-12);
    std::vector<Real> off;
    for (const int fineness : {8, 16, 32}) {
      const PolyhedronData p = hull_of(triangulate(a, fineness).vertices, 1e-12);
      const PolyhedronData q = hull_of(triangulate(b, fineness).vertices, 1e-12);
      LinkCache cache;
      LinkCounters counters;
      Link link;
      ASSERT_EQ(find_link(p.view(), q.view(), k.X, {}, cache, link, counters), LinkStatus::kLink);
      off.push_back(link.gap - smooth.gap);
      EXPECT_GT(off.back(), 0);  // the polyhedra lie inside
    }
    // Half the size, a quarter of the error; where on a triangle the contact lies changes that by up to two.
    EXPECT_LT(off[1], off[0] / 2);
    EXPECT_LT(off[2], off[1] / 2);
    EXPECT_LT(off[2], off[0] / 8);
    EXPECT_LT(off[2], 2e-3);
  }
}

// Both bodies are straight where they touch, each along an axis of its own (eps2 = 0.1), and the lines cross askew: the
// normal is found to rounding long before the points are.
TEST(SuperellipsoidLink, TwoRodsThatCross) {
  const Superellipsoid a =
      make_superellipsoid({0.0036515087380253456, 0.048246532881149828, 0.032536720489825546}, 1.9, 0.1);
  const Superellipsoid b =
      make_superellipsoid({0.019980214864618082, 0.014205631422100004, 0.089253153563453327}, 0.92741366834284411, 0.1);
  Pose X;
  X.R.row0 = {0.72014347543820123, -0.6551786201797003, 0.22832947782363272};
  X.R.row1 = {0.55230057662723264, 0.74050606193874191, 0.38290318004582119};
  X.R.row2 = {-0.41994933961254804, -0.14963872457154975, 0.89512613874670466};
  X.p = {0.01570978065620076, -0.051674729844786452, -0.00050547375547456766};
  for (const bool exchanged : {false, true}) {
    NormalCache cache;
    NormalLink link;
    NormalCounters counters;
    const LinkStatus status = exchanged ? find_link(b, a, inverse(X), {}, cache, link, counters)
                                        : find_link(a, b, X, {}, cache, link, counters);
    EXPECT_EQ(status, LinkStatus::kLink);
    EXPECT_EQ(link.rung, NormalRung::kCold);
    EXPECT_NEAR(link.gap, 8.7357279e-9, 1e-14);
    EXPECT_LE(link.residual, 1e-10 * (a.radius + b.radius));
  }
}

}  // namespace
}  // namespace scree::smooth
