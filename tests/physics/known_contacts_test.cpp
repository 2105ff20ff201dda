// Contacts that are known from the last step, four at a time, are those that are found one by one.
#include "scree/narrow/known_contacts.hpp"

#include <gtest/gtest.h>

#include "physics/poly_heap.hpp"
#include "scree/narrow/points.hpp"
#include "scree/narrow/polyhedron_batch.hpp"

namespace scree::test {
namespace {

// A look at all pairs of polyhedra, with a copy of what they remember.
struct Look {
  std::vector<LinkMemo> cache;
  LinkCounters links;
  NormalCounters normals;
  narrow::Points points;

  Look(const PolyWorld& w, const State& s, const Bucket& bucket, bool one_by_one, std::uint32_t at_a_time = 1u << 30)
      : cache(s.links.cache) {
    const std::vector<Pose> pose = narrow::wall_poses(s);
    const narrow::LinkMemory memory{cache.data(), s.links.first.data(), &links, &normals};
    for (std::uint32_t p = bucket.begin; p < bucket.end; p += std::min(at_a_time, bucket.end - p))
      narrow::run_polyhedra({w.model, s, s.pairs, pose, s.scratch.narrow.turn, p,
                             p + std::min(at_a_time, bucket.end - p), bucket.reach, memory, false, one_by_one, points});
  }
};

// Bodies go on by a step of time, and nothing else of the state does.
State a_step_later(const PolyWorld& w) {
  State s = w.s;
  const Real dt = Real(w.model.settings.dt);
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    s.bodies.x[i] += Vec3d(dt * s.bodies.v[i]);
    s.bodies.q[i] = normalized(rotation_by(dt * s.bodies.omega[i]) * s.bodies.q[i]);
  }
  narrow::update_rotations(w.model, s);
  return s;
}

// Bit for bit, memory too.
TEST(KnownContacts, DoNotDependOnThePairsThatShareAPack) {
  PolyWorld w(linear_block_law(2e3, 0.5, 0.4));
  w.gravity({0, 0, -9.81});
  add_heap(w, {.n_x = 4, .n_y = 4, .n_z = 4, .speed = 0.2});
  w.step_of(0.5);
  w.begin();
  std::size_t contacts = 0;
  for (int k = 0; k < 10; ++k) {
    w.run_for(0.02);
    const State s = a_step_later(w);
    for (const Bucket& bucket : s.pairs.buckets) {
      if (bucket.kind_a != ShapeKind::kPolyhedron || bucket.kind_b != ShapeKind::kPolyhedron) continue;
      const Look all(w, s, bucket, false);
      for (const std::uint32_t at_a_time : {1u, 3u, 7u}) {
        const Look few(w, s, bucket, false, at_a_time);
        const narrow::Points &p = all.points, &q = few.points;
        EXPECT_TRUE(p.pair == q.pair && p.n == q.n && p.p == q.p && p.gap == q.gap && p.j4 == q.j4 && p.j3 == q.j3 &&
                    p.g1 == q.g1 && p.g2 == q.g2)
            << at_a_time << " at a time, step " << w.s.counters.step;
        for (std::size_t i = 0; i < all.cache.size(); ++i) {
          EXPECT_EQ(all.cache[i].proved, few.cache[i].proved);
          EXPECT_TRUE(all.cache[i].n == few.cache[i].n);
        }
      }
      contacts += all.points.size();
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(contacts, 200u);
}

TEST(KnownContacts, AreThoseFoundOneByOne) {
  PolyWorld w(linear_block_law(2e3, 0.5, 0.4));
  w.gravity({0, 0, -9.81});
  add_heap(w, {.n_x = 4, .n_y = 4, .n_z = 5, .speed = 0.2});
  w.step_of(0.5);
  w.begin();
  std::size_t contacts = 0, counts[5] = {};
  for (int k = 0; k < 20; ++k) {
    w.run_for(0.02);
    const State s = a_step_later(w);
    for (const Bucket& bucket : s.pairs.buckets) {
      if (bucket.kind_a != ShapeKind::kPolyhedron || bucket.kind_b != ShapeKind::kPolyhedron) continue;
      const Look one_by_one(w, s, bucket, true);
      Look known(w, s, bucket, false);
      const narrow::Points &p = known.points, &q = one_by_one.points;
      ASSERT_EQ(p.pair, q.pair);
      for (std::size_t j = 0; j < p.size(); ++j) {
        SCOPED_TRACE(::testing::Message() << "step " << w.s.counters.step << ", pair " << p.pair[j]);
        const Real r = s.bodies.radius[s.pairs.a[p.pair[j]]];
        const Real extent = std::sqrt(norm2(q.g1[j]) + norm2(q.g2[j]));
        EXPECT_EQ(p.feature[j], q.feature[j]);
        EXPECT_NEAR(p.gap[j], q.gap[j], 1e-11 * r);
        EXPECT_LT(norm(p.n[j] - q.n[j]), 1e-9);
        EXPECT_NEAR(p.j4[j], q.j4[j], 1e-6 * q.j4[j]);
        EXPECT_NEAR(p.j3[j], q.j3[j], 1e-6 * q.j3[j]);
        EXPECT_LT(norm(p.p[j] - q.p[j]), 1e-6 * extent + 1e-9 * r);
        // Of g1 and g2 only the sum of squares has a meaning: here along three directions.
        for (const Vec3& e : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0.6, 0, 0.8}}) {
          const auto along = [&](const narrow::Points& o) { return std::hypot(dot(e, o.g1[j]), dot(e, o.g2[j])); };
          EXPECT_NEAR(along(p), along(q), 1e-5 * extent + 1e-9 * r);
        }
      }
      if (HasFailure()) return;
      // Pairs that are clear are counted by one way only.
      EXPECT_EQ(known.links.failed, 0u);
      contacts += p.size();
      const narrow::LinkMemory memory{known.cache.data(), s.links.first.data(), &known.links, &known.normals};
      const std::vector<Pose> pose = narrow::wall_poses(s);
      narrow::Points nowhere;
      narrow::KnownContacts what;
      what.find({w.model, s, s.pairs, pose, s.scratch.narrow.turn, bucket.begin, bucket.end, bucket.reach, memory,
                 false, false, nowhere},
                narrow::link_options(w.model, bucket.reach));
      for (std::size_t i = bucket.begin; i < bucket.end; ++i) ++counts[int(what.of(i))];
    }
  }
  EXPECT_GT(contacts, 1000u);
  EXPECT_GT(counts[int(narrow::Known::kContact)], contacts / 4);
  EXPECT_GT(counts[int(narrow::Known::kOverlay)], contacts / 20);
  EXPECT_GT(counts[int(narrow::Known::kBowl)], 20u);
  EXPECT_GT(counts[int(narrow::Known::kClear)], 500u);
}

}  // namespace
}  // namespace scree::test
