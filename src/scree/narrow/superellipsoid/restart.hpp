// New start directions are used when a search ended nowhere or in a local minimum: they come from a random search, and
// from Nelder & Mead's simplex on two angles, starting at the best of it. Wellmann et al. 2008 say so much; the numbers
// are ours: 20 directions, half of them within 60 degrees of the line of centres, a simplex of 0.3 rad, 60 evaluations.
#pragma once
#include "scree/math/elementary.hpp"
#include "scree/narrow/superellipsoid/common_normal.hpp"

namespace scree::superellipsoid {

struct Restart {
  Vec3 c;
  int evaluations = 0;
  bool apart = false;  // a slab wider than the margin was found on the way
};

namespace detail {

// This is splitmix64 (Steele et al. 2014), for host and device: it gives the same restarts every time.
struct Dice {
  std::uint64_t state;
  SCREE_HD Real uniform() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return Real((z ^ (z >> 31)) >> 11) * Real(0x1.0p-53);
  }
  // Returns a direction within an angle of c whose cosine is given.
  SCREE_HD Vec3 direction(const Vec3& c, Real cos_most) {
    const Real z = 1 - (1 - cos_most) * uniform(), phi = Real(6.283185307179586) * uniform();
    const Real rho = std::sqrt(1 - z * z);
    const Vec3 e1 = any_perpendicular(c), e2 = cross(c, e1);
    return fma(rho, fma(scree::cos(phi), e1, scree::sin(phi) * e2), z * c);
  }
};

struct Corner {
  Flat at;
  Real value;
};

// The method is that of Nelder & Mead 1965 in two variables: reflection 1, expansion 2, contraction and shrinking 1/2.
template <class F>
SCREE_HD Flat downhill_simplex(F&& value, Real size, int evaluations) {
  Corner v[3] = {{{0, 0}, 0}, {{size, 0}, 0}, {{0, size}, 0}};
  for (Corner& c : v) c.value = value(c.at), --evaluations;
  const auto tried = [&](Real t) {  // lies on the line from the worst through the middle of the others
    const Flat middle{(v[0].at.x + v[1].at.x) / 2, (v[0].at.y + v[1].at.y) / 2};
    const Flat at{middle.x + t * (middle.x - v[2].at.x), middle.y + t * (middle.y - v[2].at.y)};
    --evaluations;
    return Corner{at, value(at)};
  };
  const auto swap_if = [&](int i, int j) {
    if (v[j].value < v[i].value) {
      const Corner c = v[i];
      v[i] = v[j], v[j] = c;
    }
  };
  for (;;) {
    swap_if(0, 1), swap_if(1, 2), swap_if(0, 1);
    if (evaluations <= 0) return v[0].at;
    const Corner reflected = tried(1);
    if (reflected.value < v[0].value) {
      const Corner expanded = tried(2);
      v[2] = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < v[1].value) {
      v[2] = reflected;
    } else {
      const Corner contracted = tried(reflected.value < v[2].value ? Real(0.5) : Real(-0.5));
      if (contracted.value < v[2].value) {
        v[2] = contracted;
      } else {
        for (int k = 1; k < 3; ++k) {
          v[k].at = {(v[0].at.x + v[k].at.x) / 2, (v[0].at.y + v[k].at.y) / 2};
          v[k].value = value(v[k].at), --evaluations;
        }
      }
    }
  }
}

}  // namespace detail

// With `by_distance` it looks for the least |d|^2, as published; else for the widest slab. Number `attempt` draws its
// own directions.
SCREE_HD inline Restart restart(const Pair& pair, int attempt, bool by_distance, Real margin) {
  using namespace detail;
  constexpr int kDirections = 20, kEvaluations = 60;
  Restart r;
  Dice dice{std::uint64_t(attempt) + 1};
  const auto value = [&](const Vec3& c) {
    const Vec3 d = between_points(pair, c);
    ++r.evaluations;
    if (!r.apart && dot(c, d) > margin) r.apart = true, r.c = c;
    return by_distance ? norm2(d) : -dot(c, d);
  };
  const Vec3 line = centre_line(pair).a;
  Vec3 best{};
  Real least = Real(1e300);
  for (int k = 0; k < kDirections && !r.apart; ++k) {
    const Vec3 c = dice.direction(line, k % 2 == 0 ? Real(0.5) : Real(-1));
    const Real f = value(c);
    if (f < least) least = f, best = c;
  }
  if (r.apart) return r;
  const AngleFrame frame = frame_about(best);
  const Flat end =
      downhill_simplex([&](const Flat& a) { return value(direction_at(frame, a.x, a.y).c); }, Real(0.3), kEvaluations);
  if (!r.apart) r.c = normalized(direction_at(frame, end.x, end.y).c);
  return r;
}

}  // namespace scree::superellipsoid
