// [[output.measure]] gives numbers about a heap or a flow, for the telemetry.
#include <fmt/format.h>

#include <cmath>

#include "scree/scene/draft.hpp"

namespace scree::scene {

namespace {

constexpr Vec3d kSomewhere = {1, 0, 0};  // after a problem

void need(const Table& t, const char* key) {
  if (!t.has(key)) t.problem(key, fmt::format("missing; must be {}", describe(*find_key("measure", key))));
}

Vec3d read_point(const Table& t) {
  need(t, "point");
  return t.has("point") ? t.vector("point") : kSomewhere;
}

Vec3d read_direction(const Table& t) {
  need(t, "direction");
  return t.has("direction") ? t.direction("direction").value_or(kSomewhere) : kSomewhere;
}

Vec3d up_of(const Model& model) {
  const Vec3d g = Vec3d(model.settings.gravity);
  return norm2(g) > 0 ? -normalized(g) : Vec3d{0, 0, 1};
}

}  // namespace

void read_measures(Draft& d, const Table& output) {
  std::vector<scree::Measure>& all = d.model.output.measures;
  for (const Table& t : output.tables("measure")) {
    scree::Measure m;
    m.name = read_name(t, names_of(all), "measure");
    const int kind = t.choice("kind");
    m.kind = MeasureKind(std::max(0, kind));
    if (m.kind == MeasureKind::kMassInBox || m.kind == MeasureKind::kSolidFraction) {
      if (!t.has("box")) t.problem("box", "missing; must be two corners");
      if (const auto box = t.has("box") ? t.box("box") : std::nullopt) m.lo = box->first, m.hi = box->second;
    } else {
      m.point = read_point(t);
      const bool upwards = m.kind == MeasureKind::kMassAbove && !t.has("direction");
      m.direction = upwards ? up_of(d.model) : read_direction(t);
    }
    if (m.kind == MeasureKind::kHeapAngle) {
      if (std::abs(dot(m.direction, up_of(d.model))) > 1e-6)
        t.problem("direction", "must be horizontal, at right angles to gravity");
      if (t.has("width")) m.half_width = t.number("width") / 2;
    }
    if (kind >= 0) t.refuse_unused(fmt::format("kind \"{}\"", t.text("kind")));
    all.push_back(std::move(m));
  }
}

}  // namespace scree::scene
