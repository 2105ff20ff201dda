#include "scree/run/odd_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/run/alarms.hpp"

namespace scree {

namespace {

using Lines = std::vector<std::string>;

// Nothing that people simulate lies beyond these: aerogel and foams are lighter than 10 kg/m3 and osmium has 22 600;
// jelly has 10 kPa and diamond 1.2 TPa.
constexpr double kLightest = 10, kHeaviest = 25000;  // kg/m3
constexpr double kSoftest = 1e3, kStiffest = 2e12;   // Pa
constexpr double kFinest = 1e-5, kCoarsest = 100;    // m, radii of the largest body
constexpr double kWidest = 1000;                     // largest over smallest radius
constexpr double kFastest = 1000;                    // m/s
constexpr double kStrongest = 1e5;                   // m/s2: the largest centrifuges have a few thousand

// Returns which materials dynamic bodies have, now or later.
std::set<std::uint32_t> materials_of_bodies(const Model& model, const State& s) {
  std::set<std::uint32_t> types, materials;
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    if (s.bodies.owner[i] == kDynamic) types.insert(s.bodies.type[i]);
  for (const Stream& stream : model.streams) types.insert(stream.types.begin(), stream.types.end());
  for (const std::uint32_t t : types)
    for (const Part& part : model.body_types[t].parts) materials.insert(part.material);
  return materials;
}

void look_at_materials(const Model& model, const State& s, Lines& odd) {
  for (const std::uint32_t k : materials_of_bodies(model, s)) {
    const Material& m = model.materials[k];
    const double density = double(m.density);
    if (density < kLightest || density > kHeaviest)
      odd.push_back(
          fmt::format("material \"{}\" has a density of {:.4g} kg/m3, {}; a plain number is in kg/m3, water has "
                      "1000 or \"1 g/cm3\"",
                      m.name, density, density < kLightest ? "less than any solid" : "more than any solid"));
  }
  for (const Material& m : model.materials)
    if (m.young > 0 && (m.young < kSoftest || m.young > kStiffest))
      odd.push_back(fmt::format("material \"{}\" has young = {:.4g} Pa, {}; a plain number is in Pa", m.name,
                                double(m.young), m.young < kSoftest ? "softer than jelly" : "stiffer than diamond"));
}

void look_at_sizes(const Model& model, Lines& odd) {
  const double lo = double(model.smallest_radius), hi = double(model.largest_radius);
  if (!(hi > 0)) return;
  if (hi < kFinest)
    odd.push_back(
        fmt::format("the largest body has a radius of {:.4g} m: a plain number is in m, and what rules dust, "
                    "adhesion and air, is only there if the scene gives it",
                    hi));
  if (hi > kCoarsest)
    odd.push_back(fmt::format("the largest body has a radius of {:.4g} m: a plain number is in m", hi));
  if (hi > kWidest * lo)
    odd.push_back(
        fmt::format("radii go from {:.4g} to {:.4g} m: the smallest bodies set the time step, and few of the "
                    "pairs that the largest ones list will touch",
                    lo, hi));
}

void look_at_speeds(const Model& model, const State& s, Lines& odd) {
  const double fastest = extremes_of(model, s).speed, g = double(norm(s.gravity));
  if (fastest > kFastest)
    odd.push_back(fmt::format("bodies start at up to {:.4g} m/s; a plain number is in m/s", fastest));
  if (g > kStrongest) odd.push_back(fmt::format("gravity is {:.4g} m/s2; a plain number is in m/s2", g));
}

void look_at_domain(const Model& model, const State& s, Lines& odd) {
  const Settings& set = model.settings;
  std::size_t outside = 0, free = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    if (s.bodies.owner[i] != kDynamic) continue;
    bool out = false;
    for (int k = 0; k < 3; ++k) out |= s.bodies.x[i][k] < set.domain_lo[k] || s.bodies.x[i][k] > set.domain_hi[k];
    outside += out, ++free;
  }
  if (outside > 0)
    odd.push_back(
        outside == free && model.streams.empty()
            ? fmt::format("all {} bodies start outside the domain and are removed at once: nothing is left", free)
            : fmt::format("{} of {} bodies start outside the domain and are removed at once", outside, free));
}

// Tells where a centre is: beside a cylinder or cone, in it, or above or below.
enum class Place { kInside, kOutside, kElsewhere };
Place place_of(const Wall& wall, const WallState& state, const Vec3d& x) {
  const Vec3 p = rotate(conjugate(state.q), Vec3(x - state.x));
  const Frustum& f = wall.frustum;
  if (p.z < std::min(f.z0, f.z1) || p.z > std::max(f.z0, f.z1)) return Place::kElsewhere;
  const double t = double((p.z - f.z0) / (f.z1 - f.z0));
  return hypot(double(p.x), double(p.y)) < double(f.r0) + t * double(f.r1 - f.r0) ? Place::kInside : Place::kOutside;
}

// Few bodies beside a vessel that holds many are a slip; as many outside as inside may be meant.
void look_at_vessels(const Model& model, const State& s, Lines& odd) {
  constexpr std::size_t kFew = 10;  // inside for each outside
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    const Wall& wall = model.walls[w];
    if (!s.walls[w].present || (wall.kind != WallKind::kCylinder && wall.kind != WallKind::kCone)) continue;
    std::size_t inside = 0, outside = 0;
    for (std::size_t i = 0; i < s.bodies.size(); ++i) {
      if (s.bodies.owner[i] != kDynamic) continue;
      const Place place = place_of(wall, s.walls[w], s.bodies.x[i]);
      inside += place == Place::kInside, outside += place == Place::kOutside;
    }
    if (outside > 0 && inside >= kFew * outside)
      odd.push_back(
          fmt::format("{} bodies start beside wall \"{}\", which holds {} others", outside, wall.name, inside));
  }
}

}  // namespace

std::vector<std::string> odd_numbers(const Model& model, const State& s) {
  Lines odd;
  look_at_materials(model, s, odd);
  look_at_sizes(model, odd);
  look_at_speeds(model, s, odd);
  look_at_domain(model, s, odd);
  look_at_vessels(model, s, odd);
  return odd;
}

void refuse_numbers_at_start(const Model& model, const State& s, const std::string& scene) {
  const auto look = [&](const std::string& what, double value) {
    if (!std::isfinite(value))
      throw InputError(fmt::format("{}: {} at the start is {}; must be a finite number", scene, what, value));
  };
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    if (const double load = double(norm(s.bodies.wrench[i].f) + norm(s.bodies.wrench[i].tau)); !std::isfinite(load))
      look(fmt::format("the force on body {}", s.bodies.id[i]), load);
  const Ledger& l = s.ledger;
  look("the kinetic energy", l.kinetic_translation + l.kinetic_rotation);
  look("the elastic energy", l.elastic_normal + l.elastic_tangential + l.elastic_joints);
  look("the energy of gravity", l.gravity);
  look("the energy of cohesion", l.cohesion);
  look("the largest overlap", extremes_of(model, s).overlap);
}

}  // namespace scree
