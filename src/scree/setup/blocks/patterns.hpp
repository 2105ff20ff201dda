// Patterns cut a box into blocks (docs/blocks.md). Each gives cells that fill the box without gaps.
#pragma once
#include <array>

#include "scree/setup/blocks/cells.hpp"

namespace scree::blocks {

struct BlockBox {
  Vec3d lo, hi;
  Vec3d size() const { return hi - lo; }
  double volume() const { return size().x * size().y * size().z; }
};
using Counts = std::array<int, 3>;

Cells whole(const BlockBox& box);
Cells bricks(const BlockBox& box, const Counts& n);
// Courses lie along z; in every other one bricks are shifted by half their length along x, with halves at the ends.
Cells running_bond(const BlockBox& box, const Counts& n);
// Every brick of a grid becomes six tetrahedra round the same diagonal (Kuhn 1960), so that those of neighbours match.
Cells tetrahedra(const BlockBox& box, const Counts& n);

// The planes are n . x = offset + k spacing, k = ..., -1, 0, 1, ...
struct JointSet {
  Vec3d normal = {0, 0, 1};  // of length 1
  double spacing = 0, offset = 0;
};
// Sets of planes cut all that stands, one after the other. Throws InputError beyond `most` cells.
void cut_by_sets(Cells& cells, const std::vector<JointSet>& sets, std::size_t most);

// A cell is what lies nearer to one of `count` seeds than to any other. Seeds keep their distance (dart throwing), and
// are moved a little where cells would get edges shorter than kShortEdge of the mean distance of seeds.
struct VoronoiOptions {
  int count = 0;
  std::uint64_t seed = 1;
};
inline constexpr double kShortEdge = 1e-4;
Cells voronoi(const BlockBox& box, const VoronoiOptions& options);

// Stones lie between two cylinders about an axis along y; each is a prism over a trapezoid with its corners on the
// circles.
struct ArchOptions {
  Vec3d centre = {0, 0, 0};  // centre of the circles, half way along y
  double inner_radius = 0, thickness = 0, depth = 0;
  int stones = 0;
  double from = 0, to = 0;  // rad, from +x towards +z
};
Cells arch(const ArchOptions& options);

}  // namespace scree::blocks
