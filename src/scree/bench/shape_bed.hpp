// Settled packings of polyhedra, superellipsoids and clusters are made once by scree and kept as CSV tables that scenes
// read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/bench/bed.hpp"

namespace scree::bench {

struct ShapeBed {
  std::string scene;                    // scene that it belongs to
  std::string data;                     // table of bodies
  double side = 0;                      // m, side of the square box
  std::vector<std::string> settings{};  // overrides of the scene besides those of table and box
  std::string rest{};                   // checkpoint of the bed at rest under the laws of the scene
};

// Tetrahedra, pyramids, cubes and 14-vertex bodies of one volume lie in a box about as high as wide, like the peer's:
// bench/polyhedra.toml. Springs are as much stiffer as the bed is higher than the peer's, so that bodies are not
// pressed into each other farther than there. The checkpoint has their friction springs and what pairs remember.
ShapeBed polyhedron_bed(const Folders& folders, std::int64_t n);

// The packing is that of the particle flow of Nezami et al. 2006, Sec. 5.2.1: bodies of 2 to 5 cm in a box 0.3 m wide,
// with more than 6 000 of them 1 m: bench/flow.toml.
ShapeBed flow_bed(const Folders& folders, std::int64_t n);

// Superellipsoids of aspect 2 and four squareness pairs, all of about one volume, lie in a box like the peer's:
// bench/superellipsoids.toml.
ShapeBed superellipsoid_bed(const Folders& folders, std::int64_t n);

// Clusters of 15 balls along the long axis of a spheroid of aspect 2 lie in a box like the peers': bench/clusters.toml.
// LAMMPS and YADE read the same bed (clumpsN.data in the work folder); LIGGGHTS settles its own.
ShapeBed cluster_bed(const Folders& folders, std::int64_t n);

// These overrides put a bed into its scene.
std::vector<std::string> overrides_for(const ShapeBed& bed);

}  // namespace scree::bench
