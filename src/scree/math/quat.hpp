// Unit quaternions (w, x, y, z) that turn body vectors into world vectors, and 3x3 rotation matrices.
#pragma once
#include <algorithm>

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
SCREE_SMALL constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
  const Mat3 t = transpose(b);
  return {t * a.row0, t * a.row1, t * a.row2};
}

struct Quat {
  Real w = 1, x = 0, y = 0, z = 0;
  constexpr bool operator==(const Quat&) const = default;
};

SCREE_SMALL constexpr Quat operator*(const Quat& a, const Quat& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
SCREE_SMALL constexpr Quat conjugate(const Quat& q) { return {q.w, -q.x, -q.y, -q.z}; }
SCREE_HD inline Quat normalized(const Quat& q) {
  const Real s = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}
SCREE_SMALL constexpr Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2 * cross(u, v);
  return v + q.w * t + cross(u, t);
}
SCREE_SMALL constexpr Mat3 to_matrix(const Quat& q) {
  return transpose(Mat3{rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1})});
}

// The quaternion of a rotation matrix, by its largest component, which loses no digits (Shepperd 1978); w >= 0.
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

// Rotation by the vector `angle` (direction = axis, length in rad). The sine ratio is a series near zero,
// so a body at rest keeps its quaternion to the bit.
inline constexpr Real kSeriesBelow = Real(1e-4);  // square of half the angle; the next terms are below 1e-19
SCREE_HD inline Quat rotation_by(const Vec3& angle) {
  const Real a2 = norm2(angle);
  const Real half2 = a2 / 4;
  Real c, s;
  if (half2 < kSeriesBelow) {
    c = 1 - half2 / 2 * (1 - half2 / 12 * (1 - half2 / 30));
    s = Real(0.5) * (1 - half2 / 6 * (1 - half2 / 20 * (1 - half2 / 42)));
  } else {
    const Real half = std::sqrt(half2);
    c = std::cos(half);
    s = std::sin(half) / (2 * half);
  }
  return {c, s * angle.x, s * angle.y, s * angle.z};
}

}  // namespace scree
