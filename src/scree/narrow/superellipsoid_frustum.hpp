// Superellipsoid inside a cylinder or a cone, and at the rims of its open ends.
//
// On the concave side the wall is the envelope of planes with the normals c(t) = (nr cos t, nr sin t, nz) in the wall's
// frame, and the body reaches c.s + h(c) - offset beyond the plane at t. Every top of this round the axis is a contact
// point: there the touching point lies on the meridian t itself. A rod across a pipe touches at both ends, a box at up
// to four edges. A body that plugs a pipe has one top, and all round it touches: the point opposite carries the load,
// too, as with spheres (sphere_surface.hpp).
//
// A top whose touching point lies beyond the end of the wall is none. There the rim is met, a circle, as the edge of a
// thin plate that is bent round: across the tangent, with the wall on the far side (touch.hpp). Where the touching
// point leaves the wall over its end both are the same point with the same normal.
#pragma once
#include "scree/math/elementary.hpp"
#include "scree/narrow/keep_deepest.hpp"
#include "scree/narrow/polyhedron_frustum.hpp"
#include "scree/narrow/superellipsoid/round_circle.hpp"
#include "scree/narrow/superellipsoid/touch.hpp"

namespace scree {

namespace superellipsoid {

// The body and the wall in each other's frames.
struct InWall {
  const Superellipsoid& a;
  const Meridian line;
  const Pose& X;  // wall to body
  const Vec3 s;   // centre of the body, in the wall's frame
  const Real rho, azimuth;

  SCREE_HD InWall(const Superellipsoid& a_, const Frustum& b, const Pose& X_ab)
      : a(a_),
        line(b),
        X(X_ab),
        s(turned_back(X_ab.R, -X_ab.p)),
        rho(std::sqrt(fma(s.x, s.x, s.y * s.y))),
        azimuth(rho > 0 ? scree::atan2(s.y, s.x) : Real(0)) {}
  // A little beyond the ends, too, where the rim takes over: between the two there must be no way through.
  SCREE_HD bool is_over(Real r, Real z) const {
    const Real t = fma(line.tr, r - line.r0, line.tz * (z - line.z0));
    const Real slack = Real(1e-9) * a.radius * std::sqrt(fma(line.tr, line.tr, line.tz * line.tz));
    return t >= -slack && t <= 1 + slack;
  }
  // How far off a possible corner of the curve to look, as an angle: near enough to tell the two ends of a flat side
  // apart, far enough for the touching point to have left its middle.
  SCREE_HD Real beside() const { return Real(0.08) * a.inradius / (rho + a.radius); }
};

// What is known of one angle; `value` is how far the body reaches beyond wall or rim.
struct RoundPoint {
  Real t, value, slope, second;
  Vec3 c, p_a;  // normal and surface point, in the body's frame
  bool counts;  // there is a wall or rim at this place
  bool proved = true;
};

// How far the body reaches beyond the wall's plane at t.
struct WallCurve {
  const InWall& w;

  SCREE_HD RoundPoint operator()(Real t) const {
    const Real k = scree::cos(t), l = scree::sin(t), nr = w.line.nr, nz = w.line.nz;
    const Vec3 radial = w.X.R * Vec3{k, l, 0}, along = w.X.R * Vec3{-l, k, 0};
    const Vec3 c = w.X.R * Vec3{nr * k, nr * l, nz};
    const NormShares shares = norm_shares(w.a.support, c);
    const Vec3 p = gradient(shares);
    const Real r = fma(w.s.x, k, fma(w.s.y, l, dot(radial, p))), beside = fma(w.s.y, k, fnma(w.s.x, l, dot(along, p)));
    const Real z = w.s.z + dot(Vec3{w.X.R.row0.z, w.X.R.row1.z, w.X.R.row2.z}, p);
    const Real radius = dot(along, hessian(w.a.support, shares) * along);
    return {t, w.line.outside(r, z), nr * beside, nr * fms(nr, radius, r), c, p, w.is_over(r, z), true};
  }
  SCREE_HD AngleRange range(Real margin) const {
    const Real rest = w.line.outside(0, w.s.z) + w.a.radius + margin;
    return range_above(w.line.nr * w.rho, w.azimuth, -rest);
  }
  // Flat sides, ridges and tips begin where a component of the normal is 0.
  SCREE_HD AngleList angles(const AngleRange& range) const {
    AngleList list(range);
    for (const Vec3& row : {w.X.R.row0, w.X.R.row1, w.X.R.row2})
      list.insert_zeros(range, w.line.nr * row.x, w.line.nr * row.y, w.line.nz * row.z, w.beside());
    return list;
  }
};

// How far the body reaches beyond the rim at t, across the rim's tangent there: the rim is met as the edge of a thin
// plate would be, and where the foot of the touching point on the tangent lies at the rim itself is a contact.
struct RimCurve {
  const InWall& w;
  Real r, z;
  Real in_r, in_z;  // unit vector along the meridian, from the rim into the wall
  Real tolerance;

  // The wall lies on the far side.
  struct OntoRim {
    Vec3 in;
    SCREE_HD Limit operator()(const Vec3& c, const Vec3& turn) const {
      Limit limit;
      keep_within(limit, 0, dot(in, c), dot(in, turn));
      return limit;
    }
  };
  SCREE_HD RoundPoint operator()(Real t) const {
    const Real k = scree::cos(t), l = scree::sin(t);
    const Vec3 radial = w.X.R * Vec3{k, l, 0}, x = w.X * Vec3{r * k, r * l, z};
    const Place place{x, w.X.R * Vec3{-l, k, 0}, true};
    const OntoRim onto{w.X.R * Vec3{in_r * k, in_r * l, in_z}};
    Touch at = touch(w.a, place, start(x, place.e, onto.in));
    const AscentEnd end = climb(place, onto, at);
    const TouchPoint p = end == AscentEnd::kAtLimit ? TouchPoint{at.c, at.p_a(), at.gap} : polished(w.a, at);
    const Real radius = dot(place.e, hessian(w.a.support, at.a) * place.e);
    const Real second = fms(dot(p.c, radial), radius + p.gap, r);  // the turn about the tangent left out
    return {t,   -p.gap,          dot(place.e, p.p_a - x),    second,
            p.c, x - p.gap * p.c, end != AscentEnd::kAtLimit, end == AscentEnd::kConverged};
  }
  // A step that was too long may end at the limit, and from there lead back.
  SCREE_HD AscentEnd climb(const Place& place, const OntoRim& onto, Touch& at) const {
    const SearchSettings how{Real(1e300), tolerance, 50};
    const Ascent<OntoRim> ascent(w.a, place, onto, how);
    AscentEnd end = AscentEnd::kAtLimit;
    Real last = Real(-1e300);
    int unread = -1;
    while (end == AscentEnd::kAtLimit && at.gap > last) {
      last = at.gap;
      end = ascent.climb(at, unread);
    }
    return end;
  }
  // The body's normal next to the rim, turned to where it can be.
  SCREE_HD Vec3 start(const Vec3& x, const Vec3& e, const Vec3& in) const {
    Vec3 c = tangential(norm2(x) > 0 ? normal_at(w.a, x) : in, e);
    if (dot(c, in) < 0) c = tangential(c, in);
    const Real l = norm(c);
    return l > Real(1e-3) ? c / l : in;
  }
  SCREE_HD AngleRange range(Real margin) const {
    const Real reach = w.a.radius + margin, dz = w.s.z - z;
    return range_above(2 * w.rho * r, w.azimuth, fnma(reach, reach, fma(dz, dz, fma(r, r, w.rho * w.rho))));
  }
  SCREE_HD AngleList angles(const AngleRange& range) const {
    AngleList list(range);
    const Vec3 rows[3] = {w.X.R.row0, w.X.R.row1, w.X.R.row2};
    for (int k = 0; k < 3; ++k)
      list.insert_zeros(range, r * rows[k].x, r * rows[k].y, fma(rows[k].z, z, w.X.p[k]), w.beside());
    return list;
  }
};

}  // namespace superellipsoid

struct SuperellipsoidInFrustum {
  using ShapeA = Superellipsoid;
  using ShapeB = Frustum;
  static constexpr int kMostPoints = 4;
  // Where the points of the last step were, in the wall's frame: a point takes the number of the one that was next to
  // it, within a fifth of the body's radius. New points take numbers that were not in use, as far as there are any, the
  // deepest first; so the first point to touch is number 0.
  struct Cache {
    Vec3T<float> at[kMostPoints] = {};
    std::uint32_t held = 0;  // bit k: number k was in use
  };
  static constexpr bool kTurns = true;
  static constexpr std::uint32_t kAllHeld = (1u << kMostPoints) - 1;

  // X_ab: pose of the frustum in the frame of the body.
  SCREE_HD static bool inside(const Superellipsoid&, const Frustum& b, const Pose& X_ab) {
    const Vec3 c = turned_back(X_ab.R, -X_ab.p);
    return Meridian(b).outside(std::sqrt(fma(c.x, c.x, c.y * c.y)), c.z) < 0;
  }

  // Outside, not beyond the ends.
  SCREE_HD static bool is_beside(const Superellipsoid& a, const Frustum& b, const Pose& X_ab) {
    const Vec3 c = turned_back(X_ab.R, -X_ab.p);
    return !inside(a, b, X_ab) && Meridian(b).over_segment(std::sqrt(fma(c.x, c.x, c.y * c.y)), c.z);
  }

  // The wall is met from inside only, rims from any side. kFailed if a point could not be found to the tolerance: the
  // best one is handed out. kPointsDropped: there were more than four.
  SCREE_HD static CollideStatus collide(const Superellipsoid& a, const Frustum& b, const Pose& X_ab, Real margin,
                                        Cache& cache, Manifold& m) {
    const superellipsoid::InWall w(a, b, X_ab);
    Found found{a, margin, Real(1e-10) * a.radius};
    const Meridian& line = w.line;
    const Real depth = line.outside(w.rho, w.s.z);
    if (depth < 0 && depth + a.radius >= -margin) find_on_wall(w, found);
    const Real l = std::sqrt(fma(b.r1 - b.r0, b.r1 - b.r0, (b.z1 - b.z0) * (b.z1 - b.z0)));
    const Real in_r = (b.r1 - b.r0) / l, in_z = (b.z1 - b.z0) / l;
    find_on_rim({w, b.r0, b.z0, in_r, in_z, found.tolerance}, found);
    find_on_rim({w, b.r1, b.z1, -in_r, -in_z, found.tolerance}, found);
    found.settle_doubt();
    name_points(w, found, cache);
    for (int k = 0; k < found.n_points; ++k) m.add(found.points[k]);
    if (found.failed) return CollideStatus::kFailed;
    if (found.n_points == 0) return CollideStatus::kSeparated;
    return found.dropped ? CollideStatus::kPointsDropped : CollideStatus::kContact;
  }

 private:
  struct Found {
    const Superellipsoid& a;
    const Real margin, tolerance;
    ContactPoint points[kMostPoints] = {};
    int n_points = 0;
    bool failed = false, dropped = false;

    Vec3 innermost{};          // of the places looked at on the rims, in the body's frame
    Real innermost_gauge = 1;  // outside of it from 1 on

    // A jump is a flat side, which the touching point crosses at once, and then this place is on it; or the rim is left
    // for the wall; or a tip goes deeper than its radius of curvature, and there are two ways out.
    SCREE_HD void add(const superellipsoid::RoundPoint& p, superellipsoid::TopEnd end) {
      using superellipsoid::TopEnd;
      if (!(p.value >= -margin)) return;
      if (end == TopEnd::kJump && !(std::fabs(norm_value(a.gauge, p.p_a) - 1) < Real(1e-6))) return look_inside(p);
      if (!p.counts) return;
      failed |= end == TopEnd::kNotFound || !p.proved;
      keep(p.c, p.p_a, -p.value);
    }
    SCREE_HD void look_inside(const superellipsoid::RoundPoint& p) {
      if (!(p.value > 0)) return;  // its tangent passes by
      const Vec3 x = p.p_a - p.value * p.c;
      const Real gauge = norm_value(a.gauge, x);
      if (gauge < innermost_gauge) innermost_gauge = gauge, innermost = x;
    }
    SCREE_HD void keep(const Vec3& n, const Vec3& p_a, Real gap) {
      dropped |= !keep_deepest(points, n_points, kMostPoints, {n, fma(gap / 2, n, p_a), gap, 0});
    }
    // No top is sure, and still there is a point of the rim inside the body: its shortest way out.
    SCREE_HD void settle_doubt() {
      if (n_points > 0 || !(innermost_gauge < 1) || !(innermost_gauge > 0)) return;
      const superellipsoid::Place place{innermost};
      superellipsoid::Touch at = superellipsoid::touch(a, place, normal_at(a, place.x));
      const superellipsoid::NoLimit anywhere;
      const superellipsoid::SearchSettings how{Real(1e300), tolerance, 50};
      int unread = -1;
      using superellipsoid::AscentEnd;
      const AscentEnd end = superellipsoid::Ascent<superellipsoid::NoLimit>(a, place, anywhere, how).climb(at, unread);
      failed |= end != AscentEnd::kConverged;
      keep(at.c, at.p_a(), at.gap);
    }
  };

  SCREE_HD static void find_on_wall(const superellipsoid::InWall& w, Found& found) {
    const superellipsoid::WallCurve curve{w};
    if (w.line.nr > 0) return find_round(curve, found);
    found.add(curve(w.azimuth), superellipsoid::TopEnd::kFound);  // a ring: one plane, and every angle is as good
  }
  SCREE_HD static void find_on_rim(const superellipsoid::RimCurve& curve, Found& found) {
    if (!(curve.r > 0)) return;
    const Real dr = curve.w.rho - curve.r, dz = curve.w.s.z - curve.z, reach = found.a.radius + found.margin;
    if (fma(dr, dr, dz * dz) <= reach * reach) find_round(curve, found, true);
  }

  // All tops. Where there is one and the body touches all round, the bottom, too; where all is level, four places.
  template <class Curve>
  SCREE_HD static void find_round(const Curve& curve, Found& found, bool on_rim = false) {
    using superellipsoid::AngleList, superellipsoid::RoundPoint;
    const superellipsoid::AngleRange range = curve.range(found.margin);
    if (range.is_empty()) return;
    const AngleList angles = curve.angles(range);
    RoundPoint at[AngleList::kMost];
    bool level = range.is_whole();
    for (int k = 0; k < angles.n; ++k) {
      at[k] = curve(angles.t[k]);
      level &= std::fabs(at[k].slope) <= found.tolerance;
    }
    if (level) {
      for (int k = 0; k < 4; ++k)
        found.add(curve(range.middle + k * std::numbers::pi_v<Real> / 2), superellipsoid::TopEnd::kFound);
      return;
    }
    RoundPoint seen[2 * AngleList::kMost];
    const int n = with_hidden_tops(curve, at, angles.n, found.tolerance, seen);
    const int tops = find_between(curve, seen, n, range, Real(1), found);
    if (tops == 1 && range.is_whole()) find_between(curve, seen, n, range, Real(-1), found);
    if (on_rim && found.n_points == 0)
      for (int k = 0; k < angles.n; ++k) found.look_inside(at[k]);
  }
  // Between two places where the curve rises, the second lower than the first, a top and a bottom lie; where it falls,
  // likewise. A place between those two parts them.
  template <class Curve>
  SCREE_HD static int with_hidden_tops(const Curve& curve, const superellipsoid::RoundPoint* at, int n, Real tolerance,
                                       superellipsoid::RoundPoint* to) {
    int n_to = 0;
    for (int k = 0; k < n; ++k) {
      if (k > 0) {
        const superellipsoid::RoundPoint &l = at[k - 1], &r = at[k];
        const bool rises = l.slope > 0 && r.slope > 0 && r.value < l.value - tolerance;
        const bool falls = l.slope < 0 && r.slope < 0 && l.value < r.value - tolerance;
        if (rises || falls) to[n_to++] = turning(curve, l, r, rises ? Real(1) : Real(-1));
      }
      to[n_to++] = at[k];
    }
    return n_to;
  }
  template <class Curve>
  SCREE_HD static superellipsoid::RoundPoint turning(const Curve& curve, superellipsoid::RoundPoint l,
                                                     superellipsoid::RoundPoint r, Real sign) {
    superellipsoid::RoundPoint m = l;
    for (int k = 0; k < 40; ++k) {
      m = curve((l.t + r.t) / 2);
      if (sign * m.slope < 0) break;
      const bool before = sign > 0 ? m.value < l.value : !(m.value < r.value);
      (before ? r : l) = m;
    }
    return m;
  }
  // Level places, where the slope is exactly 0, belong to the rise or fall before them. A whole circle begins again.
  template <class Curve>
  SCREE_HD static int find_between(const Curve& curve, const superellipsoid::RoundPoint* at, int n,
                                   const superellipsoid::AngleRange& range, Real sign, Found& found) {
    int tops = 0, before = -1;  // the last place that was not level
    const int last = range.is_whole() ? 2 * n - 1 : n;
    const auto place = [&](int k) {
      superellipsoid::RoundPoint p = at[k < n ? k : k - n + 1];
      if (k >= n) p.t += 2 * range.half;
      return p;
    };
    for (int k = 0; k < last; ++k) {
      const Real slope = sign * place(k).slope;
      if (slope == 0) continue;
      const bool turns = before >= 0 && sign * place(before).slope > 0 && slope < 0;
      const int from = before;
      before = k;
      if (k >= n && from >= n - 1) break;  // seen in the first round
      if (!turns) continue;
      superellipsoid::RoundPoint top;
      const superellipsoid::TopEnd end = top_between(curve, place(from), place(k), sign, found.tolerance, top);
      found.add(top, end);
      ++tops;
    }
    return tops;
  }

  SCREE_HD static void name_points(const superellipsoid::InWall& w, Found& found, Cache& cache) {
    const Mat3 to_wall = transpose(w.X.R);
    Vec3 at[kMostPoints];
    for (int k = 0; k < found.n_points; ++k) at[k] = to_wall * (found.points[k].p - w.X.p);
    bool named[kMostPoints] = {};
    std::uint32_t used = 0;
    const Real near2 = Real(0.04) * w.a.radius * w.a.radius;
    for (;;) {  // the nearest of all pairs first
      Real best2 = near2;
      int point = -1, number = -1;
      for (int k = 0; k < found.n_points; ++k)
        for (int j = 0; j < kMostPoints; ++j) {
          if (named[k] || (used >> j & 1u) || !(cache.held >> j & 1u)) continue;
          const Real d2 = norm2(at[k] - Vec3(cache.at[j]));
          if (d2 < best2) best2 = d2, point = k, number = j;
        }
      if (point < 0) break;
      found.points[point].feature = std::uint32_t(number), named[point] = true, used |= 1u << number;
    }
    for (int left = found.n_points; left > 0; --left) {
      int deepest = -1;
      for (int k = 0; k < found.n_points; ++k)
        if (!named[k] && (deepest < 0 || found.points[k].gap < found.points[deepest].gap)) deepest = k;
      if (deepest < 0) break;
      const std::uint32_t taken = (used | cache.held) == kAllHeld ? used : used | cache.held;
      std::uint32_t number = 0;
      while (taken >> number & 1u) ++number;
      found.points[deepest].feature = number, named[deepest] = true, used |= 1u << number;
    }
    cache.held = used;
    for (int k = 0; k < found.n_points; ++k) cache.at[found.points[k].feature] = Vec3T<float>(at[k]);
  }
};
static_assert(PairCollider<SuperellipsoidInFrustum>);

}  // namespace scree
