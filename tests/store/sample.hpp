// A folder that goes away again, and a small model with a state in which every array has something in it.
#pragma once
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>
#include <string>

#include "scree/contacts/index_by_pair.hpp"
#include "scree/error.hpp"
#include "scree/setup/polyhedron_type.hpp"
#include "scree/setup/superellipsoid_type.hpp"
#include "scree/solids/shape_library.hpp"
#include "scree/state/state.hpp"
#include "support/temporary_folder.hpp"

namespace scree::sample {

using test::TemporaryFolder;

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}
inline void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// The thread sanitizer's OpenMP tool cannot be shut down in a child: there it leaves without exit handlers.
[[noreturn]] inline void leave_child(int code) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  ::_exit(code);
#endif
#endif
  std::exit(code);
}

// Does f end with a RunError where no file may be longer than `limit`? That stands for a full disk. In a child, so that
// the limit goes away again; it leaves by exit(), so that the exit handlers of libraries are tested too.
template <class F>
bool fails_with_files_below(std::size_t limit, F&& f) {
  constexpr int kRunError = 42;
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit few{limit, limit};
    ::setrlimit(RLIMIT_FSIZE, &few);
    try {
      f();
    } catch (const RunError&) {
      leave_child(kRunError);
    }
    leave_child(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == kRunError;
}

// Three planes, a plate, a cylinder, a cone and a wall of balls, with one of everything that can move or flow.
inline Model model() {
  Model m;
  m.title = "sample";
  m.materials = {{"stone", 2600, Real(1e7), Real(0.25), 0}, {"steel", 7800, Real(2e11), Real(0.3), Real(0.01)}};
  m.laws.resize(2);
  m.laws[0].k_n = 1e5;
  m.laws[1].mu = Real(0.5);
  m.law_of_pair = {0, 1, 1, 1};
  m.body_types = {sphere_type("pebble", 0, 2600), sphere_type("shot", 1, 7800)};
  const auto wall = [&](const char* name, WallKind kind, Vec3d x, Quat q) {
    Wall w;
    w.name = name;
    w.kind = kind;
    w.material = 1;
    w.x = x;
    w.q = q;
    m.walls.push_back(w);
    return &m.walls.back();
  };
  const Real h = Real(0.5), r2 = std::sqrt(h);
  wall("floor", WallKind::kPlane, {0, 0, 0}, {1, 0, 0, 0});
  wall("left, \"west\"", WallKind::kPlane, {-1, 0, 0}, {r2, 0, r2, 0});
  wall("right", WallKind::kPlane, {1, 0, 0}, {r2, 0, -r2, 0});
  wall("shelf", WallKind::kPlate, {0, 0, 1}, {r2, r2, 0, 0})->vertices = {
      {-h, -h, 0}, {h, -h, 0}, {h, h, 0}, {-h, h, 0}};
  wall("pipe", WallKind::kCylinder, {0, 0, 1}, {1, 0, 0, 0})->frustum = {h, -h, h, h};
  wall("funnel", WallKind::kCone, {0, 0, 2}, {1, 0, 0, 0})->frustum = {0, -h, h, h};
  wall("comb", WallKind::kBalls, {0, 0, 3}, {1, 0, 0, 0})->balls = {{{0, 0, 0}, Real(0.1)}, {{0.2, 0, 0}, Real(0.1)}};
  m.motions = {{"shake", {0}, {}, {0, 0, 0}, 0}, {"lift", {3}, {}, {0, 0, 0}, kNever}};
  Stream stream;
  stream.name = "rain";
  m.streams = {stream};
  m.flow_planes = {{"outlet", {0, 0, 0}, {0, 0, -1}}};
  Event event;
  event.name = "open";
  m.events = {event, event};
  m.events[1].name = "stop";
  m.settings.dt = 1e-4;
  m.settings.gravity = {0, 0, Real(-9.81)};
  m.settings.integrator = Integrator::kPredictorCorrector;
  m.settings.skin = Real(0.01);
  return m;
}

// Cubes and tetrahedra, a body of two cubes and a ball, and balls: all there is to draw.
inline Model shapes_model() {
  Model m;
  m.materials = {{"stone", 2600, Real(1e7), Real(0.25), 0}, {"steel", 7800, Real(2e11), Real(0.3), 0}};
  m.laws.resize(1);
  m.law_of_pair = {0, 0, 0, 0};
  for (const auto& [name, shape] : {std::pair("cube", cube()), std::pair("tetrahedron", tetrahedron())})
    m.body_types.push_back(polyhedron_type(m, name, 0, 2600, shape, mass_properties(shape.view())));
  BodyType bone = m.body_types[0];
  bone.name = "bone";
  bone.parts.resize(3, bone.parts[0]);
  bone.parts[0].size = bone.parts[1].size = Real(0.25);
  bone.parts[0].pose.p = {Real(-0.75), 0, 0};
  bone.parts[1].pose = {to_matrix(rotation_by({0, 0, Real(0.5)})), {Real(0.75), 0, 0}};
  bone.parts[2] = {};
  bone.parts[2].size = Real(0.5);
  bone.parts[2].material = 1;
  m.body_types.push_back(bone);
  m.body_types.push_back(sphere_type("ball", 1, 7800));
  m.settings.dt = 1e-3;
  m.settings.gravity = {0, 0, Real(-9.81)};
  return m;
}

// Pills, as the second type after balls.
inline Model smooth_model() {
  Model m;
  m.materials = {{"stone", 2600, Real(1e7), Real(0.25), 0}};
  m.laws.resize(1);
  m.law_of_pair = {0};
  m.body_types = {sphere_type("ball", 0, 2600)};
  const Superellipsoid pill = make_superellipsoid({2, 3, 4}, Real(0.5), Real(1.25));
  m.body_types.push_back(superellipsoid_type(m, "pill", 0, 2600, pill));
  m.settings.dt = 1e-3;
  return m;
}

template <class T>
void fill_random(std::vector<T>& values, std::mt19937_64& rng) {
  for (T& v : values) {
    if constexpr (std::is_integral_v<T>) {
      v = T(rng());
    } else {  // any finite numbers will do
      auto* numbers = reinterpret_cast<Real*>(&v);
      for (std::size_t k = 0; k < sizeof(T) / sizeof(Real); ++k) numbers[k] = std::normal_distribution<Real>()(rng);
    }
  }
}

// With more digits than a double has.
inline void fill_random(ExactSum& sum, std::mt19937_64& rng) {
  for (const double size : {1.0, 1e-20, 1e5}) sum.add(size * std::normal_distribution<double>()(rng));
}

// Not physical, but with a value of its own in every place, and with indices in range.
inline State state(const Model& m, std::size_t n = 40, std::uint64_t seed = 7) {
  std::mt19937_64 rng(seed);
  State s = initial_state(m);
  for (std::size_t i = 0; i < n; ++i) add_body(m, s, i % 2, Real(0.1), {0, 0, 0}, {0, 0, 0}, i < 2 ? 6 : kDynamic);
  Bodies& b = s.bodies;
  for_each_field(b, [&](const char* name, auto& values) {
    const std::string field = name;
    if (field != "id" && field != "type" && field != "owner" && field != "radius") fill_random(values, rng);
  });
  for (std::size_t i = 0; i < n; ++i) b.id[i] = (i * 17 + 5) % n + 100;
  s.next_id = 100 + n;

  const std::size_t n_pairs = n;
  for_each_contact_field(s.contacts, [&](const char*, auto& values, Keep what) {
    values.resize(keeps(m, what) ? n_pairs - 1 : 0);  // one pair has none
    fill_random(values, rng);
  });
  for (std::uint32_t p = 0; p < n_pairs; ++p) {
    std::uint32_t a = p, c = p % 8 == 7 ? kWallBit + p % 7 : std::uint32_t((p + 1) % n);
    if (!is_wall_index(c) && b.id[c] < b.id[a]) std::swap(a, c);
    s.pairs.a.push_back(a);
    s.pairs.b.push_back(c);
    if (p + 1 == n_pairs) continue;
    s.contacts.a.push_back(a);
    s.contacts.b.push_back(c);
  }
  const auto cut = std::uint32_t(n_pairs * 3 / 4);
  s.pairs.buckets = {{ShapeKind::kSphere, ShapeKind::kSphere, 0, Real(0.1), 0, cut},
                     {ShapeKind::kSphere, ShapeKind::kPlane, 1, Real(0.2), cut, std::uint32_t(n_pairs)}};
  contacts::index_contacts_by_pair(m, s);
  s.skin = Real(0.0123);
  s.list_valid = true;
  s.checkpoint_wanted = true;

  fill_random(s.aux, rng);
  for (ExactSum& sum : s.flow_mass) fill_random(sum, rng);
  for (WallState& w : s.walls) {
    std::vector<Vec3> v(4);
    std::vector<Real> t(2);
    fill_random(v, rng), fill_random(t, rng);
    w.v = v[0], w.omega = v[1], w.f = v[2], w.tau = v[3], w.travel = t[0], w.extent = t[1];
  }
  s.walls[2].present = 0;
  s.streams[0] = {17, 18, 0.25, 0.5, kNever, 3.5};
  s.events[0] = {0.125, kNever};
  s.gravity = {1, 2, 3};
  s.stop_at = 12.75;
  std::vector<double> energies(20);
  fill_random(energies, rng);
  std::size_t k = 0;
#define X(name) s.ledger.name = energies.at(k++);
  SCREE_LEDGER_HELD(X)
#undef X
#define X(name) fill_random(s.ledger.name, rng);
  SCREE_LEDGER_LOST(X)
  SCREE_LEDGER_GIVEN(X)
#undef X
  s.ledger.initial = energies.at(k++);
  s.ledger.largest = 5;
  s.counters = {123456, 77, 123400, 3, 2, {}};
  fill_random(s.counters.removed_mass, rng);
  return s;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// Renames and reorders the bodies at random, which changes nothing in the physics.
inline void shuffle(State& s, std::uint64_t seed) {
  std::vector<std::uint32_t> order(s.bodies.size());
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937_64 rng(seed);
  std::shuffle(order.begin(), order.end(), rng);
  reorder_bodies(s, order);
}

}  // namespace scree::sample
