// Compounds: several convex parts move as one body, and what slides over the seams between them does not notice.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "scree/scene/scene.hpp"
#include "scree/step.hpp"
#include "support/temporary_folder.hpp"

namespace scree {
namespace {

constexpr const char* kBar = R"(
schema = 1
[time]
end = 1
[[material]]
name = "stone"
density = 2650
[[contact]]
between = ["stone", "stone"]
law = "linear_coulomb"
k_n = 1e6
k_t_ratio = 0.8
mu = 0.3
restitution = 0.3
[[shape]]
name = "box"
type = "polyhedron"
material = "stone"
library = "box"
lengths = [0.1, 0.1, 0.1]
[[shape]]
name = "stone"
type = "polyhedron"
material = "stone"
library = "cube"
size = 0.05
[[shape]]
name = "bar"
type = "compound"
parts = [{ shape = "box", position = [0, 0, 0] }, { shape = "box", position = [0.1, 0, 0] },
         { shape = "box", position = [0.2, 0, 0] }, { shape = "box", position = [0.3, 0, 0] }]
[[wall]]
name = "floor"
type = "plane"
material = "stone"
point = [0, 0, 0]
normal = [0, 0, 1]
[[body]]
shape = "bar"
position = [0, 0, 0.05]
)";

Scene scene_of(const std::string& text) {
  const test::TemporaryFolder folder;
  return load_scene(folder.file("seams.toml", text), {}, "");
}

State run(const Scene& scene, double time) {
  State s = scene.state;
  start(scene.model, s);
  while (s.time(scene.model) < time) step(scene.model, s);
  // As in the scene again: steps put bodies where they are near each other.
  std::vector<std::uint32_t> by_id(s.bodies.size());
  std::iota(by_id.begin(), by_id.end(), 0u);
  std::sort(by_id.begin(), by_id.end(), [&](auto i, auto j) { return s.bodies.id[i] < s.bodies.id[j]; });
  reorder_bodies(s, by_id);
  return s;
}

// A cube of side a = 0.05 / sqrt 3 set down on the bar with 1.2 m/s stops after v^2 / (2 mu g), three seams later, as
// on one piece, and does not turn.
TEST(Seams, ACubeSlidesOverThemAsOverOnePiece) {
  for (const char* turn : {"[1, 0, 0, 0]", "[0.9238795325112867, 0, 0, 0.3826834323650898]"}) {
    const Scene scene = scene_of(std::string(kBar) + R"(
[[body]]
shape = "stone"
position = [-0.15, 0.003, 0.114434]
velocity = [1.2, 0, 0]
quaternion = )" + turn + "\n");
    const State s = run(scene, 0.6);
    EXPECT_NEAR(s.bodies.x[1].x, -0.15 + 1.2 * 1.2 / (2 * 0.3 * 9.81), 1e-3) << turn;
    EXPECT_NEAR(s.bodies.x[1].z - s.bodies.x[0].z, 0.05 + 0.05 / std::sqrt(3.0) / 2, 1e-5) << turn;
    EXPECT_LT(norm(s.bodies.v[1]) + norm(s.bodies.omega[1]), 1e-5) << turn;
    EXPECT_LT(std::abs(s.bodies.x[1].y - 0.003), 1e-3) << turn;
  }
}

// The parts themselves never touch: a bar in free fall has no contacts and no forces.
TEST(Seams, PartsOfOneBodyDoNotMeet) {
  const Scene scene = scene_of(std::string(kBar) + "[[body]]\nshape = \"bar\"\nposition = [0, 0, 1]\nangle = 0.7\n");
  const State s = run(scene, 0.02);
  EXPECT_EQ(norm(s.bodies.wrench[1].f), 0);
  EXPECT_EQ(s.bodies.omega[1], (Vec3{0, 0, 0}));
}

// Two hooks that lie in each other: concave bodies meet through their parts.
TEST(Seams, AnLRestsInsideAnother) {
  const std::string l = R"(
[[shape]]
name = "L"
type = "compound"
parts = [{ shape = "box", position = [0, 0, 0] }, { shape = "box", position = [0.1, 0, 0] },
         { shape = "box", position = [0, 0, 0.1] }]
[[body]]
shape = "L"
position = [1, 0, 0.0835]
[[body]]
shape = "L"
position = [1.1009, 0, 0.1845]
)";
  const Scene scene = scene_of(std::string(kBar) + l);
  const State s = run(scene, 3);
  EXPECT_LT(norm(s.bodies.v[1]) + norm(s.bodies.v[2]), 1e-4);
  EXPECT_LT(norm(s.bodies.omega[1]) + norm(s.bodies.omega[2]), 1e-3);
  EXPECT_NEAR(s.bodies.x[2].z - s.bodies.x[1].z, 0.1, 1e-3);  // on its step, not through it
}

}  // namespace
}  // namespace scree
