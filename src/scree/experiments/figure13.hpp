// Fig. 13 of Nezami et al. 2006 has nine pairs of polygons, no history, and the common plane by Cundall's search, by
// the fast common plane and by the shortest link. The paper does not give the shapes; these nine cover the ways two
// polygons can face each other.
#pragma once
#include <string>
#include <vector>

#include "scree/narrow/link.hpp"
#include "scree/solids/polygon_data.hpp"

namespace scree::bench {

struct PolygonPair {
  std::string name;
  PolygonData a, b;
  Pose2 X_ab;
};
std::vector<PolygonPair> figure13_pairs();

struct PlaneCost {
  LinkMethod method;
  Link2 link;
  // Counts evaluations of g(n): the farthest vertex of A along n and of B against it. A search over the vertices of one
  // body is half of one. The methods that scan look at all vertices each time. The shortest link pays for two: the
  // start, and the plane across the link it ends with.
  double evaluations = 0;
  double edges_walked = 0;  // shortest link: edges looked at on the way, each about the work of two vertices
  double ns = 0;            // start and search, without the proof
};
struct Figure13Row {
  std::string name;
  // Each method runs alone: there is no ladder under it, and nothing is polished.
  PlaneCost common_plane, fast_common_plane, shortest_link;
};
// `seconds` is spent on each of the 27 timings; 0 leaves ns at 0.
std::vector<Figure13Row> figure13(double seconds);

}  // namespace scree::bench
