#include "scree/state/ledger.hpp"

#include <algorithm>
#include <cmath>

#include "scree/parallel.hpp"

namespace scree {
namespace {

struct BodySums {
  ExactSum translation, rotation, gravity;
  BodySums& operator+=(const BodySums& e) {
    translation += e.translation;
    rotation += e.rotation;
    gravity += e.gravity;
    return *this;
  }
};

}  // namespace

BodyEnergy energy_of_body(const Model& model, const State& s, std::size_t i) {
  const Bodies& b = s.bodies;
  if (b.owner[i] != kDynamic) return {};
  const double m = double(b.mass[i]);
  return {m / 2 * double(norm2(b.v[i])), rotational_energy(model, b, i), -m * dot(Vec3d(s.gravity), b.x[i])};
}

Ledger ledger_now(const Model& model, const State& s) {
  const auto sum = joined_sum<BodySums>(s.bodies.size(), [&](std::size_t i, BodySums& part) {
    const BodyEnergy e = energy_of_body(model, s, i);
    part.translation.add(e.translation);
    part.rotation.add(e.rotation);
    part.gravity.add(e.gravity);
  });
  Ledger l = s.ledger;
  l.kinetic_translation = sum.translation.value();
  l.kinetic_rotation = sum.rotation.value();
  l.gravity = sum.gravity.value();
  // The height of z = 0 is arbitrary, so gravity's own value is no scale; what falls shows up as motion or loss.
  // Energy inserted, removed or given by a change of gravity holds m g z and is left out for the same reason.
  const double scale = l.kinetic_translation + l.kinetic_rotation + l.elastic_normal + l.elastic_tangential +
                       std::abs(l.cohesion) + l.elastic_joints + (l.lost() - l.removed.value()) +
                       std::abs(l.wall_work.value());
  l.largest = std::max(l.largest, scale);
  return l;
}

void update_ledger(const Model& model, State& s) { s.ledger = ledger_now(model, s); }

}  // namespace scree
