#include "scree/frames/tool_wrench.hpp"

#include "scree/boundary/boundary.hpp"

namespace scree::output {

Wrench tool_wrench(const Model& model, const State& s, const Motion& motion) {
  Wrench sum;
  if (motion.walls.empty()) return sum;
  // All walls share one pivot: walls that other motions move as well would have one each.
  const Vec3d pivot = boundary::pivot_of(model, s, motion, motion.walls.front());
  for (const std::uint32_t w : motion.walls) {
    const WallState& wall = s.walls[w];
    if (!wall.present) continue;
    sum.f += wall.f;
    sum.tau += wall.tau + cross(Vec3(wall.x - pivot), wall.f);
  }
  return sum;
}

}  // namespace scree::output
