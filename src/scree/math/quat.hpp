// Unit quaternions (w, x, y, z) rotate body vectors into world vectors; 3x3 rotation matrices do the same.
#pragma once
#include <algorithm>

#include "scree/math/elementary.hpp"
#include "scree/math/vec3.hpp"

namespace scree {

struct Mat3 {
  Vec3 row0, row1, row2;
  SCREE_HD static constexpr Mat3 identity() { return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; }
  constexpr bool operator==(const Mat3&) const = default;
};
SCREE_SMALL constexpr Vec3 operator*(const Mat3& m, const Vec3& v) {
  return {dot(m.row0, v), dot(m.row1, v), dot(m.row2, v)};
}
SCREE_SMALL constexpr Mat3 transpose(const Mat3& m) {
  return {{m.row0.x, m.row1.x, m.row2.x}, {m.row0.y, m.row1.y, m.row2.y}, {m.row0.z, m.row1.z, m.row2.z}};
}
// Returns the transposed matrix times v, which for a rotation is the way back.
SCREE_SMALL constexpr Vec3 turned_back(const Mat3& m, const Vec3& v) {
  return fma(v.z, m.row2, fma(v.y, m.row1, v.x * m.row0));
}
SCREE_SMALL constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
  const Mat3 t = transpose(b);
  return {t * a.row0, t * a.row1, t * a.row2};
}

template <class R>
struct QuatT {
  R w = 1, x = 0, y = 0, z = 0;
  constexpr bool operator==(const QuatT&) const = default;
};
using Quat = QuatT<Real>;

template <class R>
SCREE_SMALL constexpr QuatT<R> operator*(const QuatT<R>& a, const QuatT<R>& b) {
  return {fnma(a.z, b.z, fnma(a.y, b.y, fnma(a.x, b.x, a.w * b.w))),
          fnma(a.z, b.y, fma(a.y, b.z, fma(a.x, b.w, a.w * b.x))),
          fma(a.z, b.x, fma(a.y, b.w, fnma(a.x, b.z, a.w * b.y))),
          fma(a.z, b.w, fnma(a.y, b.x, fma(a.x, b.y, a.w * b.z)))};
}
template <class R>
SCREE_SMALL constexpr R norm2(const QuatT<R>& q) {
  return fma(q.z, q.z, fma(q.y, q.y, fma(q.x, q.x, q.w * q.w)));
}
template <class R>
SCREE_SMALL constexpr QuatT<R> conjugate(const QuatT<R>& q) {
  return {q.w, -q.x, -q.y, -q.z};
}
SCREE_HD inline Quat normalized(const Quat& q) {
  const Real s = 1 / std::sqrt(norm2(q));
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}
template <class R>
SCREE_SMALL constexpr Vec3T<R> rotate(const QuatT<R>& q, const std::type_identity_t<Vec3T<R>>& v) {
  const Vec3T<R> u{q.x, q.y, q.z};
  const Vec3T<R> t = 2 * cross(u, v);
  return fma(q.w, t, v) + cross(u, t);
}
SCREE_SMALL constexpr Mat3 to_matrix(const Quat& q) {
  const Real x = q.x + q.x, y = q.y + q.y, z = q.z + q.z;
  return {{1 - fma(q.y, y, q.z * z), fms(q.x, y, q.w * z), fma(q.x, z, q.w * y)},
          {fma(q.x, y, q.w * z), 1 - fma(q.x, x, q.z * z), fms(q.y, z, q.w * x)},
          {fms(q.x, z, q.w * y), fma(q.y, z, q.w * x), 1 - fma(q.x, x, q.y * y)}};
}

// Returns the quaternion of a rotation matrix, by its largest component, which loses no digits (Shepperd 1978); w >= 0.
inline Quat to_quat(const Mat3& m) {
  const Real xx = m.row0.x, yy = m.row1.y, zz = m.row2.z;
  const Real trace = xx + yy + zz, largest = std::max({trace, xx, yy, zz});
  Quat q;
  if (largest == trace)
    q = {1 + trace, m.row2.y - m.row1.z, m.row0.z - m.row2.x, m.row1.x - m.row0.y};
  else if (largest == xx)
    q = {m.row2.y - m.row1.z, 1 + xx - yy - zz, m.row0.y + m.row1.x, m.row0.z + m.row2.x};
  else if (largest == yy)
    q = {m.row0.z - m.row2.x, m.row0.y + m.row1.x, 1 + yy - zz - xx, m.row1.z + m.row2.y};
  else
    q = {m.row1.x - m.row0.y, m.row0.z + m.row2.x, m.row1.z + m.row2.y, 1 + zz - xx - yy};
  q = normalized(q);
  return q.w < 0 ? Quat{-q.w, -q.x, -q.y, -q.z} : q;
}

// Rotates by the vector `angle` (direction = axis, length in rad). The sine ratio is a series near zero, so a body at
// rest keeps its quaternion to the bit.
inline constexpr Real kSeriesBelow = Real(1e-4);  // square of half the angle; the next terms are below 1e-19
SCREE_HD inline Quat rotation_by(const Vec3& angle) {
  const Real a2 = norm2(angle);
  const Real half2 = a2 / 4;
  Real c, s;
  if (half2 < kSeriesBelow) {
    c = fnma(half2 / 2, fnma(half2 / 12, 1 - half2 / 30, Real(1)), Real(1));
    s = Real(0.5) * fnma(half2 / 6, fnma(half2 / 20, 1 - half2 / 42, Real(1)), Real(1));
  } else {
    const Real half = std::sqrt(half2);
    const auto both = sincos(half);
    c = both.cos;
    s = both.sin / (2 * half);
  }
  return {c, s * angle.x, s * angle.y, s * angle.z};
}

}  // namespace scree
