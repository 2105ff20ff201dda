// Fixed cubes, step by step: what fixed_cubes() is made of, for tests and for the figures of the paper.
//
// Lazarević, Dvornik, Fresl, "Contact Detection Algorithm for Discrete Element Analysis", KoG 6 (2002). Equations and
// algorithms are numbered as there.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "scree/broad/broad_phase.hpp"

namespace scree::broad {

// r_i+ - r_i: balls are registered this much larger than they are, so that the midpoint of two balls within reach lies
// in both of them. As printed the rule loses contacts of unequal balls (tests/broad/fixed_cubes_test.cpp shows it).
inline double cube_enlargement(double r_min, double r_max, double margin) { return (r_max - r_min) / 2 + margin / 2; }

// The smallest side a of a cube, Eq. (6) with the enlarged radius: a ball may not touch opposite faces.
inline double smallest_cell_size(double r_min, double r_max, double margin) {
  return 2 * (r_max + cube_enlargement(r_min, r_max, margin));
}
double smallest_cell_size(const Cloud& c, Real margin);

// Which of the eight cubes k_1 .. k_8 a ball cuts. Bit j - 1 of the mask stands for k_j, in the order of (17).
struct Registration {
  int cell;  // 1 .. 8, Fig. 2a
  unsigned mask;
  int comparisons;  // 3 to find the cell, 3 to 7 in the tree
};

// Sec. 3.2: the cell from the signs of the local coordinates of the centre, (9); zero counts as positive (Sec. 3.4).
inline int cell_of_signs(bool x, bool y, bool z) { return (x ? (y ? 1 : 4) : (y ? 2 : 3)) + (z ? 0 : 4); }

// Algorithms 3 and 4 for one ball with the local coordinates d of its centre (10), radius r <= a / 2. A cube that is
// only touched counts (Sec. 3.4). We compare squares instead of the roots of (13) and (14).
inline Registration register_ball(const Vec3d& d, double r, double a) {
  enum : unsigned { k1 = 1, k2 = 2, k3 = 4, k4 = 8, k5 = 16, k6 = 32, k7 = 64, k8 = 128 };
  const int cell = cell_of_signs(d.x >= 0, d.y >= 0, d.z >= 0);
  const Vec3d delta = {a / 2 - std::abs(d.x), a / 2 - std::abs(d.y), a / 2 - std::abs(d.z)};  // (11)
  const Vec3d sq = componentwise(delta, delta);
  int n = 3;
  const auto x = [&] { return ++n, r >= delta.x; };  // (12)
  const auto y = [&] { return ++n, r >= delta.y; };
  const auto z = [&] { return ++n, r >= delta.z; };
  const auto xy = [&] { return ++n, r * r >= sq.x + sq.y; };  // (13)
  const auto xz = [&] { return ++n, r * r >= sq.x + sq.z; };
  const auto yz = [&] { return ++n, r * r >= sq.y + sq.z; };
  const auto xyz = [&] { return ++n, r * r >= sq.x + sq.y + sq.z; };  // (14)

  unsigned mask = k1;  // the search tree, Fig. 4 and Algorithm 3
  if (x()) {
    mask |= k2;
    if (y()) {
      mask |= k3;
      if (xy()) {
        mask |= k4;
        if (z()) {
          mask |= k5;
          if (xz()) {
            mask |= k6;
            if (yz()) {
              mask |= k7;
              if (xyz()) mask |= k8;
            }
          } else {
            if (yz()) mask |= k7;
          }
        }
      } else {
        if (z()) {
          mask |= k5;
          if (xz()) mask |= k6;
          if (yz()) mask |= k7;
        }
      }
    } else {
      if (z()) {
        mask |= k5;
        if (xz()) mask |= k6;
      }
    }
  } else {
    if (y()) {
      mask |= k3;
      if (z()) {
        mask |= k5;
        if (yz()) mask |= k7;
      }
    } else {
      if (z()) mask |= k5;
    }
  }
  return {cell, mask, n};
}

// Algorithm 1 for every cell (the paper prints cell 8): k_1 .. k_8 relative to the central cube k_1.
inline std::array<std::int64_t, 8> cube_offsets(int cell, std::int64_t n_cx, std::int64_t n_cy) {
  const int quadrant = (cell - 1) % 4;  // +x+y, -x+y, -x-y, +x-y
  const std::int64_t x = quadrant == 0 || quadrant == 3 ? 1 : -1;
  const std::int64_t y = quadrant < 2 ? n_cx : -n_cx;
  const std::int64_t z = cell <= 4 ? n_cx * n_cy : -n_cx * n_cy;
  return {0, x, y, x + y, z, z + x, z + y, z + x + y};
}

// Integer coordinates of the cube with a point, (7), and its index, (8): 0-based floors where the paper has 1-based
// ceilings, and n_c for each axis. `x` counts from the origin of the cubes: in scenes far from zero the difference is
// what keeps its digits.
inline Vec3T<std::int64_t> cube_at(const CubeTables& t, const Vec3d& x) {
  const Vec3d u = x / t.cell_size;
  return {std::int64_t(std::floor(u.x)), std::int64_t(std::floor(u.y)), std::int64_t(std::floor(u.z))};
}
inline Vec3T<std::int64_t> cube_of(const CubeTables& t, const Vec3d& x) { return cube_at(t, x - t.origin); }
inline std::int64_t cube_index(const CubeTables& t, const Vec3T<std::int64_t>& k) {
  return (k.z * t.n_cy + k.y) * t.n_cx + k.x;
}

// Algorithm 4: fills A and B. Wall balls are sorted again only if they, the cubes or the enlargement have changed.
// fixed_cubes() passes the lossless enlargement; 0 is the algorithm as printed.
void sort_into_cubes(const Cloud& c, double enlargement, double cell_size, CubeTables& t);
// Algorithm 5: each pair of the tables once.
void loop_over_cubes(const Cloud& c, Real margin, CubeTables& t, PairList& out);

}  // namespace scree::broad
