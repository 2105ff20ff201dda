// What the sketches of the papers are drawn from: cubes and cells, and three pairs of superellipsoids.
#include <gtest/gtest.h>

#include <string>

#include "scree/experiments/cube_examples.hpp"
#include "scree/experiments/normal_examples.hpp"

namespace scree::bench {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Sketches, CubesOfBallsAreThoseOfTheSlowTestAndTakeSixToTenComparisons) {
  const std::string json = cube_examples(1, 5000);
  EXPECT_TRUE(has(json, "\"wrong\": 0,")) << json;
  // Of 0 to 10 comparisons: none below 6, some with 6 and with 10.
  const std::size_t from = json.find("\"comparisons\": [") + 16;
  const std::string counts = json.substr(from, json.find(']', from) - from);
  EXPECT_TRUE(counts.starts_with("0, 0, 0, 0, 0, 0, ")) << counts;
  EXPECT_FALSE(counts.starts_with("0, 0, 0, 0, 0, 0, 0,")) << counts;
  EXPECT_FALSE(counts.ends_with(", 0")) << counts;
  // Algorithm 1: the eighth cell lies at +x, -y, -z.
  EXPECT_TRUE(has(
      json, "\"8\": [[0, 0, 0], [1, 0, 0], [0, -1, 0], [1, -1, 0], [0, 0, -1], [1, 0, -1], [0, -1, -1], [1, -1, -1]]"))
      << json;
}

TEST(Sketches, PairsOfSuperellipsoidsAreThereForEverySeed) {
  for (const unsigned long long seed : {1, 2}) {
    const std::string json = normal_examples(seed);
    for (const char* name : {"contact", "exclusion", "local_minimum"})
      EXPECT_TRUE(has(json, "\"" + std::string(name) + "\": {")) << seed;
  }
}

}  // namespace
}  // namespace scree::bench
