// The pairs of faces, one of each body, that an overlay has come to.
#pragma once
#include <cstdint>

#include "scree/narrow/polyhedron/shadows.hpp"

namespace scree::polyhedron {

// Pairs of faces in the order they are found, each once.
class FacePairs {
 public:
  int size() const { return n_; }
  bool overflow() const { return overflow_; }
  int a(int i) const { return pair_[i].a; }
  int b(int i) const { return pair_[i].b; }
  bool has(int fa, int fb) const {
    for (int i = 0; i < n_; ++i)
      if (pair_[i].a == fa && pair_[i].b == fb) return true;
    return false;
  }
  void add(int fa, int fb) {
    if (n_ == kMost)
      overflow_ = true;
    else
      pair_[n_++] = {fa, fb};
  }

 private:
  static constexpr int kMost = 128;
  struct Pair {
    int a, b;
  };
  int n_ = 0;
  bool overflow_ = false;
  Pair pair_[kMost];
};

// The same by the numbers of faces. No branch looks whether a pair is new: the processor would guess wrong half the
// time.
class NumberedPairs {
 public:
  int size() const { return n_; }
  int a(int i) const { return pair_[i] / kMost; }
  int b(int i) const { return pair_[i] % kMost; }
  void add(unsigned a, unsigned b) {
    const unsigned pair = (a * kMost + b) % (kMost * kMost);
    const bool is_new = ((a | b) < kMost) & !(seen_ >> pair & 1);
    pair_[n_] = std::uint8_t(pair);
    n_ += is_new;
    seen_ |= std::uint64_t(is_new) << pair;
  }

 private:
  static constexpr unsigned kMost = Shadows<true>::kMost;
  static_assert(kMost * kMost == 64);
  int n_ = 0;
  std::uint64_t seen_ = 0;
  std::uint8_t pair_[kMost * kMost + 1];
};

}  // namespace scree::polyhedron
