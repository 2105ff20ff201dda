#include "scree/experiments/impact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "scree/bench/processor_clock.hpp"
#include "scree/step.hpp"
#include "scree/store/files.hpp"

namespace scree::bench {
namespace {

double tangential_norm(const Vec3& f) { return std::hypot(f.x, f.y); }

Vec3 at_step(const Impact& impact, std::size_t i) { return i < impact.force.size() ? impact.force[i] : Vec3{0, 0, 0}; }

Scene written(const ImpactBody& body, const ImpactLaw& law, const std::string& folder, const char* contact_model,
              const char* what_is_there) {
  const std::string text = fmt::format(
      "schema  = 1\ngravity = [0, 0, 0]\ntime    = {{ dt = {}, end = 1 }}\n"
      "narrow_phase.polyhedron_contact = \"{}\"\n\n"
      "[[material]]\nname = \"solid\"\ndensity = {}\n\n"
      "[[contact]]\nbetween = [\"*\", \"*\"]\nlaw = \"linear_coulomb\"\nk_n = {}\nk_t = {}\ndamping = {}\nmu = {}\n\n"
      "[[shape]]\nname = \"body\"\nmaterial = \"solid\"\n{}\n\n{}",
      law.dt, contact_model, law.density, law.k_n, law.k_t, law.damping, law.mu, body.shape, what_is_there);
  const std::string path = (std::filesystem::path(folder) / fmt::format("impact_{}.toml", body.name)).string();
  output::write_whole_file(path, text);
  return load_scene(path);
}

}  // namespace

Scene impact_scene(const ImpactBody& body, const ImpactLaw& law, const std::string& folder) {
  return written(body, law, folder, "points",
                 "[[body]]\nshape = \"body\"\nposition = [0, 0, 1]\n\n"
                 "[[wall]]\nname = \"wall\"\ntype = \"plane\"\nmaterial = \"solid\"\npoint = [0, 0, 0]\n"
                 "normal = [0, 0, 1]\n");
}

Scene pair_scene(const ImpactBody& body, const ImpactLaw& law, const std::string& folder) {
  return written(
      body, law, folder, "area",
      "[[body]]\nshape = \"body\"\nposition = [-1, 0, 0]\n\n[[body]]\nshape = \"body\"\nposition = [1, 0, 0]\n");
}

double lowest_point(const Model& model, const Bodies& b, std::size_t i) {
  const BodyType& type = model.body_types[b.type[i]];
  const Mat3 R = to_matrix(b.q[i]);
  const Real scale = b.scale[i];
  double lowest = 1e300;
  for (const Part& part : type.parts) {
    const double centre = b.x[i].z + double(dot(R.row2, scale * part.pose.p));
    if (is_ball(part.kind)) lowest = std::min(lowest, centre - double(scale * part.size));
    if (part.kind == ShapeKind::kSuperellipsoid)
      lowest = std::min(
          lowest, b.x[i].z - double(scale * support_value(model.superellipsoids[part.superellipsoid].shape, R.row2)));
    if (part.kind == ShapeKind::kPolyhedron)
      for (const Vec3& v : model.polyhedra[part.polyhedron].vertices)
        lowest = std::min(lowest, b.x[i].z + double(scale * dot(R.row2, v)));
  }
  return lowest;
}

int points_below(const Model& model, const Bodies& b, std::size_t i) {
  const BodyType& type = model.body_types[b.type[i]];
  const Mat3 R = to_matrix(b.q[i]);
  const Real scale = b.scale[i];
  int n = 0;
  for (const Part& part : type.parts) {
    if (is_ball(part.kind)) n += b.x[i].z + double(scale * (dot(R.row2, part.pose.p) - part.size)) < 0;
    if (part.kind == ShapeKind::kSuperellipsoid) n += lowest_point(model, b, i) < 0;
    if (part.kind == ShapeKind::kPolyhedron)
      for (const Vec3& v : model.polyhedra[part.polyhedron].vertices)
        n += b.x[i].z + double(scale * dot(R.row2, v)) < 0;
  }
  return n;
}

namespace {

// Places the body half a step's way above first touch.
State placed(const Scene& scene, const Model& model, const ImpactStart& begin) {
  State s = scene.state;
  Bodies& b = s.bodies;
  b.q[0] = begin.turn * model.body_types[b.type[0]].as_given;
  b.v[0] = begin.velocity;
  b.omega[0] = {0, 0, 0};
  b.x[0] = {0, 0, 0};
  b.x[0].z = -lowest_point(model, b, 0) - 0.5 * double(begin.velocity.z) * model.settings.dt;
  start(model, s);
  return s;
}

Model with_combination(Model model, Combination how) {
  model.settings.cluster_points = model.settings.polyhedron_points = how;
  return model;
}

}  // namespace

Impact run_impact(const Scene& scene, const ImpactStart& begin, int most_steps) {
  const Model model = with_combination(scene.model, begin.combination);
  State s = placed(scene, model, begin);
  Impact impact;
  impact.dt = model.settings.dt;
  bool touched = false;
  while (int(impact.force.size()) < most_steps && !impact.ended) {
    step(model, s);
    impact.force.push_back(s.bodies.wrench[0].f);
    impact.n_points.push_back(points_below(model, s.bodies, 0));
    touched = touched || impact.n_points.back() > 0;
    impact.ended = touched && impact.n_points.back() == 0;
  }
  impact.velocity = s.bodies.v[0], impact.omega = s.bodies.omega[0];
  return impact;
}

double nanoseconds_a_step(const Scene& scene, const ImpactStart& begin, int steps) {
  const Model model = with_combination(scene.model, begin.combination);
  State s = placed(scene, model, begin);
  const double before = processor_seconds();
  for (int i = 0; i < steps; ++i) step(model, s);
  return 1e9 * (processor_seconds() - before) / steps;
}

std::optional<PairImpact> run_pair(const Scene& scene, const PairStart& begin, int most_steps) {
  const Model model = with_combination(scene.model, begin.combination);
  State s = scene.state;
  Bodies& b = s.bodies;
  const std::size_t first = b.id[0] < b.id[1] ? 0 : 1;
  for (const std::size_t i : {first, 1 - first}) {
    const bool is_a = i == first;
    b.q[i] = (is_a ? begin.turn_a : begin.turn_b) * model.body_types[b.type[i]].as_given;
    b.x[i] = is_a ? Vec3d{-double(begin.apart), 0, 0} : Vec3d{0, double(begin.y), double(begin.z)};
    b.v[i] = {is_a ? begin.speed : Real(0), 0, 0};
    b.omega[i] = {0, 0, 0};
  }
  const std::uint64_t id_a = b.id[first];
  start(model, s);
  bool touched = false;
  for (int k = 0; k < most_steps; ++k) {
    step(model, s);
    const std::size_t a = b.id[0] == id_a ? 0 : 1;
    const bool touches = norm2(b.wrench[a].f) > 0;
    touched = touched || touches;
    // The bodies count as apart for good: once there is no force they may still rotate into each other, which is
    // another impact.
    if (touched && !touches) return PairImpact{b.v[a] - Vec3{begin.speed, 0, 0}, b.omega[a]};
  }
  return std::nullopt;
}

double Impact::contact_time() const {
  return dt * double(std::count_if(force.begin(), force.end(), [](const Vec3& f) { return f.z > 0; }));
}
double Impact::peak() const {
  double most = 0;
  for (const Vec3& f : force) most = std::max(most, double(f.z));
  return most;
}
int Impact::most_points() const { return n_points.empty() ? 0 : *std::max_element(n_points.begin(), n_points.end()); }
double Impact::mean_points() const {
  double sum = 0, n = 0;
  for (const int k : n_points) sum += k, n += k > 0;
  return n > 0 ? sum / n : 0;
}

Deviation deviation(const Impact& impact, const Impact& perfect) {
  const std::size_t n = std::max(impact.force.size(), perfect.force.size());
  double normal = 0, tangential = 0, vector = 0, ref_n = 0, ref_t = 0, own_n = 0, own_t = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 f = at_step(impact, i), ref = at_step(perfect, i);
    normal += std::abs(double(f.z - ref.z)), vector += tangential_norm(f - ref);
    tangential += std::abs(tangential_norm(f) - tangential_norm(ref));
    ref_n += double(ref.z), ref_t += tangential_norm(ref);
    own_n += double(f.z), own_t += tangential_norm(f);
  }
  Deviation d;
  const double dt = perfect.dt, time = perfect.contact_time(), own_time = std::max(impact.contact_time(), dt);
  d.normal = normal / ref_n;
  d.mean_normal = std::abs(own_n / own_time - ref_n / time) / (ref_n / time);
  d.tangential_newton = tangential * dt / time;
  d.tangential = tangential / ref_t;
  d.tangential_vector = vector / ref_t;
  d.mean_tangential = std::abs(own_t / own_time - ref_t / time) / (ref_t / time);
  return d;
}

double rebound_angle(const Impact& impact) {
  return std::atan2(std::hypot(impact.velocity.x, impact.velocity.y), impact.velocity.z);
}

}  // namespace scree::bench
