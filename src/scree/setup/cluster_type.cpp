#include "scree/setup/cluster_type.hpp"

#include <algorithm>

namespace scree {
namespace {

Cluster make_type(std::string name, std::span<const Ball> balls, std::span<const Real> curvature, const Vec3& centre,
                  const Mat3& axes, std::uint32_t material, Real density) {
  Cluster c;
  for (const Ball& b : balls) c.circumradius = std::max(c.circumradius, norm(b.x - centre) + b.r);
  const Mat3 into_frame = transpose(axes);
  BodyType& type = c.type;
  type.name = std::move(name);
  type.density = density;
  type.bounding_radius = 1;
  type.as_given = to_quat(axes);
  for (std::size_t k = 0; k < balls.size(); ++k) {
    const Ball& b = balls[k];
    Part part;
    part.kind = ShapeKind::kCluster;
    part.size = b.r / c.circumradius;
    part.pose.p = into_frame * ((b.x - centre) / c.circumradius);
    part.material = material;
    if (!curvature.empty()) part.curvature_radius = curvature[k] / c.circumradius;
    type.parts.push_back(part);
  }
  return c;
}

}  // namespace

Cluster cluster_type(std::string name, std::span<const Ball> balls, const MassProperties& mass, std::uint32_t material,
                     Real density, std::span<const Real> curvature) {
  Vec3 moments;
  const Mat3 axes = principal_axes(mass.inertia, moments);
  Cluster c = make_type(std::move(name), balls, curvature, mass.centroid, axes, material, density);
  const Real r = c.circumradius;
  c.type.volume = mass.volume / (r * r * r);
  c.type.gyration2 = moments / (mass.volume * r * r);
  return c;
}

Cluster flat_cluster_type(std::string name, std::span<const Ball> balls, const MassProperties& mass,
                          std::uint32_t material, Real density, Real thickness) {
  Cluster c = make_type(std::move(name), balls, {}, mass.centroid, Mat3::identity(), material, density);
  const Real r = c.circumradius, polar = mass.inertia.row2.z / (mass.volume * r * r);
  c.type.volume = thickness * mass.volume / (r * r);
  c.type.gyration2 = {polar, polar, polar};
  return c;
}

}  // namespace scree
