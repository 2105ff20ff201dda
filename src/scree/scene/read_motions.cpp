// Motions, flow planes and events are read here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "scree/scene/draft.hpp"
#include "scree/scene/shown_text.hpp"

namespace scree::scene {

namespace {

bool is_zero(const Vec3& v) { return v == Vec3{0, 0, 0}; }

MotionPhase read_phase(const Table& t) {
  MotionPhase p;
  p.start = t.number("start");
  if (t.has("end")) p.end = t.number("end");
  if (p.end <= p.start) t.problem("end", "must be later than start");
  p.velocity = Vec3(t.vector("velocity"));
  p.angular_velocity = Vec3(t.vector("angular_velocity"));
  p.amplitude = Vec3(t.vector("amplitude"));
  p.angular_amplitude = Vec3(t.vector("angular_amplitude"));
  const bool swings = !is_zero(p.amplitude) || !is_zero(p.angular_amplitude);
  if (swings) {
    if (!t.has("frequency")) t.problem("frequency", "missing; must be a frequency, e.g. \"50 Hz\"");
    p.frequency = t.has("frequency") ? Real(t.number("frequency")) : Real(0);
    p.phase = Real(t.number("phase"));
  }
  t.refuse_unused("a phase without amplitude");
  return p;
}

// Motions and inlets share their names, because events start both by name.
std::vector<std::string> motion_and_stream_names(const Draft& d) {
  std::vector<std::string> names = names_of(d.model.motions);
  for (const Stream& s : d.model.streams) names.push_back(s.name);
  return names;
}

void read_motion(Draft& d, const Table& t) {
  Motion motion;
  motion.name = read_name(t, motion_and_stream_names(d), "motion or stream");
  for (const NamedRef& ref : t.texts("walls"))
    if (const auto w = find_name(t, ref, names_of(d.model.walls), "wall")) {
      if (std::find(motion.walls.begin(), motion.walls.end(), *w) != motion.walls.end())
        report(t.problems(), ref, "named twice");
      motion.walls.push_back(*w);
    }
  motion.pivot = t.vector("pivot");
  motion.start = t.number_or_word("start").value_or(kNever);
  for (const Table& phase : t.tables("phases")) motion.phases.push_back(read_phase(phase));
  if (t.has("phases") && motion.phases.empty()) t.problem("phases", "must not be empty");
  d.model.motions.push_back(std::move(motion));
}

void read_flow_plane(Draft& d, const Table& t) {
  FlowPlane plane;
  plane.name = read_name(t, names_of(d.model.flow_planes), "flow_plane");
  plane.x = t.vector("point");
  if (const auto n = t.direction("normal")) plane.n = Vec3(*n);
  if (t.has("radius")) plane.radius = Real(t.number("radius"));
  if (d.model.flow_planes.size() == kMaxFlowPlanes)
    return t.problem("name", fmt::format("there can be {} flow planes at most", kMaxFlowPlanes));
  d.model.flow_planes.push_back(std::move(plane));
}

struct QuantityName {
  const char* name;
  Quantity quantity;
  Dim dim;
};
constexpr QuantityName kQuantities[] = {
    {"time", Quantity::kTime, Dim::kTime},
    {"kinetic_energy_per_mass", Quantity::kKineticEnergyPerMass, Dim::kEnergyPerMass},
    {"kinetic_energy", Quantity::kKineticEnergy, Dim::kEnergy},
    {"bodies", Quantity::kBodies, Dim::kNone},
    {"contacts", Quantity::kContacts, Dim::kNone},
    {"max_speed", Quantity::kMaxSpeed, Dim::kVelocity},
    {"mass_flow", Quantity::kMassFlow, Dim::kMass},
};

std::string trimmed(std::string_view s) {
  const std::size_t first = s.find_first_not_of(" \t");
  return first == s.npos ? std::string() : std::string(s.substr(first, s.find_last_not_of(" \t") - first + 1));
}

// Reads the value of a condition: a plain number in SI, or one with a unit.
std::optional<double> condition_value(const std::string& text, Dim dim, std::string& error) {
  const auto measure = parse_measure(text, error);
  if (!measure) return std::nullopt;
  const bool fitting = measure->dimension == Dimension{} || fits(measure->dimension, dim);
  if (fitting && within_limits(Range::kAny, dim, measure->value)) return measure->value;
  if (fitting) {
    error = "the value " + limit_words(Range::kAny, dim);
    return std::nullopt;
  }
  error = "the value must be a " + std::string(info(dim).name);
  if (dim != Dim::kNone) error += fmt::format(", e.g. \"{}\"", info(dim).example);
  return std::nullopt;
}

// A condition reads "mass_flow(outlet) > 2 kg".
void read_condition(const Draft& d, const Table& t, Event& event) {
  const std::string text = t.text("when");
  const std::size_t sign = text.find_first_of("<>");
  if (text.empty()) return;
  if (sign == text.npos)
    return t.problem("when", "must be QUANTITY < VALUE or QUANTITY > VALUE, e.g. \"max_speed < 1 mm/s\"");
  event.above = text[sign] == '>';
  std::string name = trimmed(std::string_view(text).substr(0, sign)), plane;
  const std::size_t value_at = sign + (sign + 1 < text.size() && text[sign + 1] == '=' ? 2 : 1);
  if (const std::size_t open = name.find('('); open != name.npos && name.back() == ')') {
    plane = trimmed(std::string_view(name).substr(open + 1, name.size() - open - 2));
    name = trimmed(std::string_view(name).substr(0, open));
  }
  const auto* const row = std::find_if(std::begin(kQuantities), std::end(kQuantities),
                                       [&name](const QuantityName& q) { return q.name == name; });
  if (row == std::end(kQuantities)) {
    std::vector<std::string> known;
    for (const QuantityName& q : kQuantities) known.emplace_back(q.name);
    return t.problem("when", fmt::format("no such quantity as \"{}\"; {}", shortened(name), suggestion(name, known)));
  }
  event.quantity = row->quantity;
  if (event.quantity == Quantity::kMassFlow) {
    const std::vector<std::string> names = names_of(d.model.flow_planes);
    const auto it = std::find(names.begin(), names.end(), plane);
    if (it == names.end())
      t.problem("when", fmt::format("no such flow_plane as \"{}\" ({})", shortened(plane), listed(names)));
    event.plane = std::uint32_t(it - names.begin());
  } else if (!plane.empty()) {
    t.problem("when", fmt::format("{} takes no name in brackets", name));
  }
  std::string error;
  const auto value = condition_value(trimmed(std::string_view(text).substr(value_at)), row->dim, error);
  if (!value) t.problem("when", error);
  event.value = value.value_or(0);
}

void read_starts(const Draft& d, const Table& t, Event& event) {
  const std::size_t n_motions = d.model.motions.size();
  for (const NamedRef& ref : t.texts("start")) {
    const auto k = find_name(t, ref, motion_and_stream_names(d), "motion or stream");
    if (!k) continue;
    const bool motion = *k < n_motions;
    const double start = motion ? d.model.motions[*k].start : d.model.streams[*k - n_motions].start;
    if (start != kNever && !std::isnan(start))
      report(t.problems(), ref, fmt::format("starts by itself at {} s; give it start = \"event\"", start));
    if (motion)
      event.start_motions.push_back(*k);
    else
      event.start_streams.push_back(std::uint32_t(*k - n_motions));
  }
}

void read_event(Draft& d, const Table& t) {
  Event event;
  event.name = t.has("name") ? t.name("name") : t.path();
  if (t.has("at") == t.has("when")) t.problem("needs just one of at and when");
  if (t.has("at")) event.value = t.number("at");
  if (t.has("when")) {
    read_condition(d, t, event);
    event.after = t.number("after");
    event.hold = t.number("hold");
  }
  for (const NamedRef& ref : t.texts("remove"))
    if (const auto w = find_name(t, ref, names_of(d.model.walls), "wall")) event.remove_walls.push_back(*w);
  for (const NamedRef& ref : t.texts("remove_blocks"))
    for (const std::uint64_t id : find_blocks(d, t, ref)) event.remove_bodies.push_back(id);
  std::sort(event.remove_bodies.begin(), event.remove_bodies.end());
  read_starts(d, t, event);
  for (const NamedRef& ref : t.texts("stop_streams"))
    if (const auto k = find_name(t, ref, names_of(d.model.streams), "stream")) event.stop_streams.push_back(*k);
  event.set_gravity = t.has("gravity");
  if (event.set_gravity) event.gravity = Vec3(t.vector("gravity"));
  event.checkpoint = t.flag("checkpoint");
  event.stop = t.flag("stop");
  if (t.has("stop_after")) event.stop_after = t.number("stop_after");
  const bool acts = t.has("remove") || t.has("remove_blocks") || t.has("start") || t.has("stop_streams") ||
                    event.set_gravity || event.checkpoint || event.stop || t.has("stop_after");
  if (!acts)
    t.problem(
        "does nothing; give one of remove, remove_blocks, start, stop_streams, gravity, checkpoint, stop, stop_after");
  if (t.has("at") != t.has("when")) t.refuse_unused("an event with at");
  d.model.events.push_back(std::move(event));
}

// A motion or inlet that waits for an event that never comes is a mistake.
void check_started(const Draft& d, const Table& root) {
  const auto check = [&](const char* key, std::size_t i, bool waits, auto member) {
    if (!waits) return;
    for (const Event& e : d.model.events) {
      const std::vector<std::uint32_t>& started = e.*member;
      if (std::find(started.begin(), started.end(), std::uint32_t(i)) != started.end()) return;
    }
    root.tables(key)[i].problem("start", "no event starts it");
  };
  for (std::size_t i = 0; i < d.model.motions.size(); ++i)
    check("motion", i, d.model.motions[i].start == kNever, &Event::start_motions);
  for (std::size_t i = 0; i < d.model.streams.size(); ++i)
    check("stream", i, d.model.streams[i].start == kNever, &Event::start_streams);
}

}  // namespace

void read_motions(Draft& d, const Table& root) {
  for (const Table& t : root.tables("motion")) read_motion(d, t);
  for (const Table& t : root.tables("flow_plane")) read_flow_plane(d, t);
  for (const Table& t : root.tables("event")) read_event(d, t);
  if (d.problems.empty()) check_started(d, root);
}

}  // namespace scree::scene
