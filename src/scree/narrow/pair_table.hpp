// Which algorithm handles which pair of shapes: one table, looked up by the broad phase when it buckets pairs, called
// once per batch of pairs by the narrow phase, printed by `scree table`.
#pragma once
#include <span>
#include <string>

#include "scree/narrow/points.hpp"
#include "scree/shape/shapes.hpp"
#include "scree/state/state.hpp"

namespace scree::narrow {

// Pairs [begin, end) of one bucket; contact points up to `margin` apart are appended to `out`.
struct BatchArgs {
  const Model& model;
  const State& s;
  const Pairs& pairs;
  std::span<const Pose> wall_pose;  // rotation of each wall and its origin (double origins are in s.walls)
  std::span<const Mat3> turn;       // of bodies, unless all are spheres
  std::size_t begin, end;
  Real margin;
  LinkMemory memory;  // by the places of `pairs`
  bool radii;         // Points::inv_radius is asked for
  bool whole;         // normals and points even of pairs that need only be named (Points::on_centre_line)
  Points& out;
};
// Numbers the points of part k_a of A and part k_b of B.
inline std::uint32_t feature_base(std::size_t k_a, std::size_t k_b) { return std::uint32_t((k_a << 18) | (k_b << 4)); }

using BatchFunction = void (*)(const BatchArgs&);

struct PairAlgorithm {
  ShapeKind a, b;
  const char* name;
  BatchFunction host;
  const char* after;  // source
};
// The first row of a pair of kinds is its default.
std::span<const PairAlgorithm> pair_algorithms();
// The default of a pair of kinds; nullptr if no algorithm is known.
const PairAlgorithm* default_algorithm(ShapeKind a, ShapeKind b);

// Tables for people: shapes x shapes and walls, with algorithm and source.
std::string pair_table_markdown();

}  // namespace scree::narrow
