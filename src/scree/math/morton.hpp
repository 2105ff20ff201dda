// Places along the Morton (Z) curve are the bits of whole numbers, interleaved.
#pragma once
#include <cstdint>

#include "scree/math/vec3.hpp"

namespace scree {

namespace detail {

// Puts the lowest 21 bits at every third place.
SCREE_HD constexpr std::uint64_t every_third(std::uint64_t k) {
  k &= 0x1fffffull;
  k = (k | k << 32) & 0x001f00000000ffffull;
  k = (k | k << 16) & 0x001f0000ff0000ffull;
  k = (k | k << 8) & 0x100f00f00f00f00full;
  k = (k | k << 4) & 0x10c30c30c30c30c3ull;
  return (k | k << 2) & 0x1249249249249249ull;
}

// Puts the lowest 31 bits at every second place.
SCREE_HD constexpr std::uint64_t every_second(std::uint64_t k) {
  k &= 0x7fffffffull;
  k = (k | k << 16) & 0x0000ffff0000ffffull;
  k = (k | k << 8) & 0x00ff00ff00ff00ffull;
  k = (k | k << 4) & 0x0f0f0f0f0f0f0f0full;
  k = (k | k << 2) & 0x3333333333333333ull;
  return (k | k << 1) & 0x5555555555555555ull;
}

}  // namespace detail

// Each axis counts modulo 2^21.
SCREE_HD constexpr std::uint64_t morton(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return detail::every_third(x) | detail::every_third(y) << 1 | detail::every_third(z) << 2;
}
// Each axis counts modulo 2^31.
SCREE_HD constexpr std::uint64_t morton(std::uint64_t x, std::uint64_t y) {
  return detail::every_second(x) | detail::every_second(y) << 1;
}

}  // namespace scree
