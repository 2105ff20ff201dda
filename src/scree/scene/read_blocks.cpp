// A box is cut into groups of blocks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/error.hpp"
#include "scree/long_work.hpp"
#include "scree/math/elementary.hpp"
#include "scree/memory.hpp"
#include "scree/scene/draft.hpp"
#include "scree/setup/blocks/block_types.hpp"
#include "scree/setup/blocks/patterns.hpp"

namespace scree::scene {

namespace {

using blocks::BlockBox;
using blocks::Cells;

constexpr double kMostBlocks = 1e6;

enum Pattern { kBricks, kRunningBond, kTetrahedra, kVoronoi, kJointSets, kArch };

// These getters read what is not needed by all patterns; after a problem the values mean nothing.
BlockBox read_box(const Table& t) {
  const auto corners = t.box("box");
  if (!t.has("box")) t.problem("box", "missing; must be two corners of a box, [[x, y, z], [x, y, z]]");
  if (!corners) return {{0, 0, 0}, {1, 1, 1}};
  const BlockBox box{corners->first, corners->second};
  const Vec3d size = box.size();
  if (!(std::min({size.x, size.y, size.z}) > 0)) t.problem("box", "must have a length, a width and a height");
  return box;
}

blocks::Counts read_counts(const Table& t, double cells_in_one) {
  const std::size_t problems_before = t.problems().size();
  const std::vector<double> n = t.numbers("counts");
  if (t.problems().size() != problems_before) return {1, 1, 1};
  const bool whole = n.size() == 3 && std::all_of(n.begin(), n.end(), [](double v) { return v == std::floor(v); });
  if (!whole) {
    t.problem("counts", "must be three integers");
    return {1, 1, 1};
  }
  if (cells_in_one * n[0] * n[1] * n[2] > kMostBlocks) {
    t.problem("counts", fmt::format("more than {} blocks", kMostBlocks));
    return {1, 1, 1};
  }
  return {int(n[0]), int(n[1]), int(n[2])};
}

Vec3d read_direction(const Table& t, const char* key) { return t.direction(key).value_or(Vec3d{0, 0, 1}); }

blocks::VoronoiOptions read_voronoi(const Table& t, const BlockBox& box) {
  blocks::VoronoiOptions o;
  o.seed = std::uint64_t(t.integer("seed"));
  if (t.has("count") == t.has("spacing")) t.problem("needs just one of count and spacing");
  double count = 1;
  if (t.has("count")) count = double(t.integer("count"));
  if (t.has("spacing")) count = std::max(1.0, std::round(box.volume() / scree::pow(t.number("spacing"), 3)));
  if (count > kMostBlocks)
    t.problem(t.has("count") ? "count" : "spacing", fmt::format("more than {} blocks", kMostBlocks));
  o.count = count >= 1 && count <= kMostBlocks ? int(count) : 1;
  return o;
}

std::vector<blocks::JointSet> read_sets(const Table& t) {
  std::vector<blocks::JointSet> sets;
  // Planes repeat with the spacing, so an offset of many spacings only costs digits.
  constexpr double kMostSpacings = 1e6;
  for (const Table& set : t.tables("sets")) {
    sets.push_back({read_direction(set, "normal"), set.number("spacing"), set.number("offset")});
    if (std::abs(sets.back().offset) > kMostSpacings * sets.back().spacing)
      set.problem("offset", fmt::format("must be within {:.0g} times the spacing", kMostSpacings));
  }
  if (t.has("sets") && sets.empty()) t.problem("sets", "must not be empty");
  return sets;
}

blocks::ArchOptions read_arch(const Table& t) {
  blocks::ArchOptions o;
  o.centre = t.vector("centre");
  o.inner_radius = t.number("inner_radius");
  o.thickness = t.number("thickness");
  o.depth = t.number("depth");
  o.stones = int(std::min<std::int64_t>(t.integer("stones"), std::int64_t(kMostBlocks)));
  o.from = t.number("from");
  o.to = t.number("to");
  if (!(o.to > o.from)) t.problem("to", "must be more than from");
  if (o.to - o.from > 2 * std::numbers::pi) t.problem("to", "must be within a full turn of from");
  if (o.stones > 0 && (o.to - o.from) / o.stones >= std::numbers::pi)
    t.problem("stones", "a stone must take less than half a turn");
  return o;
}

std::vector<blocks::CutPlane> read_bounds(const Table& t) {
  std::vector<blocks::CutPlane> bounds;
  for (const Table& bound : t.tables("bounds")) {
    const Vec3d n = read_direction(bound, "normal");
    bounds.push_back({n, dot(n, bound.vector("point"))});
  }
  return bounds;
}

// Holds the cells of a pattern in their region, and the volume of this region, found without the cells.
struct Cut {
  Cells cells;
  double volume;
};

void keep_within(Cells& cells, const std::vector<blocks::CutPlane>& bounds) {
  for (const blocks::CutPlane& bound : bounds) cells.keep_below(bound);
}

double arch_volume(const blocks::ArchOptions& o) {
  const double outer = o.inner_radius + o.thickness;
  return o.stones * scree::sin((o.to - o.from) / o.stones) / 2 * (outer * outer - o.inner_radius * o.inner_radius) *
         o.depth;
}

// The memory is what blocks need while they are made. Bricks and stones are mostly copies of a few shapes; other cells
// have one of their own each.
constexpr double kBytesOfABrick = 2500, kBytesOfACell = 15'000;

void refuse_without_memory(double n, double bytes) {
  if (const auto much = too_much_memory(n * bytes)) throw InputError(fmt::format("{:.0f} blocks: {}", n, *much));
}

// Returns nothing after a problem.
std::optional<Cut> read_cells(const Draft& d, const Table& t, int pattern) {
  const std::size_t problems_before = d.problems.size();
  const BlockBox box = pattern == kArch ? BlockBox{{0, 0, 0}, {1, 1, 1}} : read_box(t);
  const bool counted = pattern == kBricks || pattern == kRunningBond || pattern == kTetrahedra;
  const blocks::Counts n = counted ? read_counts(t, pattern == kTetrahedra ? 6 : 1) : blocks::Counts{1, 1, 1};
  const blocks::VoronoiOptions seeds = pattern == kVoronoi ? read_voronoi(t, box) : blocks::VoronoiOptions{1, 1};
  const std::vector<blocks::JointSet> sets = pattern == kJointSets ? read_sets(t) : std::vector<blocks::JointSet>{};
  const blocks::ArchOptions stones = pattern == kArch ? read_arch(t) : blocks::ArchOptions{};
  const std::vector<blocks::CutPlane> bounds = pattern == kArch ? std::vector<blocks::CutPlane>{} : read_bounds(t);
  if (d.problems.size() != problems_before) return std::nullopt;

  const double bricks = counted ? (pattern == kTetrahedra ? 6.0 : 1.0) * n[0] * n[1] * n[2] : 0;
  refuse_without_memory(bricks, kBytesOfABrick);
  refuse_without_memory(stones.stones, kBytesOfABrick);
  refuse_without_memory(seeds.count, kBytesOfACell);
  if (pattern == kArch) return Cut{blocks::arch(stones), arch_volume(stones)};
  Cells region = blocks::whole(box);
  keep_within(region, bounds);
  const double volume = bounds.empty() ? box.volume() : region.volume();
  if (region.cells.empty()) throw InputError("nothing of the box lies within the bounds");
  if (pattern == kJointSets) {
    blocks::cut_by_sets(region, sets, std::size_t(kMostBlocks));
    return Cut{std::move(region), volume};
  }
  Cells cells = pattern == kBricks        ? blocks::bricks(box, n)
                : pattern == kRunningBond ? blocks::running_bond(box, n)
                : pattern == kTetrahedra  ? blocks::tetrahedra(box, n)
                                          : blocks::voronoi(box, seeds);
  keep_within(cells, bounds);
  return Cut{std::move(cells), volume};
}

std::optional<double> number_or_nothing(const Table& t, const char* key) {
  return t.has(key) ? std::optional(t.number(key)) : std::nullopt;
}

blocks::JointOptions read_joints(const Table& t) {
  blocks::JointOptions o;
  o.k_n = number_or_nothing(t, "normal_stiffness");
  o.k_s = number_or_nothing(t, "shear_stiffness");
  o.tensile_strength = t.number_or_word("tensile_strength").value_or(kNever);
  o.cohesion = t.number_or_word("cohesion").value_or(kNever);
  o.friction_angle = t.number_or_word("friction_angle");
  if (o.friction_angle && !(*o.friction_angle >= 0 && *o.friction_angle < std::numbers::pi / 2))
    t.problem("friction_angle", "must be >= 0 and less than a right angle");
  return o;
}

// Reads which wall carries blocks, and which blocks.
void read_carrier(Draft& d, const Table& t, BlockSpec& spec) {
  if (!t.has("carried_by")) {
    if (t.has("carried")) t.problem("carried", "needs carried_by");
    return;
  }
  const auto wall = find_name(t, "carried_by", names_of(d.model.walls), "wall");
  if (!wall) return;
  d.model.walls[*wall].carries_blocks = true;
  spec.owners.assign(spec.blocks.size(), t.has("carried") ? kDynamic : std::int32_t(*wall));
  if (!t.has("carried")) return;
  for (const double k : t.numbers("carried")) {
    if (k == std::floor(k) && k >= 0 && k < double(spec.blocks.size()))
      spec.owners[std::size_t(k)] = std::int32_t(*wall);
    else
      return t.problem("carried", fmt::format("must be numbers of blocks, 0 to {}", spec.blocks.size() - 1));
  }
}

void note_group(Draft& d, const BlockSpec& spec, double volume, std::size_t types) {
  double sum = 0;
  for (const blocks::PlacedBlock& b : spec.blocks) sum += d.model.volume_of(b.type, double(b.scale));
  d.notes.push_back(fmt::format(
      "blocks \"{}\": {} blocks of {} shapes, {} interfaces{}; volume {:.15g} m3, of the region {:.15g} m3", spec.name,
      spec.blocks.size(), types, spec.interfaces.size(), spec.joints ? " with joints" : "", sum, volume));
}

// Ids follow those of balls of walls and of earlier groups (place_bodies).
std::uint64_t next_id(const Draft& d) {
  std::uint64_t id = 0;
  for (const Wall& wall : d.model.walls) id += wall.balls.size();
  for (const BlockSpec& spec : d.blocks) id += spec.blocks.size();
  return id;
}

void make_group(Draft& d, const Table& t, const Cut& cut, std::uint32_t material, BlockSpec& spec) {
  const std::size_t types_before = d.model.body_types.size();
  LongWork work(fmt::format("blocks \"{}\"", spec.name));
  if (cut.cells.cells.size() >= 10'000) work.stage(fmt::format("{} blocks", cut.cells.cells.size()));
  // The bounding spheres of many thin slices overlap, and the run would list all these pairs, too.
  const double pairs = blocks::estimate_near_pairs(cut.cells);
  if (const auto much = too_much_memory(pairs * blocks::kBytesOfANearPair))
    throw InputError(
        fmt::format("of {} blocks about {:.3g} pairs have bounding spheres that overlap: {}; thicker "
                    "blocks have fewer",
                    cut.cells.cells.size(), pairs, *much));
  spec.blocks = blocks::make_blocks(d.model, spec.name, material, d.model.materials[material].density, cut.cells);
  spec.interfaces = blocks::find_interfaces(cut.cells);
  read_carrier(d, t, spec);
  note_group(d, spec, cut.volume, d.model.body_types.size() - types_before);
  d.model.blocks.push_back({spec.name, next_id(d), spec.blocks.size()});
  d.blocks.push_back(std::move(spec));
}

void read_group(Draft& d, const Table& t) {
  BlockSpec spec{t, read_name(t, names_of(d.model.blocks), "group of blocks"), {}, {}, {}, {}, {}, {}};
  const auto material = find_name(t, "material", names_of(d.model.materials), "material");
  if (material && !d.use[*material].has_density)
    t.problem("material", "this material needs a density, because bodies are made of it");
  if (material) d.use[*material].bodies += 2;
  spec.v = Vec3(t.vector("velocity"));
  spec.omega = Vec3(t.vector("angular_velocity"));
  if (t.has("joints")) spec.joints = read_joints(t.table("joints"));
  const int pattern = t.choice("pattern");
  if (t.flat()) return t.problem("needs dimension = 3");
  if (pattern < 0) return;
  try {
    const std::optional<Cut> cut = read_cells(d, t, pattern);
    if (!cut || !material) return;
    make_group(d, t, *cut, *material, spec);
  } catch (const InputError& e) {
    return t.problem(fmt::format("pattern \"{}\": {}", t.text("pattern"), e.what()));
  }
  t.refuse_unused(fmt::format("pattern \"{}\"", t.text("pattern")));
}

Vec3d centre_of_mass(const Draft& d, const BlockSpec& spec) {
  Vec3d sum = {0, 0, 0};
  double mass = 0;
  for (const blocks::PlacedBlock& b : spec.blocks) {
    const double m = d.model.mass_of(b.type, double(b.scale));
    sum += m * b.x, mass += m;
  }
  return sum / mass;
}

}  // namespace

void read_blocks(Draft& d, const Table& root) {
  for (const Table& t : root.tables("blocks")) read_group(d, t);
}

void place_blocks(const Draft& d, const BlockSpec& spec, State& s) {
  const Vec3d middle = centre_of_mass(d, spec);
  for (std::size_t k = 0; k < spec.blocks.size(); ++k) {
    const blocks::PlacedBlock& block = spec.blocks[k];
    const std::int32_t owner = spec.owners.empty() ? kDynamic : spec.owners[k];
    const Vec3 v = owner == kDynamic ? spec.v + cross(spec.omega, Vec3(block.x - middle)) : Vec3{0, 0, 0};
    const std::size_t i = add_body(d.model, s, block.type, block.scale, block.x, v, owner);
    s.bodies.q[i] = block.q;
    if (owner == kDynamic) s.bodies.omega[i] = spec.omega;
  }
}

std::vector<std::uint64_t> find_blocks(const Draft& d, const Table& t, const NamedRef& ref) {
  std::vector<std::uint64_t> ids;
  const std::size_t dot = ref.name.rfind('.');
  for (const BlockGroup& group : d.model.blocks) {
    std::uint64_t first = 0, count = group.count;
    if (ref.name != group.name) {
      if (dot == ref.name.npos || ref.name.substr(0, dot) != group.name) continue;
      const std::string number = ref.name.substr(dot + 1);
      if (number.empty() || number.size() > 9 || number.find_first_not_of("0123456789") != number.npos) continue;
      first = std::stoull(number), count = 1;
      if (first >= group.count) {
        report(t.problems(), ref, fmt::format("blocks \"{}\" are numbered 0 to {}", group.name, group.count - 1));
        return {};
      }
    }
    for (std::uint64_t k = 0; k < count; ++k) ids.push_back(group.first_id + first + k);
    return ids;
  }
  std::string known;
  for (const BlockGroup& group : d.model.blocks)
    known += fmt::format("{}{}, {}.0 to {}.{}", known.empty() ? "" : "; ", group.name, group.name, group.name,
                         group.count - 1);
  report(t.problems(), ref, known.empty() ? "no such blocks; the scene has none" : "no such blocks (" + known + ")");
  return {};
}

}  // namespace scree::scene
