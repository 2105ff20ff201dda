#include "scree/frames/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

#include "scree/frames/solid_fraction.hpp"
#include "scree/math/elementary.hpp"

namespace scree::output {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

template <class F>
void each_free(const Bodies& b, F&& f) {
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.owner[i] == kDynamic) f(i);
}

Vec3d up_of(const Model& model) {
  const Vec3d g = Vec3d(model.settings.gravity);
  return norm2(g) > 0 ? -normalized(g) : Vec3d{0, 0, 1};
}

// Holds disjoint sets of bodies; the root of a set is its body with the lowest id.
struct Clusters {
  std::vector<std::uint32_t> parent;
  explicit Clusters(std::size_t n) : parent(n) { std::iota(parent.begin(), parent.end(), 0u); }
  std::uint32_t root(std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  }
  void join(const Bodies& b, std::uint32_t i, std::uint32_t j) {
    i = root(i), j = root(j);
    if (b.id[j] < b.id[i]) std::swap(i, j);
    parent[j] = i;
  }
};

}  // namespace

std::vector<std::uint8_t> largest_cluster(const State& s) {
  const Bodies& b = s.bodies;
  Clusters clusters(b.size());
  for_each_contact(s, [&](std::size_t k, std::uint32_t i, std::uint32_t j) {
    if (s.contacts.gap[k] > 0 || is_wall_index(j) || b.owner[i] != kDynamic || b.owner[j] != kDynamic) return;
    clusters.join(b, i, j);
  });
  std::vector<std::uint32_t> size(b.size(), 0);
  each_free(b, [&](std::size_t i) { ++size[clusters.root(std::uint32_t(i))]; });
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < b.size(); ++i)
    if (size[i] > size[best] || (size[i] == size[best] && b.id[i] < b.id[best])) best = i;
  std::vector<std::uint8_t> in(b.size(), 0);
  each_free(b, [&](std::size_t i) { in[i] = clusters.root(std::uint32_t(i)) == best; });
  return in;
}

double front(const State& s, const Measure& m, bool of_cluster) {
  const Bodies& b = s.bodies;
  const std::vector<std::uint8_t> counts = of_cluster ? largest_cluster(s) : std::vector<std::uint8_t>(b.size(), 1);
  double farthest = kNothing;
  each_free(b, [&](std::size_t i) {
    if (!counts[i]) return;
    const double reach = dot(b.x[i] - m.point, m.direction) + double(b.radius[i]);
    if (std::isnan(farthest) || reach > farthest) farthest = reach;
  });
  return farthest;
}

namespace {

struct Top {
  double along, height;  // m from the point: `along` of the centre, `height` of the top
  std::uint64_t id;
};

bool is_higher(const Top& a, const Top& b) { return a.height != b.height ? a.height > b.height : a.id < b.id; }

// Finds the highest body of each bin that has any; of equals the one with the lower id counts.
std::map<long, Top> heap_surface(const Model& model, const State& s, const Measure& m) {
  const Bodies& b = s.bodies;
  const Vec3d up = up_of(model), across = cross(up, m.direction);
  ExactSum radii;
  double n = 0;
  each_free(b, [&](std::size_t i) { radii.add(double(b.radius[i])), ++n; });
  const double bin = 4 * radii.value() / n;
  std::map<long, Top> surface;
  each_free(b, [&](std::size_t i) {
    const Vec3d x = b.x[i] - m.point;
    const Top top = {dot(x, m.direction), dot(x, up) + double(b.radius[i]), b.id[i]};
    if (top.along < 0 || std::abs(dot(x, across)) > m.half_width) return;
    const auto [place, fresh] = surface.try_emplace(long(top.along / bin), top);
    if (!fresh && is_higher(top, place->second)) place->second = top;
  });
  return surface;
}

// Returns the slope of the straight line with the least squares of heights.
double slope_of(const std::vector<Top>& tops) {
  double x = 0, h = 0, xx = 0, xh = 0;
  for (const Top& t : tops) x += t.along / double(tops.size()), h += t.height / double(tops.size());
  for (const Top& t : tops) xx += (t.along - x) * (t.along - x), xh += (t.along - x) * (t.height - h);
  return xh / xx;
}

}  // namespace

double heap_angle(const Model& model, const State& s, const Measure& m) {
  const std::map<long, Top> surface = heap_surface(model, s, m);
  if (surface.empty()) return kNothing;
  const auto lower = [](const auto& a, const auto& b) { return a.second.height < b.second.height; };
  auto at = std::max_element(surface.begin(), surface.end(), lower);
  const double highest = at->second.height;
  std::vector<Top> flank;
  for (long bin = at->first; at != surface.end() && at->first == bin && at->second.height >= 0.1 * highest; ++at, ++bin)
    if (at->second.height <= 0.9 * highest) flank.push_back(at->second);
  if (flank.size() < 2) return kNothing;
  return -scree::atan(slope_of(flank)) * 180 / std::numbers::pi;
}

double mass_above(const State& s, const Measure& m) {
  ExactSum mass;
  each_free(s.bodies, [&](std::size_t i) {
    if (dot(s.bodies.x[i] - m.point, m.direction) > 0) mass.add(double(s.bodies.mass[i]));
  });
  return mass.value();
}

double mass_in_box(const State& s, const Measure& m) {
  ExactSum mass;
  each_free(s.bodies, [&](std::size_t i) {
    const Vec3d& x = s.bodies.x[i];
    const bool inside =
        x.x >= m.lo.x && x.x <= m.hi.x && x.y >= m.lo.y && x.y <= m.hi.y && x.z >= m.lo.z && x.z <= m.hi.z;
    if (inside) mass.add(double(s.bodies.mass[i]));
  });
  return mass.value();
}

std::vector<std::pair<std::string, double>> measured(const Model& model, const State& s, const Measure& m) {
  switch (m.kind) {
    case MeasureKind::kFront:
      return {{m.name + "[m]", front(s, m, true)}, {m.name + "_all[m]", front(s, m, false)}};
    case MeasureKind::kHeapAngle:
      return {{m.name + "[deg]", heap_angle(model, s, m)}};
    case MeasureKind::kMassAbove:
      return {{m.name + "[kg]", mass_above(s, m)}};
    case MeasureKind::kMassInBox:
      return {{m.name + "[kg]", mass_in_box(s, m)}};
    case MeasureKind::kSolidFraction:
      return {{m.name, solid_fraction(model, s, m.lo, m.hi)}};
  }
  return {};
}

}  // namespace scree::output
