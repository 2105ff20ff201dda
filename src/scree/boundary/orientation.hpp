// How a body that enters is turned.
#pragma once
#include "scree/math/random.hpp"
#include "scree/model/model.hpp"

namespace scree {

// Nothing is drawn for spheres, which look the same from all sides, and in two dimensions only the angle is open.
inline Quat draw_orientation(const Model& model, std::uint32_t type, Orientation orientation, RandomStream& random) {
  const BodyType& t = model.body_types[type];
  const bool round = t.parts.size() == 1 && t.parts[0].kind == ShapeKind::kSphere;
  if (round || orientation == Orientation::kAsGiven) return t.as_given;
  if (model.settings.dimension == 3) return random.rotation();
  return rotation_by({0, 0, Real(2 * std::numbers::pi * random.uniform())}) * t.as_given;
}

}  // namespace scree
