#include "scree/scene/finite_numbers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "scree/model/size_distribution.hpp"
#include "scree/scene/shown_text.hpp"
#include "scree/scene/units.hpp"

namespace scree::scene {

namespace {

// Keeps the first number that is wrong.
class Numbers {
 public:
  const std::string& wrong() const { return wrong_; }
  void of(std::string owner) { owner_ = std::move(owner); }

  void look(const char* what, double value) { keep(what, value, std::isfinite(value)); }
  void look(const char* what, const Vec3d& v) { look(what, v.x), look(what, v.y), look(what, v.z); }
  void look(const char* what, const Quat& q) { look(what, q.w), look(what, Vec3d{q.x, q.y, q.z}); }
  void look_or_never(const char* what, double value) { keep(what, value, !std::isnan(value)); }
  void look_or_never(const char* what, const Vec3d& v) {
    for (int k = 0; k < 3; ++k) look_or_never(what, v[k]);
  }
  // Checks that the value is > 0, too.
  void look(const char* what, double value, Dim dim) {
    keep(what, value, value >= info(dim).least && value <= info(dim).most, dim);
  }

 private:
  void keep(const char* what, double value, bool good, Dim dim = Dim::kNone) {
    if (good || !wrong_.empty()) return;
    const std::string limits =
        dim == Dim::kNone ? "a finite number"
                          : fmt::format("from {:g} to {:g} {}", info(dim).least, info(dim).most, info(dim).unit);
    wrong_ = fmt::format("{} of {} is {}; must be {}", what, owner_, value, limits);
  }
  std::string owner_, wrong_;
};

std::string quoted(const char* what, const std::string& name) {
  return fmt::format("{} \"{}\"", what, shortened(name));
}

void look_at(Numbers& n, const LawParams& law) {
  const auto& [normal, tangential, rolling, twisting, attraction, bond_after_contact, k_n, k_t, gamma_n, gamma_t,
               rate_n, rate_t, zeta_n, zeta_t, cohesive_force, E_star, G_star, beta_n, beta_t, adhesion, mu, mu_rolling,
               mu_twisting, k_rolling, k_twisting, eta_rolling, eta_twisting] = law;
  n.look("k_n", k_n), n.look("k_t", k_t), n.look("the normal dashpot", gamma_n);
  n.look("the tangential dashpot", gamma_t), n.look("damping_rate", rate_n), n.look("tangential_damping_rate", rate_t);
  n.look("the normal damping ratio", zeta_n), n.look("the tangential damping ratio", zeta_t);
  n.look("cohesive_force", cohesive_force), n.look("E*", E_star), n.look("G*", G_star);
  n.look("the normal damping factor", beta_n), n.look("the tangential damping factor", beta_t);
  n.look("adhesion", adhesion), n.look("mu", mu), n.look("mu_rolling", mu_rolling), n.look("mu_twisting", mu_twisting);
  n.look("k_rolling", k_rolling), n.look("k_twisting", k_twisting), n.look("eta_rolling", eta_rolling);
  n.look("eta_twisting", eta_twisting);
}

void look_at_laws(Numbers& n, const Model& model) {
  for (std::size_t a = 0; a < model.materials.size(); ++a)
    for (std::size_t b = a; b < model.materials.size(); ++b) {
      n.of(quoted("the contact of", model.materials[a].name) +
           fmt::format(" and \"{}\"", shortened(model.materials[b].name)));
      look_at(n, model.laws[model.law_index(std::uint32_t(a), std::uint32_t(b))]);
    }
  n.of("the contact laws");
  n.look("the cohesive reach", model.reach);
}

void look_at(Numbers& n, const BodyType& type) {
  n.of(quoted("shape", type.name));
  n.look("the density", type.density, Dim::kDensity);
  n.look("the volume", type.volume), n.look("the squared radius of gyration", type.gyration2);
  n.look("the circumradius", type.bounding_radius), n.look("the pose", type.as_given);
  for (const Part& part : type.parts) {
    n.look("the size of a part", part.size), n.look("the place of a part", Vec3d(part.pose.p));
    n.look("the radius of curvature of a part", part.curvature_radius);
  }
}

void look_at(Numbers& n, const Wall& wall) {
  n.of(quoted("wall", wall.name));
  n.look("the place", wall.x), n.look("the pose", wall.q);
  for (const double v : {wall.frustum.r0, wall.frustum.r1, wall.frustum.z0, wall.frustum.z1}) n.look("the surface", v);
  for (const Vec3& v : wall.vertices) n.look("a corner", Vec3d(v));
  for (const WallBall& ball : wall.balls)
    n.look("the place of a ball", ball.x), n.look("the radius of a ball", ball.r, Dim::kLength);
}

void look_at(Numbers& n, const Motion& motion) {
  n.of(quoted("motion", motion.name));
  n.look("pivot", motion.pivot), n.look_or_never("start", motion.start);
  for (const MotionPhase& p : motion.phases) {
    n.look("start", p.start), n.look_or_never("end", p.end), n.look("velocity", Vec3d(p.velocity));
    n.look("angular_velocity", Vec3d(p.angular_velocity)), n.look("amplitude", Vec3d(p.amplitude));
    n.look("angular_amplitude", Vec3d(p.angular_amplitude)), n.look("frequency", p.frequency), n.look("phase", p.phase);
  }
}

void look_at(Numbers& n, const Stream& stream, const Model& model) {
  n.of(quoted("stream", stream.name));
  n.look("rate", stream.rate), n.look_or_never("start", stream.start), n.look_or_never("end", stream.end);
  n.look("inside", stream.lo), n.look("inside", stream.hi), n.look("spacing", stream.spacing);
  n.look("velocity", Vec3d(stream.velocity)), n.look("velocity_spread", Vec3d(stream.velocity_spread));
  for (const Real share : stream.shares) n.look("a share", share);
  for (std::size_t k = 0; k < stream.sizes.size(); ++k) {
    const double unit = double(model.body_types[stream.types[k]].bounding_radius);
    n.look("the smallest radius", unit * double(smallest_size(stream.sizes[k])), Dim::kLength);
    n.look("the largest radius", unit * double(largest_size(stream.sizes[k])), Dim::kLength);
  }
}

void look_at_bodies(Numbers& n, const Model& model, const Bodies& b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double r = double(b.radius[i]), m = double(b.mass[i]);
    const Vec3 inertia = inertias_of(model, b, i);
    const bool good = r >= info(Dim::kLength).least && r <= info(Dim::kLength).most && m > 0 &&
                      std::isfinite(m + norm(b.x[i]) + double(norm(b.v[i]) + norm(b.omega[i]) + norm(inertia)));
    if (good && inertia.x > 0 && inertia.y > 0 && inertia.z > 0 && std::isfinite(b.q[i].w)) continue;
    n.of(fmt::format("body {}", b.id[i]));
    n.look("the radius", r, Dim::kLength), n.look("the mass", m, Dim::kMass);
    n.look("the place", b.x[i]), n.look("the pose", b.q[i]), n.look("the velocity", Vec3d(b.v[i]));
    n.look("the angular velocity", Vec3d(b.omega[i]));
    for (int k = 0; k < 3; ++k) n.look("the moment of inertia", double(inertia[k]) > 0 ? double(inertia[k]) : kNever);
    return;
  }
}

void look_at(Numbers& n, const Settings& set) {
  n.of("the scene");
  n.look("time.dt", set.dt), n.look("time.end", set.end), n.look_or_never("the stable step", set.dt_stable);
  n.look("gravity", Vec3d(set.gravity)), n.look("thickness", set.thickness, Dim::kLength);
  n.look("broad_phase.skin", set.skin), n.look("the largest skin", set.most_skin);
  n.look("broad_phase.cell_size", set.cell_size);
  n.look_or_never("domain.lo", set.domain_lo), n.look_or_never("domain.hi", set.domain_hi);
}

}  // namespace

std::string number_out_of_limits(const Model& model, const State& s) {
  Numbers n;
  look_at(n, model.settings);
  for (const Material& m : model.materials) {
    n.of(quoted("material", m.name));
    n.look("density", m.density), n.look("young", m.young), n.look("poisson", m.poisson);
    n.look("surface_energy", m.surface_energy);
  }
  look_at_laws(n, model);
  for (const BodyType& type : model.body_types) look_at(n, type);
  for (const Wall& wall : model.walls) look_at(n, wall);
  for (const Motion& motion : model.motions) look_at(n, motion);
  for (const Stream& stream : model.streams) look_at(n, stream, model);
  for (const FlowPlane& plane : model.flow_planes) {
    n.of(quoted("flow_plane", plane.name));
    n.look("point", plane.x), n.look("normal", Vec3d(plane.n)), n.look_or_never("radius", plane.radius);
  }
  for (const Event& event : model.events) {
    n.of(quoted("event", event.name));
    n.look("the value", event.value), n.look("after", event.after), n.look("hold", event.hold);
    n.look("gravity", Vec3d(event.gravity)), n.look_or_never("stop_after", event.stop_after);
  }
  look_at_bodies(n, model, s.bodies);
  return n.wrong();
}

}  // namespace scree::scene
