// Random numbers are a pure function of (seed, counter): a checkpoint needs to keep two integers, and a draw can be
// repeated alone. The function is splitmix64's finaliser over a Weyl sequence (Steele et al. 2014).
#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>

#include "scree/math/elementary.hpp"
#include "scree/math/quat.hpp"

namespace scree {

struct RandomStream {
  std::uint64_t seed = 1;
  std::uint64_t draws = 0;

  // There is an independent stream for each (seed, branch): sizes, positions, the n-th body of an inlet, ...
  static RandomStream branch(std::uint64_t seed, std::uint64_t branch) { return {mix(seed + mix(branch + 1)), 0}; }

  std::uint64_t bits() {
    std::uint64_t z = mix(seed) + 0x9e3779b97f4a7c15ull * ++draws;
    return mix(z);
  }
  double uniform() { return double(bits() >> 11) * 0x1.0p-53; }  // [0, 1)
  double uniform(double lo, double hi) { return lo + (hi - lo) * uniform(); }
  double normal() {  // Box-Muller, the cosine half only: takes two draws a number, and has no hidden state
    const double u = 1 - uniform(), phi = 2 * std::numbers::pi * uniform();
    return std::sqrt(-2 * scree::log(u)) * scree::cos(phi);
  }
  // Every rotation has the same chance (Shoemake 1992).
  Quat rotation() {
    const double u = uniform(), a = 2 * std::numbers::pi * uniform(), b = 2 * std::numbers::pi * uniform();
    const double r = std::sqrt(1 - u), s = std::sqrt(u);
    return {Real(s * scree::cos(b)), Real(r * scree::sin(a)), Real(r * scree::cos(a)), Real(s * scree::sin(b))};
  }
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
};

}  // namespace scree
