#include "scree/experiments/loose_stack.hpp"

#include <gtest/gtest.h>

#include "experiments/polyhedra_helpers.hpp"
#include "scree/experiments/detection.hpp"

namespace scree::bench {
namespace {

using namespace test;

TEST(LooseStack, HoldsBodiesOfAllSizesApartAndInsideItsBox) {
  Scene scene = load_scene(kBench + "flow.toml", on_a_lattice(300));
  Bodies& b = scene.state.bodies;
  double lattice = 0;
  for (const Vec3d& x : b.x) lattice = std::max(lattice, x.z);
  const double height = stack_loosely(scene.model, b, 0.3, 0.3);
  EXPECT_LT(height, 0.6 * lattice);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Part& part = scene.model.body_types[b.type[i]].parts[0];
    const PolyhedronView view = scene.model.polyhedra[part.polyhedron].view(b.scale[i] * part.size);
    for (int v = 0; v < view.n_vertices; ++v) {
      const Vec3d x = b.x[i] + Vec3d(rotate(b.q[i], view.vertices[v]));
      EXPECT_TRUE(x.x > 0 && x.x < 0.3 && x.y > 0 && x.y < 0.3 && x.z > 0 && x.z <= height) << i;
    }
  }
  const Detector detector(scene.model, b);
  Window window;
  detector.record(scene.state, window);
  std::vector<DetectionCost> one(1);
  one[0].asked = {LinkMethod::kShortestLink, true, true};
  detector.replay(window, one);
  EXPECT_GT(one[0].cold_solves, 300u);  // balls meet: it is not all air
  EXPECT_EQ(one[0].touching, 0u);
}

}  // namespace
}  // namespace scree::bench
