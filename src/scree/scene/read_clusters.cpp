// Shapes of type "cluster" are balls fixed to each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/math/symmetric_eigen.hpp"
#include "scree/scene/ball_wall.hpp"
#include "scree/scene/shape_source.hpp"
#include "scree/setup/cluster_mass.hpp"
#include "scree/setup/cluster_type.hpp"

namespace scree::scene {

namespace {

enum MassFrom { kUnion, kSum, kGiven };

std::vector<Ball> listed_balls(const Table& t) {
  std::vector<Ball> balls;
  for (const Table& b : t.tables("balls")) balls.push_back({Vec3(b.vector("position")), Real(b.number("radius"))});
  if (balls.empty()) t.problem("balls", "must not be empty");
  return balls;
}

std::vector<Ball> balls_of_file(const Draft& d, const Table& t) {
  const std::string path = (d.folder / t.text("file")).string();
  std::vector<std::string> problems;
  std::vector<Ball> balls;
  for (const WallBall& b : balls_from_file(path, read_file_unit(t), problems)) balls.push_back({Vec3(b.x), b.r});
  for (const std::string& problem : problems) t.problem("file", problem);
  if (t.flat() && std::any_of(balls.begin(), balls.end(), [](const Ball& b) { return b.x.z != 0; }))
    t.problem("file", "dimension = 2: all z must be 0");
  return balls;
}

// The moments may come in any order: those of a body obey the triangle inequality, with what rounding leaves of it.
bool are_moments_of_a_body(const Mat3& inertia) {
  const Vec3 m = symmetric_eigen(inertia).values;
  const Real slack = Real(1e-9) * std::abs(m.z);
  return m.x > 0 && m.x + m.y >= m.z - slack;
}

// Reads three moments along the axes of the balls, or xx, yy, zz, xy, xz, yz; in 2-D one, about z. All are in kg m2.
bool read_inertia(const Table& t, Mat3& inertia) {
  const std::vector<double> n = t.numbers("inertia");
  const std::size_t wanted = t.flat() ? 1 : 3;
  if (!t.has("inertia")) {
    t.problem("inertia", "missing; properties = \"given\" needs it");
    return false;
  }
  if (n.size() != wanted && (t.flat() || n.size() != 6)) {
    t.problem("inertia", t.flat() ? "dimension = 2: must be one number, the moment about z"
                                  : "must be 3 moments or the 6 numbers xx, yy, zz, xy, xz, yz of the tensor");
    return false;
  }
  const auto at = [&](std::size_t k) { return k < n.size() ? Real(n[k]) : Real(0); };
  if (t.flat())
    inertia = {{at(0), 0, 0}, {0, at(0), 0}, {0, 0, at(0)}};
  else
    inertia = {{at(0), at(3), at(4)}, {at(3), at(1), at(5)}, {at(4), at(5), at(2)}};
  if (are_moments_of_a_body(inertia)) return true;
  t.problem("inertia", "no body has such moments: all must be > 0, and none above the sum of the other two");
  return false;
}

// Reads the properties of balls as given. The density becomes that of the mass, where it is given.
MassProperties given_properties(const Draft& d, const Table& t, Real& density) {
  MassProperties p;
  Mat3 inertia = {};
  const bool known = read_inertia(t, inertia);
  if (!t.has("mass") && !t.has("volume")) t.problem("mass", "missing; properties = \"given\" needs mass or volume");
  p.centroid = Vec3(t.vector("centre"));
  const Real thickness = t.flat() ? d.model.settings.thickness : Real(1);
  const Real mass = t.has("mass") ? Real(t.number("mass")) : density * Real(t.number("volume"));
  const Real volume = t.has("volume") ? Real(t.number("volume")) : mass / density;
  if (!known || !(mass > 0 && volume > 0)) return p;
  density = mass / volume;
  p.volume = volume / thickness;
  const Real per_density = p.volume / mass;
  p.inertia = {per_density * inertia.row0, per_density * inertia.row1, per_density * inertia.row2};
  return p;
}

MassProperties properties_of(const std::vector<Ball>& balls, int from, bool flat) {
  if (from == kSum) return flat ? flat_mass_of_sum(balls) : mass_of_sum(balls);
  return flat ? flat_mass_of_union(balls) : mass_of_union(balls);
}

std::string properties_text(const Cluster& c, std::size_t n, const SizeDistribution& radius, const Model& model) {
  const Real r = radius.max;
  const Vec3& g = c.type.gyration2;
  const auto [least, most] = std::minmax_element(c.type.parts.begin(), c.type.parts.end(),
                                                 [](const Part& a, const Part& b) { return a.size < b.size; });
  return fmt::format(
      "{} balls; {}: volume {:.6g} m3, mean density {:.6g} kg/m3, circumradius {:.6g} m, radii of balls {:.6g} to "
      "{:.6g} m, principal radii of gyration {:.6g}, {:.6g}, {:.6g} m",
      n, size_text(radius), model.sized(double(c.type.volume), double(r)), c.type.density, r, r * least->size,
      r * most->size, r * std::sqrt(g.x), r * std::sqrt(g.y), r * std::sqrt(g.z));
}

// Reads balls as listed or from a file, and their mass. The density becomes that of the mass, where it is given.
std::optional<SourceCluster> read_balls(Draft& d, const Table& t, Real& density) {
  const std::size_t problems_before = d.problems.size();
  SourceCluster cluster;
  cluster.balls = t.has("file") ? balls_of_file(d, t) : listed_balls(t);
  if (cluster.balls.size() > kMostBalls)
    t.problem(t.has("file") ? "file" : "balls", fmt::format("must be at most {} balls", kMostBalls));
  const int from = t.choice("properties");
  if (from == kGiven) cluster.mass = given_properties(d, t, density);
  t.refuse_unused(
      fmt::format("type \"cluster\" with properties = \"{}\"", t.has("properties") ? t.text("properties") : "union"));
  if (d.problems.size() != problems_before) return std::nullopt;
  if (from != kGiven) cluster.mass = properties_of(cluster.balls, from, t.flat());
  return cluster;
}

// Reads balls that take the place of a true shape.
std::optional<SourceCluster> read_from(Draft& d, const Table& t, const std::string& name) {
  if (t.flat()) {
    t.problem("from", "dimension = 2: must be balls or file");
    return std::nullopt;
  }
  auto cluster = read_cluster_source(d, t.table("from"), name);
  const std::size_t problems_before = d.problems.size();
  t.refuse_unused("type \"cluster\" with from");
  return d.problems.size() == problems_before ? cluster : std::nullopt;
}

}  // namespace

BodyType read_cluster_type(Draft& d, const Table& t, ShapeSpec& shape, Real density) {
  const BodyType stand_in = sphere_type(shape.name, shape.materials[0], density);
  if (t.has("size")) shape.radius = read_half_size(t, "size");
  const auto given = [&t](const char* key) { return t.has(key) ? 1 : 0; };
  if (given("balls") + given("file") + given("from") != 1) {
    t.problem("needs just one of balls, file and from");
    return stand_in;
  }
  const auto source = t.has("from") ? read_from(d, t, shape.name) : read_balls(d, t, density);
  if (!source) return stand_in;
  Cluster c =
      t.flat() ? flat_cluster_type(shape.name, source->balls, source->mass, shape.materials[0], density,
                                   d.model.settings.thickness)
               : cluster_type(shape.name, source->balls, source->mass, shape.materials[0], density, source->curvature);
  if (!shape.radius) {
    shape.radius.emplace();
    shape.radius->min = shape.radius->max = shape.radius->mean = c.circumradius;
  }
  d.notes.push_back(
      fmt::format("shape \"{}\": {}", shape.name, properties_text(c, source->balls.size(), *shape.radius, d.model)));
  return std::move(c.type);
}

}  // namespace scree::scene
