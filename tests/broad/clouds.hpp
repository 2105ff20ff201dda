// Clouds of balls for the broad-phase tests.
#pragma once
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "scree/broad/broad_phase.hpp"

namespace scree::broad::test {

struct Balls {
  std::vector<Vec3d> x;
  std::vector<Real> r;
  std::vector<std::int32_t> owner;

  void add(const Vec3d& at, double radius, std::int32_t who = kDynamic) {
    x.push_back(at);
    r.push_back(Real(radius));
    owner.push_back(who);
  }
  std::size_t size() const { return x.size(); }
  Cloud cloud() const { return {x.size(), x.data(), r.data(), owner.data()}; }
};

inline double uniform(std::mt19937_64& rng, double a, double b) {
  return std::uniform_real_distribution<double>(a, b)(rng);
}
inline Vec3d in_box(std::mt19937_64& rng, const Vec3d& lo, const Vec3d& hi) {
  const double x = uniform(rng, lo.x, hi.x), y = uniform(rng, lo.y, hi.y);
  return {x, y, uniform(rng, lo.z, hi.z)};
}

// n balls, log-uniform in size, in a box of which they fill about `fill`; a share of them carried.
inline Balls random_balls(std::mt19937_64& rng, std::size_t n, double r_min, double r_max, double fill,
                          double carried = 0) {
  Balls b;
  double volume = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = r_min * std::pow(r_max / r_min, uniform(rng, 0, 1));
    volume += 4.19 * r * r * r;
    b.add({0, 0, 0}, r, uniform(rng, 0, 1) < carried ? int(i % 3) : kDynamic);
  }
  const double side = std::cbrt(volume / fill);
  for (Vec3d& x : b.x) x = in_box(rng, {-side / 3, 0, side}, {2 * side / 3, side, 2 * side});
  return b;
}

inline PairList sorted(PairList p) {
  std::sort(p.begin(), p.end());
  return p;
}
inline PairList by_brute_force(const Balls& b, double margin) {
  PairList out;
  brute_force(b.cloud(), Real(margin), out);
  return sorted(out);
}
inline bool has_doubles(const PairList& sorted_pairs) {
  return std::adjacent_find(sorted_pairs.begin(), sorted_pairs.end()) != sorted_pairs.end();
}

}  // namespace scree::broad::test
