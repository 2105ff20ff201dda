// A few polyhedra, balls and walls built by hand: a SmallWorld whose bodies can have corners.
#pragma once
#include <cmath>

#include "scree/setup/polyhedron_type.hpp"
#include "scree/setup/superellipsoid_type.hpp"
#include "scree/setup/time_step.hpp"
#include "scree/setup/wall_shapes.hpp"
#include "scree/solids/shape_library.hpp"
#include "support/small_world.hpp"

namespace scree::test {

// The shortest rotation from one direction to another; not for opposite ones.
inline Quat turn_to(const Vec3& from, const Vec3& to) {
  const Vec3 a = normalized(from), b = normalized(to), c = cross(a, b);
  return normalized(Quat{1 + dot(a, b), c.x, c.y, c.z});
}
inline Quat turn_about(const Vec3& axis, double angle) { return rotation_by(Real(angle) * normalized(axis)); }

struct PolyWorld : SmallWorld {
  using SmallWorld::SmallWorld;

  // A kind of body; `density` relative to that of the world.
  std::uint32_t shape(const PolyhedronData& p, Real density = 1) {
    const std::string name = "shape" + std::to_string(model.body_types.size());
    model.body_types.push_back(
        polyhedron_type(model, name, 0, density * model.materials[0].density, p, mass_properties(p.view())));
    return std::uint32_t(model.body_types.size() - 1);
  }
  std::uint32_t shape(const Superellipsoid& p, Real density = 1) {
    const std::string name = "shape" + std::to_string(model.body_types.size());
    model.body_types.push_back(superellipsoid_type(model, name, 0, density * model.materials[0].density, p));
    return std::uint32_t(model.body_types.size() - 1);
  }
  // A body of circumradius r, turned from the way its shape was given.
  std::size_t block(std::uint32_t type, double r, const Vec3d& x, const Quat& turn = {1, 0, 0, 0},
                    const Vec3& v = {0, 0, 0}, const Vec3& omega = {0, 0, 0}) {
    const std::size_t i = add_body(model, s, type, Real(r), x, v);
    s.bodies.q[i] = normalized(turn * s.bodies.q[i]);
    s.bodies.omega[i] = omega;
    count_size(Real(r));
    return i;
  }
  std::size_t sphere(double r, const Vec3d& x, const Vec3& v = {0, 0, 0}, const Vec3& omega = {0, 0, 0}) {
    return ball(Real(r), x, v, omega);
  }
  PolyWorld& floor(const Vec3d& point = {0, 0, 0}, const Vec3& normal = {0, 0, 1}, const char* name = "floor") {
    plane(point, normal, name);
    return *this;
  }
  // A rectangle a by b about x; z of its frame is `normal`.
  PolyWorld& plate(const Vec3d& x, const Vec3& normal, double a, double b) {
    Wall w = wall("plate", WallKind::kPlate, x, turn_z_to(normal));
    const Real p = Real(a / 2), q = Real(b / 2);
    w.vertices = {{-p, -q, 0}, {p, -q, 0}, {p, q, 0}, {-p, q, 0}};
    model.walls.push_back(w);
    return *this;
  }
  // Cylinder (r0 = r1) or cone from x along `axis`.
  PolyWorld& frustum(const Vec3d& x, const Vec3& axis, double r0, double r1) {
    Wall w = wall("frustum", r0 == r1 ? WallKind::kCylinder : WallKind::kCone, x, turn_z_to(axis));
    w.frustum = {Real(r0), 0, Real(r1), norm(axis)};
    model.walls.push_back(w);
    return *this;
  }
  // A wall of one ball; call fix_balls() after open().
  PolyWorld& fixed_ball(const Vec3d& x, double r) {
    Wall w = wall("balls", WallKind::kBalls, x, {1, 0, 0, 0});
    w.balls = {{{0, 0, 0}, Real(r)}};
    model.walls.push_back(w);
    return *this;
  }
  void fix_balls() {
    for (std::size_t w = 0; w < model.walls.size(); ++w)
      for (const WallBall& b : model.walls[w].balls) {
        const std::size_t i = ball(b.r, model.walls[w].x + b.x);
        s.bodies.owner[i] = std::int32_t(w);
      }
  }
  // Call after all bodies are there.
  PolyWorld& step_of(double part_of_advised) {
    model.settings.dt = part_of_advised * integrate::estimate_step(model, s).advised;
    return *this;
  }
  void begin() {
    make_wall_shapes(model);
    make_shrunken_shapes(model);
    SmallWorld::begin();
  }
  void run_for(double seconds) { run(std::uint64_t(std::llround(seconds / model.settings.dt))); }

  double kinetic() const {
    double sum = 0;
    for (std::size_t i = 0; i < s.bodies.size(); ++i)
      if (s.bodies.owner[i] == kDynamic)
        sum += s.bodies.mass[i] / 2 * norm2(s.bodies.v[i]) + rotational_energy(model, s.bodies, i);
    return sum;
  }
  double mass() const {
    double sum = 0;
    for (std::size_t i = 0; i < s.bodies.size(); ++i) sum += s.bodies.owner[i] == kDynamic ? s.bodies.mass[i] : 0;
    return sum;
  }

 private:
  static Wall wall(const char* name, WallKind kind, const Vec3d& x, const Quat& q) {
    Wall w;
    w.name = name;
    w.kind = kind;
    w.material = 1;
    w.x = x;
    w.q = q;
    return w;
  }
  void count_size(Real r) {
    model.largest_radius = std::max(model.largest_radius, r);
    model.smallest_radius = model.smallest_radius > 0 ? std::min(model.smallest_radius, r) : r;
    model.settings.skin = model.settings.skin > 0 ? model.settings.skin : Real(0.2) * r;
  }
};

inline constexpr double kRoot3 = 1.7320508075688772;

// Restitution e, by the dashpot of the law; friction gets the same damping ratio, as in scenes.
inline LawParams linear_block_law(double k_n, double e, double mu = 0, double k_t_ratio = 0.8) {
  const Real zeta = zeta_for_restitution(Real(e), false);
  LawParams law = linear_law(Real(k_n), zeta, Real(mu), Real(k_t_ratio));
  if (mu > 0) law.zeta_t = zeta;
  return law;
}
inline LawParams hertz_block_law(double E_star, double e, double mu = 0) {
  LawParams law;
  law.normal = NormalLaw::kHertz;
  law.E_star = Real(E_star);
  law.beta_n = hertz_beta_for_restitution(Real(e), false);
  if (mu > 0) {
    law.tangential = TangentialLaw::kMindlin;
    law.G_star = Real(0.3 * E_star);
    law.mu = Real(mu);
    law.beta_t = law.beta_n;
  }
  return law;
}

}  // namespace scree::test
