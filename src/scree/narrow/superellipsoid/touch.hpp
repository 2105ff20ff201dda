// A superellipsoid meets a point or a straight line, in its own frame: what a corner or an edge of another body is to
// it. The gap across a unit direction c is g(c) = c.x - h(c); for a line c is at right angles to it. A search climbs g
// as in support_gap.hpp, with the other body's radii of curvature 0, and stays within limits that the caller sets:
// corners and edges share the sphere of directions between them.
#pragma once
#include "scree/narrow/superellipsoid/support_gap.hpp"

namespace scree::superellipsoid {

// Holds the point x, or the line through x along the unit vector e.
struct Place {
  Vec3 x;
  Vec3 e{};
  bool line = false;
};

// Holds all there is to know about one direction.
struct Touch {
  Vec3 c;
  NormShares a;  // shares of the body, whose surface point p_a has the normal c
  Vec3 e1, e2;   // across c; for a line e2 is along it
  Real gap;
  Real along;  // for a line: from x to the foot of p_a on it
  Flat d_t;    // the part across c, from p_a to the point or the foot
  FlatSym M;   // radii of curvature; for a line those across it, twice

  SCREE_HD const Vec3& p_a() const { return gradient(a); }
};

// The same direction seen with another place needs no new powers.
SCREE_HD inline Touch touch(const Superellipsoid& a, const Place& place, const Vec3& c, const NormShares& shares) {
  Touch t;
  t.c = c, t.a = shares;
  t.gap = dot(c, place.x) - shares.h;
  const Vec3 d = place.x - gradient(shares);
  const Sym3 H = hessian(a.support, shares);
  if (place.line) {
    t.e2 = place.e, t.e1 = cross(place.e, c);
    t.d_t = {dot(d, t.e1), 0};
    t.along = -dot(d, place.e);
    const Real radius = dot(t.e1, H * t.e1);
    t.M = {radius, radius, 0};
  } else {
    along_axes(c, t.e1, t.e2);
    t.d_t = {dot(d, t.e1), dot(d, t.e2)};
    t.along = 0;
    t.M = restricted(H, t.e1, t.e2);
  }
  return t;
}
SCREE_HD inline Touch touch(const Superellipsoid& a, const Place& place, const Vec3& c) {
  return touch(a, place, c, norm_shares(a.support, c));
}

// Says how much of a step from c towards c + d is allowed, and which limit ends it.
struct Limit {
  Real part = 1;
  int at = -1;
};
// Keeps directions with w . c >= 0 for some vectors w, looked at one after the other.
SCREE_HD inline void keep_within(Limit& limit, int number, Real now, Real change) {
  if (change >= 0 || now + limit.part * change >= 0) return;
  limit = {now > 0 ? now / -change : Real(0), number};
}
struct NoLimit {
  SCREE_HD Limit operator()(const Vec3&, const Vec3&) const { return {}; }
};

namespace detail {

// Does turn_of_normal for a rotation about a line only. On a flat side one component of the point does nearly all the
// moving, and the same component of the normal at the point that Newton's step would move it to tells the rotation.
SCREE_HD inline Real turn_across_line(const Superellipsoid& s, const Touch& t, Real newton) {
  const Vec3 by = hessian(s.support, t.a) * t.e1, shares = componentwise(by, t.e1);
  const int k = shares.x > shares.y ? (shares.x > shares.z ? 0 : 2) : shares.y > shares.z ? 1 : 2;
  Vec3 p = t.p_a();
  p[k] = fma(newton, by[k], p[k]);
  const Vec3 n = gradient(norm_shares(s.gauge, p));
  const Real along = dot(n, t.c), least = Real(0.1) * norm(n);
  return (n[k] / (along > least ? along : least) - t.c[k]) / t.e1[k];
}

}  // namespace detail

inline constexpr Real kPolishable = Real(1e-8);  // square of the angle of the last step

// This is the square of the angle to a limit from where a step to it brings nothing but rounding.
inline constexpr Real kAtOnce = Real(1e-24);

enum class AscentEnd : std::uint8_t {
  kApart,      // the gap is wider than the margin
  kConverged,  // the points lie over each other to the tolerance
  kAtLimit,    // the way up leads out of the limits
  kStalled     // too many iterations, or no way up
};

template <class Limits>
class Ascent {
 public:
  SCREE_HD Ascent(const Superellipsoid& a, const Place& place, const Limits& limits, const SearchSettings& how)
      : a_(a), place_(place), limits_(limits), how_(how), rounding_(Real(1e-14) * (a.radius + norm(place.x))) {}

  // Climbs from `at` uphill. `limit` is the one that stopped it, if kAtLimit.
  SCREE_HD AscentEnd climb(Touch& at, int& limit) const {
    for (int k = 0;; ++k) {
      if (at.gap > how_.margin) return AscentEnd::kApart;
      // On a tip a small distance beside each other is a large angle, and the angle must be small enough to polish.
      const bool close = norm2(at.d_t) <= how_.tolerance * how_.tolerance;
      const AscentEnd ended = close ? AscentEnd::kConverged : AscentEnd::kStalled;
      Flat newton = solve(detail::safe_matrix(at.M, at.gap, Real(1e-12) * a_.radius), at.d_t);
      if ((close && norm2(newton) < kPolishable) || k >= how_.max_iterations) return ended;
      detail::shorten(newton, 1);
      Trial t = tried(at, newton);
      if (t.limit.at >= 0 && norm2(t.step) < kAtOnce) return limit = t.limit.at, AscentEnd::kAtLimit;
      if (!is_better(t, at, detail::kGood) && !find_way_up(at, newton, t)) return ended;
      at = t.to;
      if (t.limit.at >= 0) return limit = t.limit.at, AscentEnd::kAtLimit;
    }
  }

 private:
  struct Trial {
    Touch to;
    Flat step;
    Limit limit;
  };
  SCREE_HD bool is_better(const Trial& t, const Touch& now, const detail::Demand& demand) const {
    return detail::is_better(t.to, now, t.step, demand, rounding_);
  }
  SCREE_HD Trial tried(const Touch& at, const Flat& step) const {
    const Vec3 turn = fma(step.x, at.e1, step.y * at.e2);
    const Limit limit = limits_(at.c, turn);
    Trial t{at, {limit.part * step.x, limit.part * step.y}, limit};
    if (limit.part > 0) t.to = touch(a_, place_, normalized(fma(limit.part, turn, at.c)));
    return t;
  }
  // Returns the step as the surface point sees it.
  SCREE_HD Flat step_of_point(const Touch& at, const Flat& newton) const {
    if (place_.line && at.M.xx > a_.radius) return {detail::turn_across_line(a_, at, newton.x), 0};
    const Flat turn = detail::turn_of_normal(a_, at.a, at.c, at.e1, at.e2, newton);
    return {turn.x, place_.line ? Real(0) : turn.y};
  }
  // If Newton's step was poor, it tries the normal at the point it would move to, the better of the two, or shorter
  // steps.
  SCREE_HD bool find_way_up(const Touch& at, Flat newton, Trial& t) const {
    const bool usable = is_better(t, at, detail::kUseful);
    Flat step = step_of_point(at, newton);
    detail::shorten(step, 1);
    for (int attempt = 0; attempt < 20; ++attempt) {
      const Trial next = tried(at, step);
      if (next.limit.part > 0 && is_better(next, at, detail::kUseful)) {
        if (!usable || norm2(next.to.d_t) <= norm2(t.to.d_t)) t = next;
        return true;
      }
      if (usable) return true;
      newton = {newton.x / 4, newton.y / 4};
      step = newton;
    }
    return false;
  }

  const Superellipsoid& a_;
  const Place& place_;
  const Limits& limits_;
  const SearchSettings& how_;
  const Real rounding_;
};

// If the bodies overlap, does the gap fall wherever c goes?
SCREE_HD inline bool is_maximum(const Touch& t) { return t.gap >= 0 || is_positive(plus_unit(t.M, t.gap)); }

struct TouchPoint {
  Vec3 c, p_a;
  Real gap;
};
// Makes the last step of Newton, which needs no new point: to first order it moves with the radii of curvature.
SCREE_HD inline TouchPoint polished(const Superellipsoid& a, const Touch& t) {
  const TouchPoint as_is{t.c, t.p_a(), t.gap};
  const FlatSym m = plus_unit(t.M, t.gap);
  if (!is_positive(m)) return as_is;
  const Flat step = solve(m, t.d_t);
  if (!(norm2(step) < kPolishable)) return as_is;
  const Vec3 turn = fma(step.x, t.e1, step.y * t.e2);
  return {normalized(t.c + turn), t.p_a() + hessian(a.support, t.a) * turn,
          t.gap + fma(step.x, t.d_t.x, step.y * t.d_t.y) / 2};
}

}  // namespace scree::superellipsoid
