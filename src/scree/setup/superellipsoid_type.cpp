#include "scree/setup/superellipsoid_type.hpp"

namespace scree {
namespace {

constexpr int kSquares = 6;  // along the edge of the cube that is blown up: 432 triangles

PolyhedronData surface_of(const Superellipsoid& shape) {
  const SurfaceMesh mesh = triangulate(shape, kSquares);
  std::vector<std::vector<int>> faces;
  for (std::size_t k = 0; k < mesh.triangles.size(); k += 3)
    faces.push_back({mesh.triangles[k], mesh.triangles[k + 1], mesh.triangles[k + 2]});
  return with_topology(mesh.vertices, faces);
}

}  // namespace

BodyType superellipsoid_type(Model& model, std::string name, std::uint32_t material, Real density,
                             const Superellipsoid& shape) {
  const Superellipsoid unit = scaled(shape, 1 / shape.radius);
  Part part;
  part.kind = ShapeKind::kSuperellipsoid;
  part.material = material;
  part.superellipsoid = std::uint32_t(model.superellipsoids.size());
  model.superellipsoids.push_back({unit, surface_of(unit)});

  BodyType type;
  type.name = std::move(name);
  type.parts = {part};
  type.density = density;
  type.volume = volume(unit);
  type.gyration2 = (1 / type.volume) * inertia(unit);
  type.bounding_radius = 1;
  return type;
}

}  // namespace scree
