// A small cloud of balls in a box: a lattice with seeded shifts, sizes and velocities.
#pragma once
#include <random>

#include "physics/impact.hpp"

namespace scree::test {

// Five planes, open above, or six.
inline void add_box(SmallWorld& w, const Vec3d& lo, const Vec3d& hi, bool lid) {
  w.plane({lo.x, 0, 0}, {1, 0, 0}, "x-").plane({hi.x, 0, 0}, {-1, 0, 0}, "x+");
  w.plane({0, lo.y, 0}, {0, 1, 0}, "y-").plane({0, hi.y, 0}, {0, -1, 0}, "y+");
  w.plane({0, 0, lo.z}, {0, 0, 1}, "z-");
  if (lid) w.plane({0, 0, hi.z}, {0, 0, -1}, "z+");
}

// n_x n_y n_z balls of radius r to 0.6 r, 2.4 r apart, the first at `corner`; speeds up to `speed`, spins up to
// speed/r.
inline void add_lattice(SmallWorld& w, int n_x, int n_y, int n_z, double r, const Vec3d& corner, double speed,
                        unsigned seed) {
  std::mt19937 rng(seed);
  const auto random = [&](double a) { return a * (double(rng()) / 2147483648.0 - 1); };
  const auto vector = [&](double a) {
    const double x = random(a), y = random(a), z = random(a);
    return Vec3{Real(x), Real(y), Real(z)};
  };
  for (int k = 0; k < n_z; ++k) {
    for (int j = 0; j < n_y; ++j) {
      for (int i = 0; i < n_x; ++i) {
        const double radius = r * (0.8 + random(0.2));
        const Vec3d shift = Vec3d(vector(0.15 * r)), x = corner + 2.4 * r * Vec3d{double(i), double(j), double(k)};
        const Vec3 v = vector(speed);
        w.ball(Real(radius), x + shift, v, vector(speed / r));
      }
    }
  }
}

}  // namespace scree::test
