// Rotation of a body with three different moments of inertia, over one step.
//
// Default: the symplectic splitting of Dullweber, Leimkuhler & McLachlan 1997 (J. Chem. Phys. 107, 5840): half a kick
// by the torque, free rotation as five turns about body axes (x y z y x), half a kick. Explicit, second order,
// reversible; the angular momentum in world axes is kept to round-off. Or PCDM, the predictor-corrector with direct
// multiplication of Zhao & van Wachem 2013 (Acta Mech. 224, 3091). Theirs takes the torque at the middle of the step.
// There is one torque a step here, at its end, so the middle one is the mean of two ends: half of it comes before the
// rotation, half after it, as in velocity Verlet. Without torque it is theirs.
//
// R is one number, or a pack of four: bodies are turned four at a time (verlet.hpp).
//
// Body axes are the principal ones and q takes them to the world. Angular velocities are kept in world axes, because
// contacts ask for them there.
#pragma once
#include "scree/math/elementary.hpp"
#include "scree/math/quat.hpp"
#include "scree/math/select.hpp"

namespace scree::integrate {

template <class R>
struct SpinT {
  QuatT<R> q;
  Vec3T<R> omega;  // world axes
};
using Spin = SpinT<Real>;

template <class R>
SCREE_SMALL constexpr Vec3T<R> over_component(const Vec3T<R>& a, const std::type_identity_t<Vec3T<R>>& b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}

// Euler's equations, all in body axes: I d(omega)/dt = tau - omega x I omega.
SCREE_HD constexpr Vec3 euler(const Vec3& moments, const Vec3& omega, const Vec3& tau) {
  return over_component(tau - cross(omega, componentwise(moments, omega)), moments);
}

// For a quaternion that is off unit length by round-off one step of Newton for 1/sqrt is exact. Written as a small
// difference: numbers just below 1 are twice as dense as those above, and a factor near 1 would pull one way every
// time.
template <class R>
SCREE_SMALL constexpr QuatT<R> tidied(const QuatT<R>& q) {
  const R half = Real(0.5), of_two = fms(q.w, q.w, half) + fms(q.x, q.x, half);
  const R s = half * fma(q.z, q.z, fma(q.y, q.y, of_two));
  return {fnma(s, q.w, q.w), fnma(s, q.x, q.x), fnma(s, q.y, q.y), fnma(s, q.z, q.z)};
}

// Beyond the series: rare, and not worth the room where turns are worked out.
template <class R>
#if !defined(__CUDACC__)
[[gnu::noinline]]
#endif
SCREE_HD void
sincos_where(MaskOf<R> fast, const R& half, R& c, R& s) {
  const auto both = sincos(half);
  c = select(fast, both.cos, c), s = select(fast, both.sin, s);
}

// Turns the body by `angle` about its own axis k; i and j are the two other axes in cyclic order. q becomes
// q * (cos(angle/2), sin(angle/2) e_k), and the angular momentum, which stays in the world, turns back in the body.
template <class R>
SCREE_SMALL inline void turn_about(const R& angle, R& w, R& q_k, R& q_i, R& q_j, R& l_i, R& l_j) {
  const R half = angle / 2, half2 = half * half;
  constexpr Real k2 = Real(1) / 2, k3 = Real(1) / 6, k4 = Real(1) / 24, k5 = Real(1) / 120, k6 = Real(1) / 720,
                 k7 = Real(1) / 5040;  // products: quotients would make it twice as slow
  R c = fnma(half2, fnma(half2, fnma(half2, R(k6), R(k4)), R(k2)), R(1));
  R s = fnma(half * half2, fnma(half2, fnma(half2, R(k7), R(k5)), R(k3)), half);
  const MaskOf<R> fast = half2 >= kSeriesBelow;
  if (any(fast)) [[unlikely]]
    sincos_where<R>(fast, half, c, s);
  const R cos_angle = fnma(2 * s, s, R(1)), sin_angle = 2 * s * c;
  const R w0 = w, i0 = q_i, l0 = l_i;
  w = fms(w0, c, q_k * s);
  q_k = fma(q_k, c, w0 * s);
  q_i = fma(i0, c, q_j * s);
  q_j = fms(q_j, c, i0 * s);
  l_i = fma(l0, cos_angle, l_j * sin_angle);
  l_j = fms(l_j, cos_angle, l0 * sin_angle);
}

// Free rotation over dt; l is the angular momentum in body axes.
template <class R>
SCREE_SMALL inline void turn_freely(QuatT<R>& q, Vec3T<R>& l, const Vec3T<R>& moments, Real dt) {
  const Vec3T<R> inverse = over_component(Vec3T<R>{R(1), R(1), R(1)}, moments);
  const auto about_x = [&](Real h) { turn_about<R>(h * l.x * inverse.x, q.w, q.x, q.y, q.z, l.y, l.z); };
  const auto about_y = [&](Real h) { turn_about<R>(h * l.y * inverse.y, q.w, q.y, q.z, q.x, l.z, l.x); };
  const auto about_z = [&](Real h) { turn_about<R>(h * l.z * inverse.z, q.w, q.z, q.x, q.y, l.x, l.y); };
  about_x(dt / 2), about_y(dt / 2), about_z(dt), about_y(dt / 2), about_x(dt / 2);
  q = tidied(q);
}

// First half of a step: half a kick by the torque, then over dt. What is left to do is kick(), with the new torque.
// A body at rest keeps its quaternion to the bit.
template <class R>
SCREE_HD inline SpinT<R> split_step(const SpinT<R>& old, const Vec3T<R>& moments, const Vec3T<R>& tau, Real dt) {
  const QuatT<R> to_body = conjugate(old.q);
  Vec3T<R> l = fma(dt / 2, rotate(to_body, tau), componentwise(moments, rotate(to_body, old.omega)));
  const MaskOf<R> rests = both(equal(l.x, R(0)), both(equal(l.y, R(0)), equal(l.z, R(0))));
  QuatT<R> q = old.q;
  turn_freely(q, l, moments, dt);
  return {{select(rests, old.q.w, q.w), select(rests, old.q.x, q.x), select(rests, old.q.y, q.y),
           select(rests, old.q.z, q.z)},
          select(rests, Vec3T<R>{R(0), R(0), R(0)}, rotate(q, over_component(l, moments)))};
}

SCREE_HD inline Spin pcdm_step(const Spin& old, const Vec3& moments, const Vec3& tau, Real dt) {
  const Quat to_body = conjugate(old.q);
  const Vec3 omega = rotate(to_body, old.omega), tau_b = rotate(to_body, tau);
  if (omega == Vec3{0, 0, 0} && tau_b == Vec3{0, 0, 0}) return {old.q, {0, 0, 0}};
  const Vec3 rate = euler(moments, omega, tau_b);
  const Vec3 quarter = fma(dt / 4, rate, omega), middle = fma(dt / 2, rate, omega);  // at t + dt/4 and t + dt/2
  const Quat q_middle = rotation_by(dt / 2 * rotate(old.q, quarter)) * old.q;
  const Quat q = tidied(rotation_by(dt * rotate(q_middle, middle)) * old.q);
  const Vec3 next = fma(dt, euler(moments, middle, tau_b / 2), omega);
  return {q, rotate(q, next)};
}

// d(omega)/dt by a torque alone, in world axes: R I^-1 R^T tau.
template <class R>
SCREE_HD inline Vec3T<R> kick(const QuatT<R>& q, const Vec3T<R>& moments, const Vec3T<R>& tau) {
  return rotate(q, over_component(rotate(conjugate(q), tau), moments));
}

// Moment of inertia about the world's z, which is all that counts in 2-D.
SCREE_HD inline Real moment_about_z(const Quat& q, const Vec3& moments) {
  const Vec3 z = rotate(conjugate(q), {0, 0, 1});
  return dot(moments, componentwise(z, z));
}

SCREE_HD inline Spin step_in_plane(const Spin& old, const Vec3& moments, const Vec3& tau, Real dt) {
  const Real omega = old.omega.z + dt / 2 * tau.z / moment_about_z(old.q, moments);
  if (!(omega < 0 || omega > 0)) return {old.q, {0, 0, 0}};
  return {tidied(rotation_by({0, 0, dt * omega}) * old.q), {0, 0, omega}};
}

}  // namespace scree::integrate
