// Recipes and constants are those of the peers' decks: low friction and strong damping make a dense bed, four times the
// gravity brings it down quickly.
#include "scree/bench/bed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <numbers>

#include "scree/bench/bed_file.hpp"
#include "scree/bench/processes.hpp"
#include "scree/bench/settle.hpp"
#include "scree/math/random.hpp"
#include "scree/store/files.hpp"

namespace scree::bench {

namespace {

namespace fs = std::filesystem;

std::string in_work(const Folders& folders, const std::string& name) {
  return fs::absolute(fs::path(folders.work) / name).string();
}
std::string scene_in(const Folders& folders, const char* name) { return (fs::path(folders.bench) / name).string(); }

// A packing that is there is used again; `make` writes it with its facts. It runs in a process of its own, because it
// starts threads.
template <class Make>
void make_unless_there(const std::string& data, Make&& make) {
  const auto facts_only = [&] {
    write_facts(data, read_data(data), upper_corner(data));
    return std::string();
  };
  if (!fs::exists(data)) in_child([&] { return make(), std::string(); });
  if (!fs::exists(data + ".json")) in_child(facts_only);
}

double highest(const std::vector<Ball>& balls) {
  double top = 0;
  for (const Ball& b : balls) top = std::max(top, b.x.z);
  return top;
}

// Returns a ball of random size somewhere in the cell of a lattice with centre x.
Ball ball_in_cell(const Vec3d& x, double pitch, double r_min, double r_max, RandomStream& random) {
  const double r = random.uniform(r_min, r_max), room = pitch / 2 - r;
  const double ux = random.uniform(-room, room), uy = random.uniform(-room, room);
  return {kMoves, x + Vec3d{ux, uy, random.uniform(-room, room)}, r};
}

// ----------------------------------------------------------------------------------------------------------- spheres

constexpr int kSide = 15, kLayers = 32;
constexpr std::int64_t kTile = std::int64_t(kSide) * kSide * kLayers;
constexpr double kRMin = 0.0097561, kRMax = 0.010244, kPitch = 2.02 * kRMax, kDensity = 2500;

struct Tiling {
  std::int64_t nominal;
  int tx, ty;
  int side = kSide;  // spheres along the side of a tile
};

Tiling tiling_for(std::int64_t n) {
  // The usual sizes have round numbers, which name the files.
  for (const Tiling& t : {Tiling{8000, 1, 1}, {27000, 2, 2}, {64000, 3, 3}, {200000, 4, 7}, {1000000, 10, 14}})
    if (n == t.nominal || n == kTile * t.tx * t.ty) return t;
  if (n < kTile) {
    const int side = std::clamp(int(std::lround(std::sqrt(double(n) / kLayers))), 2, kSide);
    return {std::int64_t(side) * side * kLayers, 1, 1, side};
  }
  const int k = std::max(1, int(std::lround(std::sqrt(double(n) / double(kTile)))));
  return k <= 3 ? tiling_for(kTile * k * k) : Tiling{kTile * k * k, k, k};
}

std::vector<Ball> loose_tile(int side) {
  RandomStream random{1};
  std::vector<Ball> balls;
  for (int z = 0; z < kLayers; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x)
        balls.push_back(ball_in_cell(kPitch * Vec3d{x + 0.5, y + 0.5, z + 0.5}, kPitch, kRMin, kRMax, random));
  return balls;
}

std::vector<Ball> repeated(const std::vector<Ball>& tile, int tx, int ty) {
  std::vector<Ball> balls;
  for (int i = 0; i < tx; ++i)
    for (int j = 0; j < ty; ++j)
      for (const Ball& b : tile) balls.push_back({b.type, b.x + kSide * kPitch * Vec3d{double(i), double(j), 0}, b.r});
  return balls;
}

void write_spheres(const std::string& path, const std::vector<Ball>& balls, double lx, double ly) {
  write_data(path, "spheres", balls, {{0, 0, 0}, {lx, ly, 1.2 * highest(balls)}}, kDensity);
}

void settle_spheres(const Folders& folders, const SphereBed& bed, const std::vector<Ball>& loose, int fall) {
  SphereBed start = bed;
  start.data = bed.data + ".start.data";
  write_spheres(start.data, loose, bed.lx, bed.ly);
  std::vector<std::string> overrides = overrides_for(start);
  for (const char* o : {"contact[0].mu=0.1", "contact[0].damping_rate=5000", "contact[0].tangential_damping_rate=2500",
                        "time.dt=4e-5", "broad_phase.skin=0.002"})
    overrides.push_back(o);
  const Phase phases[] = {{fall, 39.24, 0}, {1500, 9.81, 2.0}};
  const auto title = fmt::format("settling {} spheres", loose.size());
  const std::vector<Ball> balls = settle(title, scene_in(folders, "spheres.toml"), overrides, phases);
  fs::remove(start.data);
  write_spheres(bed.data, balls, bed.lx, bed.ly);
  write_facts(bed.data, balls, {bed.lx, bed.ly, 0});
}

// -------------------------------------------------------------------------------------------------------------- silo

constexpr double kSiloRadius = 6.2;  // m, radius of the rings of wall balls' centres
constexpr double kWallBall = 0.22, kSiloDensity = 1250;
constexpr int kWallBalls = 3821;

std::vector<Ball> silo_wall() {
  std::vector<Ball> wall;
  const double d = 2 * kWallBall;
  const int k = int(kSiloRadius / d) + 1;
  for (int i = -k; i <= k; ++i)
    for (int j = -k; j <= k; ++j)
      if (std::hypot(i, j) * d < kSiloRadius - kWallBall) wall.push_back({kFixed, {i * d, j * d, 0}, kWallBall});
  const int ring = int(2 * std::numbers::pi * kSiloRadius / d);
  for (int level = 0; int(wall.size()) < kWallBalls; ++level)
    for (int i = 0; i < ring && int(wall.size()) < kWallBalls; ++i) {
      const double phi = 2 * std::numbers::pi * (i + 0.5 * (level % 2)) / ring;
      wall.push_back({kFixed, {kSiloRadius * std::cos(phi), kSiloRadius * std::sin(phi), level * d}, kWallBall});
    }
  return wall;
}

std::vector<Ball> loose_column() {
  constexpr double kSmallest = 0.215, kLargest = 0.225, a = 2.02 * kLargest;
  const int k = int(kSiloRadius / a) + 1;
  RandomStream random{7};
  std::vector<Ball> balls;
  for (int level = 1; std::int64_t(balls.size()) < kSiloBalls; ++level)
    for (int i = -k; i <= k; ++i)
      for (int j = -k; j <= k; ++j) {
        if (std::int64_t(balls.size()) == kSiloBalls) break;
        if (std::hypot(i, j) * a < kSiloRadius - 2 * kWallBall - 0.02)
          balls.push_back(ball_in_cell(a * Vec3d{double(i), double(j), level + 0.5}, a, kSmallest, kLargest, random));
      }
  return balls;
}

void write_csv(const std::string& path, const std::vector<Ball>& balls, int type) {
  std::string text = "x,y,z,r\n";
  for (const Ball& b : balls)
    if (b.type == type)
      fmt::format_to(std::back_inserter(text), "{:.9g},{:.9g},{:.9g},{:.9g}\n", b.x.x, b.x.y, b.x.z, b.r);
  output::write_whole_file(path, text);
}

void write_parts(const SiloBed& bed, const std::vector<Ball>& balls) {
  write_csv(bed.wall, balls, kFixed);
  write_csv(bed.balls, balls, kMoves);
}

void settle_silo(const Folders& folders, const SiloBed& bed) {
  std::vector<Ball> all = silo_wall();
  const std::vector<Ball> loose = loose_column();
  all.insert(all.end(), loose.begin(), loose.end());
  write_parts(bed, all);
  std::vector<std::string> overrides = overrides_for(bed);
  overrides.push_back("time.dt=3e-4");
  // The loose column is higher than the wall: a liner keeps it together until it has come down.
  overrides.push_back(
      fmt::format("wall=[{{name=\"wall\", type=\"balls\", material=\"grain\", file=\"{}\"}}, {{name="
                  "\"liner\", type=\"cylinder\", material=\"grain\", base=[0, 0, -1], axis=[0, 0, 40], "
                  "radius={}}}]",
                  bed.wall, kSiloRadius - kWallBall));
  const Phase phases[] = {{4000, 39.24, 0}, {4000, 9.81, 1000}};
  const auto title = fmt::format("settling {} balls in the silo", loose.size());
  const std::vector<Ball> rest = settle(title, scene_in(folders, "silo.toml"), overrides, phases);
  std::copy(rest.begin(), rest.end(), all.end() - std::ptrdiff_t(rest.size()));
  const double wide = kSiloRadius + 1;
  const Box box = {{-wide, -wide, -1}, {wide, wide, 1.05 * highest(all) + 1}};
  write_data(bed.data, "silo", all, box, kSiloDensity);
  write_facts(bed.data, all, box.hi);
}

}  // namespace

std::int64_t nominal_spheres(std::int64_t n) { return tiling_for(n).nominal; }

SphereBed sphere_bed(const Folders& folders, std::int64_t n) {
  const Tiling t = tiling_for(n);
  const double side = t.side * kPitch;
  SphereBed bed{t.nominal, in_work(folders, fmt::format("bed{}.data", t.nominal)), t.tx * side, t.ty * side};
  if (!fs::exists(bed.data) && t.tx * t.ty > 1) sphere_bed(folders, kTile);
  make_unless_there(bed.data, [&] {
    if (t.tx * t.ty == 1) return settle_spheres(folders, bed, loose_tile(t.side), 2500);
    settle_spheres(folders, bed, repeated(read_data(sphere_bed(folders, kTile).data), t.tx, t.ty), 0);
  });
  const Vec3d upper = upper_corner(bed.data);
  bed.lx = upper.x;
  bed.ly = upper.y;
  return bed;
}

std::vector<std::string> overrides_for(const SphereBed& bed) {
  return {fmt::format("fill[0].file=\"{}\"", bed.data), fmt::format("wall.right.point=[{:.9g}, 0, 0]", bed.lx),
          fmt::format("wall.back.point=[0, {:.9g}, 0]", bed.ly)};
}

SiloBed silo_bed(const Folders& folders) {
  const SiloBed bed{in_work(folders, "silo.data"), in_work(folders, "silo-balls.csv"),
                    in_work(folders, "silo-wall.csv")};
  make_unless_there(bed.data, [&] { settle_silo(folders, bed); });
  write_parts(bed, read_data(bed.data));
  return bed;
}

std::vector<std::string> overrides_for(const SiloBed& bed) {
  return {fmt::format("fill[0].file=\"{}\"", bed.balls), fmt::format("wall.wall.file=\"{}\"", bed.wall)};
}

}  // namespace scree::bench
