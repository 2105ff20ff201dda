// Blocks whose contacts are found by shrunken edges: at rest, in impacts, and the same bits whatever the threads.
#include <omp.h>

#include "physics/measured.hpp"
#include "physics/poly_world.hpp"
#include "scree/narrow/contact_type.hpp"
#include "scree/narrow/points.hpp"

namespace scree::test {
namespace {

constexpr double kSide = 0.1, kG = 9.81;

PolyWorld world_of(const LawParams& law, bool shrunken_edges) {
  PolyWorld w(law, 2650);
  w.model.settings.shrunken_edges = shrunken_edges;
  w.gravity({0, 0, Real(-kG)});
  return w;
}

void count_types(const PolyWorld& w, int (&n)[kContactTypes]) {
  for (int& count : n) count = 0;
  for (const narrow::ContactRow& row : narrow::contact_rows(w.model, w.s))
    if (row.gap <= 0 && !is_wall_index(row.b)) ++n[int(contact_type(row.feature_a, row.feature_b))];
}

// Neatly stacked: faces, edges and vertices of many blocks coincide.
PolyWorld stack_of(int n, bool shrunken_edges) {
  PolyWorld w = world_of(linear_block_law(2e6, 0.3, 0.6), shrunken_edges);
  w.floor();
  const std::uint32_t type = w.shape(cube());
  w.open();
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) w.block(type, kSide * kRoot3 / 2, {kSide * i, kSide * j, kSide * (k + 0.5)});
  w.step_of(4);
  w.begin();
  return w;
}

TEST(ShrunkenEdges, ANeatStackStaysAtRest) {
  PolyWorld w = stack_of(3, true);
  w.run_for(0.6);
  expect_below("kinetic energy", w.kinetic() / (w.mass() * kG * 3 * kSide), 1e-10);
  int n[kContactTypes];
  count_types(w, n);
  EXPECT_GE(n[int(ContactType::kFaceFace)], 18);  // those that carry weight; neighbours may stand a hair apart
  for (const ContactType t : {ContactType::kVertexVertex, ContactType::kVertexEdge, ContactType::kVertexFace,
                              ContactType::kEdgeEdge, ContactType::kEdgeFace})
    EXPECT_EQ(n[int(t)], 0) << name_of(t);
}

TEST(ShrunkenEdges, AnyNumberOfThreadsGivesTheSameBits) {
  std::uint64_t hash[2];
  for (int k = 0; k < 2; ++k) {
    omp_set_num_threads(1 + 2 * k);
    PolyWorld w = stack_of(3, true);
    w.s.bodies.v[0] = {1, 0.5, 2};
    w.run(400);
    hash[k] = state_hash(w.s);
  }
  omp_set_num_threads(1);
  EXPECT_EQ(hash[0], hash[1]);
}

// A block at rest on another: pushed on its corner, edge or face it comes back with the restitution of the law,
// although the shrunken edges feel corner and edge late.
TEST(ShrunkenEdges, ImpactsHaveTheRestitutionOfTheLaw) {
  const Quat turns[] = {{1, 0, 0, 0}, turn_about({0, 1, 0}, 0.78539816339744831), turn_to({1, 1, 1}, {0, 0, 1})};
  for (const double e : {0.4, 1.0})
    for (int k = 0; k < 3; ++k) {
      PolyWorld w = world_of(linear_block_law(1e8, e, 0), true);
      w.gravity({0, 0, 0});
      const std::uint32_t type = w.shape(cube());
      w.open();
      const double r = kSide * kRoot3 / 2;
      w.block(type, r, {0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0.5});
      w.block(type, r, {0, 0, 0.25 * kSide + 1.4 * kSide}, turns[k], {0, 0, -0.5});
      w.step_of(0.5);
      w.begin();
      const auto apart = [&] { return double(w.s.bodies.v[w.at(1)].z - w.s.bodies.v[w.at(0)].z); };
      for (int i = 0; i < 200000 && (apart() < 0 || count_touching(w.s) > 0); ++i) w.run(1);
      expect_close(fmt::format("e{}_{}", e, k), apart(), e, 0.01);
    }
}

// Elastic cubes in a box without friction keep their energy as well as with the exact links.
TEST(ShrunkenEdges, ElasticHeapsKeepTheirEnergy) {
  for (const bool shrunken_edges : {false, true}) {
    PolyWorld w = world_of(linear_block_law(1e7, 1, 0), shrunken_edges);
    w.floor().floor({0, 0, 0}, {1, 0, 0}, "left").floor({0.3, 0, 0}, {-1, 0, 0}, "right");
    w.floor({0, 0, 0}, {0, 1, 0}, "front").floor({0, 0.3, 0}, {0, -1, 0}, "back");
    const std::uint32_t type = w.shape(cube()), other = w.shape(tetrahedron());
    w.open();
    for (int k = 0; k < 12; ++k)
      w.block(k % 3 == 0 ? other : type, 0.05,
              {0.08 + 0.14 * (k % 2), 0.08 + 0.14 * (k / 2 % 2), 0.08 + 0.13 * (k / 4)},
              turn_about({1, Real(k), 2}, 0.7 * k));
    w.step_of(0.25);
    w.begin();
    w.run_for(0.5);
    expect_below(shrunken_edges ? "shrunken" : "links", std::abs(w.s.ledger.relative_residual()), 2e-2);
  }
}

}  // namespace
}  // namespace scree::test
