// Bodies of balls that are fixed to each other, overlapping or not: multi-sphere particles.
#pragma once
#include <span>
#include <string>

#include "scree/model/model.hpp"
#include "scree/shape/ball.hpp"
#include "scree/solids/mass_properties.hpp"

namespace scree {

inline constexpr std::size_t kMostBalls = 8000;  // of a cluster; contact points are numbered by their balls

struct Cluster {
  BodyType type;          // bounding radius 1
  Real circumradius = 0;  // of the balls as given, about the centre of mass
};

// Balls and mass in the same coordinates. Of `mass` volume, centroid and inertia (about the centroid, of density 1)
// count: those of the union of the balls (cluster_mass.hpp), of the shape that they stand for, or any other. The frame
// of the body is that of the principal axes. `curvature`: where balls stand for a smooth surface, its radius at each of
// them (Part::curvature_radius); else empty.
Cluster cluster_type(std::string name, std::span<const Ball> balls, const MassProperties& mass, std::uint32_t material,
                     Real density, std::span<const Real> curvature = {});
// In two dimensions: discs at z = 0, `mass` as flat_mass_of_union has it.
Cluster flat_cluster_type(std::string name, std::span<const Ball> balls, const MassProperties& mass,
                          std::uint32_t material, Real density, Real thickness);

}  // namespace scree
