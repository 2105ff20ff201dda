#include "scree/setup/polyhedron_type.hpp"

#include "scree/solids/polyhedron_build.hpp"

namespace scree {

BodyType polyhedron_type(Model& model, std::string name, std::uint32_t material, Real density, PolyhedronData p,
                         const MassProperties& m) {
  const Real scale = 1 / m.circumradius;
  const Mat3 into_frame = transpose(m.principal.R);
  Part part;
  part.kind = ShapeKind::kPolyhedron;
  part.material = material;
  part.polyhedron = std::uint32_t(model.polyhedra.size());
  model.polyhedra.push_back(moved(std::move(p), {into_frame, -(into_frame * (scale * m.centroid))}, scale));

  BodyType type;
  type.name = std::move(name);
  type.parts = {part};
  type.density = density;
  type.volume = m.volume * scale * scale * scale;
  type.gyration2 = (scale * scale / m.volume) * m.moments;
  type.bounding_radius = 1;
  type.as_given = to_quat(m.principal.R);
  return type;
}

namespace {

PolyhedronData prism_of(const PolygonData& p, Real scale) {
  const int n = int(p.vertices.size());
  std::vector<Vec3> vertices;
  for (const Real z : {Real(-1), Real(1)})
    for (const Vec2& v : p.vertices) vertices.push_back({scale * (v.x - p.centre.x), scale * (v.y - p.centre.y), z});
  std::vector<std::vector<int>> faces(2);
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    faces[0].push_back(n - 1 - i);  // seen from below
    faces[1].push_back(n + i);
    faces.push_back({i, next, n + next, n + i});
  }
  return with_topology(std::move(vertices), faces);
}

}  // namespace

BodyType polygon_type(Model& model, std::string name, std::uint32_t material, Real density, const PolygonData& p,
                      Real thickness) {
  const Real scale = 1 / p.radius, polar = scale * scale * p.polar_moment / p.area;
  Part part;
  part.kind = ShapeKind::kPolyhedron;
  part.material = material;
  part.polyhedron = std::uint32_t(model.polyhedra.size());
  model.polyhedra.push_back(prism_of(p, scale));

  BodyType type;
  type.name = std::move(name);
  type.parts = {part};
  type.density = density;
  type.volume = p.area * scale * scale * thickness;
  type.gyration2 = {polar, polar, polar};
  type.bounding_radius = 1;
  return type;
}

}  // namespace scree
