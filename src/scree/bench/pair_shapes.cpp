#include "scree/bench/pair_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "scree/math/random.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::bench {
namespace {

// An affine map keeps a body convex, and along the axes it keeps faces plane that were plane across an axis.
PolyhedronData stretched(const PolyhedronData& p, RandomStream& random) {
  const Vec3 by{random.uniform(0.7, 1.4), random.uniform(0.7, 1.4), random.uniform(0.7, 1.4)};
  std::vector<Vec3> points = p.vertices;
  for (Vec3& v : points) v = {by.x * v.x, by.y * v.y, by.z * v.z};
  return hull_of(points);
}

// Returns the smallest extent across a face, the nominal width of the reference files.
Real width_of(const PolyhedronView& s) {
  Real least = 2 * s.radius;
  for (int f = 0; f < s.n_faces; ++f) least = std::min(least, s.offsets[f] + scan(s, -s.normals[f]).value);
  return least;
}

PairShape as_pair_shape(const std::string& name, const std::string& family, PolyhedronData data) {
  PairShape shape;
  shape.name = name, shape.family = family;
  shape.vertices = data.vertices;
  for (int f = 0; f < data.n_faces(); ++f) {
    const auto at = [&](int face) { return data.loop.begin() + data.face_start[std::size_t(face)]; };
    shape.loops.emplace_back(at(f), at(f + 1));
  }
  shape.width = width_of(data.view());
  shape.data = std::move(data);
  return shape;
}

PolyhedronData rock_of(int n_vertices, Real elongation, Real flatness, RandomStream& random) {
  return rock({.n_vertices = n_vertices, .elongation = elongation, .flatness = flatness, .seed = random.bits()});
}

PolyhedronData body_of(std::string_view family, int n_vertices, RandomStream& random) {
  if (family == "tetrahedra") return stretched(tetrahedron(), random);
  if (family == "pyramids") return stretched(pyramid(), random);
  if (family == "boxes") return stretched(cube(), random);
  if (family == "fourteen") return stretched(fourteen(), random);
  if (family == "slender") return rock_of(n_vertices, Real(0.15), 1, random);
  if (family == "flat") return rock_of(n_vertices, 1, Real(0.15), random);
  return rock_of(n_vertices, random.uniform(0.7, 1), random.uniform(0.7, 1), random);
}

// Makes bodies of 4 to 24 vertices: the classes of motions, the rest of the library, and rocks of any number.
PolyhedronData small_body(RandomStream& random) {
  const int kind = int(random.uniform(0, 12));
  if (kind < 4) return body_of(kPairClasses[kind].name, 0, random);
  if (kind == 4) return body_of("slender", int(random.uniform(6, 25)), random);
  if (kind == 5) return body_of("flat", int(random.uniform(6, 25)), random);
  if (kind == 6) return prism(int(random.uniform(3, 13)), random.uniform(0.1, 2));
  if (kind == 7) return octahedron();
  if (kind == 8) return random.uniform() < 0.5 ? dodecahedron() : rhombic_dodecahedron();
  return body_of("rock", int(random.uniform(4, 25)), random);
}

}  // namespace

PairShape pair_shape(const PairClass& of, std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t place = std::uint64_t(&of - kPairClasses);
  RandomStream random = RandomStream::branch(seed, 1000 * place + index);
  return as_pair_shape(fmt::format("{}{}", of.name, index), of.name, body_of(of.name, of.vertices, random));
}

ShapePool shape_pool(std::uint64_t seed, int n_small, int n_large) {
  ShapePool pool{{}, n_small, n_large};
  for (int i = 0; i < n_small + n_large; ++i) {
    RandomStream random = RandomStream::branch(seed, std::uint64_t(i));
    const bool small = i < n_small;
    const PolyhedronData body = small ? small_body(random) : body_of("rock", int(random.uniform(50, 201)), random);
    const Real scale = std::pow(Real(10), random.uniform(-0.5, 0.5));
    pool.set.shapes.push_back(as_pair_shape(fmt::format("{}{}", small ? "small" : "large", i),
                                            small ? "small" : "large", moved(body, Pose{}, scale)));
  }
  pairs::make_views(pool.set);
  return pool;
}

}  // namespace scree::bench
