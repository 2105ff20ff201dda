// How large a step explicit integration bears, contact law by contact law (docs/time-step.md).
//
// The model of a packing behind the numbers: every body has six contacts, two along each axis, and its neighbours move
// against it. Then a spring acts on the full relative motion of a pair, so
//   along an axis  Omega^2 = (2 k_n + 4 k_t) / m*,             D = (2 c_n + 4 c_t) / m*
//   slip by spin   Omega^2 = 4 k_t (r_a^2/I_a + r_b^2/I_b)     and D likewise
//   rolling        Omega^2 = (4 k_r + 2 k_s) (1/I_a + 1/I_b)   and D likewise
// For a chain of equal bodies the first is the exact 4 k_n / m. A mode u'' + D u' + Omega^2 u = 0 under velocity Verlet
// with dashpots at half-step velocities is stable for dt < 2 (sqrt(1 + Z^2) - Z) / Omega, Z = D / (2 Omega).
#include "scree/integrate/time_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scree/insert/size.hpp"

namespace scree::integrate {
namespace {

constexpr double kContactSteps = 20;         // steps a collision
constexpr double kPartOfStable = 0.2;        // advised over stable; also of the Rayleigh time
constexpr double kHertzDuration = 2.943275;  // t_c v / xi_max of an elastic Hertz impact

// The lightest and smallest things of one material, taken one by one: a bound even if no single body has them all.
struct Smallest {
  double mass = kNever, radius = kNever, inertia = kNever;  // free bodies; kNever: none
  double density = kNever;
  // 0: no wall; kNever: flat; else its largest ball, because m* is the body's anyway and a larger R* makes a Hertz
  // contact stiffer.
  double wall_radius = 0;
  bool bodies() const { return mass < kNever; }
  bool walls() const { return wall_radius > 0; }
};

void take_body(const Model& model, std::uint32_t t, double scale, bool carried, std::vector<Smallest>& of_material) {
  const BodyType& type = model.body_types[t];
  for (const Part& part : type.parts) {
    Smallest& least = of_material[part.material];
    const double radius = double(part.size) * scale;
    if (carried) {
      least.wall_radius = std::max(least.wall_radius, radius);
      continue;
    }
    const double mass = model.mass_of(t, scale);
    const Vec3& g = type.gyration2;
    least.mass = std::min(least.mass, mass);
    least.radius = std::min(least.radius, radius);
    least.inertia = std::min(least.inertia, mass * scale * scale * double(std::min({g.x, g.y, g.z})));
    least.density = std::min(least.density, double(type.density));
  }
}

std::vector<Smallest> smallest_of_materials(const Model& model, const State& s) {
  std::vector<Smallest> of_material(model.materials.size());
  for (const Wall& wall : model.walls) {
    double& radius = of_material[wall.material].wall_radius;
    if (wall.kind != WallKind::kBalls) radius = kNever;
    for (const WallBall& ball : wall.balls) radius = std::max(radius, double(ball.r));
  }
  // Per type first: there are few types and many bodies.
  std::vector<std::array<double, 2>> scale(model.body_types.size(), {kNever, kNever});  // free, carried
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    double& least = scale[s.bodies.type[i]][s.bodies.owner[i] == kFree ? 0 : 1];
    least = std::min(least, double(s.bodies.scale[i]));
  }
  for (const Stream& stream : model.streams)
    for (std::size_t k = 0; k < stream.types.size(); ++k) {
      const SizeDistribution& d = stream.sizes[k];
      double& least = scale[stream.types[k]][0];
      least = std::min(least, double(smallest_size(d) > 0 ? smallest_size(d) : d.mean));
    }
  for (std::size_t t = 0; t < scale.size(); ++t)
    for (const int carried : {0, 1})
      if (scale[t][carried] < kNever) take_body(model, std::uint32_t(t), scale[t][carried], carried == 1, of_material);
  return of_material;
}

// Two bodies, or a body and a wall, of two materials.
struct PairOf {
  const LawParams* law;
  std::string name;  // "steel-glass"
  double m_star, r_star;
  double inverse_inertia;  // 1/I_a + 1/I_b
  double slip_by_spin;     // r_a^2/I_a + r_b^2/I_b
  double i_star;           // of rolling dashpots: 1/(1/(I_a + m_a r_a^2) + ...)
};

PairOf pair_of(const Model& model, std::uint32_t a, std::uint32_t b, const Smallest& body, const Smallest& partner,
               bool wall) {
  PairOf p;
  p.law = &model.laws[model.law_index(a, b)];
  p.name = model.materials[a].name + "-" + model.materials[b].name;
  const double r_b = wall ? partner.wall_radius : partner.radius, r_a = body.radius;
  p.m_star = wall ? body.mass : 1 / (1 / body.mass + 1 / partner.mass);
  p.r_star = 1 / (1 / r_a + 1 / r_b);
  p.inverse_inertia = 1 / body.inertia + (wall ? 0 : 1 / partner.inertia);
  p.slip_by_spin = r_a * r_a / body.inertia + (wall ? 0 : r_b * r_b / partner.inertia);
  p.i_star =
      1 / (1 / (body.inertia + body.mass * r_a * r_a) + (wall ? 0 : 1 / (partner.inertia + partner.mass * r_b * r_b)));
  return p;
}

void propose(StepEstimate& best, double stable, double advised, const std::string& reason) {
  best.stable = std::min(best.stable, stable);
  if (!(advised < best.advised)) return;
  best.advised = advised;
  best.reason = reason;
}

// A mode u'' + D u' + Omega^2 u = 0.
double stable_step(double omega2, double damping) {
  const double omega = std::sqrt(omega2), z = damping / (2 * omega);
  return 2 / (omega * (std::sqrt(1 + z * z) + z));  // = 2 (sqrt(1 + z^2) - z) / omega without cancellation
}

double tangential_dashpot(const LawParams& law, double m_star) {
  return double(law.gamma_t) + double(law.rate_t) * m_star +
         2 * double(law.zeta_t) * std::sqrt(double(law.k_t) * m_star);
}

void spin_limit(const PairOf& p, StepEstimate& best) {
  const LawParams& law = *p.law;
  if (law.tangential != TangentialLaw::kCoulomb || !(law.k_t > 0)) return;
  const double c_t = tangential_dashpot(law, p.m_star), k_t = law.k_t;
  const double stable = stable_step(4 * k_t * p.slip_by_spin, 4 * c_t * p.slip_by_spin);
  propose(best, stable, kPartOfStable * stable,
          fmt::format("friction springs {}: 20 % of the stable step of spinning bodies with k_t = {:.3g} N/m", p.name,
                      k_t));
}

void linear_limits(const PairOf& p, StepEstimate& best) {
  const LawParams& law = *p.law;
  const double k_n = law.k_n, m = p.m_star;
  if (!(k_n > 0)) return;
  const bool friction = law.tangential != TangentialLaw::kNone;
  const double k_t = friction ? double(law.k_t) : 0;
  const double c_n = double(law.gamma_n) + double(law.rate_n) * m + 2 * double(law.zeta_n) * std::sqrt(k_n * m);
  const double c_t = friction ? tangential_dashpot(law, m) : 0;

  const double along = stable_step((2 * k_n + 4 * k_t) / m, (2 * c_n + 4 * c_t) / m);
  propose(
      best, along, kPartOfStable * along,
      fmt::format("linear contact {}: 20 % of the stable step with k_n = {:.3g} N/m, k_t = {:.3g} N/m, c_n = {:.3g} "
                  "N s/m, m* = {:.3g} kg",
                  p.name, k_n, k_t, c_n, m));
  const double zeta = c_n / (2 * std::sqrt(k_n * m));
  if (zeta < 1) {
    const double t_c = std::numbers::pi / std::sqrt(k_n / m * (1 - zeta * zeta));
    propose(best, kNever, t_c / kContactSteps,
            fmt::format("linear contact {}: t_c/20 with k_n = {:.3g} N/m, m* = {:.3g} kg", p.name, k_n, m));
  }
}

double hertz_overlap(const PairOf& p, double speed) {
  return std::pow(15 * p.m_star * speed * speed / (16 * double(p.law->E_star) * std::sqrt(p.r_star)), 0.4);
}

const char* name_of(NormalLaw law) { return law == NormalLaw::kDmt ? "DMT" : law == NormalLaw::kJkr ? "JKR" : "Hertz"; }

// Rayleigh waves on the smallest body of a material: after Thornton & Randall 1988, as every DEM code has it.
void rayleigh_limit(const PairOf& p, const Material& material, const Smallest& body, StepEstimate& best) {
  const double nu = material.poisson;
  // Without E of its own the material is taken for half of a pair of equals: E* = E / (2 (1 - nu^2)).
  const double young = material.young > 0 ? double(material.young) : 2 * (1 - nu * nu) * double(p.law->E_star);
  const double shear = young / (2 * (1 + nu));
  const double density = material.density > 0 ? double(material.density) : body.density;
  const double rayleigh = std::numbers::pi * body.radius * std::sqrt(density / shear) / (0.1631 * nu + 0.8766);
  propose(best, rayleigh, kPartOfStable * rayleigh,
          fmt::format("{} contact {}: 20 % of the Rayleigh time of {} with R = {:.3g} m, G = {:.3g} Pa",
                      name_of(p.law->normal), p.name, material.name, body.radius, shear));
}

void hertz_impact_limit(const PairOf& p, double speed, StepEstimate& best) {
  if (!(speed > 0 && p.law->E_star > 0)) return;
  const double t_c = kHertzDuration * hertz_overlap(p, speed) / speed;
  propose(best, kNever, t_c / kContactSteps,
          fmt::format("{} contact {}: t_c/20 of an impact at {:.3g} m/s with E* = {:.3g} Pa, m* = {:.3g} kg",
                      name_of(p.law->normal), p.name, speed, p.law->E_star, p.m_star));
}

// Of a rolling spring that is not given, over R*^2: the tangential stiffness, or the normal one without friction. That
// of Hertz contacts is taken at the largest overlap of an impact.
double default_rolling_stiffness(const PairOf& p, bool linear, double speed) {
  const LawParams& law = *p.law;
  if (law.tangential == TangentialLaw::kCoulomb) return law.k_t;
  if (linear) return law.k_n;
  if (!(speed > 0)) return 0;
  const double a = std::sqrt(p.r_star * hertz_overlap(p, speed));  // radius of the contact
  return law.tangential == TangentialLaw::kMindlin ? 8 * double(law.G_star) * a : 2 * double(law.E_star) * a;
}

void rolling_limit(const PairOf& p, bool linear, double speed, StepEstimate& best) {
  const LawParams& law = *p.law;
  const double k_t = default_rolling_stiffness(p, linear, speed);
  auto spring = [&](RollingLaw kind, Real given) {
    if (kind == RollingLaw::kNone) return 0.0;
    return given > 0 ? double(given) : k_t * p.r_star * p.r_star;
  };
  const double k_r = spring(law.rolling, law.k_rolling), k_s = spring(law.twisting, law.k_twisting);
  if (!(k_r + k_s > 0)) return;
  const double c_r = 2 * double(law.eta_rolling) * std::sqrt(p.i_star * k_r);
  const double c_s = 2 * double(law.eta_twisting) * std::sqrt(p.i_star * k_s);
  const double stable = stable_step((4 * k_r + 2 * k_s) * p.inverse_inertia, (4 * c_r + 2 * c_s) * p.inverse_inertia);
  propose(best, stable, kPartOfStable * stable,
          fmt::format("rolling springs {}: 20 % of their stable step with k_r = {:.3g} N m/rad", p.name, k_r));
}

// The box of everything that has a place, for heights of fall and levers.
struct Box {
  Vec3d lo = {kNever, kNever, kNever}, hi = {-kNever, -kNever, -kNever};
  bool empty() const { return !(lo.x <= hi.x); }
  void take(const Vec3d& x, double r = 0) {
    for (int k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], x[k] - r);
      hi[k] = std::max(hi[k], x[k] + r);
    }
  }
};

Box box_of_scene(const Model& model, const State& s) {
  Box box;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) box.take(s.bodies.x[i], s.bodies.radius[i]);
  for (const Stream& stream : model.streams) {
    box.take(stream.lo);
    box.take(stream.hi);
  }
  return box;
}

// Farthest any point of the box is from x, at most.
double reach_from(const Box& box, const Vec3d& x) {
  if (box.empty()) return 0;
  Vec3d far;
  for (int k = 0; k < 3; ++k) far[k] = std::max(std::abs(box.lo[k] - x[k]), std::abs(box.hi[k] - x[k]));
  return norm(far);
}

double wall_speed(const Motion& motion, const Box& box) {
  double speed = 0;  // phases may overlap in time, so they add up
  for (const MotionPhase& phase : motion.phases) {
    const double rate = 2 * std::numbers::pi * double(phase.frequency);
    const double spin = double(norm(phase.angular_velocity)) + rate * double(norm(phase.angular_amplitude));
    speed += double(norm(phase.velocity)) + rate * double(norm(phase.amplitude)) + spin * reach_from(box, motion.pivot);
  }
  return speed;
}

double free_fall_speed(const Model& model, Box box, const Vec3& gravity) {
  const double g = norm(gravity);
  if (!(g > 0) || box.empty()) return 0;
  const Vec3d up = Vec3d(gravity) / -g;
  for (const Wall& wall : model.walls)  // a floor below the bodies
    if (wall.kind == WallKind::kPlane && dot(Vec3d(rotate(wall.q, {0, 0, 1})), up) > 0.5) {
      const double below = dot(box.lo - wall.x, up);
      if (below > 0) box.take(box.lo - below * up);
    }
  double height = 0;  // of the box, along gravity
  for (int k = 0; k < 3; ++k) height += std::abs(up[k]) * (box.hi[k] - box.lo[k]);
  return std::sqrt(2 * g * height);
}

double largest_speed(const Model& model, const State& s) {
  const Box box = box_of_scene(model, s);
  double speed = free_fall_speed(model, box, model.settings.gravity);
  for (const Event& event : model.events)
    if (event.set_gravity) speed = std::max(speed, free_fall_speed(model, box, event.gravity));
  for (const Vec3& v : s.bodies.v) speed = std::max(speed, double(norm(v)));
  for (const Stream& stream : model.streams)
    speed = std::max(speed, double(norm(stream.velocity)) + double(norm(stream.velocity_spread)));
  for (const Motion& motion : model.motions) speed = std::max(speed, wall_speed(motion, box));
  return speed;
}

}  // namespace

StepEstimate estimate_step(const Model& model, const State& s) {
  StepEstimate best;
  const std::vector<Smallest> least = smallest_of_materials(model, s);
  const double speed = largest_speed(model, s);
  // A is always a body that can move; B is one, too, or a wall.
  for (std::uint32_t a = 0; a < least.size(); ++a)
    for (std::uint32_t b = 0; b < least.size(); ++b)
      for (const bool wall : {false, true}) {
        if (!least[a].bodies() || !(wall ? least[b].walls() : least[b].bodies() && b >= a)) continue;
        const PairOf p = pair_of(model, a, b, least[a], least[b], wall);
        const bool linear = p.law->normal == NormalLaw::kLinear || p.law->normal == NormalLaw::kKelvinVoigtCohesive;
        if (linear) {
          linear_limits(p, best);
        } else {
          if (p.law->E_star > 0) rayleigh_limit(p, model.materials[a], least[a], best);
          if (p.law->E_star > 0 && !wall) rayleigh_limit(p, model.materials[b], least[b], best);
          hertz_impact_limit(p, speed, best);
        }
        spin_limit(p, best);
        rolling_limit(p, linear, speed, best);
      }
  return best;
}

}  // namespace scree::integrate
