#include "scree/frames/body_parts.hpp"

#include <fmt/format.h>

#include <numbers>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"

namespace scree::output {

Polygon BodyPart::polygon(int face) const {
  Polygon corners;
  const auto f = std::size_t(face);
  for (int h = shape->face_start[f]; h < shape->face_start[f + 1]; ++h)
    corners.push_back(vertex(shape->loop[std::size_t(h)]));
  return corners;
}

const PolyhedronData* surface_of(const Model& model, const Part& part) {
  if (part.kind == ShapeKind::kPolyhedron) return &model.polyhedra[part.polyhedron];
  if (part.kind == ShapeKind::kSuperellipsoid) return &model.superellipsoids[part.superellipsoid].surface;
  return nullptr;
}

// Frames have no scale: it is the radius of the bounding sphere over that of its type.
std::vector<BodyPart> parts_of(const Model& model, const Frame& frame, std::size_t i) {
  const std::uint32_t type = frame.bodies.type[i];
  if (type >= model.body_types.size())
    throw InputError(fmt::format("the frame at {} s has a body of type {}, the model only {} types", frame.time, type,
                                 model.body_types.size()));
  const BodyType& t = model.body_types[type];
  const Real scale = frame.bodies.radius[i] / t.bounding_radius;
  const Mat3 R = to_matrix(frame.bodies.q[i]);
  std::vector<BodyPart> parts;
  for (const Part& p : t.parts) {
    BodyPart part;
    part.shape = surface_of(model, p);
    part.smooth = p.kind == ShapeKind::kSuperellipsoid ? &model.superellipsoids[p.superellipsoid].shape : nullptr;
    part.centre = frame.bodies.x[i] + Vec3d(R * (scale * p.pose.p));
    part.size = scale * p.size;
    part.R = R * p.pose.R;
    part.material = p.material;
    parts.push_back(part);
  }
  return parts;
}

bool has_shapes(const Model& model) {
  if (model.settings.dimension == 2) return true;
  for (const BodyType& type : model.body_types)
    for (const Part& part : type.parts)
      if (part.kind != ShapeKind::kSphere) return true;
  return false;
}

namespace {

int face_along_z(const BodyPart& part) {
  int front = 0;
  for (int f = 1; f < part.shape->n_faces(); ++f)
    if (part.normal(f).z > part.normal(front).z) front = f;
  return front;
}

Polygon disc(const BodyPart& part) {
  constexpr int kSides = 48;
  Polygon corners;
  for (int k = 0; k < kSides; ++k) {
    const double phi = 2 * std::numbers::pi * k / kSides;
    corners.push_back(part.centre + double(part.size) * Vec3d{scree::cos(phi), scree::sin(phi), 0});
  }
  return corners;
}

}  // namespace

Polygon flat_polygon(const BodyPart& part) {
  Polygon corners = part.shape ? part.polygon(face_along_z(part)) : disc(part);
  for (Vec3d& corner : corners) corner.z = 0;
  return corners;
}

}  // namespace scree::output
