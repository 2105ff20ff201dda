// Loose layers fall at four times gravity against a drag that keeps them slow enough for the soft contacts, with little
// friction so that the bed is dense; then they rest.
#include "scree/bench/shape_bed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <numbers>
#include <numeric>

#include "scree/bench/processes.hpp"
#include "scree/bench/settle.hpp"
#include "scree/error.hpp"
#include "scree/experiments/loose_stack.hpp"
#include "scree/store/checkpoint.hpp"
#include "scree/store/files.hpp"

namespace scree::bench {

namespace {

namespace fs = std::filesystem;

struct Recipe {
  const char* what;
  std::vector<std::string> shapes;
  double widest;  // m, wider than any body
  double dt;      // s
  double speed;   // m/s, speed of the fall
  int rest;       // number of steps
  double rate;    // 1/s, drag while they rest
};

const std::vector<std::string> kPolyhedra = {"tetrahedron", "pyramid", "cube", "fourteen"};
const std::vector<std::string> kSuperellipsoids = {"ellipsoid", "capped", "rounded", "boxy"};

// Shapes follow one after the other, each on a lattice of its own, as many of each as of the next.
std::string fills(std::int64_t n, double side, const Recipe& recipe) {
  const double w = recipe.widest, high = w * (2 + double(n) * w * w / (side * side));
  const std::size_t kinds = recipe.shapes.size();
  std::string text = "fill=[";
  for (std::size_t k = 0; k < kinds; ++k)
    text += fmt::format(
        "{{kind=\"lattice\", shapes=[\"{}\"], count={}, inside=[[0, 0, {:.9g}], [{:.9g}, {:.9g}, {:.9g}]], seed={}}},",
        recipe.shapes[k], (n + std::int64_t(kinds - 1 - k)) / std::int64_t(kinds), double(k) * high, side, side,
        double(k + 1) * high, k + 1);
  return text + "]";
}

// One of each shape follows the other in memory, and so in the stack.
void shuffle(State& s, std::size_t kinds) {
  const std::size_t n = s.bodies.size();
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> first(kinds, 0);
  for (std::size_t k = 1; k < kinds; ++k) first[k] = first[k - 1] + (n + kinds - k) / kinds;
  for (std::size_t i = 0; i < n; ++i) order.push_back(std::uint32_t(first[i % kinds] + i / kinds));
  reorder_bodies(s, order);
  std::iota(s.bodies.id.begin(), s.bodies.id.end(), std::uint64_t(0));
}

// Sizes and rotations are drawn as the scene has them.
Scene loose_scene(const ShapeBed& bed, std::int64_t n, const Recipe& recipe) {
  std::vector<std::string> overrides = overrides_for(bed);
  overrides.push_back(fills(n, bed.side, recipe));
  overrides.push_back(fmt::format("time.dt={:g}", recipe.dt));
  for (const char* o : {"contact[0].mu=0.1", "contact[0].damping_ratio=0.4"}) overrides.push_back(o);
  Scene scene = load_scene(bed.scene, overrides);
  shuffle(scene.state, recipe.shapes.size());
  return scene;
}

void write_table(const std::string& path, const Model& model, const Bodies& b) {
  std::vector<std::size_t> by_id(b.size());
  std::iota(by_id.begin(), by_id.end(), std::size_t(0));
  std::sort(by_id.begin(), by_id.end(), [&](std::size_t i, std::size_t j) { return b.id[i] < b.id[j]; });
  std::string text = "x,y,z,qw,qx,qy,qz,size,shape\n";
  for (const std::size_t i : by_id) {
    const BodyType& type = model.body_types[b.type[i]];
    const Quat q = b.q[i] * conjugate(type.as_given);
    fmt::format_to(std::back_inserter(text), "{:.15g},{:.15g},{:.15g},{:.15g},{:.15g},{:.15g},{:.15g},{:.15g},{}\n",
                   b.x[i].x, b.x[i].y, b.x[i].z, q.w, q.x, q.y, q.z, 2 * b.radius[i], type.name);
  }
  output::write_whole_file(path, text);
}

void make(const ShapeBed& bed, std::int64_t n, const Recipe& recipe) {
  constexpr double kGravity = 9.81, kFall = 4 * kGravity;
  Scene scene = loose_scene(bed, n, recipe);
  const double height = stack_loosely(scene.model, scene.state.bodies, bed.side, bed.side);
  const double fall = recipe.speed / kFall + 0.85 * height / recipe.speed + 0.05;  // s
  const Phase phases[] = {{int(fall / recipe.dt), kFall, 0, kFall / recipe.speed},
                          {recipe.rest, kGravity, 0, recipe.rate}};
  settle(fmt::format("settling {} {}", n, recipe.what), scene, phases);
  write_table(bed.data, scene.model, scene.state.bodies);
}

// The peers read the balls of all clusters in a LAMMPS data file with a density that makes a cluster weigh what it does
// here.
std::string peers_clusters(const Model& model, const Bodies& b, double side) {
  std::string rows;
  std::size_t n = 0;
  double top = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    double volume = 0;
    const std::vector<Part>& parts = model.body_types[b.type[i]].parts;
    for (const Part& part : parts) volume += 4 * std::numbers::pi / 3 * std::pow(double(b.scale[i] * part.size), 3);
    for (const Part& part : parts) {
      const Vec3d x = b.x[i] + Vec3d(rotate(b.q[i], b.scale[i] * part.pose.p));
      top = std::max(top, x.z);
      fmt::format_to(std::back_inserter(rows), "{} 1 {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {}\n", ++n, x.x, x.y, x.z,
                     2 * double(b.scale[i] * part.size), double(b.mass[i]) / volume, i + 1);
    }
  }
  return fmt::format(
             "clusters\n\n{} atoms\n1 atom types\n0 {:.9g} xlo xhi\n0 {:.9g} ylo yhi\n0 {:.9g} zlo zhi\n\nAtoms\n\n", n,
             side, side, 1.1 * top) +
         rows;
}

void make_unless_there(const ShapeBed& bed, std::int64_t n, const Recipe& recipe) {
  if (!fs::exists(bed.data)) in_child([&] { return make(bed, n, recipe), std::string(); });
}

// Bodies rest under their own laws, and until they are as good as still: a table has no friction springs, so what it
// was settled with does not hold it.
void bring_to_rest(const ShapeBed& bed, double rate) {
  constexpr double kStill = 1e-8;  // J/kg
  Scene scene = load_scene(bed.scene, overrides_for(bed));
  const int most = int(1 / scene.model.settings.dt);
  settle_until(fmt::format("bringing {} bodies to rest", scene.state.bodies.size()), scene, {most, 9.81, 0, rate},
               kStill);
  output::write_checkpoint(bed.rest, scene.model, scene.state);
}

bool can_go_on_from(const ShapeBed& bed) {
  if (!fs::exists(bed.rest)) return false;
  const Scene scene = load_scene(bed.scene, overrides_for(bed));
  try {
    output::read_checkpoint(bed.rest, scene.model);
  } catch (const InputError&) {  // is of another version
    return false;
  }
  return true;
}

void bring_to_rest_unless_there(const ShapeBed& bed, double rate) {
  in_child([&] {
    if (!can_go_on_from(bed)) bring_to_rest(bed, rate);
    return std::string();
  });
}

}  // namespace

ShapeBed polyhedron_bed(const Folders& folders, std::int64_t n) {
  constexpr double kPitch = 0.0262, kPeersLayers = 6;                 // m, of the peer's lattice of 216
  constexpr double kStiffness = 8e3, kStep = 5e-5, kFallStep = 1e-4;  // N/m and s, of the scene; s
  const double layers = std::round(std::cbrt(double(n)));
  const double stiffer = std::max(1.0, layers / kPeersLayers), shorter = 1 / std::sqrt(stiffer);
  const auto in_work = [&](const char* kind) {
    return fs::absolute(fs::path(folders.work) / fmt::format("polyhedra{}.{}", n, kind)).string();
  };
  const ShapeBed bed{
      (fs::path(folders.bench) / "polyhedra.toml").string(),
      in_work("csv"),
      kPitch * layers,
      {fmt::format("contact[0].k_n={:.9g}", stiffer * kStiffness), fmt::format("time.dt={:.9g}", shorter * kStep)},
      in_work("h5")};
  constexpr double kDrag = 100;  // 1/s
  make_unless_there(bed, n, {"polyhedra", kPolyhedra, 0.06, shorter * kFallStep, 3, int(1000 / shorter), kDrag});
  bring_to_rest_unless_there(bed, kDrag);
  return bed;
}

ShapeBed flow_bed(const Folders& folders, std::int64_t n) {
  constexpr std::int64_t kMostInNarrowBox = 6000;
  const ShapeBed bed{(fs::path(folders.bench) / "flow.toml").string(),
                     fs::absolute(fs::path(folders.work) / fmt::format("flow{}.csv", n)).string(),
                     n > kMostInNarrowBox ? 1.0 : 0.3};
  make_unless_there(bed, n, {"polyhedra", kPolyhedra, 0.06, 3e-5, 5, 2000, 100});
  return bed;
}

ShapeBed superellipsoid_bed(const Folders& folders, std::int64_t n) {
  constexpr double kCell = 0.0385;  // m, of the peer's lattice, three times as high as wide
  const ShapeBed bed{(fs::path(folders.bench) / "superellipsoids.toml").string(),
                     fs::absolute(fs::path(folders.work) / fmt::format("superellipsoids{}.csv", n)).string(),
                     kCell * std::max(3.0, std::round(std::cbrt(double(n) / 3)))};
  make_unless_there(bed, n, {"superellipsoids", kSuperellipsoids, 0.05, 4e-5, 2, 3000, 100});
  return bed;
}

ShapeBed cluster_bed(const Folders& folders, std::int64_t n) {
  constexpr double kCell = 2.02 * 0.01587;  // m, of the peers' lattice, three times as high as wide
  const ShapeBed bed{(fs::path(folders.bench) / "clusters.toml").string(),
                     fs::absolute(fs::path(folders.work) / fmt::format("clusters{}.csv", n)).string(),
                     kCell * std::max(3.0, std::round(std::cbrt(double(n) / 3)))};
  make_unless_there(bed, n, {"clusters", {"spheroid"}, 0.033, 1.8e-5, 2, 6000, 100});
  const std::string peers = (fs::path(folders.work) / fmt::format("clumps{}.data", n)).string();
  if (!fs::exists(peers)) {
    const Scene scene = load_scene(bed.scene, overrides_for(bed));
    output::write_whole_file(peers, peers_clusters(scene.model, scene.state.bodies, bed.side));
  }
  return bed;
}

std::vector<std::string> overrides_for(const ShapeBed& bed) {
  std::vector<std::string> overrides = {fmt::format("fill[0].file=\"{}\"", bed.data),
                                        fmt::format("wall.right.point=[{:.9g}, 0, 0]", bed.side),
                                        fmt::format("wall.back.point=[0, {:.9g}, 0]", bed.side)};
  overrides.insert(overrides.end(), bed.settings.begin(), bed.settings.end());
  return overrides;
}

}  // namespace scree::bench
