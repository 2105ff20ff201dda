// The step that explicit integration bears is found contact law by contact law (docs/time-step.md).
//
// The numbers rest on a model of a packing: every body has six contacts, two along each axis, and its neighbours move
// against it. Then a spring acts on the full relative motion of a pair, so
//   along an axis  Omega^2 = (2 k_n + 4 k_t) / m*,             D = (2 c_n + 4 c_t) / m*
//   slip by spin   Omega^2 = 4 k_t (r_a^2/I_a + r_b^2/I_b)     and D likewise
//   rolling        Omega^2 = (4 k_r + 2 k_s) (1/I_a + 1/I_b)   and D likewise
// For a chain of equal bodies the first is the exact 4 k_n / m. A mode u'' + D u' + Omega^2 u = 0 under velocity Verlet
// with dashpots at half-step velocities is stable for dt < 2 (sqrt(1 + Z^2) - Z) / Omega, Z = D / (2 Omega).
//
// Superellipsoids have their six contacts anywhere on the surface (surface_levers.hpp), with
//   turning        Omega^2 = k_t (slip_a/m_a + slip_b/m_b) + k_n (rock_a/m_a + rock_b/m_b)
//
// The same holds for clusters, on what of their balls is not in another one. If every contact point has a law of its
// own, four points are counted for a contact.
//
// Polyhedra have their six contacts anywhere on the surface (surface_levers.hpp), and contacts are faces on faces:
//   slip by spin   Omega^2 = k_t (slip_a/m_a + slip_b/m_b)
//   rocking        Omega^2 = 3 k_n (rock_a/m_a + rock_b/m_b)
// k_n and k_t are those of a whole contact (struct Touch). The factor is 3 because a face pressed on evenly resists
// rocking by 3 k_n <x^2>, with the mean square half-width <x^2>, in the potential of the area model as with a spring at
// each corner of a square or a triangle. Neighbours slip most where they turn alike and rock most where they turn
// against each other, so the two do not add up. That is a lattice of blocks, face on face, and the advised step is a
// fifth of what it bears. In a heap few contacts are faces, and it bears two to three times as much (measured: docs).
// `stable` must not refuse a step that works there, and so is that of one contact, face on face, by itself.
#include "scree/setup/time_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scree/math/elementary.hpp"
#include "scree/model/size_distribution.hpp"
#include "scree/setup/joint_step.hpp"
#include "scree/setup/surface_levers.hpp"

namespace scree::integrate {
namespace {

constexpr double kContactSteps = 20;         // steps a collision
constexpr double kPartOfStable = 0.2;        // advised over stable; also of the Rayleigh time
constexpr double kHertzDuration = 2.943275;  // t_c v / xi_max of an elastic Hertz impact
constexpr double kPoints = 4;                // points of a face on a face or of two clusters, with a law for each point

// Holds the lightest and smallest things of one material, balls or polyhedra, taken one by one, which gives a bound
// even if no single body has them all.
struct Smallest {
  double mass = kNever, radius = kNever, inertia = kNever;  // dynamic bodies; kNever: none
  double density = kNever;
  // The value is 0 for no wall and kNever for a flat one; else it is the largest ball of a wall, because m* is the
  // body's anyway and a larger R* makes a Hertz contact stiffer.
  double wall_radius = 0;
  // `slip` and `rock` are the largest of SurfaceLevers over the mass (all but balls), `face` is the largest face over
  // the square of the radius (polyhedra).
  bool polyhedra = false, clusters = false;
  double slip = 0, rock = 0, face = 0;
  bool bodies() const { return mass < kNever; }
  bool walls() const { return wall_radius > 0; }
};

// Balls, polyhedra, superellipsoids and clusters of a material are looked at apart: their contacts are different.
constexpr std::size_t kKinds = 4;
std::size_t place_of(std::uint32_t material, ShapeKind kind) { return kKinds * material + std::size_t(kind); }

void take_surface(const Model& model, const BodyType& type, const Part& part, double mass, Smallest& least) {
  const SurfaceLevers levers = surface_levers(model, type, part);
  const double r = type.bounding_radius;
  least.slip = std::max(least.slip, levers.slip / mass);
  least.rock = std::max(least.rock, levers.rock / mass);
  if (part.kind != ShapeKind::kPolyhedron) return;
  least.polyhedra = true;
  least.face = std::max(least.face, levers.face_area / (r * r));
}

// Contacts take R* from the radius of a ball, from the bounding sphere of polyhedra, and from the radii of curvature of
// superellipsoids, which are on the whole those of the ball of the same volume.
double contact_radius(const Model& model, const BodyType& type, const Part& part) {
  if (part.kind == ShapeKind::kPolyhedron) return type.bounding_radius;
  const bool ball = is_ball(part.kind);
  return ball ? part.size : part.size * model.superellipsoids[part.superellipsoid].shape.mean_radius;
}

void take_body(const Model& model, std::uint32_t t, double scale, bool carried, std::vector<Smallest>& things) {
  const BodyType& type = model.body_types[t];
  for (const Part& part : type.parts) {
    Smallest& least = things[place_of(part.material, part.kind)];
    const double radius = contact_radius(model, type, part) * scale;
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
    if (!is_ball(part.kind)) take_surface(model, type, part, mass, least);
  }
  if (type.parts.front().kind == ShapeKind::kCluster && !carried) {
    const SurfaceLevers levers = cluster_levers(type, model.settings.dimension == 2);
    const double mass = model.mass_of(t, scale);
    Smallest& least = things[place_of(type.parts.front().material, ShapeKind::kCluster)];
    least.slip = std::max(least.slip, levers.slip / mass);
    least.rock = std::max(least.rock, levers.rock / mass);
    least.clusters = true;
  }
}

std::vector<Smallest> smallest_things(const Model& model, const State& s) {
  std::vector<Smallest> things(kKinds * model.materials.size());
  for (const Wall& wall : model.walls) {
    double& radius = things[place_of(wall.material, ShapeKind::kSphere)].wall_radius;
    if (wall.kind != WallKind::kBalls) radius = kNever;
    for (const WallBall& ball : wall.balls) radius = std::max(radius, double(ball.r));
  }
  // Scales are found per type first, because there are few types and many bodies.
  std::vector<std::array<double, 2>> scale(model.body_types.size(), {kNever, kNever});  // dynamic, kinematic
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    double& least = scale[s.bodies.type[i]][s.bodies.owner[i] == kDynamic ? 0 : 1];
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
      if (scale[t][carried] < kNever) take_body(model, std::uint32_t(t), scale[t][carried], carried == 1, things);
  return things;
}

// Describes two bodies, or a body and a wall, of two materials.
struct PairOf {
  const LawParams* law;
  std::string name;  // "steel-glass"
  double m_star, r_star;
  double inverse_inertia;  // 1/I_a + 1/I_b
  double slip_by_spin;     // r_a^2/I_a + r_b^2/I_b; a quarter of slip/m for polyhedra
  double rock;             // polyhedra: sum of rock/m
  double tilt;             // superellipsoids: the same sum, by single contacts all over them
  double i_star;           // for rolling dashpots: 1/(1/(I_a + m_a r_a^2) + ...)
  bool polyhedra;          // at least one is a polyhedron
  double points;           // points of a contact of clusters, each with a law
  double patch_radius;     // m, radius of a disc as large as the smaller of the largest faces; 0 with a ball
};

double slip_of(const Smallest& body) {
  return body.slip > 0 ? body.slip / 4 : body.radius * body.radius / body.inertia;
}
double face_radius(const Smallest& body) { return body.radius * std::sqrt(body.face / std::numbers::pi); }

PairOf pair_of(const Model& model, std::uint32_t a, std::uint32_t b, const Smallest& body, const Smallest& partner,
               bool wall) {
  PairOf p;
  p.law = &model.laws[model.law_index(a, b)];
  p.name = model.materials[a].name + "-" + model.materials[b].name;
  const double r_b = wall ? partner.wall_radius : partner.radius, r_a = body.radius;
  p.m_star = wall ? body.mass : 1 / (1 / body.mass + 1 / partner.mass);
  p.r_star = 1 / (1 / r_a + 1 / r_b);
  p.inverse_inertia = 1 / body.inertia + (wall ? 0 : 1 / partner.inertia);
  p.slip_by_spin = slip_of(body) + (wall ? 0 : slip_of(partner));
  const auto sum_of = [&](bool of_polyhedra) {
    const auto share = [&](const Smallest& s) { return s.polyhedra == of_polyhedra ? s.rock : 0.0; };
    return share(body) + (wall ? 0 : share(partner));
  };
  p.rock = sum_of(true), p.tilt = sum_of(false);
  p.i_star =
      1 / (1 / (body.inertia + body.mass * r_a * r_a) + (wall ? 0 : 1 / (partner.inertia + partner.mass * r_b * r_b)));
  p.polyhedra = body.polyhedra || (!wall && partner.polyhedra);
  const bool sum = model.settings.cluster_points == Combination::kSum;
  p.points = sum && (body.clusters || (!wall && partner.clusters)) ? kPoints : 1;
  const double other_face = !wall ? face_radius(partner) : r_b < kNever ? 0 : kNever;
  p.patch_radius = std::min(face_radius(body), other_face);
  return p;
}

void propose(StepEstimate& best, double stable, double advised, const std::string& reason) {
  best.stable = std::min(best.stable, stable);
  if (!(advised < best.advised)) return;
  best.advised = advised;
  best.reason = reason;
}

// The mode obeys u'' + D u' + Omega^2 u = 0.
double stable_step(double omega2, double damping) {
  const double omega = std::sqrt(omega2), z = damping / (2 * omega);
  return 2 / (omega * (std::sqrt(1 + z * z) + z));  // = 2 (sqrt(1 + z^2) - z) / omega without cancellation
}

// Holds the springs and dashpots of one contact, whole.
struct Touch {
  double k_n = 0, k_t = 0, c_n = 0, c_t = 0;
};

bool is_linear(const LawParams& law) {
  return law.normal == NormalLaw::kLinear || law.normal == NormalLaw::kKelvinVoigtCohesive;
}

// Adds the springs of Coulomb's law, under any normal law.
void add_coulomb(const LawParams& law, double m_star, double stiffer, Touch& t) {
  if (law.tangential != TangentialLaw::kCoulomb) return;
  t.k_t = stiffer * double(law.k_t);
  t.c_t = double(law.gamma_t) + double(law.rate_t) * m_star + 2 * double(law.zeta_t) * std::sqrt(t.k_t * m_star);
}

// Returns a linear law with its stiffness times `stiffer`.
Touch linear_touch(const LawParams& law, double m_star, double stiffer = 1) {
  Touch t;
  t.k_n = stiffer * double(law.k_n);
  t.c_n = double(law.gamma_n) + double(law.rate_n) * m_star + 2 * double(law.zeta_n) * std::sqrt(t.k_n * m_star);
  add_coulomb(law, m_star, stiffer, t);
  return t;
}

// Returns Hertz's law at a contact of radius a. A flat contact has 6/5 of Mindlin's 8 G* a: the law sees the overlap of
// a ball with the same energy, and its rate.
Touch hertz_touch(const LawParams& law, double m_star, double a) {
  Touch t;
  t.k_n = 2 * double(law.E_star) * a;
  t.c_n = 2 * double(law.beta_n) * std::sqrt(1.2 * t.k_n * m_star);
  add_coulomb(law, m_star, 1, t);
  if (law.tangential == TangentialLaw::kMindlin) {
    t.k_t = 1.2 * 8 * double(law.G_star) * a;
    t.c_t = 2 * double(law.beta_t) * std::sqrt(t.k_t * m_star);
  }
  return t;
}

// Normals of superellipsoids pass beside their centres, so that normal springs also rotate them.
void spin_limit(const PairOf& p, const Touch& t, StepEstimate& best) {
  const double omega2 = 4 * t.k_t * p.slip_by_spin + t.k_n * p.tilt;
  if (!(omega2 > 0)) return;
  const double stable = stable_step(omega2, 4 * t.c_t * p.slip_by_spin + t.c_n * p.tilt);
  const char* springs = t.k_n * p.tilt > 0 ? "springs" : "friction springs";
  propose(
      best, stable, kPartOfStable * stable,
      fmt::format("{} {}: 20 % of the stable step of spinning bodies with k_t = {:.3g} N/m", springs, p.name, t.k_t));
}

const char* name_of(NormalLaw law) {
  if (law == NormalLaw::kDmt) return "DMT";
  if (law == NormalLaw::kJkr) return "JKR";
  return law == NormalLaw::kHertz ? "Hertz" : "linear";
}

// Treats a spring that does not change with the overlap.
void spring_limits(const PairOf& p, const Touch& t, StepEstimate& best) {
  const double m = p.m_star;
  if (!(t.k_n > 0)) return;
  const double along = stable_step((2 * t.k_n + 4 * t.k_t) / m, (2 * t.c_n + 4 * t.c_t) / m);
  propose(best, along, kPartOfStable * along,
          fmt::format("{} contact {}: 20 % of the stable step with k_n = {:.3g} N/m, k_t = {:.3g} N/m, c_n = {:.3g} "
                      "N s/m, m* = {:.3g} kg",
                      name_of(p.law->normal), p.name, t.k_n, t.k_t, t.c_n, m));
  const double zeta = t.c_n / (2 * std::sqrt(t.k_n * m));
  if (zeta < 1) {
    const double t_c = std::numbers::pi / std::sqrt(t.k_n / m * (1 - zeta * zeta));
    propose(best, kNever, t_c / kContactSteps,
            fmt::format("{} contact {}: t_c/20 with k_n = {:.3g} N/m, m* = {:.3g} kg", name_of(p.law->normal), p.name,
                        t.k_n, m));
  }
}

double hertz_overlap(const PairOf& p, double speed) {
  return scree::pow(15 * p.m_star * speed * speed / (16 * double(p.law->E_star) * std::sqrt(p.r_star)), 0.4);
}

// Rayleigh waves on the smallest body of a material give a limit (Thornton & Randall 1988), as in every DEM code.
void rayleigh_limit(const PairOf& p, const Material& material, const Smallest& body, StepEstimate& best) {
  const double nu = material.poisson;
  // A material without E of its own is taken for half of a pair of equals: E* = E / (2 (1 - nu^2)).
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

// Returns the stiffness of a rolling spring that is not given, over R*^2: the tangential stiffness, or the normal one
// without friction. For Hertz contacts it is taken at the largest overlap of an impact.
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

// Returns the contact of a face on a face. Linear and Hertz laws see its area (force/patch_overlap.hpp): springs are
// sqrt(A/A_ref) stiffer with A_ref = pi R*^2, and Hertz's are 2 E* a with pi a^2 = A. If many small faces make a round
// body, a patch is as that of a ball, and so it is for the other laws. In the other model each point has a law.
Touch touch_of_faces(const PairOf& p, ContactModel model, double speed) {
  const LawParams& law = *p.law;
  const bool over_area =
      model == ContactModel::kArea && (law.normal == NormalLaw::kLinear || law.normal == NormalLaw::kHertz);
  const double face = over_area ? p.patch_radius : 0;
  Touch t;
  if (is_linear(law)) {
    t = linear_touch(law, p.m_star, std::max(1.0, face / p.r_star));
  } else if (law.E_star > 0) {
    const double ball = speed > 0 ? std::sqrt(p.r_star * hertz_overlap(p, speed)) : 0;
    t = hertz_touch(law, p.m_star, std::max(face, ball));
  }
  const double points = model == ContactModel::kPoints && p.patch_radius > 0 ? kPoints : 1;
  return {points * t.k_n, points * t.k_t, points * t.c_n, points * t.c_t};
}

void rock_limit(const PairOf& p, const Touch& t, StepEstimate& best) {
  if (!(t.k_n > 0 && p.patch_radius > 0)) return;
  const double stable = stable_step(3 * t.k_n * p.rock, 3 * t.c_n * p.rock);
  propose(best, stable, kPartOfStable * stable,
          fmt::format("{} contact {}: 20 % of the stable step of a lattice whose faces rock, with k_n = {:.3g} N/m",
                      name_of(p.law->normal), p.name, t.k_n));
}

// Checks one contact by itself: normal, tangential with the spin it causes, rocking.
double stable_alone(const PairOf& p, const Touch& t) {
  const double across = 1 / p.m_star + p.slip_by_spin, rock = p.patch_radius > 0 ? 3 * p.rock / 4 : 0;
  double stable = kNever;
  if (t.k_n > 0) stable = stable_step(t.k_n / p.m_star, t.c_n / p.m_star);
  if (t.k_n * rock > 0) stable = std::min(stable, stable_step(t.k_n * rock, t.c_n * rock));
  if (t.k_t > 0) stable = std::min(stable, stable_step(t.k_t * across, t.c_t * across));
  return stable;
}

void polyhedron_limits(const PairOf& p, ContactModel model, double speed, StepEstimate& best) {
  const Touch t = touch_of_faces(p, model, speed);
  StepEstimate packing;
  spring_limits(p, t, packing);
  spin_limit(p, t, packing);
  rock_limit(p, t, packing);
  propose(best, stable_alone(p, t), packing.advised, packing.reason);
}

void ball_limits(const PairOf& p, double speed, StepEstimate& best) {
  const LawParams& law = *p.law;
  if (is_linear(law)) {
    const Touch one = linear_touch(law, p.m_star);
    const Touch t{p.points * one.k_n, p.points * one.k_t, p.points * one.c_n, p.points * one.c_t};
    spring_limits(p, t, best);
    return spin_limit(p, t, best);
  }
  hertz_impact_limit(p, speed, best);
  Touch t;  // holds friction springs only, since a ball's contact has no stiffness of its own to go by
  add_coulomb(law, p.m_star, p.points, t);
  spin_limit(p, t, best);
}

// Holds the box of everything that has a place, for heights of fall and levers.
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

// Returns at most the distance from x of the farthest point of the box.
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
  double height = 0;  // height of the box along gravity
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
  const std::vector<Smallest> least = smallest_things(model, s);
  const double speed = largest_speed(model, s);
  // A is always a body that can move; B is one, too, or a wall.
  for (std::uint32_t a = 0; a < least.size(); ++a)
    for (std::uint32_t b = 0; b < least.size(); ++b)
      for (const bool wall : {false, true}) {
        if (!least[a].bodies() || !(wall ? least[b].walls() : least[b].bodies() && b >= a)) continue;
        const std::uint32_t m_a = a / kKinds, m_b = b / kKinds;
        const PairOf p = pair_of(model, m_a, m_b, least[a], least[b], wall);
        if (!is_linear(*p.law) && p.law->E_star > 0) {
          rayleigh_limit(p, model.materials[m_a], least[a], best);
          if (!wall) rayleigh_limit(p, model.materials[m_b], least[b], best);
        }
        if (p.polyhedra) {
          polyhedron_limits(p, model.settings.polyhedron_contact, speed, best);
        } else {
          ball_limits(p, speed, best);
        }
        rolling_limit(p, is_linear(*p.law), speed, best);
      }
  const StepEstimate joints = joint_step(model, s);
  propose(best, joints.stable, joints.advised, joints.reason);
  return best;
}

}  // namespace scree::integrate
