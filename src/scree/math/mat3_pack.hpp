// Four rotations go through the same arithmetic together.
#pragma once
#include "scree/math/pack.hpp"

namespace scree {

struct Mat3Pack {
  Vec3Pack row0, row1, row2;
};
SCREE_SMALL inline Vec3Pack operator*(const Mat3Pack& m, const Vec3Pack& v) {
  return {dot(m.row0, v), dot(m.row1, v), dot(m.row2, v)};
}
// Returns the transposed matrix times v, which goes back from the world to the frame of a body.
SCREE_SMALL inline Vec3Pack turned_back(const Mat3Pack& m, const Vec3Pack& v) {
  return fma(v.z, m.row2, fma(v.y, m.row1, v.x * m.row0));
}

// Loads the vectors at four places.
SCREE_SMALL inline Vec3Pack gather(const Vec3* const (&at)[kLanes]) {
  return from_rows(row_of(*at[0]), row_of(*at[1]), row_of(*at[2]), row_of(*at[3]));
}
inline Mat3Pack gather(const Mat3* const (&at)[kLanes]) {
  const Vec3 *const r0[] = {&at[0]->row0, &at[1]->row0, &at[2]->row0, &at[3]->row0},
                    *const r1[] = {&at[0]->row1, &at[1]->row1, &at[2]->row1, &at[3]->row1},
                    *const r2[] = {&at[0]->row2, &at[1]->row2, &at[2]->row2, &at[3]->row2};
  return {gather(r0), gather(r1), gather(r2)};
}

// Does the same as any_perpendicular of one vector.
inline Vec3Pack any_perpendicular(const Vec3Pack& n) {
  const Pack sign = select(n.z >= 0, Pack(1), Pack(-1));
  const Pack a = -1 / (sign + n.z);
  return {fma(sign * n.x * n.x, a, Pack(1)), sign * n.x * n.y * a, -sign * n.x};
}

}  // namespace scree
