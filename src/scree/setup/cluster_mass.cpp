#include "scree/setup/cluster_mass.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "scree/math/elementary.hpp"

namespace scree {
namespace {

// The rule is Gauss' with eight points on (-1, 1).
constexpr int kGauss = 8;
constexpr double kAt[kGauss / 2] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
constexpr double kWeight[kGauss / 2] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};

// Calls f(t, weight) for the points of (lo, hi).
template <class F>
void gauss(double lo, double hi, F&& f) {
  const double mid = (lo + hi) / 2, half = (hi - lo) / 2;
  for (int k = 0; k < kGauss / 2; ++k)
    for (const double sign : {-1.0, 1.0}) f(mid + sign * half * kAt[k], half * kWeight[k]);
}

// Holds integrals of 1, of the coordinates and of their products.
struct Moments {
  double volume = 0;
  Vec3d first = {0, 0, 0};
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};

void add_slice(std::span<const Ball> balls, double z, double weight, std::vector<Disc>& discs, Moments& m) {
  discs.clear();
  for (const Ball& b : balls)
    if (const double h = z - double(b.x.z), r2 = double(b.r) * double(b.r) - h * h; r2 > 0)
      discs.push_back({b.x.x, b.x.y, Real(std::sqrt(r2))});
  const AreaMoments a = union_of_discs(discs);
  m.volume += weight * a.area;
  m.first = m.first + weight * Vec3d{a.x, a.y, z * a.area};
  m.xx += weight * a.xx, m.yy += weight * a.yy, m.zz += weight * z * z * a.area;
  m.xy += weight * a.xy, m.xz += weight * z * a.x, m.yz += weight * z * a.y;
}

MassProperties properties_of(const Moments& m) {
  MassProperties p;
  p.volume = Real(m.volume);
  const Vec3d c = m.first / m.volume;
  const double xx = m.xx - m.volume * c.x * c.x, yy = m.yy - m.volume * c.y * c.y, zz = m.zz - m.volume * c.z * c.z;
  const double xy = m.xy - m.volume * c.x * c.y, xz = m.xz - m.volume * c.x * c.z, yz = m.yz - m.volume * c.y * c.z;
  p.centroid = Vec3(c);
  p.inertia = {Vec3{Real(yy + zz), Real(-xy), Real(-xz)}, Vec3{Real(-xy), Real(xx + zz), Real(-yz)},
               Vec3{Real(-xz), Real(-yz), Real(xx + yy)}};
  p.principal = {principal_axes(p.inertia, p.moments), p.centroid};
  return p;
}

// Integrals are about the mean of the centres, so that a cluster far from the origin loses no digits.
Vec3 middle_of(std::span<const Ball> balls) {
  Vec3 sum = {0, 0, 0};
  for (const Ball& b : balls) sum += b.x;
  return sum / Real(balls.size());
}
std::vector<Ball> about(std::span<const Ball> balls, const Vec3& middle) {
  std::vector<Ball> moved(balls.begin(), balls.end());
  for (Ball& b : moved) b.x -= middle;
  return moved;
}
MassProperties moved_back(MassProperties p, const Vec3& middle) {
  p.centroid += middle;
  p.principal.p += middle;
  return p;
}

MassProperties flat_properties(const AreaMoments& a, const Vec3& middle) {
  MassProperties p;
  p.volume = Real(a.area);
  p.centroid = Vec3{Real(a.x / a.area), Real(a.y / a.area), 0};
  const Real polar = Real(a.xx + a.yy) - p.volume * norm2(p.centroid);
  p.inertia = {{polar, 0, 0}, {0, polar, 0}, {0, 0, polar}};
  p.moments = {polar, polar, polar};
  p.principal = {Mat3::identity(), p.centroid};
  return moved_back(p, middle);
}

// If there are not more balls than this, slices also begin and end where two balls part. With more balls there would be
// too many such heights, and each would gain little.
constexpr std::size_t kFewBalls = 12;

// Adds the lowest and the highest point of the circle in which two balls meet, if they do.
void add_circle(const Ball& a, const Ball& b, std::vector<double>& heights) {
  const Vec3d between = Vec3d(b.x - a.x);
  const double d = norm(between), r_a = double(a.r), r_b = double(b.r);
  if (d >= r_a + r_b || d <= std::abs(r_a - r_b)) return;
  const double along = (d * d + r_a * r_a - r_b * r_b) / (2 * d), u = between.z / d;
  const double half = std::sqrt(std::max(0.0, r_a * r_a - along * along) * std::max(0.0, 1 - u * u));
  for (const double sign : {-1.0, 1.0}) heights.push_back(double(a.x.z) + along * u + sign * half);
}

}  // namespace

MassProperties mass_of_union(std::span<const Ball> balls) {
  const Vec3 middle = middle_of(balls);
  const std::vector<Ball> own = about(balls, middle);
  std::vector<double> heights;
  for (const Ball& b : own) heights.push_back(double(b.x.z - b.r)), heights.push_back(double(b.x.z + b.r));
  const bool few = own.size() <= kFewBalls;
  for (std::size_t i = 0; few && i < own.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) add_circle(own[i], own[j], heights);
  std::sort(heights.begin(), heights.end());
  const double lo = heights.front(), hi = heights.back(), longest = (hi - lo) / (few ? 32 : 128);
  const double shortest = few ? 1e-9 * (hi - lo) : longest;
  std::vector<Disc> discs;
  Moments m;
  double from = lo;
  for (const double to : heights) {
    if (to - from < shortest && to < hi) continue;
    if (!(to > from)) break;
    const double mid = (from + to) / 2, half = (to - from) / 2;
    const int pieces = std::max(1, int(std::ceil((to - from) / longest)));
    for (int k = 0; k < pieces; ++k) {
      const double step = std::numbers::pi / pieces, begin = -std::numbers::pi / 2 + k * step;
      gauss(begin, begin + step, [&](double t, double weight) {
        add_slice(own, mid + half * scree::sin(t), weight * half * scree::cos(t), discs, m);
      });
    }
    from = to;
  }
  return moved_back(properties_of(m), middle);
}

MassProperties mass_of_sum(std::span<const Ball> balls) {
  const Vec3 middle = middle_of(balls);
  Moments m;
  for (const Ball& b : about(balls, middle)) {
    const double v = 4 * std::numbers::pi / 3 * double(b.r) * double(b.r) * double(b.r);
    const Vec3d x = Vec3d(b.x);
    const double own = v * double(b.r) * double(b.r) / 5;
    m.volume += v;
    m.first = m.first + v * x;
    m.xx += v * x.x * x.x + own, m.yy += v * x.y * x.y + own, m.zz += v * x.z * x.z + own;
    m.xy += v * x.x * x.y, m.xz += v * x.x * x.z, m.yz += v * x.y * x.z;
  }
  return moved_back(properties_of(m), middle);
}

MassProperties flat_mass_of_union(std::span<const Ball> balls) {
  const Vec3 middle = middle_of(balls);
  std::vector<Disc> discs;
  for (const Ball& b : about(balls, middle)) discs.push_back({b.x.x, b.x.y, b.r});
  return flat_properties(union_of_discs(discs), middle);
}

MassProperties flat_mass_of_sum(std::span<const Ball> balls) {
  const Vec3 middle = middle_of(balls);
  AreaMoments m;
  for (const Ball& b : about(balls, middle)) {
    const AreaMoments one = union_of_discs(std::vector<Disc>{{b.x.x, b.x.y, b.r}});
    m.area += one.area, m.x += one.x, m.y += one.y, m.xx += one.xx, m.yy += one.yy, m.xy += one.xy;
  }
  return flat_properties(m, middle);
}

}  // namespace scree
