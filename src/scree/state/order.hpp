// The order of bodies in sums, and the boxes of space that it is cut into (docs/order-of-sums.md).
//
// A key follows from the place of its own body and from the model, a unit from keys, its size from the number of bodies
// and the set of boxes that they are in: nothing here depends on places in arrays, on how bodies are shared out, or on
// when pair lists are made.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "scree/state/state.hpp"

namespace scree {

// Bodies::order of a body at x: its cell of a lattice with origin 0 and twice the smallest radius as edge, along the
// Morton curve. Coordinates are taken modulo 2^21 cells (2-D: 2^31), whatever they are; those that are no finite
// numbers count as 0.
std::uint64_t order_at(const Model& model, const Vec3d& x);

// By (order, id): two bodies in one cell are told apart by their ids.
inline bool comes_before(const Bodies& b, std::uint32_t i, std::uint32_t j) {
  return b.order[i] != b.order[j] ? b.order[i] < b.order[j] : b.id[i] < b.id[j];
}
std::vector<std::uint32_t> bodies_in_order(const Bodies& b);

// Takes keys and sizes of units and groups anew: at the start and every order_every steps.
void renew_order(const Model& model, State& s);

// How many boxes are occupied, for every size of boxes at a time, from the largest of some hashes (HyperLogLog,
// Flajolet et al. 2007): within some 10 %, and a function of the set of boxes alone. Sketches of parts are joined
// register by register, by the larger one.
class OccupiedBoxes {
 public:
  static constexpr int kShifts = 64, kRegisters = 128;
  void add(std::uint64_t order);
  OccupiedBoxes& operator+=(const OccupiedBoxes& other);
  double count(int shift) const;  // of order >> shift

 private:
  std::array<std::uint8_t, kShifts * kRegisters> largest_{};
  std::uint64_t last_ = 0;  // boxes that it is in, too, are known
  bool any_ = false;
};

// Numbers of the unit, the group and the batch of each body, rising along the order. The bodies of a batch are A of
// the pairs of a batch.
struct Turns {
  std::vector<std::uint32_t> group, unit, batch;
  Turns(const Model& model, const State& s, const std::vector<std::uint32_t>& in_order);
};

}  // namespace scree
