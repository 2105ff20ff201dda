// This file reads the top of a scene, time, broad and narrow phase, alarms, domain and output.
#include <fmt/format.h>

#include <algorithm>

#include "scree/scene/draft.hpp"

namespace scree::scene {

namespace {

constexpr int kSchema = 1;

int small_integer(const Table& t, const char* key) {
  const std::int64_t n = t.integer(key);
  if (n > 1000000000) t.problem(key, "must be <= 1000000000");
  return int(std::min<std::int64_t>(n, 1000000000));
}

void read_time(Draft& d, const Table& t) {
  Settings& s = d.model.settings;
  d.dt = t.number_or_word("dt");
  if (d.dt && t.has("fraction")) t.problem("fraction", "not used: dt is given");
  d.fraction = t.number("fraction");
  s.end = t.number("end");
  s.integrator = Integrator(std::max(0, t.choice("integrator")));
  if (t.has("gear_values") && s.integrator != Integrator::kGear)
    t.problem("gear_values", "not used by this integrator; must be left out unless integrator = \"gear\"");
  s.gear_values = small_integer(t, "gear_values");
  if (s.gear_values != 0 && (s.gear_values < 4 || s.gear_values > 6)) t.problem("gear_values", "must be 4, 5 or 6");
  if (t.has("rotation") && s.integrator != Integrator::kVelocityVerlet)
    t.problem("rotation", "not used by this integrator; must be left out unless integrator = \"velocity_verlet\"");
  s.rotation = Rotation(std::max(0, t.choice("rotation")));
}

void read_broad_phase(Draft& d, const Table& t) {
  Settings& s = d.model.settings;
  s.broad = BroadMethod(std::max(0, t.choice("method")));
  d.skin = t.number_or_word("skin");
  d.cell_size = t.number_or_word("cell_size");
  if (d.cell_size && s.broad != BroadMethod::kFixedCubes)
    t.problem("cell_size", "not used by this method; must be left out unless method = \"fixed_cubes\"");
  s.list_every_step = t.flag("list_every_step");
  s.reorder_every = small_integer(t, "reorder_every");
}

void read_alarms(Draft& d, const Table& t) {
  Settings& s = d.model.settings;
  s.overlap_warning = Real(t.number("overlap_warning"));
  s.overlap_limit = Real(t.number("overlap_limit"));
  if (s.overlap_warning > s.overlap_limit) t.problem("overlap_warning", "must be <= overlap_limit");
  s.start_overlap_limit = t.has("start_overlap_limit") ? Real(t.number("start_overlap_limit")) : 0;
  s.energy_limit = Real(t.number("energy_limit"));
  s.check_every = small_integer(t, "check_every");
}

void read_domain(Draft& d, const Table& t) {
  Settings& s = d.model.settings;
  if (t.has("lo")) s.domain_lo = t.vector("lo");
  if (t.has("hi")) s.domain_hi = t.vector("hi");
  if (t.flat()) s.domain_lo.z = -kNever, s.domain_hi.z = kNever;
  const Vec3d &lo = s.domain_lo, &hi = s.domain_hi;
  if (lo.x >= hi.x || lo.y >= hi.y || lo.z >= hi.z) t.problem("hi", "must be above lo in x, y and z");
}

void read_profile(Draft& d, const Table& t) {
  WallProfile profile;
  profile.bins = small_integer(t, "bins");
  constexpr int kMostBins = 10'000;  // each is a row of text with every row of the telemetry
  if (profile.bins > kMostBins) t.problem("bins", fmt::format("must be at most {}", kMostBins));
  const auto wall = find_name(t, "wall", names_of(d.model.walls), "wall");
  if (!wall) return;
  profile.wall = *wall;
  std::vector<WallProfile>& all = d.model.output.profiles;
  if (std::any_of(all.begin(), all.end(), [&](const WallProfile& p) { return p.wall == *wall; }))
    t.problem("wall", "named twice");
  const Wall& w = d.model.walls[*wall];
  // A wall without balls has had its own message.
  if (w.kind != WallKind::kBalls || (!w.balls.empty() && !(w.frustum.z1 > w.frustum.z0)))
    t.problem("wall", "must be a wall of balls with a cylinder or cone as surface");
  all.push_back(profile);
}

void read_output(Draft& d, const Table& t) {
  OutputSettings& o = d.model.output;
  o.frames_every = t.number("frames_every");
  o.telemetry_every = t.number("telemetry_every");
  o.checkpoints_every = t.number("checkpoints_every");
  o.checkpoint_minutes = t.number("checkpoint_minutes");
  o.keep_checkpoints = small_integer(t, "keep_checkpoints");
  o.frames = t.flag("frames");
  o.contacts = t.flag("contacts");
  o.vtk = t.flag("vtk");
  for (const Table& profile : t.tables("profile")) read_profile(d, profile);
  read_measures(d, t);
}

void read_shrinkage(Draft& d, const Table& narrow) {
  Settings& s = d.model.settings;
  s.shrinkage.part = Real(narrow.number("shrinkage"));
  s.shrinkage.tolerance = Real(narrow.number("shrunken_tolerance"));
  for (const char* key : {"shrinkage", "shrunken_tolerance"})
    if (narrow.has(key) && !s.shrunken_edges)
      narrow.problem(key, "not used unless polyhedron_polyhedron = \"shrunken_edge\"");
  if (!(s.shrinkage.part >= Shrinkage::kLeast && s.shrinkage.part <= Shrinkage::kMost))
    narrow.problem("shrinkage", fmt::format("must be from {} to {}", Shrinkage::kLeast, Shrinkage::kMost));
  if (!(s.shrinkage.tolerance < 1))
    narrow.problem(
        "shrunken_tolerance",
        "must be below 1: with a tolerance as large as the inset, blocks that share only an edge or a vertex "
        "touch each other");
}

void read_narrow_phase(Draft& d, const Table& narrow) {
  Settings& s = d.model.settings;
  for (const std::string& key : known_names("narrow_phase"))
    if (key != "shrinkage" && key != "shrunken_tolerance") narrow.choice(key);
  const int method = std::max(0, narrow.choice("polyhedron_polyhedron"));
  s.shrunken_edges = method == kLinkMethods;
  if (!s.shrunken_edges) s.polyhedron_polyhedron = LinkMethod(method);
  read_shrinkage(d, narrow);
  s.polyhedron_contact = ContactModel(std::max(0, narrow.choice("polyhedron_contact")));
  if (const int combination = narrow.choice("combination"); combination >= 0)
    s.cluster_points = s.polyhedron_points = Combination(combination);
  if (!d.model.polyhedra.empty())
    d.notes.push_back(fmt::format("polyhedra against polyhedra: {}; {}",
                                  s.shrunken_edges ? "shrunken_edge" : name_of(s.polyhedron_polyhedron),
                                  s.polyhedron_contact == ContactModel::kArea ? "one contact with the whole area"
                                                                              : "every contact point for itself"));
  s.superellipsoid_superellipsoid = NormalMethod(std::max(0, narrow.choice("superellipsoid_superellipsoid")));
  if (!d.model.superellipsoids.empty())
    d.notes.push_back(
        fmt::format("superellipsoids against superellipsoids: {}", name_of(s.superellipsoid_superellipsoid)));
}

}  // namespace

bool read_dimension(Draft& d, const Table& root) {
  Settings& s = d.model.settings;
  const std::int64_t dimension = root.integer("dimension");
  s.dimension = dimension == 2 ? 2 : 3;
  if (dimension != 0 && dimension != s.dimension) root.problem("dimension", "must be 2 or 3");
  s.thickness = Real(root.number("thickness"));
  if (root.has("thickness") && s.dimension == 3) root.problem("thickness", "not used unless dimension = 2");
  return s.dimension == 2;
}

void read_settings(Draft& d, const Table& root) {
  const std::int64_t schema = root.integer("schema");
  if (schema > 0 && schema != kSchema) root.problem("schema", fmt::format("this program reads schema {}", kSchema));
  if (root.has("title")) d.model.title = root.text("title");
  d.model.settings.gravity = Vec3(root.vector("gravity"));
  read_time(d, root.table("time"));
  read_broad_phase(d, root.table("broad_phase"));
  read_narrow_phase(d, root.table("narrow_phase"));
  read_alarms(d, root.table("alarms"));
  read_domain(d, root.table("domain"));
  read_output(d, root.table("output"));
}

}  // namespace scree::scene
