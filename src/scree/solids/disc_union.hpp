// The area and moments of what lies in at least one of several discs are integrals over its boundary (Green's theorem),
// which is made of the arcs of each circle that lie in no other disc. They are exact to rounding.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree {

struct Disc {
  Real x, y, r;
};
struct Arc {
  Real from, to;  // rad, from < to, in 0 .. 2 pi
};

// Holds the integrals of 1, x, y, x^2, y^2 and x y.
struct AreaMoments {
  Real area = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};

// Holds what other discs leave of the circle of one.
class OpenArcs {
 public:
  // Calls f(arc) for the arcs of disc i that lie in no other. The first of equal discs counts.
  template <class F>
  void for_each(std::span<const Disc> discs, std::size_t i, F&& f) {
    covered_.clear();
    for (std::size_t j = 0; j < discs.size(); ++j)
      if (j != i && !cover(discs[i], discs[j], j < i)) return;
    std::sort(covered_.begin(), covered_.end(),
              [](const Arc& a, const Arc& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
    Real at = 0;
    for (const Arc& arc : covered_) {
      if (arc.from > at) f(Arc{at, arc.from});
      at = std::max(at, arc.to);
    }
    if (at < kTurn) f(Arc{at, kTurn});
  }

 private:
  static constexpr Real kTurn = Real(6.283185307179586476925286766559);
  bool cover(const Disc& d, const Disc& other, bool other_is_earlier);  // false: nothing is left

  std::vector<Arc> covered_;
};

void add_arc(const Disc& disc, const Arc& arc, AreaMoments& m);
AreaMoments union_of_discs(std::span<const Disc> discs);

}  // namespace scree
