// "Is there room for a ball here?" for balls of very different sizes.
//
// One hashed grid for every power of two of the radius: a ball lies in exactly one cell, that of its centre, and a cell
// is at least as wide as the ball. A query looks at the few cells of each grid that can hold a centre near enough; if
// those are more than the grid has balls, it looks at the balls. Cells that share a slot of the hash only cost extra
// distance tests, so no cell coordinates are kept.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

class OverlapGrid {
 public:
  // r > 0, x finite.
  void add(const Vec3d& x, double r);
  // Does a ball (x, r) overlap one that is there? Balls that touch exactly do not.
  bool overlaps(const Vec3d& x, double r) const;
  std::size_t size() const { return n_balls_; }

 private:
  struct Ball {
    Vec3d x;
    double r;
    std::uint32_t next;  // in the same slot
  };
  struct Level {
    int exponent;      // radii in [2^(exponent - 1), 2^exponent)
    double cell_size;  // 2^(exponent + 1)
    std::vector<Ball> balls;
    std::vector<std::uint32_t> slots;  // first ball, a power of two of them
  };
  static std::size_t slot_of(const Level& level, std::int64_t i, std::int64_t j, std::int64_t k);
  static void grow(Level& level);
  static bool overlaps(const Level& level, const Vec3d& x, double r);

  std::vector<Level> levels_;
  std::size_t n_balls_ = 0;
};

}  // namespace scree
