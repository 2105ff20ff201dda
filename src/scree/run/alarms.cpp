#include "scree/run/alarms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "scree/boundary/boundary.hpp"
#include "scree/error.hpp"
#include "scree/force/history.hpp"
#include "scree/run/odd_scene.hpp"
#include "scree/setup/time_step.hpp"
#include "scree/state/ledger.hpp"
#include "scree/step.hpp"

namespace scree {
namespace {

// A body that crosses this share of the smallest radius in one step may miss what it hits.
constexpr double kSpeedWarning = 0.1, kSpeedLimit = 1.0;
// A body whose centre is behind a thin wall comes out on its other side. Whatever overlaps the scene allows, it is
// stopped at this share of its inner radius, and earlier if it is fast.
constexpr double kWallLimit = 0.95;
// An energy that lifts nothing by more than this share of its inner radius is negligible.
constexpr double kFloorShare = 1e-3;
// Steps that are shorter than so many spacings between representable positions are inexact.
constexpr double kSpacings = 16;

std::string partner_name(const Model& model, const State& s, std::uint32_t b) {
  return is_wall_index(b) ? fmt::format("wall \"{}\"", model.walls[b & ~kWallBit].name)
                          : fmt::format("body {}", s.bodies.id[b]);
}

// Returns the share of the smallest radius that something moves in a step.
double share_of_step(const Model& model, double speed) {
  return model.smallest_radius > 0 ? speed * model.settings.dt / double(model.smallest_radius) : 0;
}

double start_limit(const Settings& set) {
  return double(set.start_overlap_limit > 0 ? set.start_overlap_limit : set.overlap_limit);
}

bool is_thin(WallKind kind) {
  return kind == WallKind::kPlate || kind == WallKind::kCylinder || kind == WallKind::kCone;
}

double limit_at_thin_walls(const Model& model, const State& s) {
  const double next = 1 - share_of_step(model, s.scratch.list.forecast.speed);
  return std::max(0.5, std::min(kWallLimit, next));
}

template <class F>
void for_each_overlap(const Model& model, const State& s, F&& f) {
  const std::vector<Real> inner = inner_radii(model, s.bodies);
  for_each_contact(s, [&](std::size_t k, std::uint32_t a, std::uint32_t b) {
    const double gap = double(s.contacts.gap[k]);
    if (gap >= 0) return;
    const double r = is_wall_index(b) ? double(inner[a]) : double(std::min(inner[a], inner[b]));
    if (is_swapped(s.bodies, a, b)) std::swap(a, b);
    f(-gap / r, a, b);
  });
}

struct Overlap {
  double share = 0;  // share of the inner radius
  std::uint32_t a = 0, b = 0;
  void take_deeper(const Bodies& bodies, const Overlap& o) {
    const auto ids = [&](const Overlap& x) { return std::pair(bodies.id[x.a], partner_id(bodies, x.b)); };
    if (o.share > share || (o.share == share && ids(o) < ids(*this))) *this = o;
  }
};

std::optional<std::string> overlap_alarm(const Model& model, const State& s, AlarmMemory& memory) {
  const Settings& set = model.settings;
  const double seen = s.deepest.larger(), limit = double(set.overlap_limit);
  const double thin = limit_at_thin_walls(model, s);
  const bool warn = seen > double(set.overlap_warning) && !memory.said_overlap;
  if (!warn && seen <= limit && s.deepest.walls <= thin && !memory.relaxing) return {};
  std::optional<std::string> alarm, warning;
  // Contacts come in any order: the deepest are named, of equals those of lower ids.
  Overlap above, through, noted;
  double deepest = 0;
  const double most = memory.relaxing ? start_limit(set) : limit;
  for_each_overlap(model, s, [&](double overlap, std::uint32_t a, std::uint32_t b) {
    const Overlap o{overlap, a, b};
    deepest = std::max(deepest, overlap);
    if (overlap > most)
      above.take_deeper(s.bodies, o);
    else if (is_wall_index(b) && is_thin(model.walls[b & ~kWallBit].kind) && overlap > thin)
      through.take_deeper(s.bodies, o);
    else if (warn && overlap > double(set.overlap_warning))
      noted.take_deeper(s.bodies, o);
  });
  const auto text = [&](const Overlap& o) {
    return fmt::format("overlap of body {} with {} is {:.3g} % of its inner radius at t = {:.6g} s", s.bodies.id[o.a],
                       partner_name(model, s, o.b), 100 * o.share, s.time(model));
  };
  if (above.share > 0)
    alarm = fmt::format("{}, above alarms.overlap_limit = {:.3g} %: stiffer contacts or a smaller time step are needed",
                        text(above), 100 * most);
  else if (through.share > 0)
    alarm =
        text(through) + ": it is about to come out behind the wall; stiffer contacts or a smaller time step are needed";
  else if (noted.share > 0)
    warning =
        fmt::format("{}, above alarms.overlap_warning = {:.3g} %", text(noted), 100 * double(set.overlap_warning));
  if (warning) memory.warnings.push_back(*warning);
  memory.said_overlap |= warning.has_value();
  memory.relaxing &= deepest > limit;
  return alarm;
}

std::optional<std::string> speed_alarm(const Model& model, const State& s, const Extremes& e, AlarmMemory& memory) {
  const double share = share_of_step(model, e.speed);
  if (!(share > kSpeedWarning)) return {};
  const std::string what =
      fmt::format("body {} at {:.4g} m/s moves {:.3g} % of the smallest radius in one step at t = {:.6g} s",
                  s.bodies.id[e.fastest], e.speed, 100 * share, s.time(model));
  if (share > kSpeedLimit) return what + ": it can pass through others; a smaller time.dt is needed";
  if (!std::exchange(memory.said_speed, true)) memory.warnings.push_back(what + ": consider a smaller time.dt");
  return {};
}

std::optional<std::string> wall_speed_alarm(const Model& model, const State& s, AlarmMemory& memory) {
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    if (!s.walls[w].present) continue;
    const double speed = double(boundary::surface_speed(model.walls[w], s.walls[w])),
                 share = share_of_step(model, speed);
    if (share <= kSpeedWarning) continue;
    const std::string what =
        fmt::format("wall \"{}\" at {:.4g} m/s moves {:.3g} % of the smallest radius in one step at t = {:.6g} s",
                    model.walls[w].name, speed, 100 * share, s.time(model));
    if (!(share <= kSpeedLimit)) return what + ": it can pass through bodies; a smaller time.dt is needed";
    if (!std::exchange(memory.said_wall_speed, true)) memory.warnings.push_back(what + ": consider a smaller time.dt");
  }
  return {};
}

std::optional<std::string> not_a_number(const Model& model, const State& s, const Extremes& e) {
  if (e.finite) return {};
  return fmt::format("body {} has a position, velocity or spin that is not a finite number at t = {:.6g} s, step {}",
                     s.bodies.id[e.not_finite], s.time(model), s.counters.step);
}

// The floor is an energy that nobody would miss: m |g| times a small share of the inner radius, over all bodies. If
// nothing has weight, it is what springs hold at such an overlap, over all contacts; the largest value so far counts.
void raise_energy_floor(const Model& model, State& s) {
  const std::vector<Real> inner = inner_radii(model, s.bodies);
  const double g = double(norm(s.gravity));
  ExactSum sum;
  for (std::size_t i = 0; g > 0 && i < inner.size(); ++i)
    if (s.bodies.owner[i] == kDynamic) sum.add(double(s.bodies.mass[i]) * g * kFloorShare * double(inner[i]));
  if (g == 0)
    for_each_overlap(model, s, [&](double, std::uint32_t a, std::uint32_t b) {
      const Real r = is_wall_index(b) ? inner[a] : std::min(inner[a], inner[b]);
      sum.add(std::max(0.0, double(force::energy_at(model, s, a, b, Real(kFloorShare) * r))));
    });
  const double floor = sum.value();
  if (std::isfinite(floor)) s.energy_floor = std::max(s.energy_floor, floor);
}

// Returns the rounding of the energy balance: heights are rounded where bodies are.
double rounding_of_books(const State& s) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  ExactSum weights;
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    if (s.bodies.owner[i] == kDynamic)
      weights.add(std::abs(double(s.bodies.mass[i]) * dot(Vec3d(s.gravity), s.bodies.x[i])));
  return kEpsilon * (weights.value() + s.ledger.largest) * std::sqrt(double(s.counters.step + 1));
}

std::string energy_remedy(const Model& model, const State& s) {
  const Ledger& l = s.ledger;
  if (-l.contact_loss.value() > l.residual())
    return fmt::format(
        "contacts that came and went or changed their features gave {:.4g} J more than they took (contact_loss); "
        "another contact model or combination of points helps, a smaller time.dt does not",
        -l.contact_loss.value());
  if (const Rounding r = rounding_of(model, s); r.matters(model.settings.dt))
    return fmt::format(
        "positions {:.3g} m from the origin are kept to {:.3g} m, and a step at {:.3g} m/s is {:.3g} m: move the scene "
        "to the origin; a smaller time.dt makes it worse",
        r.place, r.spacing, r.speed, r.speed * model.settings.dt);
  if (model.has_polyhedra() && model.settings.polyhedron_contact == ContactModel::kPoints)
    return "with narrow_phase.polyhedron_contact = \"points\" points that come and go along edges make energy, "
           "whatever "
           "the step: \"area\" does not";
  return "a smaller time.dt is the usual remedy";
}

}  // namespace

Extremes extremes_of(const Model& model, const State& s) {
  Extremes e;
  const Bodies& b = s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double v = double(norm(b.v[i]));
    if (!std::isfinite(v + norm(b.x[i]) + double(norm(b.omega[i])))) {
      if (std::exchange(e.finite, false) || b.id[i] < b.id[e.not_finite]) e.not_finite = i;
    } else if (b.owner[i] == kDynamic && (v > e.speed || (v == e.speed && v > 0 && b.id[i] < b.id[e.fastest]))) {
      e.speed = v, e.fastest = i;  // the one with the lower id counts if speeds are equal
    }
  }
  const auto ids = [&](std::uint32_t i, std::uint32_t j) { return std::pair(b.id[i], partner_id(b, j)); };
  for_each_overlap(model, s, [&](double overlap, std::uint32_t i, std::uint32_t j) {
    const bool deeper = overlap > e.overlap || (overlap == e.overlap && ids(i, j) < ids(e.overlap_a, e.overlap_b));
    if (deeper) e.overlap = overlap, e.overlap_a = i, e.overlap_b = j;
  });
  return e;
}

AlarmMemory alarm_memory_of(const Model& model, const State& s) {
  AlarmMemory memory;
  memory.relaxing = extremes_of(model, s).overlap > double(model.settings.overlap_limit);
  return memory;
}

std::optional<std::string> watch_step(const Model& model, const State& s, AlarmMemory& memory) {
  // The speed is a bound, unless it is NaN, which says that a body's is. Bodies are only looked at where it exceeds the
  // limit.
  const double speed = s.scratch.list.forecast.speed, share = share_of_step(model, speed);
  const double enough = memory.said_speed ? kSpeedLimit : kSpeedWarning;
  if (!std::isfinite(speed) || share > enough) {
    const Extremes e = extremes_of(model, s);
    if (auto alarm = not_a_number(model, s, e)) return alarm;
    if (auto alarm = speed_alarm(model, s, e, memory)) return alarm;
  }
  if (!model.motions.empty())
    if (auto alarm = wall_speed_alarm(model, s, memory)) return alarm;
  return overlap_alarm(model, s, memory);
}

std::optional<std::string> check_energy(const Model& model, State& s) {
  update_ledger(model, s);
  raise_energy_floor(model, s);
  const Ledger& l = s.ledger;
  const double limit = double(model.settings.energy_limit);
  // Energy that contacts made out of nothing is in the balance, too, but no better for that.
  const double made = l.residual() + std::max(0.0, -l.contact_loss.value());
  if (!std::isfinite(made))
    return fmt::format("the books of energy hold a number that is not finite at t = {:.6g} s", s.time(model));
  const double scale = std::max(l.largest, s.energy_floor);
  if (!(limit > 0) || made <= limit * scale + rounding_of_books(s)) return {};
  return fmt::format(
      "energy out of nowhere: the ledger is {:.4g} J too high at t = {:.6g} s, {:.3g} % of the largest energy so far "
      "(alarms.energy_limit = {:.3g} %); {}",
      made, s.time(model), 100 * made / scale, 100 * limit, energy_remedy(model, s));
}

std::vector<std::string> take_warnings(AlarmMemory& memory) { return std::exchange(memory.warnings, {}); }

bool Rounding::matters(double dt) const { return speed > 0 && speed * dt < kSpacings * spacing; }

Rounding rounding_of(const Model& model, const State& s) {
  Rounding r;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    if (s.bodies.owner[i] != kDynamic) continue;
    r.speed = std::max(r.speed, double(norm(s.bodies.v[i])));
    for (int k = 0; k < 3; ++k) r.place = std::max(r.place, std::abs(s.bodies.x[i][k]));
  }
  r.spacing = std::nextafter(r.place, std::numeric_limits<double>::infinity()) - r.place;
  const double fall = std::sqrt(2 * double(norm(s.gravity)) * double(model.smallest_radius));
  r.speed = std::max(r.speed, fall);
  return r;
}

namespace {

using Lines = std::vector<std::string>;

void warn_of_step(const Model& model, const State& s, Lines& warnings) {
  const Settings& set = model.settings;
  const integrate::StepEstimate estimate = integrate::estimate_step(model, s);
  if (set.dt >= estimate.stable)
    warnings.push_back(
        fmt::format("the time step is {:.3g} times the stable one: the run will blow up", set.dt / estimate.stable));
  else if (set.dt > 1.5 * estimate.advised)
    warnings.push_back(fmt::format("the time step is {:.3g} times the advised one: collisions will be coarse",
                                   set.dt / estimate.advised));
}

void warn_of_rounding(const Model& model, const State& s, Lines& warnings) {
  const double dt = model.settings.dt, g = double(norm(s.gravity));
  const Rounding r = rounding_of(model, s);
  if (r.matters(dt)) {
    warnings.push_back(
        fmt::format("positions {:.3g} m from the origin are kept to {:.3g} m, and a step at {:.3g} m/s is {:.3g} m: "
                    "bodies will not move as they should; move the scene to the origin",
                    r.place, r.spacing, r.speed, r.speed * dt));
    return;
  }
  constexpr double kManySteps = 100;
  const double still = g > 0 ? r.spacing / (2 * g * dt * dt) : 0;  // in steps
  if (still > kManySteps)
    warnings.push_back(
        fmt::format("positions {:.3g} m from the origin are kept to {:.3g} m: a body at rest does not begin to fall "
                    "before step {:.3g}; a larger time.dt or a scene at the origin helps, a smaller time.dt does not",
                    r.place, r.spacing, still));
}

}  // namespace

std::vector<std::string> start_warnings(const Model& model, const State& s) {
  Lines warnings;
  warn_of_step(model, s, warnings);
  const Extremes extremes = extremes_of(model, s);
  if (extremes.overlap > double(model.settings.overlap_warning))
    warnings.push_back(fmt::format("bodies overlap by up to {:.3g} % of a radius at the start: they will fly apart",
                                   100 * extremes.overlap));
  if (const double share = share_of_step(model, extremes.speed); share > kSpeedWarning)
    warnings.push_back(fmt::format("body {} starts at {:.4g} m/s and moves {:.3g} % of the smallest radius in a step{}",
                                   s.bodies.id[extremes.fastest], extremes.speed, 100 * share,
                                   share > kSpeedLimit ? ": the run will be stopped" : ""));
  if (s.bodies.size() == 0 && model.streams.empty()) warnings.push_back("there are no bodies and no streams");
  warn_of_rounding(model, s, warnings);
  for (std::string& odd : odd_numbers(model, s)) warnings.push_back(std::move(odd));
  return warnings;
}

void refuse_overlaps_at_start(const Model& model, const State& s, const std::string& scene) {
  struct Overlap {
    double share;
    std::uint32_t a, b;
  };
  std::vector<Overlap> found;
  const double limit = start_limit(model.settings);
  for_each_overlap(model, s, [&](double share, std::uint32_t a, std::uint32_t b) {
    if (share > limit) found.push_back({share, a, b});
  });
  if (found.empty()) return;
  std::sort(found.begin(), found.end(), [&](const Overlap& p, const Overlap& q) {
    if (p.share != q.share) return p.share > q.share;
    return std::pair(s.bodies.id[p.a], partner_id(s.bodies, p.b)) <
           std::pair(s.bodies.id[q.a], partner_id(s.bodies, q.b));
  });
  constexpr std::size_t kNamed = 5;
  std::string text;
  for (std::size_t k = 0; k < std::min(kNamed, found.size()); ++k) {
    const Vec3d& x = s.bodies.x[found[k].a];
    text += fmt::format(
        "{}: body {} at ({:.6g}, {:.6g}, {:.6g}) m overlaps {} by {:.4g} % of its inner radius at the start\n", scene,
        s.bodies.id[found[k].a], x.x, x.y, x.z, partner_name(model, s, found[k].b), 100 * found[k].share);
  }
  if (found.size() > kNamed) text += fmt::format("{}: and {} more contacts\n", scene, found.size() - kNamed);
  throw InputError(fmt::format("{}{}: must be at most alarms.start_overlap_limit = {:.4g} % at the start", text, scene,
                               100 * limit));
}

}  // namespace scree
