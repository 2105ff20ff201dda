// Where a body or a wall lies as another body sees it. Positions of two particles are subtracted here and, for lists of
// candidates, in broad/broad_phase.hpp, and nowhere else: images of a periodic cell and ghosts of other processes come
// in here.
#pragma once
#include "scree/math/pack.hpp"
#include "scree/state/state.hpp"

namespace scree {

// From the centre of one body to that of another; from the centre of a body to the origin of a wall.
inline Vec3 separation(const Bodies& bodies, std::size_t from, std::size_t to) {
  return Vec3(bodies.x[to] - bodies.x[from]);
}
inline Vec3 separation(const Bodies& bodies, std::size_t from, const WallState& wall) {
  return Vec3(wall.x - bodies.x[from]);
}
// Of four pairs.
SCREE_SMALL inline Vec3Pack separations(const Bodies& bodies, const std::uint32_t* from, const std::uint32_t* to) {
  return gather_difference(bodies.x.data(), to, from);
}

}  // namespace scree
