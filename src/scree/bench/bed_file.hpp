// Packings are LAMMPS data files, the format that every code here reads, with a JSON file of a few numbers beside each.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree::bench {

inline constexpr int kMoves = 1, kFixed = 2;  // atom types
struct Ball {
  int type;
  Vec3d x;
  double r;
};
struct Box {
  Vec3d lo, hi;
};

void write_data(const std::string& path, const std::string& title, std::span<const Ball> balls, const Box& box,
                double density);
std::vector<Ball> read_data(const std::string& path);
Vec3d upper_corner(const std::string& path);  // upper corner of the box in the header

// Counts pairs that touch, fixed balls among themselves left out.
std::size_t count_contacts(std::span<const Ball> balls);
// Writes what the peers' driver needs to know of a packing: path.json with n, lx, ly and contacts.
void write_facts(const std::string& path, std::span<const Ball> balls, const Vec3d& upper);

}  // namespace scree::bench
