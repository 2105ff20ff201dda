// Sets are hashed by their items: each item (a body, a contact, a wall) has a 64-bit hash of its id and values, and a
// set has the sum of these mod 2^64. A sum knows no order, so that arrays may be sorted, and ranks and devices may each
// add up what they hold.
//
// What makes the sum good is that an item's hash looks like a random number: every word goes through a mixer in which
// each bit of it reaches all 64, and the order of words matters. A set changed in any number of items then keeps its
// sum with a chance of 2^-64, and so does one whose items have exchanged values: the id is mixed with them. Unlike
// exclusive or, a sum does not lose items that are there twice. It does not guard against people who look for equal
// sums.
#pragma once
#include <bit>
#include <concepts>
#include <cstdint>

#include "scree/math/quat.hpp"
#include "scree/math/vec3.hpp"

namespace scree {

// This is the finalizer of MurmurHash3: every bit of the input reaches every bit of the output, and no two inputs give
// the same.
SCREE_HD constexpr std::uint64_t mix_bits(std::uint64_t h) {
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdull;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53ull;
  return h ^ (h >> 33);
}

class ItemHash {
 public:
  // `kind` sets bodies apart from contacts, joints and walls with the same numbers.
  SCREE_HD constexpr explicit ItemHash(std::uint64_t kind) : h_(mix_bits(kind + 0x9e3779b97f4a7c15ull)) {}

  template <std::unsigned_integral T>
  SCREE_HD constexpr ItemHash& add(T v) {
    h_ = mix_bits((h_ ^ v) + 0x9e3779b97f4a7c15ull);
    return *this;
  }
  SCREE_HD constexpr ItemHash& add(double v) { return add(std::bit_cast<std::uint64_t>(v)); }
  template <class T>
  SCREE_HD constexpr ItemHash& add(const Vec3T<T>& v) {
    return add(double(v.x)).add(double(v.y)).add(double(v.z));
  }
  SCREE_HD constexpr ItemHash& add(const Quat& q) {
    return add(double(q.w)).add(double(q.x)).add(double(q.y)).add(double(q.z));
  }
  SCREE_HD constexpr std::uint64_t value() const { return h_; }

 private:
  std::uint64_t h_;
};

}  // namespace scree
