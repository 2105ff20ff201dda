// Tetrahedra, pyramids, cubes, 14-cornered stones, rocks and, if wanted, balls, that fall into a box: a lattice with
// seeded turns, sizes and velocities.
#pragma once
#include <random>

#include "physics/poly_world.hpp"

namespace scree::test {

struct HeapOptions {
  int n_x = 3, n_y = 3, n_z = 3;
  double r = 0.015;  // m, largest circumradius; the smallest is 0.6 of it
  double speed = 0.3;
  bool balls = false;  // every fifth body
  unsigned seed = 5;
};

// Call it with a world that has its gravity and, if any, further walls; opens the box upwards.
inline void add_heap(PolyWorld& w, const HeapOptions& o) {
  const double pitch = 2.1 * o.r, x = pitch * o.n_x, y = pitch * o.n_y;
  w.plane({0, 0, 0}, {1, 0, 0}, "x-").plane({x, 0, 0}, {-1, 0, 0}, "x+");
  w.plane({0, 0, 0}, {0, 1, 0}, "y-").plane({0, y, 0}, {0, -1, 0}, "y+");
  w.plane({0, 0, 0}, {0, 0, 1}, "floor");
  const std::uint32_t types[] = {w.shape(tetrahedron()), w.shape(pyramid()), w.shape(cube()), w.shape(fourteen()),
                                 w.shape(rock({}))};
  w.open();
  std::mt19937 rng(o.seed);
  const auto random = [&](double a) { return a * (double(rng()) / 2147483648.0 - 1); };
  const auto vector = [&](double a) {
    const double u = random(a), v = random(a), t = random(a);
    return Vec3{Real(u), Real(v), Real(t)};
  };
  for (int k = 0; k < o.n_x * o.n_y * o.n_z; ++k) {
    const int i = k % o.n_x, j = k / o.n_x % o.n_y, layer = k / (o.n_x * o.n_y);
    const double r = o.r * (0.8 + random(0.2));
    const Vec3d at = pitch * Vec3d{i + 0.5, j + 0.5, layer + 0.5};
    const Vec3 v = vector(o.speed), omega = vector(o.speed / o.r), turn = vector(3);
    if (o.balls && k % 5 == 4)
      w.sphere(r, at, v, omega);
    else
      w.block(types[k % 5], r, at, rotation_by(turn), v, omega);
  }
}

}  // namespace scree::test
