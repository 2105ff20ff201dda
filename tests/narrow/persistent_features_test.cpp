#include "scree/narrow/polyhedron/persistent_features.hpp"

#include <gtest/gtest.h>

#include "narrow/polyhedron_cases.hpp"
#include "scree/narrow/polyhedron/patch.hpp"

namespace scree::testing {
namespace {

using namespace space;
using namespace polyhedron;

// Four pairs, as lanes and one by one.
struct FourPairs {
  BodyLanes a, b;
  Mat3 turn_a[kLanes], turn_b[kLanes];
  Vec3 between[kLanes];
  Pair pair(int l) const {
    const Mat3 back = transpose(turn_a[l]);
    return {view_a[l], view_b[l], {back * turn_b[l], back * between[l]}};
  }
  PolyhedronView view_a[kLanes], view_b[kLanes];
};

Vec3Pack packed(const Vec3 (&v)[kLanes]) {
  const std::uint32_t at[] = {0, 1, 2, 3};
  return gather(v, at);
}
void turn(FourPairs& four) {
  const Mat3 *a[kLanes], *b[kLanes];
  for (int l = 0; l < kLanes; ++l) a[l] = &four.turn_a[l], b[l] = &four.turn_b[l];
  four.a.R = gather(a), four.b.R = gather(b);
}

// The link of a pair that meets with features of the kinds asked for, and has a depth of up to 4 % of its size.
bool random_link(std::mt19937& rng, const std::vector<PolyhedronData>& shapes, FeatureKind on_a, FeatureKind on_b,
                 FourPairs& four, int l, Link& link) {
  Placed p = random_pair(rng, shapes);
  const LinkStatus status = solve(p.a, p.b, p.X).status;
  if (status != LinkStatus::kLink) return false;
  link = solve(p.a, p.b, p.X).link;
  p.X.p += (-link.gap - uniform(rng, 1e-4, 0.04) * p.size()) * link.n;
  const Real scale = uniform(rng, 0.2, 3);
  four.a.shape[l] = &p.a, four.b.shape[l] = &p.b, four.a.scale[l] = four.b.scale[l] = scale;
  four.turn_a[l] = random_rotation(rng);
  four.turn_b[l] = four.turn_a[l] * p.X.R;
  four.between[l] = scale * (four.turn_a[l] * p.X.p);
  four.view_a[l] = p.a.view(scale), four.view_b[l] = p.b.view(scale);
  const Pair pair = four.pair(l);
  LinkCache cache;
  LinkCounters counters;
  find_link(pair, {}, cache, link, counters);
  return link.gap < 0 && link.a.kind == on_a && link.b.kind == on_b;
}
// Four of them, with the features.
void random_links(std::mt19937& rng, const std::vector<PolyhedronData>& shapes, FeatureKind on_a, FeatureKind on_b,
                  FourPairs& four, Link (&link)[kLanes]) {
  for (int l = 0; l < kLanes; ++l)
    while (!random_link(rng, shapes, on_a, on_b, four, l, link[l])) {
    }
  turn(four);
}

// What the lanes found is what find_link found, and a scan of all vertices agrees with it.
void expect_link(const Pair& pair, const LinkLanes& found, int l, const Link& link) {
  const Real size = pair.size();
  EXPECT_NEAR(found.depth.lanes[l], -link.gap, 1e-11 * size);
  EXPECT_LT(norm(lane(found.n_1, l) - link.n), 1e-9);
  EXPECT_LT(norm(lane(found.n_2, l) - pair.turn_to_b(link.n)), 1e-9);
  EXPECT_NEAR(slab_by_scan(pair, lane(found.n_1, l)).gap, -found.depth.lanes[l], 1e-11 * size);
}
// A patch in world axes, seen from the centre of A, is the one that is found by laying all faces over each other.
void expect_patch(const FourPairs& four, const PatchT<Pack>& found, int l, const Link& link) {
  Patch p;
  find_patch_on_a(four.pair(l), link, ShortCuts::kNone, nullptr, p);
  const Mat3 back = transpose(four.turn_a[l]);
  const Vec3 g1 = back * lane(found.g1, l), g2 = back * lane(found.g2, l);
  const Real extent = std::sqrt(norm2(p.g1) + norm2(p.g2));
  EXPECT_NEAR(found.j4.lanes[l], p.j4, 1e-7 * p.j4);
  EXPECT_NEAR(found.j3.lanes[l], p.j3, 1e-7 * p.j3);
  EXPECT_LT(norm(back * lane(found.centre, l) - p.centre), 1e-7 * extent);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(g1[i] * g1[j] + g2[i] * g2[j], p.g1[i] * p.g1[j] + p.g2[i] * p.g2[j], 1e-6 * extent * extent);
}

TEST(PersistentFeatures, OfCrossingEdgesAreWhatAFullSearchFinds) {
  std::mt19937 rng(51);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  int found = 0, simple = 0;
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    FourPairs four;
    Link link[kLanes];
    random_links(rng, shapes, FeatureKind::kEdge, FeatureKind::kEdge, four, link);
    int edge_a[kLanes], edge_b[kLanes];
    Vec3 last_n[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      edge_a[l] = link[l].a.index, edge_b[l] = link[l].b.index;
      last_n[l] = normalized(link[l].n + 0.1 * random_unit(rng));
    }
    const EdgeLanes of_a(four.a, edge_a), of_b(four.b, edge_b);
    CrossingEdges edges(of_a, of_b, packed(four.between), packed(last_n), four.a.radius() + four.b.radius());
    const unsigned lanes = bits(edges.link.found), quads = edges.find_ends(lanes);
    for (int l = 0; l < kLanes; ++l) {
      if (lanes >> l & 1) expect_link(four.pair(l), edges.link, l, link[l]);
      if (quads >> l & 1) expect_patch(four, edges.patch(edges.sectors().moments(edges.link.depth)), l, link[l]);
    }
    found += std::popcount(lanes), simple += std::popcount(quads);
    if (HasFailure()) return;
  }
  EXPECT_GT(found, 780);  // of 800
  EXPECT_GT(simple, 150);
  EXPECT_LT(simple, 700);
}

TEST(PersistentFeatures, OfAVertexBelowAFaceAreWhatAFullSearchFinds) {
  std::mt19937 rng(52);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  int found = 0, simple = 0;
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    FourPairs four;
    Link link[kLanes];
    random_links(rng, shapes, FeatureKind::kFace, FeatureKind::kVertex, four, link);
    int face[kLanes], vertex[kLanes];
    bool can = true;
    for (int l = 0; l < kLanes; ++l) {
      face[l] = link[l].a.index, vertex[l] = link[l].b.index;
      can &= VertexBelowFace::can(*four.a.shape[l], face[l], *four.b.shape[l], vertex[l]);
    }
    if (!can) continue;
    VertexBelowFace contact(four.a, face, four.b, vertex, packed(four.between));
    const unsigned lanes = bits(contact.link.found), cones = contact.find_ends(lanes);
    for (int l = 0; l < kLanes; ++l) {
      if (lanes >> l & 1) expect_link(four.pair(l), contact.link, l, link[l]);
      if (cones >> l & 1) expect_patch(four, contact.patch(contact.sectors().moments(contact.link.depth)), l, link[l]);
    }
    found += std::popcount(lanes), simple += std::popcount(cones);
    if (HasFailure()) return;
  }
  EXPECT_GT(found, 600);
  EXPECT_GT(simple, 150);
  EXPECT_LT(simple, 600);
}

// Any two edges, not those that touch: what is said to be proved is the slab of all vertices.
TEST(PersistentFeatures, ProveNoSlabThatAVertexStandsOutOf) {
  std::mt19937 rng(53);
  const std::vector<PolyhedronData> shapes = some_polyhedra();
  int proved = 0, not_proved = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    FourPairs four;
    int edge_a[kLanes], edge_b[kLanes], face[kLanes], vertex[kLanes];
    Vec3 last_n[kLanes];
    bool can = true;
    for (int l = 0; l < kLanes; ++l) {
      const Placed p = random_pair(rng, shapes);
      four.a.shape[l] = &p.a, four.b.shape[l] = &p.b, four.a.scale[l] = four.b.scale[l] = 1;
      four.turn_a[l] = Mat3::identity(), four.turn_b[l] = p.X.R, four.between[l] = p.X.p;
      four.view_a[l] = p.a.view(), four.view_b[l] = p.b.view();
      edge_a[l] = int(rng() % p.a.edges.size()), edge_b[l] = int(rng() % p.b.edges.size());
      face[l] = int(rng() % p.a.normals.size()), vertex[l] = int(rng() % p.b.vertices.size());
      last_n[l] = random_unit(rng);
      can &= VertexBelowFace::can(p.a, face[l], p.b, vertex[l]);
    }
    turn(four);
    const EdgeLanes of_a(four.a, edge_a), of_b(four.b, edge_b);
    const CrossingEdges edges(of_a, of_b, packed(four.between), packed(last_n), four.a.radius() + four.b.radius());
    const auto look = [&](const LinkLanes& link) {
      for (int l = 0; l < kLanes; ++l) {
        if (!(bits(link.found) >> l & 1)) {
          ++not_proved;
          continue;
        }
        ++proved;
        const Pair pair = four.pair(l);
        EXPECT_NEAR(slab_by_scan(pair, lane(link.n_1, l)).gap, -link.depth.lanes[l], 1e-11 * pair.size());
      }
    };
    look(edges.link);
    if (can) look(VertexBelowFace(four.a, face, four.b, vertex, packed(four.between)).link);
    if (HasFailure()) return;
  }
  EXPECT_GT(proved, 300);
  EXPECT_GT(not_proved, 50000);
}

TEST(PersistentFeatures, AreNotBelievedOfABodyThatIsNotPlane) {
  PolyhedronData dented = cube();
  EXPECT_LT(dented.bulge, 1e-15);
  dented.vertices[0] = dented.vertices[0] - Real(1e-6) * dented.vertices[0];
  measure(dented);
  EXPECT_GT(dented.bulge, 1e-7);
  EXPECT_LT(dented.bulge, 1e-5);
}

}  // namespace
}  // namespace scree::testing
