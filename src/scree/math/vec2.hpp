// Two-vectors and poses in the plane serve convex polygons; they are the 2-D counterpart of Vec3 and Pose.
#pragma once
#include "scree/math/vec3.hpp"

namespace scree {

struct Vec2 {
  Real x, y;
  constexpr bool operator==(const Vec2&) const = default;
};

SCREE_SMALL constexpr Vec2 operator+(const Vec2& a, const Vec2& b) { return {a.x + b.x, a.y + b.y}; }
SCREE_SMALL constexpr Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
SCREE_SMALL constexpr Vec2 operator-(const Vec2& a) { return {-a.x, -a.y}; }
SCREE_SMALL constexpr Vec2 operator*(Real s, const Vec2& a) { return {s * a.x, s * a.y}; }
SCREE_SMALL constexpr Vec2 operator/(const Vec2& a, Real s) { return {a.x / s, a.y / s}; }
SCREE_SMALL constexpr Vec2& operator+=(Vec2& a, const Vec2& b) { return a = a + b; }
// Returns s a + b.
SCREE_SMALL constexpr Vec2 fma(Real s, const Vec2& a, const Vec2& b) { return {fma(s, a.x, b.x), fma(s, a.y, b.y)}; }
SCREE_SMALL constexpr Vec2 fnma(Real s, const Vec2& a, const Vec2& b) { return fma(-s, a, b); }
SCREE_SMALL constexpr Real dot(const Vec2& a, const Vec2& b) { return fma(a.y, b.y, a.x * b.x); }
// Returns the z component of the cross product, which is positive when b lies to the left of a.
SCREE_SMALL constexpr Real cross(const Vec2& a, const Vec2& b) { return fms(a.x, b.y, a.y * b.x); }
// Returns a rotated by -90 degrees: the outward normal of an edge of a counter-clockwise polygon.
SCREE_SMALL constexpr Vec2 turned_right(const Vec2& a) { return {a.y, -a.x}; }
SCREE_SMALL constexpr Real norm2(const Vec2& a) { return dot(a, a); }
SCREE_HD inline Real norm(const Vec2& a) { return std::sqrt(norm2(a)); }
SCREE_HD inline Vec2 normalized(const Vec2& a) { return a / norm(a); }

// Holds a rotation (cosine, sine) and a translation.
struct Pose2 {
  Real c = 1, s = 0;
  Vec2 p = {0, 0};
};
SCREE_SMALL constexpr Vec2 turned(const Pose2& X, const Vec2& v) {
  return {fms(X.c, v.x, X.s * v.y), fma(X.c, v.y, X.s * v.x)};
}
SCREE_SMALL constexpr Vec2 turned_back(const Pose2& X, const Vec2& v) {
  return {fma(X.c, v.x, X.s * v.y), fms(X.c, v.y, X.s * v.x)};
}
SCREE_SMALL constexpr Vec2 operator*(const Pose2& X, const Vec2& v) { return turned(X, v) + X.p; }
SCREE_SMALL constexpr Pose2 operator*(const Pose2& A, const Pose2& B) {
  return {fms(A.c, B.c, A.s * B.s), fma(A.c, B.s, A.s * B.c), A * B.p};
}
SCREE_SMALL constexpr Pose2 inverse(const Pose2& X) { return {X.c, -X.s, -turned_back(X, X.p)}; }

}  // namespace scree
