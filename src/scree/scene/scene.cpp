#include "scree/scene/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "scree/broad/estimate_pairs.hpp"
#include "scree/error.hpp"
#include "scree/frames/frame.hpp"
#include "scree/input_file.hpp"
#include "scree/memory.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/scene/draft.hpp"
#include "scree/scene/finite_numbers.hpp"
#include "scree/setup/step_count.hpp"
#include "scree/setup/time_step.hpp"
#include "scree/setup/wall_shapes.hpp"

namespace scree {

namespace {

using namespace scene;

constexpr std::size_t kLargestScene = std::size_t(32) << 20;  // bytes; people write a thousandth of this

// Pipes are fine, and files without an end are not.
std::string read_text(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(path + ": is a folder, not a scene file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": there is no such scene file, or it cannot be read");
  std::string text;
  std::array<char, 1 << 16> piece;
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0) {
    text.append(piece.data(), std::size_t(file.gcount()));
    if (text.size() > kLargestScene)
      throw InputError(fmt::format("{}: no scene file: above {} MB", path, kLargestScene >> 20));
  }
  if (file.bad()) throw InputError(path + ": cannot be read");
  return text;
}

void throw_if_wrong(const Problems& problems) {
  if (!problems.empty()) throw InputError(problems.joined());
}

// Returns the plane wall that has the point behind it, or nothing.
const Wall* wall_before(const Model& model, const Vec3d& x) {
  for (const Wall& wall : model.walls)
    if (wall.kind == WallKind::kPlane && dot(Vec3d(rotate(wall.q, {0, 0, 1})), x - wall.x) < 0) return &wall;
  return nullptr;
}

void check_behind_walls(Draft& d, const State& s, std::size_t first, const std::string& where) {
  std::size_t behind = 0;
  const Wall* wall = nullptr;
  for (std::size_t i = first; i < s.bodies.size(); ++i)
    if (const Wall* const w = wall_before(d.model, s.bodies.x[i]); w && s.bodies.owner[i] == kDynamic)
      wall = w, ++behind;
  if (wall)
    d.problems.add_whole(fmt::format("{}: {} of {} bodies have their centres behind a plane, as wall \"{}\"", where,
                                     behind, s.bodies.size() - first, wall->name));
}

void place_fill(Draft& d, const FillSpec& fill, State& s) {
  std::vector<std::string> problems;
  const std::size_t first = s.bodies.size();
  apply_fill(d.model, fill, s, problems, [](const std::string& path) {
    output::Frame frame = output::read_frame(path);
    return EarlierBodies{std::move(frame.bodies), std::move(frame.type_names)};
  });
  for (const std::string& p : problems) d.problems.add_whole(p);
  check_behind_walls(d, s, first, fill.where);
}

// Places bodies in the order of their ids: balls of walls, blocks, fills, single bodies.
State place_bodies(Draft& d) {
  State s = initial_state(d.model);
  for (std::size_t w = 0; w < d.model.walls.size(); ++w) {
    const Wall& wall = d.model.walls[w];
    for (const WallBall& ball : wall.balls)
      add_body(d.model, s, d.ball_types[w], ball.r, wall.x + Vec3d(rotate(wall.q, Vec3(ball.x))), {0, 0, 0},
               std::int32_t(w));
  }
  for (const BlockSpec& spec : d.blocks) {
    const std::size_t first = s.bodies.size();
    place_blocks(d, spec, s);
    check_behind_walls(d, s, first, d.problems.where(spec.table.line()));
  }
  for (const FillSpec& fill : d.fills) place_fill(d, fill, s);
  for (const BodySpec& body : d.bodies) {
    if (const Wall* const wall = wall_before(d.model, body.x))
      body.table.problem("position", fmt::format("is behind the plane of wall \"{}\"", wall->name));
    const std::size_t i = add_body(d.model, s, body.type, body.radius, body.x, body.v);
    s.bodies.omega[i] = body.omega;
    s.bodies.q[i] = body.turn * s.bodies.q[i];
  }
  return s;
}

void join_blocks(Draft& d, State& s) {
  for (std::size_t k = 0; k < d.blocks.size(); ++k)
    if (const BlockSpec& spec = d.blocks[k]; spec.joints)
      blocks::make_joints(d.model, s, d.model.blocks[k].first_id, spec.interfaces, *spec.joints);
}

void set_radii(Model& model, const State& s) {
  Real lo = std::numeric_limits<Real>::infinity(), hi = 0;
  for (const Real r : s.bodies.radius) {
    lo = std::min(lo, r);
    hi = std::max(hi, r);
  }
  for (const Stream& stream : model.streams)
    for (std::size_t k = 0; k < stream.types.size(); ++k) {
      const Real unit = model.body_types[stream.types[k]].bounding_radius;
      lo = std::min(lo, unit * smallest_size(stream.sizes[k]));
      hi = std::max(hi, unit * largest_size(stream.sizes[k]));
    }
  model.smallest_radius = hi > 0 ? lo : 0;
  model.largest_radius = hi;
}

// Shrunken edges see no body across a gap.
void check_shrunken_edges(const Draft& d, const Table& root) {
  if (!d.model.settings.shrunken_edges || !d.model.has_polyhedra() || !(d.model.reach > 0)) return;
  root.table("narrow_phase")
      .problem("polyhedron_polyhedron",
               fmt::format("not with contact laws that pull across a gap, here up to {:.3g} m; take another method",
                           d.model.reach));
}

void build_wall_shapes(Draft& d, const Table& root) {
  try {
    make_wall_shapes(d.model);
  } catch (const InputError& e) {  // a plate or prism as thin as rounding
    const std::size_t w = d.model.wall_shapes.size();
    root.tables("wall")[w].problem(fmt::format("the shape of the wall cannot be built: {}", e.what()));
    throw_if_wrong(d.problems);
  }
}

// In 2-D bodies are prisms as high as they are wide: walls must reach beyond them on both sides of the plane.
void set_depth_of_walls(Model& model) {
  if (model.settings.dimension == 3 || model.largest_radius == 0) return;
  const Real depth = 2 * model.largest_radius;
  for (Wall& wall : model.walls) {
    if (wall.kind == WallKind::kCylinder) wall.frustum.z0 = -depth, wall.frustum.z1 = depth;
    if (wall.kind != WallKind::kPlate) continue;
    std::vector<Vec3>& v = wall.vertices;  // -a - z, a - z, a + z, -a + z with the half length a and |z| = 1
    const Vec3 a = (v[1] + v[2]) / 2, z = depth * (v[2] - v[1]) / 2;
    v = {-a - z, a - z, a + z, -a + z};
  }
}

void set_broad_phase(Draft& d, const Table& root) {
  Settings& settings = d.model.settings;
  settings.skin = d.skin ? Real(*d.skin) : Real(0.2) * d.model.smallest_radius;
  settings.most_skin = d.skin ? 0 : d.model.smallest_radius;
  if (!d.skin && d.model.largest_radius > 0)
    d.notes.push_back(
        fmt::format("skin = {:.4g} m, 0.2 times the smallest radius; up to {:.4g} m while bodies are fast",
                    settings.skin, settings.most_skin));
  if (!d.cell_size) return;
  settings.cell_size = Real(*d.cell_size);
  const Real least = 2 * d.model.largest_radius + d.model.reach;
  if (settings.cell_size < least)
    root.table("broad_phase")
        .problem("cell_size", fmt::format("must be >= the largest diameter and the cohesive reach, {:.6g} m", least));
}

// If bodies lie in each other by the thousand, the list of pairs would not fit into the memory.
void check_pairs(Draft& d, const State& s, const Table& root) {
  constexpr std::size_t kFew = 2000;
  const Bodies& b = s.bodies;
  if (b.size() < kFew) return;
  const double pairs =
      broad::estimate_pairs({b.size(), b.x.data(), b.radius.data(), b.owner.data()}, d.model.settings.skin);
  if (const auto much = too_much_memory(pairs * kBytesOfAPair))
    d.problems.add(root.line(), fmt::format("the bounding spheres of {} bodies overlap in about {:.3g} pairs: {}",
                                            b.size(), pairs, *much));
}

void set_time_step(Draft& d, const State& s, const Table& root) {
  Settings& settings = d.model.settings;
  const Table time = root.table("time");
  const integrate::StepEstimate estimate = integrate::estimate_step(d.model, s);
  settings.dt_stable = estimate.stable;
  if (s.bodies.size() == 0 && d.model.streams.empty()) {  // shapes to look at, nothing to run
    settings.dt = settings.end;
    return;
  }
  if (!d.dt && !std::isfinite(estimate.advised))
    return time.problem("dt", "\"auto\" needs contacts to go by; must be a time, e.g. \"3 ms\"");
  settings.dt = d.dt ? *d.dt : d.fraction * estimate.advised;
  const char* const key = d.dt ? "dt" : "fraction";
  if (!within_limits(Range::kPositive, Dim::kTime, settings.dt))
    return time.problem(
        "dt", fmt::format("the step comes to {:.4g} s; {}", settings.dt, limit_words(Range::kPositive, Dim::kTime)));
  const std::string reason = estimate.reason.empty() ? "" : fmt::format(" ({})", estimate.reason);
  if (settings.dt > estimate.stable)
    time.problem(key, fmt::format("the step of {:.4g} s must be <= the stable step, {:.4g} s{}", settings.dt,
                                  estimate.stable, reason));
  if (!(settings.end / settings.dt <= kMostSteps))
    time.problem("end", fmt::format("must be at most {:.4g} steps of {:.4g} s", kMostSteps, settings.dt));
  if (settings.dt > settings.end) time.problem("end", fmt::format("must be at least one step, {:.4g} s", settings.dt));
  if (std::isfinite(estimate.stable))
    d.notes.push_back(fmt::format("dt = {:.4g} s, {:.3g} % of the stable step, {:.3g} % of the advised one{}",
                                  settings.dt, 100 * settings.dt / estimate.stable,
                                  100 * settings.dt / estimate.advised, reason));
  else
    d.notes.push_back(fmt::format("dt = {:.4g} s; nothing in the scene can touch", settings.dt));
}

}  // namespace

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides, const std::string& folder) {
  Scene result;
  result.path = path;
  result.text = read_text(path);
  result.overrides = overrides;

  Node tree = parse_toml(result.text, path);
  tree.line = 1;
  Draft d(path);
  if (!folder.empty()) d.folder = folder;
  for (const std::string& key_value : overrides)
    if (const std::string problem = apply_override(tree, key_value); !problem.empty()) d.problems.add_whole(problem);

  const bool flat = read_dimension(d, Table(d.problems, &tree, "", ""));
  const Table root(d.problems, &tree, "", "", flat);
  check_unknown_keys(d.problems, tree, "", "");
  read_materials(d, root);
  read_shapes(d, root);
  read_walls(d, root);
  read_blocks(d, root);
  read_fills(d, root);
  read_motions(d, root);
  read_settings(d, root);
  read_contacts(d, root);
  throw_if_wrong(d.problems);

  result.state = place_bodies(d);
  throw_if_wrong(d.problems);
  set_radii(d.model, result.state);
  set_depth_of_walls(d.model);
  build_wall_shapes(d, root);
  make_shrunken_shapes(d.model);
  resolve_laws(d, result.state);
  check_shrunken_edges(d, root);
  join_blocks(d, result.state);
  set_broad_phase(d, root);
  check_pairs(d, result.state, root);
  throw_if_wrong(d.problems);
  set_time_step(d, result.state, root);
  throw_if_wrong(d.problems);
  if (const std::string wrong = number_out_of_limits(d.model, result.state); !wrong.empty())
    throw InputError(fmt::format("{}: {}", path, wrong));

  result.model = std::move(d.model);
  result.notes = std::move(d.notes);
  return result;
}

}  // namespace scree
