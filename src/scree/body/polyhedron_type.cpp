#include "scree/body/polyhedron_type.hpp"

#include "scree/shape/polyhedron_build.hpp"

namespace scree {

BodyType polyhedron_type(Model& model, std::string name, std::uint32_t material, Real density, const PolyhedronData& p,
                         const MassProperties& m) {
  const Real scale = 1 / m.circumradius;
  const Mat3 into_frame = transpose(m.principal.R);
  Part part;
  part.kind = ShapeKind::kPolyhedron;
  part.material = material;
  part.polyhedron = std::uint32_t(model.polyhedra.size());
  model.polyhedra.push_back(moved(p, {into_frame, -(into_frame * (scale * m.centroid))}, scale));

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

}  // namespace scree
