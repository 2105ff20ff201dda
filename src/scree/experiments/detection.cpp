#include "scree/experiments/detection.hpp"

#include <algorithm>
#include <cmath>

#include "scree/oracle/solve.hpp"
#include "scree/shape/nearest.hpp"

namespace scree::bench {

namespace {

constexpr Real kRoom = Real(4e-3);  // m, by which a pair may come nearer within a window

LinkOptions options_for(const Asked& asked) {
  LinkOptions options;
  options.method = asked.method;
  options.ladder = asked.ladder;
  options.margin = asked.whole ? LinkOptions::kWholeAnswer : Real(0);
  return options;
}

bool remembers(const LinkCache& cache) { return cache.state != LinkCache::State::kNothing; }

}  // namespace

double at_most_two(const LinkCounters& c) {
  return c.solves > 0 ? double(c.iterations[0] + c.iterations[1] + c.iterations[2]) / double(c.solves) : 0;
}
double planes(const LinkCounters& c) { return c.solves > 0 ? double(c.plane_evaluations) / double(c.solves) : 0; }

Detector::Detector(const Model& model, const Bodies& b) : radius_(b.radius), owner_(b.owner) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Part& part = model.body_types[b.type[i]].parts.front();
    views_.push_back(model.polyhedra[part.polyhedron].view(b.scale[i] * part.size));
  }
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    if (model.walls[w].kind != WallKind::kPlate) continue;
    plates_.push_back(w);
    views_.push_back(model.wall_shapes[w].view());
    radius_.push_back(views_.back().radius);
    plate_views_.push_back({model.walls[w].vertices.data(), int(model.walls[w].vertices.size())});
  }
}

void Detector::record(const State& s, Window& window) const {
  const Bodies& b = s.bodies;
  Configuration now{b.x, {}};
  for (const Quat& q : b.q) now.R.push_back(to_matrix(q));
  for (const std::size_t w : plates_) now.x.push_back(s.walls[w].x), now.R.push_back(to_matrix(s.walls[w].q));
  if (window.steps.empty()) {
    broad::sorted_cells({b.size(), b.x.data(), radius_.data(), owner_.data()}, kRoom, window.pairs);
    for (std::size_t i = 0; i < b.size(); ++i)
      for (std::size_t p = 0; p < plates_.size(); ++p)
        if (s.walls[plates_[p]].present && meet(now, i, b.size() + p, kRoom))
          window.pairs.push_back({std::uint32_t(i), std::uint32_t(b.size() + p)});
    std::sort(window.pairs.begin(), window.pairs.end());
  }
  window.steps.push_back(std::move(now));
}

// Do the bounding spheres of two bodies come within `room` of each other, or that of one and a plate?
bool Detector::meet(const Configuration& at, std::size_t i, std::size_t j, Real room) const {
  const Vec3 between = Vec3(at.x[j] - at.x[i]);
  if (!is_plate(j)) {
    const Real reach = radius_[i] + radius_[j] + room;
    return norm2(between) <= reach * reach;
  }
  const Vec3 centre = transpose(at.R[j]) * -between;
  const Real reach = radius_[i] + room;
  return norm2(nearest_on_plate(plate_views_[j - owner_.size()], centre) - centre) <= reach * reach;
}

std::vector<Detector::Query> Detector::queries(const Window& window, std::size_t step) const {
  const Configuration& at = window.steps[step];
  std::vector<Query> found;
  for (std::uint32_t p = 0; p < window.pairs.size(); ++p) {
    const auto [i, j] = window.pairs[p];
    if (!meet(at, i, j, 0)) continue;
    const Mat3 to_a = transpose(at.R[i]);
    found.push_back({p, {to_a * at.R[j], to_a * Vec3(at.x[j] - at.x[i])}});
  }
  return found;
}

// Returns the normals of the planes found, one a query.
std::vector<Vec3> Detector::normals(const Window& window, DetectionCost& cost) const {
  const LinkOptions options = options_for(cost.asked);
  std::vector<LinkCache> memory(window.pairs.size());
  std::vector<Vec3> normals;
  for (std::size_t step = 0; step < window.steps.size(); ++step) {
    const std::vector<Query> asked = queries(window, step);
    std::size_t k = normals.size();
    normals.resize(k + asked.size());
    Link link;
    const double start = pairs::cpu_seconds();
    for (const Query& q : asked) {
      const auto [i, j] = window.pairs[q.pair];
      LinkCache& cache = memory[q.pair];
      find_link(views_[i], views_[j], q.X, options, cache, link, remembers(cache) ? cost.warm : cost.cold);
      normals[k++] = link.n;
    }
    (step == 0 ? cost.cold_seconds : cost.warm_seconds) += pairs::cpu_seconds() - start;
    (step == 0 ? cost.cold_solves : cost.warm_solves) += asked.size();
    for (const Query& q : asked) cost.with_plates += is_plate(window.pairs[q.pair].j);
  }
  return normals;
}

// Returns the width of the slab between the bodies across each plane, by looking at all vertices.
std::vector<Real> Detector::gaps(const Window& window, const std::vector<Vec3>& normals) const {
  std::vector<Real> gaps;
  for (std::size_t step = 0; step < window.steps.size(); ++step)
    for (const Query& q : queries(window, step)) {
      const auto [i, j] = window.pairs[q.pair];
      const Vec3 n = normals[gaps.size()];
      const Real top_a = scan(views_[i], n).value, top_b = scan(views_[j], -(transpose(q.X.R) * n)).value;
      gaps.push_back(dot(n, q.X.p) - top_a - top_b);
    }
  return gaps;
}

void Detector::compare(const Window& window, const std::vector<Real>& reference, const std::vector<Real>& gap,
                       DetectionCost& cost) const {
  std::size_t k = 0;
  for (std::size_t step = 0; step < window.steps.size(); ++step)
    for (const Query& q : queries(window, step)) {
      const auto [i, j] = window.pairs[q.pair];
      cost.touching += gap[k] <= 0;
      cost.other_contacts += (gap[k] <= 0) != (reference[k] <= 0);
      const bool measured = cost.asked.whole || gap[k] <= 0;
      const double off = measured ? double(std::fabs(gap[k] - reference[k]) / (radius_[i] + radius_[j])) : 0;
      cost.other_gaps += off > 1e-3;
      cost.worst_gap = std::max(cost.worst_gap, off);
      ++k;
    }
}

void Detector::replay(const Window& window, std::span<DetectionCost> costs) const {
  DetectionCost best{.asked = {LinkMethod::kShortestLink, true, true}};
  const std::vector<Real> reference = gaps(window, normals(window, best));
  for (DetectionCost& cost : costs) {
    DetectionCost again = cost;
    const std::vector<Vec3> found = normals(window, cost);
    normals(window, again);  // run once more: of two times the shorter counts
    cost.cold_seconds = std::min(cost.cold_seconds, again.cold_seconds);
    cost.warm_seconds = std::min(cost.warm_seconds, again.warm_seconds);
    compare(window, reference, gaps(window, found), cost);
  }
}

std::vector<DetectionCost> all_methods() {
  std::vector<DetectionCost> costs;
  for (const bool whole : {true, false})
    for (const bool ladder : {false, true})
      for (const LinkMethod method : {LinkMethod::kCommonPlane, LinkMethod::kCommonPlaneFixed,
                                      LinkMethod::kFastCommonPlane, LinkMethod::kShortestLink})
        costs.push_back({.asked = {method, ladder, whole}});
  return costs;
}

}  // namespace scree::bench
