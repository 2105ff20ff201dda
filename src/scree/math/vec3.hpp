// Three-vectors are plain aggregates with free functions, for host and device.
#pragma once
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "scree/math/fma.hpp"

namespace scree {

using Real = double;

// Returns the larger or the smaller of two numbers, and the second where they are equal or one is NaN.
SCREE_HD constexpr Real larger(Real a, Real b) { return a > b ? a : b; }
SCREE_HD constexpr Real smaller(Real a, Real b) { return a < b ? a : b; }

template <class T>
struct Vec3T {
  T x, y, z;

  // It is explicit so that dropping from double positions to Real offsets is seen in the code.
  template <class U>
  SCREE_HD explicit constexpr operator Vec3T<U>() const {
    return {U(x), U(y), U(z)};
  }
  SCREE_SMALL constexpr T& operator[](int k) { return k == 0 ? x : k == 1 ? y : z; }
  SCREE_SMALL constexpr T operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
  constexpr bool operator==(const Vec3T&) const = default;
};

using Vec3 = Vec3T<Real>;
using Vec3d = Vec3T<double>;  // says that it is a position: far from the origin, where digits are precious

// Scalars take part in no deduction, so that `2 * v` works for float and double alike.
template <class T>
using Scalar = std::type_identity_t<T>;

template <class T>
SCREE_SMALL constexpr Vec3T<T> operator+(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
SCREE_SMALL constexpr Vec3T<T> operator-(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
SCREE_SMALL constexpr Vec3T<T> operator-(const Vec3T<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
SCREE_SMALL constexpr Vec3T<T> operator*(Scalar<T> s, const Vec3T<T>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class T>
SCREE_SMALL constexpr Vec3T<T> operator*(const Vec3T<T>& a, Scalar<T> s) {
  return s * a;
}
template <class T>
SCREE_SMALL constexpr Vec3T<T> operator/(const Vec3T<T>& a, Scalar<T> s) {
  return {a.x / s, a.y / s, a.z / s};
}
template <class T>
SCREE_SMALL constexpr Vec3T<T>& operator+=(Vec3T<T>& a, const Vec3T<T>& b) {
  return a = a + b;
}
template <class T>
SCREE_SMALL constexpr Vec3T<T>& operator-=(Vec3T<T>& a, const Vec3T<T>& b) {
  return a = a - b;
}
template <class T>
SCREE_SMALL constexpr Vec3T<T>& operator*=(Vec3T<T>& a, Scalar<T> s) {
  return a = s * a;
}

// Returns s a + b.
template <class T>
SCREE_SMALL constexpr Vec3T<T> fma(Scalar<T> s, const Vec3T<T>& a, const Vec3T<T>& b) {
  return {fma(s, a.x, b.x), fma(s, a.y, b.y), fma(s, a.z, b.z)};
}
// Returns b - s a.
template <class T>
SCREE_SMALL constexpr Vec3T<T> fnma(Scalar<T> s, const Vec3T<T>& a, const Vec3T<T>& b) {
  return {fnma(s, a.x, b.x), fnma(s, a.y, b.y), fnma(s, a.z, b.z)};
}
// Returns s a - b.
template <class T>
SCREE_SMALL constexpr Vec3T<T> fms(Scalar<T> s, const Vec3T<T>& a, const Vec3T<T>& b) {
  return {fms(s, a.x, b.x), fms(s, a.y, b.y), fms(s, a.z, b.z)};
}
// Returns -s a - b.
template <class T>
SCREE_SMALL constexpr Vec3T<T> fnms(Scalar<T> s, const Vec3T<T>& a, const Vec3T<T>& b) {
  return {fnms(s, a.x, b.x), fnms(s, a.y, b.y), fnms(s, a.z, b.z)};
}

template <class T>
SCREE_SMALL constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) {
  return fma(a.z, b.z, fma(a.y, b.y, a.x * b.x));
}
template <class T>
SCREE_SMALL constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {fms(a.y, b.z, a.z * b.y), fms(a.z, b.x, a.x * b.z), fms(a.x, b.y, a.y * b.x)};
}
// Returns a x b + c.
template <class T>
SCREE_SMALL constexpr Vec3T<T> cross_plus(const Vec3T<T>& a, const Vec3T<T>& b, const Vec3T<T>& c) {
  return {fma(a.y, b.z, fnma(a.z, b.y, c.x)), fma(a.z, b.x, fnma(a.x, b.z, c.y)), fma(a.x, b.y, fnma(a.y, b.x, c.z))};
}
template <class T>
SCREE_SMALL constexpr T norm2(const Vec3T<T>& a) {
  return dot(a, a);
}
template <class T>
SCREE_HD inline T norm(const Vec3T<T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}
template <class T>
SCREE_HD inline Vec3T<T> normalized(const Vec3T<T>& a) {
  return a / norm(a);
}
template <class T>
SCREE_SMALL constexpr Vec3T<T> componentwise(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
// Returns the part of `a` in the plane with unit normal `n`.
template <class T>
SCREE_SMALL constexpr Vec3T<T> tangential(const Vec3T<T>& a, const Vec3T<T>& n) {
  return fnma(dot(a, n), n, a);
}

// Returns a unit vector at right angles to the unit vector n; it has no branches on the sign of zero, and is continuous
// except where n = -z (Duff et al. 2017).
SCREE_HD inline Vec3 any_perpendicular(const Vec3& n) {
  const Real sign = n.z >= 0 ? Real(1) : Real(-1);
  const Real a = -1 / (sign + n.z);
  return {fma(sign * n.x * n.x, a, Real(1)), sign * n.x * n.y * a, -sign * n.x};
}

}  // namespace scree
