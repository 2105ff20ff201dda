// Lists hold the pairs of faces, one of each body, that an overlay has come to.
#pragma once
#include <bit>
#include <cstdint>

#include "scree/narrow/polyhedron/shadows.hpp"

namespace scree::polyhedron {

// Holds pairs of faces in the order they are found, each once.
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

// Holds the same by the numbers of faces, a bit for each pair; the lowest is next. No branch looks whether a pair is
// new: the processor would guess wrong half the time.
class NumberedPairs {
 public:
  static constexpr unsigned kMost = Shadows<true>::kMost;
  static_assert(kMost * kMost == 64);

  bool empty() const { return open_ == 0; }
  unsigned take() {
    const unsigned pair = unsigned(std::countr_zero(open_));
    open_ &= open_ - 1;
    return pair;
  }
  // Marks pairs that need no look.
  void skip(std::uint64_t pairs) { seen_ |= pairs; }
  void add(std::uint64_t pairs) {
    open_ |= pairs & ~seen_;
    seen_ |= pairs;
  }
  // A face that looks the other way has a number beyond kMost, and no pair.
  static std::uint64_t bit(unsigned a, unsigned b) { return std::uint64_t((a | b) < kMost) << (a * kMost + b) % 64; }
  static unsigned a(unsigned pair) { return pair / kMost; }
  static unsigned b(unsigned pair) { return pair % kMost; }

 private:
  std::uint64_t open_ = 0, seen_ = 0;
};

}  // namespace scree::polyhedron
