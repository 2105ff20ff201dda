// Fills, single bodies and inlets are read here.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "scree/frames/frame.hpp"
#include "scree/math/elementary.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/scene/draft.hpp"

namespace scree::scene {

Quat read_turn(const Table& t) {
  const double angle = t.number("angle");
  if (t.flat()) return rotation_by({0, 0, Real(angle)});
  if (t.has("quaternion")) {
    const std::vector<double> q = t.numbers("quaternion");
    if (t.has("angle") || t.has("axis")) t.problem("quaternion", "angle or axis is given, too; leave one out");
    if (q.size() != 4)
      t.problem("quaternion", "must be four numbers, [w, x, y, z]");
    else if (hypot(hypot(q[0], q[1]), hypot(q[2], q[3])) < info(Dim::kNone).least)
      t.problem("quaternion", "must not be zero");
    else
      return normalized(Quat{Real(q[0]), Real(q[1]), Real(q[2]), Real(q[3])});
    return {};
  }
  if (t.has("axis") && !t.has("angle")) t.problem("angle", "missing; must be an angle, e.g. \"35 deg\"");
  const auto axis = t.direction("axis");
  return axis ? rotation_by(Vec3(angle * *axis)) : Quat();
}

namespace {

struct Mixture {
  std::vector<std::uint32_t> types;
  std::vector<Real> shares;
  std::vector<SizeDistribution> sizes;
};

// Reads shapes with shares. With `sized` each must have a radius.
Mixture read_mixture(Draft& d, const Table& t, bool sized) {
  Mixture mix;
  const std::vector<std::string> names = names_of(d.shapes);
  bool good = true;
  for (const NamedRef& ref : t.texts("shapes")) {
    const auto type = find_name(t, ref, names, "shape");
    good = good && type;
    if (!type) continue;
    const ShapeSpec& shape = d.shapes[*type];
    for (const std::uint32_t material : shape.materials) d.use[material].bodies += 2;
    if (sized && !shape.radius && shape.usable) report(t.problems(), ref, "this shape needs a radius here");
    mix.types.push_back(*type);
    mix.sizes.push_back(shape.radius.value_or(SizeDistribution{}));
  }
  if (t.has("shares")) {
    const std::vector<double> shares = t.numbers("shares");
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    if (good && shares.size() != mix.types.size())
      t.problem("shares", fmt::format("must have as many entries as shapes, {}", mix.types.size()));
    if (sum <= 0) t.problem("shares", "must not all be 0");
    for (const double s : shares) mix.shares.push_back(Real(s / sum));
  } else {
    mix.shares.assign(mix.types.size(), mix.types.empty() ? Real(1) : Real(1) / Real(mix.types.size()));
  }
  return mix;
}

Orientation read_orientation(const Draft& d, const Table& t, const std::vector<std::uint32_t>& types) {
  const bool round =
      std::all_of(types.begin(), types.end(), [&](std::uint32_t k) { return d.shapes[k].kind == ShapeKind::kSphere; });
  if (t.has("orientation") && round && !types.empty())
    t.problem("orientation", t.flat() ? "not used by discs" : "not used by spheres");
  return Orientation(std::max(0, t.choice("orientation")));
}

void read_region(const Table& t, FillSpec& fill) {
  if (!t.is_table("inside")) {
    if (const auto box = t.box("inside")) std::tie(fill.lo, fill.hi) = *box;
    return;
  }
  const Table inside = t.table("inside");
  if (t.flat() && !inside.has("box")) return inside.problem("dimension = 2: must be a box");
  int n = 0;
  for (const char* key : {"box", "cylinder", "sphere"}) n += inside.has(key);
  if (n != 1) return inside.problem("must be just one of box, cylinder and sphere");
  if (inside.has("box")) {
    if (const auto box = inside.box("box")) std::tie(fill.lo, fill.hi) = *box;
  } else if (inside.has("cylinder")) {
    const Table c = inside.table("cylinder");
    fill.region = Region::kCylinder;
    fill.base = c.vector("base");
    fill.axis = c.vector("axis");
    fill.radius = Real(c.number("radius"));
    if (norm(fill.axis) < info(Dim::kLength).least) c.problem("axis", "must have a length");
  } else {
    const Table c = inside.table("sphere");
    fill.region = Region::kSphere;
    fill.base = c.vector("centre");
    fill.radius = Real(c.number("radius"));
  }
}

// A folder stands for the last frame of the run in it.
std::string table_path(const Draft& d, const Table& t) {
  const std::filesystem::path file = t.text("file"), path = d.folder / file;
  std::error_code ignored;
  if (!file.empty() && std::filesystem::is_directory(path, ignored)) {
    const std::vector<std::string> frames = output::list_frames(path.string());
    if (!frames.empty()) return frames.back();
    t.problem("file", fmt::format("there are no frames of a run in the folder {}", path.string()));
  } else if (!file.empty() && !std::filesystem::is_regular_file(path, ignored)) {
    t.problem("file", fmt::format("there is no file or folder {}", path.string()));
  }
  return path.string();
}

void read_table_fill(const Draft& d, const Table& t, FillSpec& fill) {
  fill.table = table_path(d, t);
  constexpr const char* formats[] = {"csv", "lammps", "frame"};
  const int format = t.choice("format");
  if (format >= 0) fill.table_format = formats[format];
  fill.shift = t.vector("shift");
  fill.size_factor = Real(t.number("size_factor"));
}

void read_amount(const Table& t, FillSpec& fill) {
  int n = 0;
  for (const char* key : {"count", "mass", "solid_fraction"}) n += t.has(key);
  if (n > 1) t.problem("needs at most one of count, mass and solid_fraction");
  if (n == 0 && fill.kind == FillKind::kRandom) t.problem("needs one of count, mass and solid_fraction");
  if (t.has("count")) fill.count = std::uint64_t(t.integer("count"));
  if (t.has("mass")) fill.mass = Real(t.number("mass"));
  if (t.has("solid_fraction")) fill.solid_fraction = Real(t.number("solid_fraction"));
}

std::uint64_t read_attempts(const Table& t) {
  constexpr std::int64_t kMost = 10'000'000;  // takes some seconds, for the one body that finds no place
  const std::int64_t n = t.integer("attempts");
  if (n > kMost) t.problem("attempts", fmt::format("must be at most {}", kMost));
  return std::uint64_t(n);
}

void read_fill(Draft& d, const Table& t) {
  FillSpec fill;
  fill.where = t.problems().where(t.line());
  if (t.flat()) fill.thickness = d.model.settings.thickness;
  const int kind = t.choice("kind");
  fill.kind = FillKind(std::max(0, kind));
  Mixture mix = read_mixture(d, t, kind >= 0 && fill.kind != FillKind::kTable);
  if (kind < 0) return;
  fill.types = std::move(mix.types);
  fill.sizes = std::move(mix.sizes);
  fill.shares = std::move(mix.shares);
  if (fill.kind == FillKind::kTable) {
    read_table_fill(d, t, fill);
  } else {
    read_region(t, fill);
    read_amount(t, fill);
  }
  fill.velocity = Vec3(t.vector("velocity"));
  fill.velocity_spread = Vec3(t.vector("velocity_spread"));
  fill.angular_velocity = Vec3(t.vector("angular_velocity"));
  fill.orientation = read_orientation(d, t, fill.types);
  fill.seed = std::uint64_t(t.integer("seed"));
  if (fill.kind == FillKind::kLattice) {
    fill.lattice = Lattice(std::max(0, t.choice("lattice")));
    if (t.has("spacing")) fill.spacing = Real(t.number("spacing"));
    fill.jitter = Real(t.number("jitter"));
  }
  if (fill.kind == FillKind::kRandom) fill.attempts = read_attempts(t);
  t.refuse_unused(fmt::format("kind \"{}\"", t.has("kind") ? t.text("kind") : "random"));
  d.fills.push_back(std::move(fill));
}

// Messages about the keys of a body use these words.
const char* words_of(ShapeKind kind, bool flat) {
  if (kind == ShapeKind::kSphere) return flat ? "a disc" : "a sphere";
  if (kind == ShapeKind::kSuperellipsoid) return "a superellipsoid";
  if (kind == ShapeKind::kCluster) return flat ? "a cluster, which turns about z by angle" : "a cluster";
  return flat ? "a polygon, which turns about z by angle" : "a polyhedron";
}

void read_body(Draft& d, const Table& t) {
  BodySpec body{t, 0, 0, t.vector("position"), Vec3(t.vector("velocity")), Vec3(t.vector("angular_velocity")), {}};
  const auto type = find_name(t, "shape", names_of(d.shapes), "shape");
  if (!type) return;
  body.type = *type;
  const ShapeSpec& shape = d.shapes[*type];
  const bool sphere = shape.kind == ShapeKind::kSphere;
  const char* const key = sphere ? "radius" : "size";
  for (const std::uint32_t material : shape.materials) d.use[material].bodies += 1;
  if (!shape.usable) return;
  if (t.has(key))
    body.radius = Real(t.number(key)) / (sphere ? 1 : 2);
  else if (shape.radius && shape.radius->kind == Distribution::kFixed)
    body.radius = shape.radius->min;
  else
    t.problem(key, fmt::format("missing; shape \"{}\" has no single {}", shape.name, key));
  if (!sphere) body.turn = read_turn(t);
  t.refuse_unused(words_of(shape.kind, t.flat()));
  d.bodies.push_back(body);
}

// Reads where the centres of an inlet's bodies lie: in a box, or in an upright cylinder, kept as the box round it.
void read_inlet(const Table& t, Stream& stream) {
  if (!t.is_table("inside")) {
    if (const auto box = t.box("inside")) std::tie(stream.lo, stream.hi) = *box;
    return;
  }
  const Table inside = t.table("inside");
  if (t.flat() && !inside.has("box")) return inside.problem("dimension = 2: must be a box");
  if (inside.has("sphere")) return inside.problem("sphere", "must be a box or a cylinder in a stream");
  if (inside.has("box") == inside.has("cylinder")) return inside.problem("must be just one of box and cylinder");
  if (inside.has("box")) {
    if (const auto box = inside.box("box")) std::tie(stream.lo, stream.hi) = *box;
    return;
  }
  const Table c = inside.table("cylinder");
  const Vec3d base = c.vector("base"), axis = c.vector("axis");
  const double r = c.number("radius");
  if (axis.x != 0 || axis.y != 0) c.problem("axis", "must be upright in a stream, [0, 0, HEIGHT]");
  stream.round = true;
  stream.lo = {base.x - r, base.y - r, base.z + std::min(0.0, axis.z)};
  stream.hi = {base.x + r, base.y + r, base.z + std::max(0.0, axis.z)};
}

void read_rate(const Table& t, Stream& stream) {
  const auto rate = t.measure("rate");
  if (!rate) return;
  stream.rate = Real(rate->value);
  stream.by_mass = fits(rate->dimension, Dim::kMassRate);
  if (!stream.by_mass && !fits(rate->dimension, Dim::kPerTime) && !fits(rate->dimension, Dim::kNone))
    t.problem("rate", "must be bodies a second, e.g. \"500 1/s\", or mass a second, e.g. \"5 t/h\"");
  else if (const Dim dim = stream.by_mass ? Dim::kMassRate : Dim::kPerTime; !(rate->value > 0))
    t.problem("rate", "must be > 0");
  else if (!within_limits(Range::kPositive, dim, rate->value))
    t.problem("rate", limit_words(Range::kPositive, dim));
}

void read_layers(const Table& t, Stream& stream) {
  double largest = 0;
  for (const SizeDistribution& size : stream.sizes) largest = std::max(largest, 2 * double(largest_size(size)));
  const double every = t.number("layer_every");
  stream.layers = true;
  stream.rate = Real(1 / every);
  stream.spacing = Real(t.has("spacing") ? t.number("spacing") : 1.01 * largest);
  stream.jitter = Real(t.number("jitter"));
  if (double(stream.spacing) < largest * (1 - 1e-9))
    t.problem("spacing", fmt::format("bodies overlap, must be at least the largest diameter {:.6g} m", largest));
}

// A layer has a site for each body that fits side by side.
void check_layer(const Table& t, const Stream& stream) {
  const Vec3d size = stream.hi - stream.lo;
  const double d = double(stream.spacing), reach = hypot(size.x, size.y) / d + 4;
  const double sites = t.flat() ? size.x / d : reach * reach;
  constexpr double kMostSites = 1e7;
  if (!(sites <= kMostSites) && t.problems().empty())
    t.problem("inside", fmt::format("a layer would have about {:.3g} sites, at most {:.0g}; take a smaller inlet or a "
                                    "larger spacing",
                                    sites, kMostSites));
}

void read_stream(Draft& d, const Table& t) {
  Stream stream;
  std::vector<std::string> names = names_of(d.model.streams);
  stream.name = read_name(t, names, "stream");
  Mixture mix = read_mixture(d, t, true);
  stream.types = std::move(mix.types);
  stream.shares = std::move(mix.shares);
  stream.sizes = std::move(mix.sizes);
  if (t.has("rate") == t.has("layer_every")) t.problem("needs just one of rate and layer_every");
  if (t.has("rate")) read_rate(t, stream);
  if (t.has("layer_every")) read_layers(t, stream);
  stream.start = t.number_or_word("start").value_or(kNever);
  if (t.has("end")) stream.end = t.number("end");
  if (stream.start != kNever && stream.end <= stream.start) t.problem("end", "must be later than start");
  if (t.has("max_count")) stream.max_count = std::uint64_t(t.integer("max_count"));
  read_inlet(t, stream);
  if (stream.layers) check_layer(t, stream);
  stream.velocity = Vec3(t.vector("velocity"));
  stream.velocity_spread = Vec3(t.vector("velocity_spread"));
  stream.orientation = read_orientation(d, t, stream.types);
  stream.seed = std::uint64_t(t.integer("seed"));
  t.refuse_unused("a stream with rate");
  d.model.streams.push_back(std::move(stream));
}

}  // namespace

void read_fills(Draft& d, const Table& root) {
  for (const Table& t : root.tables("fill")) read_fill(d, t);
  for (const Table& t : root.tables("body")) read_body(d, t);
  for (const Table& t : root.tables("stream")) read_stream(d, t);
  // Anything but spheres can be looked at alone, with `scree check`.
  const bool shaped =
      std::any_of(d.shapes.begin(), d.shapes.end(), [](const ShapeSpec& s) { return s.kind != ShapeKind::kSphere; });
  if (!root.has("fill") && !root.has("body") && !root.has("stream") && !root.has("blocks") && !shaped)
    root.problems().add(root.line(),
                        "fill: the scene has no bodies; add a [[fill]], [[blocks]], [[body]] or [[stream]]");
}

}  // namespace scree::scene
