// What is counted while links of convex bodies are looked for.
#pragma once
#include <cstdint>

#include "scree/math/vec3.hpp"

namespace scree {

// Which step of the ladder gave the answer.
enum class Rung : std::uint8_t { kRememberedPlane, kWarm, kCold, kGjk, kAxisScan, kNone };
inline constexpr int kRungs = 6;
inline constexpr const char* name_of(Rung r) {
  constexpr const char* names[kRungs] = {"remembered_plane", "warm", "cold", "gjk", "axis_scan", "none"};
  return names[int(r)];
}

struct LinkCounters {
  static constexpr int kHistogram = 21;       // 0 .. 19 and more
  std::uint64_t solves = 0;                   // answers asked for
  std::uint64_t rung[kRungs] = {};            // answers by rung
  std::uint64_t iterations[kHistogram] = {};  // 0: a plane was enough; sums up to `solves`
  std::uint64_t plane_evaluations = 0;        // of g(n): one support of A and one of B
  std::uint64_t walk_steps = 0;               // shortest link: faces searched
  std::uint64_t resets = 0;                   // shortest link: started again at a face that sees the point
  std::uint64_t special[3] = {};  // shortest link: edge-edge, face-face, edge-face moves that shortened the link
  std::uint64_t separations = 0;  // overlapping pairs moved apart to be solved
  std::uint64_t guarded = 0;      // overlaps put to the guard: is this the least depth of all directions?
  std::uint64_t fresh = 0;        // overlaps it did not confirm: a fresh search was made
  std::uint64_t failed = 0;

  SCREE_HD void count_iterations(int n) { ++iterations[n < kHistogram ? n : kHistogram - 1]; }
  SCREE_HD LinkCounters& operator+=(const LinkCounters& c) {
    solves += c.solves, plane_evaluations += c.plane_evaluations, walk_steps += c.walk_steps, resets += c.resets;
    separations += c.separations, guarded += c.guarded, fresh += c.fresh, failed += c.failed;
    for (int k = 0; k < kRungs; ++k) rung[k] += c.rung[k];
    for (int k = 0; k < kHistogram; ++k) iterations[k] += c.iterations[k];
    for (int k = 0; k < 3; ++k) special[k] += c.special[k];
    return *this;
  }
};

}  // namespace scree
