// Fills are bodies that are there when the run starts.
#pragma once
#include <string>
#include <vector>

#include "scree/state/state.hpp"

namespace scree {

enum class FillKind : std::uint8_t { kLattice, kRandom, kTable };
enum class Region : std::uint8_t { kBox, kCylinder, kSphere };
enum class Lattice : std::uint8_t { kSimpleCubic, kBodyCentred, kFaceCentred, kHexagonal };

// Holds what a [[fill]] of a scene says, already checked for types, units and names.
struct FillSpec {
  FillKind kind = FillKind::kRandom;
  std::string where;  // "file:line" of the fill, for messages
  std::vector<std::uint32_t> types;
  std::vector<Real> shares;             // by number, sum 1
  std::vector<SizeDistribution> sizes;  // sizes of the size factor, one a type

  // The first amount that is given counts. Lattices without any of them fill the region.
  std::uint64_t count = 0;
  Real mass = 0;            // kg
  Real solid_fraction = 0;  // part of the region's volume

  // The whole bodies must lie in this region.
  Region region = Region::kBox;
  Vec3d lo = {0, 0, 0}, hi = {0, 0, 0};  // box
  Vec3d base = {0, 0, 0},
        axis = {0, 0, 1};  // cylinder: centre of its base, axis with its height as length; sphere: centre
  Real radius = 0;
  Real thickness = 0;  // 2-D: thickness of the region, which is a box with lo.z == hi.z == 0

  Lattice lattice = Lattice::kSimpleCubic;
  Real spacing = 0;  // lattice: nearest distance of sites; 0: the largest diameter and 1 % more
  Real jitter = 0;   // lattice: largest random offset, relative to the free space between bodies (0..1)

  Vec3 velocity = {0, 0, 0}, velocity_spread = {0, 0, 0};  // spread: uniform in +- spread
  Vec3 angular_velocity = {0, 0, 0};
  Orientation orientation = Orientation::kRandom;  // used where a table does not say
  std::uint64_t seed = 1;
  std::uint64_t attempts = 10000;  // random: tries a body before the fill is called full

  // A table is CSV with a header line, a LAMMPS data file (atom_style sphere), or a frame of an earlier run.
  std::string table;         // path
  std::string table_format;  // "csv", "lammps", "frame"; empty: from the ending
  Vec3d shift = {0, 0, 0};
  Real size_factor = 1;
};

// Holds bodies of an earlier run, as a frame of it has them. The code that knows files of results reads them.
struct EarlierBodies {
  Bodies bodies;
  std::vector<std::string> type_names;  // by Bodies::type
};
using ReadEarlierBodies = EarlierBodies (*)(const std::string& path);

// Appends the fill's bodies to `s`. If something does not fit, "where: text" is appended to `problems`.
void apply_fill(const Model& model, const FillSpec& fill, State& s, std::vector<std::string>& problems,
                ReadEarlierBodies read_frame = nullptr);

}  // namespace scree
