// What a scene comes to is a matter of its physics: not of the places of bodies in arrays, of threads, of how much
// memory was asked for, nor of when and how pairs were listed. Every small scene, to the last bit.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <random>
#include <sstream>

#include "scree/frames/telemetry.hpp"
#include "scree/scene/scene.hpp"
#include "scree/state/ledger.hpp"
#include "scree/state/order.hpp"
#include "scree/step.hpp"
#include "support/temporary_folder.hpp"

namespace scree {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> small_scenes() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fmt::format("{}/scenes", SCREE_SOURCE_DIR)))
    if (entry.path().stem().string().ends_with("_small")) names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

#ifdef SCREE_CHECKED
constexpr int kMostBefore = 300, kSteps = 12;
#else
constexpr int kMostBefore = 40000, kSteps = 40;
#endif

// Soon after the first contacts, with renewals of the order on the way.
struct Begun {
  Model model;
  State s;
};
Begun begun(const std::string& name) {
  Scene scene = load_scene(fmt::format("{}/scenes/{}.toml", SCREE_SOURCE_DIR, name));
  Begun b{std::move(scene.model), std::move(scene.state)};
  omp_set_num_threads(2);
  start(b.model, b.s);
  for (int k = 0; k < kMostBefore && count_touching(b.s) < 10; ++k) step(b.model, b.s);
#ifndef SCREE_CHECKED
  EXPECT_GE(count_touching(b.s), 10u);  // else little is tested
#endif
  b.model.settings.order_every = 16;
  return b;
}

// One row of telemetry, without the columns that count lists and searches.
std::string telemetry_of(const Model& model, const State& s) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "telemetry.csv";
  output::Telemetry(path, model, false, 0).row(model, s);
  std::ifstream file(path);
  std::string names, values, name, value, kept;
  std::getline(file, names), std::getline(file, values);
  std::istringstream in_names(names), in_values(values);
  while (std::getline(in_names, name, ',') && std::getline(in_values, value, ',')) {
    const bool counts = name == "pair_lists" || name.starts_with("link") || name.starts_with("normal");
    if (!counts) kept += name + " = " + value + "\n";
  }
  return kept;
}

void shuffle_arrays(State& s, std::uint64_t seed) {
  std::vector<std::uint32_t> order(s.bodies.size());
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937_64 rng(seed);
  std::shuffle(order.begin(), order.end(), rng);
  reorder_bodies(s, order);
}

void shuffle_and_back(State& s, std::uint64_t seed) {
  std::vector<std::uint32_t> order(s.bodies.size()), back(order.size());
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937_64 rng(seed);
  std::shuffle(order.begin(), order.end(), rng);
  for (std::uint32_t i = 0; i < order.size(); ++i) back[order[i]] = i;
  reorder_bodies(s, order);
  reorder_bodies(s, back);
}

void take_more_room(State& s) {
  if (!s.list_valid) return;
  std::vector<std::uint32_t> wanted;
  for (const Batch& batch : s.contacts.batches) wanted.push_back(2 * batch.capacity + 5);
  make_room(s, wanted);
}

struct Variant {
  const char* name;
  std::function<void(Model&, State&)> first;
  std::function<void(const Model&, State&, int)> before_step;
  void (*one_step)(const Model&, State&) = step;
};

const auto kAsItIs = [](Model&, State&) {};
const auto kNoChange = [](const Model&, State&, int) {};

std::vector<Variant> variants() {
  return {
      {"one thread", [](Model&, State&) { omp_set_num_threads(1); }, kNoChange},
      {"three threads", [](Model&, State&) { omp_set_num_threads(3); }, kNoChange},
      {"arrays in other orders", kAsItIs,
       [](const Model&, State& s, int k) {
         if (k % 7 == 1) shuffle_arrays(s, std::uint64_t(k));
       }},
      {"bodies elsewhere and back", kAsItIs,
       [](const Model&, State& s, int k) {
         if (k % 9 == 2) shuffle_and_back(s, std::uint64_t(k));
       }},
      {"more room for contacts", kAsItIs,
       [](const Model&, State& s, int k) {
         if (k % 5 == 0) take_more_room(s);
       }},
      {"a list in every step", [](Model& m, State&) { m.settings.list_every_step = true; }, kNoChange},
      {"half the skin",
       [](Model& m, State& s) {
         m.settings.skin /= 2, m.settings.most_skin /= 2;
         s.list_valid = false;
       },
       kNoChange},
      {"another broad phase",
       [](Model& m, State& s) {
         const bool brute = m.settings.broad == BroadMethod::kHierarchical;
         m.settings.broad = brute ? BroadMethod::kBruteForce : BroadMethod::kHierarchical;
         s.list_valid = false;
       },
       kNoChange},
      {"all first halves before all contacts", kAsItIs,
       [](const Model&, State& s, int) { s.scratch.list.forecast = {}; }},
      {"one stage after the other", kAsItIs, kNoChange, step_in_stages},
  };
}

class OrderOfSums : public testing::TestWithParam<std::string> {
 protected:
  void TearDown() override { omp_set_num_threads(before_); }

 private:
  int before_ = omp_get_max_threads();
};

State after(const Begun& b, Model model, const Variant& v) {
  omp_set_num_threads(2);
  State s = b.s;
  v.first(model, s);
  for (int k = 0; k < kSteps; ++k) {
    v.before_step(model, s, k);
    v.one_step(model, s);
  }
  update_ledger(model, s);
  return s;
}

void expect_same(const State& s, const State& expected) {
  EXPECT_EQ(state_hash(s), state_hash(expected));
#define X(name) EXPECT_EQ(s.ledger.name, expected.ledger.name) << #name;
  SCREE_LEDGER_HELD(X)
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  EXPECT_EQ(s.ledger.largest, expected.ledger.largest);
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    const WallState &a = s.walls[w], &b = expected.walls[w];
    EXPECT_TRUE(a.x == b.x && a.q == b.q && a.v == b.v && a.omega == b.omega && a.f == b.f && a.tau == b.tau) << w;
  }
  EXPECT_EQ(s.flow_mass, expected.flow_mass);
  EXPECT_EQ(s.deepest.bodies, expected.deepest.bodies);
  EXPECT_EQ(s.deepest.walls, expected.deepest.walls);
}

TEST_P(OrderOfSums, IsThatOfPlacesInSpaceAlone) {
  const Begun b = begun(GetParam());
  const State expected = after(b, b.model, {"as it is", kAsItIs, kNoChange});
  const std::string telemetry = telemetry_of(b.model, expected);
  for (const Variant& v : variants()) {
    SCOPED_TRACE(v.name);
    Model model = b.model;
    const State s = after(b, model, v);
    expect_same(s, expected);
    EXPECT_EQ(telemetry_of(b.model, s), telemetry);
  }
}

INSTANTIATE_TEST_SUITE_P(SmallScenes, OrderOfSums, testing::ValuesIn(small_scenes()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace scree
