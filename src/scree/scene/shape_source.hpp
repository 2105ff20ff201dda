// The table `from` of a shape names the true shape that a cluster or a polyhedron of few vertices stands for.
#pragma once
#include <optional>
#include <vector>

#include "scree/scene/draft.hpp"
#include "scree/shape/ball.hpp"
#include "scree/solids/mass_properties.hpp"
#include "scree/solids/shape_recipe.hpp"

namespace scree::scene {

// Reads a polyhedron by vertices, file or library, by the keys of `t` that say so. Returns nothing after a problem.
std::optional<PolyhedronData> read_polyhedron_source(Draft& d, const Table& t, const std::string& shape_name);

// Holds the balls in its place, and the mass they shall have. Reading returns nothing after a problem.
struct SourceCluster {
  std::vector<Ball> balls;
  MassProperties mass;
  std::vector<Real> curvature;  // R* of the true surface at each ball (superellipsoids); else empty
};
std::optional<SourceCluster> read_cluster_source(Draft& d, const Table& from, const std::string& shape_name);

// Holds a polyhedron in its place, and the mass it shall have.
struct SourceHull {
  PolyhedronData hull;
  MassProperties mass;
  bool round = false;  // the true shape is a superellipsoid
};
std::optional<SourceHull> read_hull_source(Draft& d, const Table& from, const std::string& shape_name);

}  // namespace scree::scene
