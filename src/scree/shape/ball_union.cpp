#include "scree/shape/ball_union.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <queue>

#include "scree/error.hpp"

namespace scree {
namespace {

constexpr Real kTurn = 2 * std::numbers::pi_v<Real>;

struct Disc {
  Real x, y, r, ball_r;
};
struct Arc {
  Real from, to;  // from < to, in 0 .. 2 pi
};

// Integrals over a slice, and over the body.
enum Moment { kVolume, kX, kY, kZ, kXX, kYY, kZZ, kYZ, kZX, kXY, kArea, kMoments };
using Moments = std::array<Real, kMoments>;

// Integrals of powers of the cosine over an arc, and of those times the sine.
struct Trig {
  Real c1, c2, c3, c4, s1, s2, s3, s4, sc, sc2, sc3;
};
Trig trig(const Arc& arc) {
  const Real ca = std::cos(arc.from), sa = std::sin(arc.from), cb = std::cos(arc.to), sb = std::sin(arc.to);
  const Real angle = arc.to - arc.from;
  const auto diff = [](Real b, Real a) { return b - a; };
  const Real half_sin2 = diff(sb * cb, sa * ca);  // half of the difference of sin(2 t)
  const Real sin3c = diff(sb * sb * sb * cb, sa * sa * sa * ca), sc3 = diff(sb * cb * cb * cb, sa * ca * ca * ca);
  Trig t;
  t.c1 = diff(sb, sa), t.s1 = diff(ca, cb);
  t.c2 = (angle + half_sin2) / 2, t.s2 = (angle - half_sin2) / 2;
  t.c3 = t.c1 - diff(sb * sb * sb, sa * sa * sa) / 3, t.s3 = t.s1 - diff(ca * ca * ca, cb * cb * cb) / 3;
  t.c4 = (sc3 + 3 * t.c2) / 4, t.s4 = (3 * t.s2 - sin3c) / 4;
  t.sc = diff(sb * sb, sa * sa) / 2;
  t.sc2 = diff(ca * ca * ca, cb * cb * cb) / 3;
  t.sc3 = diff(ca * ca * ca * ca, cb * cb * cb * cb) / 4;
  return t;
}

// Green's theorem: the area is the integral of x dy, that of x^2 is x^3/3 dy, that of x y is x^2 y/2 dy.
void add_arc(const Disc& d, const Arc& arc, Moments& m) {
  const Trig t = trig(arc);
  const Real a = d.x, b = d.y, r = d.r, a2 = a * a, b2 = b * b, r2 = r * r;
  m[kVolume] += r * (a * t.c1 + r * t.c2 + b * t.s1 + r * t.s2) / 2;
  m[kX] += r * (a2 * t.c1 + 2 * a * r * t.c2 + r2 * t.c3) / 2;
  m[kY] += r * (b2 * t.s1 + 2 * b * r * t.s2 + r2 * t.s3) / 2;
  m[kXX] += r * (a2 * a * t.c1 + 3 * a2 * r * t.c2 + 3 * a * r2 * t.c3 + r2 * r * t.c4) / 3;
  m[kYY] += r * (b2 * b * t.s1 + 3 * b2 * r * t.s2 + 3 * b * r2 * t.s3 + r2 * r * t.s4) / 3;
  m[kXY] += r * (b * (a2 * t.c1 + 2 * a * r * t.c2 + r2 * t.c3) + r * (a2 * t.sc + 2 * a * r * t.sc2 + r2 * t.sc3)) / 2;
  m[kArea] += d.ball_r * (arc.to - arc.from);  // Archimedes: a ball's belt has the area of the cylinder round it
}

// What the other discs leave of the circle of one.
class Circle {
 public:
  // false: nothing is left.
  bool cover(const Disc& d, const Disc& other, bool other_is_earlier) {
    const Real x = other.x - d.x, y = other.y - d.y, distance2 = x * x + y * y, sum = d.r + other.r;
    if (distance2 >= sum * sum) return true;
    const Real difference = other.r - d.r;
    if (distance2 <= difference * difference)
      return !(difference > 0 || (difference == 0 && other_is_earlier));  // of equal discs the first one counts
    const Real distance = std::sqrt(distance2);
    const Real cosine = (distance2 + d.r * d.r - other.r * other.r) / (2 * distance * d.r);
    const Real half = std::acos(std::clamp(cosine, Real(-1), Real(1))), middle = std::atan2(y, x);
    Real from = middle - half, to = middle + half;
    if (from < 0) from += kTurn, to += kTurn;
    covered_.push_back({from, std::min(to, kTurn)});
    if (to > kTurn) covered_.push_back({0, to - kTurn});
    return true;
  }
  template <class F>
  void for_each_gap(F&& f) {
    std::sort(covered_.begin(), covered_.end(), [](const Arc& a, const Arc& b) { return a.from < b.from; });
    Real at = 0;
    for (const Arc& arc : covered_) {
      if (arc.from > at) f(Arc{at, arc.from});
      at = std::max(at, arc.to);
    }
    if (at < kTurn) f(Arc{at, kTurn});
  }
  void clear() { covered_.clear(); }

 private:
  std::vector<Arc> covered_;
};

class Slicer {
 public:
  explicit Slicer(std::vector<Ball> balls) : balls_(std::move(balls)) {
    // Large ones first: they hide most, so a hidden disc is found soon. Stable, so equal balls keep their order.
    std::stable_sort(balls_.begin(), balls_.end(), [](const Ball& a, const Ball& b) { return a.r > b.r; });
  }

  Moments at(Real z) {
    discs_.clear();
    for (const Ball& b : balls_) {
      const Real dz = z - b.x.z, r2 = (b.r - dz) * (b.r + dz);
      if (r2 > 0) discs_.push_back({b.x.x, b.x.y, std::sqrt(r2), b.r});
    }
    Moments m{};
    for (std::size_t i = 0; i < discs_.size(); ++i) add_disc(i, m);
    m[kZ] = z * m[kVolume], m[kZZ] = z * z * m[kVolume];
    m[kYZ] = z * m[kY], m[kZX] = z * m[kX];
    ++n_slices;
    return m;
  }

  // Where slices begin or end, or change at a finite rate: poles that lie in no other ball. Ascending.
  std::vector<Real> kinks() const {
    std::vector<Real> heights;
    for (const Ball& b : balls_)
      for (const Real side : {Real(-1), Real(1)}) {
        const Vec3 pole = b.x + Vec3{0, 0, side * b.r};
        const bool hidden = std::any_of(balls_.begin(), balls_.end(), [&](const Ball& o) {
          return norm2(pole - o.x) < o.r * o.r * (1 - Real(1e-12));
        });
        if (!hidden) heights.push_back(pole.z);
      }
    std::sort(heights.begin(), heights.end());
    heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
    return heights;
  }
  int n_slices = 0;

 private:
  void add_disc(std::size_t i, Moments& m) {
    circle_.clear();
    for (std::size_t j = 0; j < discs_.size(); ++j)
      if (j != i && !circle_.cover(discs_[i], discs_[j], j < i)) return;
    circle_.for_each_gap([&](const Arc& arc) { add_arc(discs_[i], arc, m); });
  }

  std::vector<Ball> balls_;
  std::vector<Disc> discs_;
  Circle circle_;
};

struct Interval {
  Real from, to;
  Moments sum;
  Real error;
  bool operator<(const Interval& other) const { return error < other.error; }
};

// Gauss-Kronrod, 7 and 15 points (QUADPACK).
constexpr Real kNodes[8] = {0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
                            0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                            0.586087235467691130294144691693,    0.405845151377397166906606412076961,
                            0.207784955007898467600689403773245, 0};
constexpr Real kKronrod[8] = {0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
                              0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
                              0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
                              0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
constexpr Real kGauss[4] = {0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
                            0.381830050505118944950369775488975, 0.417959183673469387755102040816327};

Interval integrate(Slicer& slicer, Real from, Real to) {
  const Real middle = (from + to) / 2, half = (to - from) / 2;
  Moments kronrod{}, gauss{};
  const auto add = [&](Real x, int k) {
    const Moments m = slicer.at(middle + half * x);
    for (std::size_t i = 0; i < kMoments; ++i) {
      kronrod[i] += half * kKronrod[k] * m[i];
      if (k % 2 == 1) gauss[i] += half * kGauss[k / 2] * m[i];
    }
  };
  for (int k = 0; k < 7; ++k) add(-kNodes[k], k), add(kNodes[k], k);
  add(0, 7);
  Interval interval{from, to, kronrod, 0};
  // Lengths are in parts of the size of the body, so volume and second moments can be compared.
  for (const Moment i : {kVolume, kXX, kYY, kZZ})
    interval.error = std::max(interval.error, std::abs(kronrod[i] - gauss[i]));
  return interval;
}

struct Sum {
  Moments moments{};
  Real error = 0;
};

Sum integrate_all(Slicer& slicer, Real tolerance, int most_slices) {
  const std::vector<Real> heights = slicer.kinks();
  std::priority_queue<Interval> open;
  Real volume = 0, error = 0;
  for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
    const Interval next = integrate(slicer, heights[i], heights[i + 1]);
    volume += next.sum[kVolume], error += next.error;
    open.push(next);
  }
  while (error > tolerance * volume && slicer.n_slices < most_slices) {
    const Interval worst = open.top();
    open.pop();
    error -= worst.error;
    const Real middle = (worst.from + worst.to) / 2;
    for (const Interval& half : {integrate(slicer, worst.from, middle), integrate(slicer, middle, worst.to)}) {
      error += half.error;
      open.push(half);
    }
  }
  Sum sum;
  for (; !open.empty(); open.pop()) {
    for (std::size_t i = 0; i < kMoments; ++i) sum.moments[i] += open.top().sum[i];
    sum.error += open.top().error;
  }
  return sum;
}

MassProperties from_moments(const Moments& m, const Vec3& origin, Real size) {
  MassProperties p;
  const Real v = m[kVolume];
  const Vec3 c{m[kX] / v, m[kY] / v, m[kZ] / v};
  const Vec3 xx = Vec3{m[kXX], m[kYY], m[kZZ]} - v * componentwise(c, c);
  const Vec3 yz = Vec3{m[kYZ], m[kZX], m[kXY]} - v * Vec3{c.y * c.z, c.z * c.x, c.x * c.y};
  const Real s2 = size * size, s5 = s2 * s2 * size;
  p.volume = s2 * size * v;
  p.area = s2 * m[kArea];
  p.centroid = origin + size * c;
  p.inertia = {s5 * Vec3{xx.y + xx.z, -yz.z, -yz.y}, s5 * Vec3{-yz.z, xx.z + xx.x, -yz.x},
               s5 * Vec3{-yz.y, -yz.x, xx.x + xx.y}};
  p.principal = {principal_axes(p.inertia, p.moments), p.centroid};
  return p;
}

}  // namespace

UnionProperties union_properties(std::span<const Ball> balls, Real tolerance, int most_slices) {
  if (balls.empty()) throw InputError("a cluster of no balls");
  Vec3 lo = balls[0].x, hi = balls[0].x;
  for (const Ball& b : balls)
    for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], b.x[k] - b.r), hi[k] = std::max(hi[k], b.x[k] + b.r);
  const Vec3 origin = (lo + hi) / 2;
  const Real size = norm(hi - lo) / 2;
  std::vector<Ball> scaled;
  for (const Ball& b : balls) scaled.push_back({(b.x - origin) / size, b.r / size});
  Slicer slicer(std::move(scaled));
  const Sum sum = integrate_all(slicer, tolerance, most_slices);
  UnionProperties p{from_moments(sum.moments, origin, size), sum.error / sum.moments[kVolume], slicer.n_slices};
  for (const Ball& b : balls) {
    p.mass.circumradius = std::max(p.mass.circumradius, norm(b.x - p.mass.centroid) + b.r);
    if (b.r > p.mass.inradius) p.mass.inradius = b.r, p.mass.incentre = b.x;
  }
  return p;
}

Real distance_to_balls(std::span<const Ball> balls, const Vec3& x) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const Ball& b : balls) least = std::min(least, norm(x - b.x) - b.r);
  return least;
}

}  // namespace scree
