// Adjacent faces in one plane become one polygon, because pair algorithms would take the diagonals between them for
// edges.
#pragma once
#include <span>
#include <vector>

#include "scree/shape/polyhedron_data.hpp"

namespace scree {

struct FacePlane {
  Vec3 n;
  Real offset;
};
// Returns the best plane of a loop: Newell's normal, with the mean offset.
FacePlane plane_of(const PolyhedronView& s, std::span<const int> loop);

// Holds the faces after merging, in vertices of the surface merged.
struct Outlines {
  std::vector<std::vector<int>> loops;
  std::vector<int> face;  // loop -> the largest face in it

  std::size_t n_corners() const {
    std::size_t n = 0;
    for (const auto& loop : loops) n += loop.size();
    return n;
  }
};

// A face joins a larger neighbour if all its vertices lie within `tolerance` (m) of the neighbour's plane; measured so,
// and not by the angle, needles find their way home too. Then vertices that lie inside a polygon or on an edge are in
// no loop any more. Throws InputError where faces in one plane do not make up one polygon.
Outlines merge_coplanar(const PolyhedronView& s, Real tolerance);

// Starts each loop from its lowest vertex, and puts loops in ascending order.
void put_in_order(Outlines& outlines);

}  // namespace scree
