#include "scree/frames/telemetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "scree/broad/fixed_cubes.hpp"
#include "scree/force/joints.hpp"
#include "scree/frames/measures.hpp"
#include "scree/frames/tool_wrench.hpp"
#include "scree/frames/wall_profile.hpp"
#include "scree/narrow/contact_type.hpp"
#include "scree/narrow/points.hpp"

namespace scree::output {

namespace {

// Counts over all bodies and contacts, in any order.
struct Totals {
  std::uint64_t bodies = 0;  // dynamic ones: balls of walls are walls
  double mass = 0;
  std::uint64_t contacts = 0;  // touching points
  double coordination = 0;     // touching points of a dynamic body, on average
  double max_speed = 0;
};

Totals totals_of(const State& s) {
  Totals t;
  const Bodies& b = s.bodies;
  double max_speed2 = 0;
  ExactSum mass;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.owner[i] != kDynamic) continue;
    ++t.bodies;
    mass.add(double(b.mass[i]));
    max_speed2 = std::max(max_speed2, double(norm2(b.v[i])));
  }
  t.mass = mass.value();
  t.max_speed = std::sqrt(max_speed2);
  std::uint64_t ends = 0;
  for_each_contact(s, [&](std::size_t k, std::uint32_t i, std::uint32_t j) {
    const Real gap = s.contacts.gap[k];
    if (gap > 0) return;
    const bool wall = is_wall_index(j);
    ++t.contacts;
    ends += b.owner[i] == kDynamic;
    ends += !wall && b.owner[j] == kDynamic;
  });
  t.coordination = t.bodies > 0 ? double(ends) / double(t.bodies) : 0;
  return t;
}

// Tells how full the cubes of fixed_cubes are, b_k of the paper. They are sorted again with the plain radii and not
// read from the tables of the last pair list: those may be older than the row, are gone after a resume, and have balls
// enlarged.
struct CubeFill {
  std::uint32_t largest = 0;
  double mean = 0;  // over the cubes with a ball
};

CubeFill cube_fill_of(const Model& model, const State& s) {
  CubeFill fill;
  if (s.bodies.size() == 0) return fill;
  CubeTables tables;
  broad::sort_into_cubes({s.bodies.size(), s.bodies.x.data(), s.bodies.radius.data(), s.bodies.owner.data()}, 0,
                         double(model.settings.cell_size), tables);
  double entries = 0, taken = 0;
  for (const std::uint32_t b : tables.b) {
    entries += b;
    taken += b > 0;
    fill.largest = std::max(fill.largest, b);
  }
  fill.mean = entries / taken;
  return fill;
}

double value_of(double x) { return x; }
double value_of(const ExactSum& sum) { return sum.value(); }

template <class Add>
void force_columns(const std::string& name, const Vec3& f, const Vec3& tau, Add&& add) {
  for (int k = 0; k < 3; ++k) add(fmt::format("{}_f{}[N]", name, "xyz"[k]), f[k]);
  for (int k = 0; k < 3; ++k) add(fmt::format("{}_t{}[N m]", name, "xyz"[k]), tau[k]);
}

// Adds the links of pairs over the whole run: all solves, those beyond a remembered plane, of these those with one or
// two iterations, and those without a proved answer.
template <class Add>
void add_links(const LinkCounters& c, Add&& add) {
  std::uint64_t searches = 0;
  for (int k = 1; k < LinkCounters::kHistogram; ++k) searches += c.iterations[k];
  add("links", c.solves);
  add("link_searches", searches);
  add("link_two_or_less", c.iterations[1] + c.iterations[2]);
  add("link_failed", c.failed);
}

// Adds how many contacts of polyhedra, with each other and with flat walls, are of which type. In the point model a
// pair counts once.
template <class Add>
void add_types(const Model& model, const State& s, Add&& add) {
  std::uint64_t n[kContactTypes] = {};
  const bool by_pair = model.settings.polyhedron_contact == ContactModel::kPoints;
  std::uint32_t last_a = 0, last_b = 0;
  bool any = false;
  for (const narrow::ContactRow& row : narrow::contact_rows(model, s)) {
    if (row.gap > 0 || (by_pair && any && row.a == last_a && row.b == last_b)) continue;
    ++n[int(contact_type(row.feature_a, row.feature_b))];
    last_a = row.a, last_b = row.b, any = true;
  }
  for (int t = 1; t < kContactTypes; ++t) add(name_of(ContactType(t)), n[t]);
}

// Adds the common normals of superellipsoids in the same way.
template <class Add>
void add_normals(const NormalCounters& c, Add&& add) {
  add("normals", c.solves);
  add("normals_by_plane", c.by_plane);
  add("normal_evaluations", c.evaluations);
  add("normal_failed", c.failed);
}

// One place says names and values, so that they cannot drift apart: add(name with unit, value).
template <class Add>
void each_column(const Model& model, const State& s, Add&& add) {
  const Totals t = totals_of(s);
  add("step", s.counters.step);
  add("time[s]", s.time(model));
  add("bodies", t.bodies);
  add("mass[kg]", t.mass);
  add("contacts", t.contacts);
  add("coordination", t.coordination);
#define X(name) add(#name "[J]", value_of(s.ledger.name));
  SCREE_LEDGER_HELD(X)
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  add("initial[J]", s.ledger.initial);
  add("residual[J]", s.ledger.residual());
  add("relative_residual", s.ledger.relative_residual());
  add("max_speed[m/s]", t.max_speed);
  add("max_overlap", s.deepest.larger());
  add("wall_margin", 1 - s.deepest.walls);
  add("pair_lists", s.counters.pair_lists);
  add("removed_bodies", s.counters.removed_bodies);
  std::uint64_t inserted = 0;
  for (const StreamState& stream : s.streams) inserted += stream.inserted;
  add("inserted_bodies", inserted);
  if (model.settings.broad == BroadMethod::kFixedCubes) {
    const CubeFill fill = cube_fill_of(model, s);
    add("largest_b", fill.largest);
    add("mean_b", fill.mean);
  }
  if (!model.joints.empty()) add("joints", force::count_intact(s));
  if (model.has_polyhedra()) {
    add_types(model, s, add);
    add_links(s.link_counters, add);
  }
  if (model.has_superellipsoids()) add_normals(s.normal_counters, add);
  for (std::size_t w = 0; w < model.walls.size(); ++w)
    force_columns(model.walls[w].name, s.walls[w].f, s.walls[w].tau, add);
  for (const Motion& motion : model.motions) {
    if (motion.walls.size() < 2) continue;  // the wall's own columns say the same
    const Wrench tool = tool_wrench(model, s, motion);
    force_columns(motion.name, tool.f, tool.tau, add);
  }
  for (std::size_t k = 0; k < model.flow_planes.size(); ++k)
    add(model.flow_planes[k].name + "_mass[kg]", s.flow_mass[k].value());
  for (std::size_t k = 0; k < model.streams.size(); ++k) add(model.streams[k].name + "_count", s.streams[k].inserted);
  for (const Measure& m : model.output.measures)
    for (const auto& [name, value] : measured(model, s, m)) add(name, value);
}

std::vector<std::string> columns_of(const Model& model) {
  State empty;
  empty.walls.resize(model.walls.size());
  empty.flow_mass.resize(model.flow_planes.size());
  empty.streams.resize(model.streams.size());
  std::vector<std::string> columns;
  each_column(model, empty, [&](const std::string& name, auto) { columns.push_back(name); });
  return columns;
}

}  // namespace

Telemetry::Telemetry(const std::string& path, const Model& model, bool resume, std::uint64_t step)
    : table_(path, columns_of(model), resume, step) {
  if (model.output.profiles.empty()) return;
  profiles_.emplace((std::filesystem::path(path).parent_path() / "profiles.csv").string(), profile_columns(), resume,
                    step);
}

void Telemetry::row(const Model& model, const State& s) {
  const std::uint64_t step = s.counters.step;
  if (profiles_ && !profiles_->has(step)) profiles_->append(step, profile_rows(model, s));
  if (table_.has(step)) return;
  std::string line;
  // Numbers are the shortest text that reads back as the same: equal states give equal bytes.
  each_column(model, s,
              [&](const std::string&, auto value) { line += fmt::format("{}{}", line.empty() ? "" : ",", value); });
  table_.append(step, line + "\n");
}

}  // namespace scree::output
