#include "scree/solids/ball_union.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

#include "scree/error.hpp"
#include "scree/solids/disc_union.hpp"

namespace scree {
namespace {

// The moments are integrals over a slice, and over the body.
enum Moment { kVolume, kX, kY, kZ, kXX, kYY, kZZ, kYZ, kZX, kXY, kArea, kMoments };
using Moments = std::array<Real, kMoments>;

class Slicer {
 public:
  explicit Slicer(std::vector<Ball> balls) : balls_(std::move(balls)) {
    // Large balls come first: they hide most, so a hidden disc is found soon. The sort is stable, so equal balls keep
    // their order.
    std::stable_sort(balls_.begin(), balls_.end(), [](const Ball& a, const Ball& b) { return a.r > b.r; });
  }

  Moments at(Real z) {
    discs_.clear(), radii_.clear();
    for (const Ball& b : balls_) {
      const Real dz = z - b.x.z, r2 = (b.r - dz) * (b.r + dz);
      if (r2 > 0) discs_.push_back({b.x.x, b.x.y, std::sqrt(r2)}), radii_.push_back(b.r);
    }
    Moments m{};
    AreaMoments slice;
    for (std::size_t i = 0; i < discs_.size(); ++i)
      arcs_.for_each(discs_, i, [&](const Arc& arc) {
        add_arc(discs_[i], arc, slice);
        m[kArea] += radii_[i] * (arc.to - arc.from);  // Archimedes: a ball's belt has the area of the cylinder round it
      });
    m[kVolume] = slice.area, m[kX] = slice.x, m[kY] = slice.y;
    m[kXX] = slice.xx, m[kYY] = slice.yy, m[kXY] = slice.xy;
    m[kZ] = z * m[kVolume], m[kZZ] = z * z * m[kVolume];
    m[kYZ] = z * m[kY], m[kZX] = z * m[kX];
    ++n_slices;
    return m;
  }

  // Returns the heights where slices begin or end, or change at a finite rate: poles that lie in no other ball,
  // ascending.
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
  std::vector<Ball> balls_;
  std::vector<Disc> discs_;
  std::vector<Real> radii_;  // radii of their balls
  OpenArcs arcs_;
};

struct Interval {
  Real from, to;
  Moments sum;
  Real error;
  bool operator<(const Interval& other) const { return error < other.error; }
};

// The rule is Gauss-Kronrod with 7 and 15 points (QUADPACK).
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
  // Lengths are relative to the size of the body, so volume and second moments can be compared.
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
