// Clusters are bodies of balls that are fixed to each other, overlapping or not: multi-sphere particles.
#pragma once
#include <span>
#include <string>

#include "scree/model/model.hpp"
#include "scree/shape/ball.hpp"
#include "scree/solids/mass_properties.hpp"

namespace scree {

inline constexpr std::size_t kMostBalls = 8000;  // balls of a cluster; contact points are numbered by them

struct Cluster {
  BodyType type;          // bounding radius 1
  Real circumradius = 0;  // that of the balls as given, about the centre of mass
};

// Balls and mass are in the same coordinates. Only volume, centroid and inertia (about the centroid, of density 1) of
// `mass` are used: those of the union of the balls (cluster_mass.hpp), of the shape that they stand for, or any other.
// The frame of the body is that of the principal axes. If balls stand for a superellipsoid, `curvature` holds the
// radius of its surface at each of them (Part::curvature_radius); else it is empty.
Cluster cluster_type(std::string name, std::span<const Ball> balls, const MassProperties& mass, std::uint32_t material,
                     Real density, std::span<const Real> curvature = {});
// In two dimensions the balls are discs at z = 0, with `mass` from flat_mass_of_union.
Cluster flat_cluster_type(std::string name, std::span<const Ball> balls, const MassProperties& mass,
                          std::uint32_t material, Real density, Real thickness);

}  // namespace scree
