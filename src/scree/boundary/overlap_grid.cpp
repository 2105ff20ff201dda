#include "scree/boundary/overlap_grid.hpp"

#include <algorithm>
#include <cmath>

#include "scree/math/random.hpp"
#include "scree/math/whole.hpp"

namespace scree {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

std::int64_t cell_of(double x, double cell_size) { return whole_floor<std::int64_t>(x / cell_size); }

}  // namespace

std::size_t OverlapGrid::slot_of(const Level& level, std::int64_t i, std::int64_t j, std::int64_t k) {
  const std::uint64_t key = std::uint64_t(i) * 0x9e3779b97f4a7c15ull ^ std::uint64_t(j) * 0xc2b2ae3d27d4eb4full ^
                            std::uint64_t(k) * 0x165667b19e3779f9ull;
  return std::size_t(RandomStream::mix(key)) & (level.slots.size() - 1);
}

void OverlapGrid::grow(Level& level) {
  level.slots.assign(std::max<std::size_t>(64, 2 * level.slots.size()), kNone);
  for (std::size_t b = 0; b < level.balls.size(); ++b) {
    Ball& ball = level.balls[b];
    const double a = level.cell_size;
    std::uint32_t& slot = level.slots[slot_of(level, cell_of(ball.x.x, a), cell_of(ball.x.y, a), cell_of(ball.x.z, a))];
    ball.next = slot;
    slot = std::uint32_t(b);
  }
}

void OverlapGrid::add(const Vec3d& x, double r) {
  int exponent = 0;
  std::frexp(r, &exponent);
  auto level = std::find_if(levels_.begin(), levels_.end(), [&](const Level& l) { return l.exponent == exponent; });
  if (level == levels_.end()) {
    levels_.push_back({exponent, std::ldexp(1.0, exponent + 1), {}, {}});
    level = levels_.end() - 1;
  }
  if (level->balls.size() >= level->slots.size()) grow(*level);
  const double a = level->cell_size;
  std::uint32_t& slot = level->slots[slot_of(*level, cell_of(x.x, a), cell_of(x.y, a), cell_of(x.z, a))];
  level->balls.push_back({x, r, slot});
  slot = std::uint32_t(level->balls.size() - 1);
  ++n_balls_;
}

bool OverlapGrid::overlaps(const Level& level, const Vec3d& x, double r) {
  auto hit = [&](const Ball& ball) {
    const double reach = r + ball.r;
    return norm2(x - ball.x) < reach * reach;
  };
  const double a = level.cell_size, reach = r + a / 2;  // no ball of this level is larger than a / 2
  const Vec3d lo = x - Vec3d{reach, reach, reach}, hi = x + Vec3d{reach, reach, reach};
  const double across = 2 * reach / a + 2;
  if (across * across * across > double(level.balls.size()))
    return std::any_of(level.balls.begin(), level.balls.end(), hit);

  for (std::int64_t k = cell_of(lo.z, a); k <= cell_of(hi.z, a); ++k)
    for (std::int64_t j = cell_of(lo.y, a); j <= cell_of(hi.y, a); ++j)
      for (std::int64_t i = cell_of(lo.x, a); i <= cell_of(hi.x, a); ++i)
        for (std::uint32_t b = level.slots[slot_of(level, i, j, k)]; b != kNone; b = level.balls[b].next)
          if (hit(level.balls[b])) return true;
  return false;
}

bool OverlapGrid::overlaps(const Vec3d& x, double r) const {
  return std::any_of(levels_.begin(), levels_.end(), [&](const Level& level) { return overlaps(level, x, r); });
}

}  // namespace scree
