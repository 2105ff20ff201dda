// Polyhedra are listed by the distance of their surfaces: nothing that can touch is missing, and little else is there.
#include <gtest/gtest.h>

#include <set>

#include "physics/poly_world.hpp"
#include "scree/narrow/find_link.hpp"

namespace scree::test {
namespace {

// A bar that turns in place, and a small cube a quarter turn ahead that only its end can reach.
struct Sweep {
  PolyWorld w{linear_block_law(1e5, 0.8)};
  std::size_t bar, cube_in_the_way;

  explicit Sweep(bool list_every_step) {
    w.open();
    bar = w.block(w.shape(box({10, 1, 1})), 0.1, {0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 20});
    cube_in_the_way = w.block(w.shape(cube()), 0.01, {0, 0.095, 0});
    w.model.settings.skin = Real(0.002);
    w.model.settings.list_every_step = list_every_step;
    w.step_of(0.2);
    w.begin();
  }
  bool lists_the_pair() const { return w.s.pairs.size() > 0; }
};

TEST(PolyhedraList, TurningInPlaceCountsAsMoving) {
  Sweep sweep(false);
  EXPECT_FALSE(sweep.lists_the_pair());  // though the balls round them overlap
  sweep.w.run_for(0.08);                 // 92 degrees
  EXPECT_LT(sweep.w.s.bodies.omega[sweep.bar].z, 19.9);
  EXPECT_LT(sweep.w.s.bodies.v[sweep.cube_in_the_way].x, -0.5);
}

TEST(PolyhedraList, IsWorthAListInEachStep) {
  Sweep kept(false), anew(true);
  kept.w.run_for(0.1), anew.w.run_for(0.1);
  EXPECT_LT(kept.w.s.counters.pair_lists, anew.w.s.counters.pair_lists / 10);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(norm(kept.w.s.bodies.x[i] - anew.w.s.bodies.x[i]), 1e-10);
    EXPECT_LT(norm(kept.w.s.bodies.omega[i] - anew.w.s.bodies.omega[i]), 1e-8);
  }
}

// By the slow method, without memory.
Real gap_of(const PolyWorld& w, std::uint32_t i, std::uint32_t j) {
  const Bodies& b = w.s.bodies;
  const auto view = [&](std::uint32_t k) {
    return w.model.polyhedra[w.model.body_types[b.type[k]].parts[0].polyhedron].view(b.scale[k]);
  };
  const Mat3 to_i = transpose(to_matrix(b.q[i]));
  LinkCache nothing;
  Link link;
  LinkCounters counters;
  LinkOptions options;
  options.method = LinkMethod::kAxisScan;
  find_link(view(i), view(j), {to_i * to_matrix(b.q[j]), to_i * Vec3(b.x[j] - b.x[i])}, options, nothing, link,
            counters);
  return link.gap;
}

TEST(PolyhedraList, HasThePairsWithinReachAndNoOthers) {
  PolyWorld w(linear_block_law(1e5, 0.8));
  w.open();
  const std::uint32_t types[] = {w.shape(tetrahedron()), w.shape(pyramid()), w.shape(cube()), w.shape(fourteen())};
  for (int i = 0; i < 64; ++i)
    w.block(types[i % 4], 0.02, {0.024 * (i % 4), 0.024 * (i / 4 % 4), 0.024 * (i / 16)},
            turn_about({1, Real(i % 3), Real(0.3 * i)}, 1.7 * i));
  w.model.settings.skin = Real(0.002);
  w.begin();
  std::set<std::pair<std::uint32_t, std::uint32_t>> listed;
  for (std::size_t p = 0; p < w.s.pairs.size(); ++p) listed.insert(std::minmax(w.s.pairs.a[p], w.s.pairs.b[p]));
  std::size_t balls_near = 0, near = 0;
  const Bodies& b = w.s.bodies;
  for (std::uint32_t i = 0; i < b.size(); ++i)
    for (std::uint32_t j = i + 1; j < b.size(); ++j) {
      const Real gap = gap_of(w, i, j);
      const bool is_near = gap <= w.model.settings.skin;
      EXPECT_EQ(listed.count({i, j}), is_near) << i << " and " << j << ", gap " << gap;
      near += is_near;
      balls_near += norm(b.x[j] - b.x[i]) <= b.radius[i] + b.radius[j] + w.model.settings.skin;
    }
  EXPECT_EQ(near, listed.size());
  EXPECT_LT(near, balls_near * 2 / 3);
}

// Bodies that fly together and apart again, in a wide skin.
PolyWorld swarm() {
  PolyWorld w(linear_block_law(1e4, 0.8, 0.4));
  w.open();
  const std::uint32_t types[] = {w.shape(tetrahedron()), w.shape(pyramid()), w.shape(cube()), w.shape(fourteen())};
  for (int i = 0; i < 64; ++i) {
    const Vec3d x{0.03 * (i % 4) - 0.045, 0.03 * (i / 4 % 4) - 0.045, 0.03 * (i / 16) - 0.045};
    w.block(types[i % 4], 0.02, x, turn_about({1, Real(i % 3), Real(0.3 * i)}, 1.7 * i), Vec3(-20 * x),
            {Real(i % 5), Real(-i % 7), 3});
  }
  w.model.settings.skin = Real(0.008);
  w.step_of(0.5);
  w.begin();
  return w;
}

TEST(PolyhedraList, LooksAtNoPairThatIsClearAndMissesNone) {
  PolyWorld w = swarm();
  std::size_t seen = 0;
  for (int k = 0; k < 60; ++k) {
    w.run_for(0.001);
    std::set<std::pair<std::uint32_t, std::uint32_t>> touching;
    for_each_contact(w.s, [&](std::size_t, std::uint32_t a, std::uint32_t b) { touching.insert(std::minmax(a, b)); });
    for (std::uint32_t i = 0; i < w.s.bodies.size(); ++i)
      for (std::uint32_t j = i + 1; j < w.s.bodies.size(); ++j) {
        const Bodies& b = w.s.bodies;
        if (norm(b.x[i] - b.x[j]) > b.radius[i] + b.radius[j] || !(gap_of(w, i, j) < -1e-9)) continue;
        EXPECT_TRUE(touching.count({i, j})) << i << " and " << j << " in step " << w.s.counters.step;
        ++seen;
      }
  }
  EXPECT_GT(seen, 2000u);
  EXPECT_GT(w.s.counters.pair_lists, 3u);
  // Each look at a plane that parts evaluates it, and so does each link from memory.
  EXPECT_LT(w.s.link_counters.plane_evaluations, w.s.link_counters.solves * 2 / 3);
  EXPECT_EQ(w.s.link_counters.failed, 0u);
}

}  // namespace
}  // namespace scree::test
