#include "scree/alarms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "scree/step.hpp"

namespace scree {
namespace {

// A body that crosses this share of the smallest radius in one step may miss what it hits.
constexpr double kSpeedWarning = 0.1, kSpeedLimit = 1.0;

std::string partner_name(const Model& model, const State& s, std::uint32_t b) {
  return is_wall_index(b) ? fmt::format("wall \"{}\"", model.walls[b & ~kWallBit].name)
                          : fmt::format("body {}", s.bodies.id[b]);
}

std::optional<std::string> overlap_alarm(const Model& model, const State& s, const Extremes& e, AlarmMemory& memory) {
  const Settings& set = model.settings;
  if (e.overlap <= set.overlap_warning) return {};
  const std::string what = fmt::format("overlap of body {} with {} is {:.3g} % of the smaller radius at t = {:.6g} s",
                                       s.bodies.id[e.overlap_a], partner_name(model, s, e.overlap_b),
                                       100 * double(e.overlap), s.time(model));
  if (e.overlap > set.overlap_limit)
    return fmt::format("{}, above alarms.overlap_limit = {:.3g} %: stiffer contacts or a smaller time step are needed",
                       what, 100 * double(set.overlap_limit));
  if (!std::exchange(memory.said_overlap, true))
    memory.warnings.push_back(
        fmt::format("{}, above alarms.overlap_warning = {:.3g} %", what, 100 * double(set.overlap_warning)));
  return {};
}

std::optional<std::string> speed_alarm(const Model& model, const State& s, const Extremes& e, AlarmMemory& memory) {
  const double share = e.speed * model.settings.dt / double(model.smallest_radius);
  if (!(share > kSpeedWarning)) return {};
  const std::string what =
      fmt::format("body {} at {:.4g} m/s moves {:.3g} % of the smallest radius in one step at t = {:.6g} s",
                  s.bodies.id[e.fastest], e.speed, 100 * share, s.time(model));
  if (share > kSpeedLimit) return what + ": it can pass through others; a smaller time.dt is needed";
  if (!std::exchange(memory.said_speed, true)) memory.warnings.push_back(what + ": consider a smaller time.dt");
  return {};
}

std::optional<std::string> energy_alarm(const Model& model, State& s) {
  update_ledger(model, s);
  const Ledger& l = s.ledger;
  const double limit = double(model.settings.energy_limit);
  // What contacts made out of nothing is in the books, too, but no better for that.
  const double made = l.residual() + std::max(0.0, -l.contact_loss);
  if (!(limit > 0) || made <= limit * l.largest) return {};
  return fmt::format(
      "energy out of nowhere: the ledger is {:.4g} J too high at t = {:.6g} s, {:.3g} % of the largest energy so far "
      "(alarms.energy_limit = {:.3g} %); a smaller time.dt is the usual remedy",
      made, s.time(model), 100 * made / l.largest, 100 * limit);
}

}  // namespace

namespace {

// What an overlap is compared with: a needle is thinner than the ball round it, a cluster than the ball round all
// balls.
Real thickness_radius(const Model& model, const Bodies& b, std::size_t i) {
  const std::vector<Part>& parts = model.body_types[b.type[i]].parts;
  const Part& part = parts.front();
  if (part.kind == ShapeKind::kCluster) {
    Real largest = 0;
    for (const Part& ball : parts) largest = std::max(largest, ball.size);
    return b.scale[i] * largest;
  }
  if (part.kind != ShapeKind::kSuperellipsoid) return b.radius[i];
  return b.scale[i] * part.size * model.superellipsoids[part.smooth].shape.inradius;
}

}  // namespace

Extremes extremes_of(const Model& model, const State& s) {
  Extremes e;
  const Bodies& b = s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double v = double(norm(b.v[i]));
    if (!std::isfinite(v + norm(b.x[i]) + double(norm(b.omega[i])))) {
      if (std::exchange(e.finite, false)) e.not_finite = i;
    } else if (b.owner[i] == kFree && v > e.speed) {
      e.speed = v, e.fastest = i;
    }
  }
  for_each_contact(s, [&](std::size_t k, std::uint32_t i, std::uint32_t j) {
    const Real gap = s.contacts.gap[k];
    if (gap >= 0) return;
    const Real r_i = thickness_radius(model, b, i),
               r = is_wall_index(j) ? r_i : std::min(r_i, thickness_radius(model, b, j));
    if (-gap / r > e.overlap) e.overlap = -gap / r, e.overlap_a = i, e.overlap_b = j;
  });
  if (e.overlap > 0 && is_turned(b, e.overlap_a, e.overlap_b)) std::swap(e.overlap_a, e.overlap_b);
  return e;
}

std::optional<std::string> check_alarms(const Model& model, State& s, AlarmMemory& memory) {
  const Extremes e = extremes_of(model, s);
  if (!e.finite)
    return fmt::format("body {} has a position or velocity that is not a number at t = {:.6g} s",
                       s.bodies.id[e.not_finite], s.time(model));
  if (auto alarm = overlap_alarm(model, s, e, memory)) return alarm;
  if (auto alarm = speed_alarm(model, s, e, memory)) return alarm;
  return energy_alarm(model, s);
}

std::vector<std::string> take_warnings(AlarmMemory& memory) { return std::exchange(memory.warnings, {}); }

}  // namespace scree
