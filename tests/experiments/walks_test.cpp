#include "scree/experiments/walks.hpp"

#include <gtest/gtest.h>

#include "scree/experiments/shrunken_example.hpp"
#include "scree/math/random.hpp"
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/polyhedron/shortest_link.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::bench {
namespace {

TEST(Alternation, GetsShorterUntilItIsTheShortestLink) {
  const PolyhedronData body = fourteen();
  const PolyhedronView view = body.view();
  RandomStream random = RandomStream::branch(3, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const Pose X{to_matrix(random.rotation()), Real(random.uniform(1.8, 3)) * rotate(random.rotation(), {0, 0, 1})};
    const polyhedron::Pair pair{view, view, X};
    LinkCache cache;
    Link link;
    LinkCounters counters;
    find_link(view, view, X, {}, cache, link, counters);
    ASSERT_GT(link.gap, 0);
    const Alternation way = alternate(pair, polyhedron::cold_ends(pair, polyhedron::centre_line(pair)), true, 100);
    ASSERT_TRUE(way.converged) << trial;
    EXPECT_NEAR(way.lengths.back(), link.gap, 1e-9) << trial;
    for (std::size_t k = 1; k < way.lengths.size(); ++k) EXPECT_LE(way.lengths[k], way.lengths[k - 1] + 1e-12) << trial;
    EXPECT_EQ(way.iterations() + 1, int(way.ends.size()));
  }
}

TEST(Alternation, StopsAtItsLimitAndSaysSo) {
  const PolyhedronData slab = box({4, 2, 0.4});
  const PolyhedronView view = slab.view();
  const polyhedron::Pair pair{view, view, {to_matrix(rotation_by({0, Real(0.05), 0})), {0, 0, Real(0.9)}}};
  Real height = 0;
  const auto on_face = [&](const Vec3& outside, const Vec3& x) {
    return polyhedron::nearest_on_face(view, polyhedron::highest_face(view, outside, height), x);
  };
  const polyhedron::LinkEnds start{on_face({0, 0, 9}, {-1, 0, 1}), on_face({0, 0, -9}, {-1, 0, -1})};
  EXPECT_FALSE(alternate(pair, start, false, 5).converged);
  EXPECT_EQ(alternate(pair, start, false, 5).iterations(), 5);
  EXPECT_LE(alternate(pair, start, true, 5).iterations(), 3);
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

TEST(Sketches, HoldWhatScriptsDraw) {
  const std::string walks = walk_examples(1, 20);
  for (const char* key : {"\"walk\"", "\"alternation\"", "\"cases\"", "\"random\""})
    EXPECT_EQ(count(walks, key), 1u) << key;
  EXPECT_EQ(walks, walk_examples(1, 20));
  EXPECT_NE(walks, walk_examples(2, 20));
  const std::string shrunken = shrunken_example();
  EXPECT_EQ(count(shrunken, "\"face_face\""), 12u);
  EXPECT_EQ(count(shrunken, "\"type\""), 12u);
}

}  // namespace
}  // namespace scree::bench
