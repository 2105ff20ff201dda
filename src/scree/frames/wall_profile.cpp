#include "scree/frames/wall_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/frames/step_table.hpp"
#include "scree/math/elementary.hpp"

namespace scree::output {

std::vector<WallBand> wall_bands(const Model& model, const State& s, const WallProfile& profile) {
  const Frustum& f = model.walls[profile.wall].frustum;
  const WallState& wall = s.walls[profile.wall];
  const double r0 = double(f.r0), z0 = double(f.z0), dr = double(f.r1) - r0, dz = double(f.z1) - z0;
  const double slant = scree::hypot(dr, dz);
  const auto n = std::size_t(profile.bins);
  std::vector<WallBand> bands(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double a = double(k) / double(n), b = double(k + 1) / double(n);
    bands[k].from = z0 + a * dz;
    bands[k].to = z0 + b * dz;
    bands[k].area = std::numbers::pi * (2 * r0 + (a + b) * dr) * slant / double(n);
  }
  struct Forces {
    ExactSum normal, downwards;
  };
  std::vector<Forces> forces(n);
  const Bodies& b = s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.owner[i] != std::int32_t(profile.wall)) continue;
    const Vec3d x = Vec3d(rotate(conjugate(wall.q), Vec3(b.x[i] - wall.x)));
    const Vec3d force = Vec3d(rotate(conjugate(wall.q), b.wrench[i].f));
    const double rho = scree::hypot(x.x, x.y);
    const double radial = rho > 0 ? (force.x * x.x + force.y * x.y) / rho : 0;
    const double t = ((rho - r0) * dr + (x.z - z0) * dz) / (slant * slant);
    const auto k = std::size_t(std::clamp(std::floor(t * double(n)), 0.0, double(n - 1)));
    ++bands[k].balls;
    forces[k].normal.add((radial * dz - force.z * dr) / slant);
    forces[k].downwards.add(-(radial * dr + force.z * dz) / slant);
  }
  for (std::size_t k = 0; k < n; ++k)
    bands[k].normal = forces[k].normal.value(), bands[k].downwards = forces[k].downwards.value();
  return bands;
}

std::vector<std::string> profile_columns() {
  return {"step",     "time[s]", "wall",      "bin",          "from[m]",      "to[m]",
          "area[m2]", "balls",   "normal[N]", "downwards[N]", "pressure[Pa]", "shear[Pa]"};
}

std::string profile_rows(const Model& model, const State& s) {
  std::string rows;
  for (const WallProfile& profile : model.output.profiles) {
    if (!s.walls[profile.wall].present) continue;
    const std::string name = csv_quoted(model.walls[profile.wall].name);
    std::size_t bin = 0;
    for (const WallBand& b : wall_bands(model, s, profile))
      rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", s.counters.step, s.time(model), name, bin++, b.from,
                          b.to, b.area, b.balls, b.normal, b.downwards, b.normal / b.area, b.downwards / b.area);
  }
  return rows;
}

}  // namespace scree::output
