// All codes are timed on these settled packings. They are kept as LAMMPS data files, which every code here reads; scree
// makes them once and uses them again afterwards.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace scree::bench {

// Says where scenes and packings lie.
struct Folders {
  std::string bench;  // bench/ of the repository: scenes, plots and the peers' decks
  std::string work;   // packings and logs
};

struct SphereBed {
  std::int64_t nominal = 0;  // names the file: bed<nominal>.data
  std::string data;
  double lx = 0, ly = 0;  // m, sides of the box
};
// A bed of about n spheres is a settled tile of 15 x 15 x 32 spheres, repeated and rested again; fewer than a tile are
// one narrower tile. The number n becomes nominal_spheres(n), 7 200 times the number of tiles.
std::int64_t nominal_spheres(std::int64_t n);
SphereBed sphere_bed(const Folders& folders, std::int64_t n);
// These overrides put a bed into bench/spheres.toml.
std::vector<std::string> overrides_for(const SphereBed& bed);

inline constexpr std::int64_t kSiloBalls = 22741;
struct SiloBed {
  std::string data;         // balls are of type 1, the wall of type 2
  std::string balls, wall;  // the same in two tables, as CSV
};
SiloBed silo_bed(const Folders& folders);
std::vector<std::string> overrides_for(const SiloBed& bed);

}  // namespace scree::bench
