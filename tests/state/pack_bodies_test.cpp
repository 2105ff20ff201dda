#include "scree/state/pack_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "scree/error.hpp"
#include "store/sample.hpp"

namespace scree {
namespace {

template <class T>
bool same_bytes(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// The sample has another value in every field of every body, so that a field that is left out or taken for another
// shows.
TEST(PackBodies, BodiesArriveInAnotherStateWithAllTheirFields) {
  Model model = sample::model();
  model.settings.integrator = Integrator::kPredictorCorrector;
  State from = sample::state(model);
  from.aux.resize(from.bodies.size() * aux_per_body(model.settings));
  for (std::size_t k = 0; k < from.aux.size(); ++k) from.aux[k] = {Real(k), Real(2 * k), Real(-3.5)};

  std::vector<std::size_t> order(from.bodies.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::shuffle(order.begin(), order.end(), std::mt19937(20062));
  std::vector<std::byte> bytes;
  for (const std::size_t i : order) pack_body(model, from, i, bytes);

  State to = initial_state(model);
  std::span<const std::byte> rest(bytes);
  for (std::size_t k = 0; k < order.size(); ++k) EXPECT_EQ(unpack_body(model, to, rest), k);
  EXPECT_TRUE(rest.empty());
  EXPECT_FALSE(to.list_valid);
  ASSERT_EQ(to.bodies.size(), from.bodies.size());
  EXPECT_EQ(to.next_id, *std::max_element(from.bodies.id.begin(), from.bodies.id.end()) + 1);

  std::vector<std::vector<std::byte>> sent, arrived;
  for (std::size_t k = 0; k < order.size(); ++k) {
    pack_body(model, from, order[k], sent.emplace_back());
    pack_body(model, to, k, arrived.emplace_back());
  }
  EXPECT_EQ(sent, arrived);
  for (std::size_t k = 0; k < order.size(); ++k) {
    EXPECT_TRUE(same_bytes(to.bodies.x[k], from.bodies.x[order[k]]));
    EXPECT_TRUE(same_bytes(to.bodies.omega[k], from.bodies.omega[order[k]]));
    EXPECT_TRUE(same_bytes(to.bodies.wrench[k], from.bodies.wrench[order[k]]));
    EXPECT_EQ(to.bodies.order[k], from.bodies.order[order[k]]);
    EXPECT_TRUE(same_bytes(to.aux[2 * k + 1], from.aux[2 * order[k] + 1]));
  }
}

TEST(PackBodies, BytesThatEndWithinABodyAreAnError) {
  const Model model = sample::model();
  const State from = sample::state(model);
  std::vector<std::byte> bytes;
  pack_body(model, from, 0, bytes);
  bytes.pop_back();
  State to = initial_state(model);
  std::span<const std::byte> rest(bytes);
  EXPECT_THROW(unpack_body(model, to, rest), RunError);
  EXPECT_EQ(to.bodies.size(), 0u);
}

}  // namespace
}  // namespace scree
