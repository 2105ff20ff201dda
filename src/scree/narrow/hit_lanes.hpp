// Of four distances at a time, which are hits: their lanes first, so that all four can be written and the place moves
// on behind the hits only. A branch would be unpredictable.
#pragma once
#include <array>
#include <cstdint>

#include "scree/math/pack.hpp"

namespace scree::narrow {

struct HitLanes {
  std::uint32_t lane[kLanes] = {};
  std::uint32_t n = 0;
};
constexpr std::array<HitLanes, 16> all_hits() {
  std::array<HitLanes, 16> table;
  for (unsigned hits = 0; hits < 16; ++hits)
    for (unsigned l = 0; l < kLanes; ++l)
      if ((hits >> l) & 1u) table[hits].lane[table[hits].n++] = l;
  return table;
}
inline constexpr std::array<HitLanes, 16> kHits = all_hits();  // by the bits of a comparison

}  // namespace scree::narrow
