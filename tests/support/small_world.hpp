// A model and a state built by hand: a few spheres, walls and one law, without a scene file.
#pragma once
#include <functional>

#include "scree/state/state.hpp"
#include "scree/step.hpp"

namespace scree::test {

struct SmallWorld {
  Model model;
  State s;

  // One material "ball" (0) and one "wall" (1), the same law between all of them.
  explicit SmallWorld(const LawParams& law, Real density = 2500, double dt = 1e-5) {
    model.materials = {Material{"ball", density}, Material{"wall", density}};
    model.laws = {law};
    model.law_of_pair.assign(4, 0);
    model.body_types = {sphere_type("ball", 0, density)};
    model.settings.dt = dt;
    model.settings.end = 1;
    model.settings.energy_limit = 0;
  }

  SmallWorld& gravity(const Vec3& g) {
    model.settings.gravity = g;
    return *this;
  }
  SmallWorld& plane(const Vec3d& point, const Vec3& normal, const char* name = "floor") {
    Wall w;
    w.name = name;
    w.kind = WallKind::kPlane;
    w.material = 1;
    w.x = point;
    w.q = turn_z_to(normal);
    model.walls.push_back(w);
    return *this;
  }
  // Call once all walls, streams, events and settings are in place, before adding bodies.
  SmallWorld& open() {
    s = initial_state(model);
    return *this;
  }
  std::size_t ball(Real r, const Vec3d& x, const Vec3& v = {0, 0, 0}, const Vec3& omega = {0, 0, 0}) {
    const std::size_t i = add_body(model, s, 0, r, x, v);
    s.bodies.omega[i] = omega;
    model.largest_radius = std::max(model.largest_radius, r);
    model.smallest_radius = model.smallest_radius > 0 ? std::min(model.smallest_radius, r) : r;
    model.settings.skin = model.settings.skin > 0 ? model.settings.skin : Real(0.2) * r;
    model.reach = 0;
    for (const LawParams& law : model.laws)
      model.reach = std::max(model.reach, cohesive_reach(law, model.largest_radius));
    return i;
  }
  void begin() { start(model, s); }
  void run(std::uint64_t steps) {
    for (std::uint64_t k = 0; k < steps; ++k) step(model, s);
  }
  // Index of the body with this id: arrays may have been reordered.
  std::size_t at(std::uint64_t id) const {
    for (std::size_t i = 0; i < s.bodies.size(); ++i)
      if (s.bodies.id[i] == id) return i;
    return s.bodies.size();
  }
  double time() const { return s.time(model); }

  // The rotation that takes z to n.
  static Quat turn_z_to(const Vec3& direction) {
    const Vec3 n = normalized(direction);
    if (n.z < Real(-0.999999)) return {0, 1, 0, 0};
    return normalized(Quat{1 + n.z, -n.y, n.x, 0});
  }
};

inline LawParams linear_law(Real k_n, Real zeta = 0, Real mu = 0, Real k_t_ratio = Real(2) / 7) {
  LawParams law;
  law.normal = NormalLaw::kLinear;
  law.k_n = k_n;
  law.zeta_n = zeta;
  if (mu > 0) {
    law.tangential = TangentialLaw::kCoulomb;
    law.mu = mu;
    law.k_t = k_t_ratio * k_n;
  }
  return law;
}

}  // namespace scree::test
