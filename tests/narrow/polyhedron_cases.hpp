// Polyhedra and poses for the tests of polyhedron pairs.
#pragma once
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "scree/narrow/find_link.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::testing::space {

inline constexpr LinkMethod kAllMethods[] = {LinkMethod::kShortestLink, LinkMethod::kFastCommonPlane,
                                             LinkMethod::kCommonPlane,  LinkMethod::kCommonPlaneFixed,
                                             LinkMethod::kGjk,          LinkMethod::kAxisScan};

inline Real uniform(std::mt19937& rng, Real low, Real high) {
  return std::uniform_real_distribution<Real>(low, high)(rng);
}
inline Vec3 random_vec(std::mt19937& rng) {
  std::normal_distribution<Real> g;
  return {g(rng), g(rng), g(rng)};
}
inline Vec3 random_unit(std::mt19937& rng) { return normalized(random_vec(rng)); }
inline Mat3 random_rotation(std::mt19937& rng) {
  std::normal_distribution<Real> g;
  return to_matrix(normalized(Quat{g(rng), g(rng), g(rng), g(rng)}));
}
inline Pose at(const Vec3& p, const Vec3& angle = {0, 0, 0}) { return {to_matrix(rotation_by(angle)), p}; }

inline PolyhedronData stone(int n, Real elongation, Real flatness, std::uint64_t seed) {
  RockOptions options;
  options.n_vertices = n, options.elongation = elongation, options.flatness = flatness, options.seed = seed;
  return rock(options);
}
// The four shapes of the paper, boxes, stones, flat and slender ones.
inline std::vector<PolyhedronData> some_polyhedra() {
  return {tetrahedron(),
          pyramid(),
          cube(),
          fourteen(),
          rhombic_dodecahedron(),
          dodecahedron(),
          scree::box({1, 0.7, 0.05}),
          scree::box({1, 0.06, 0.05}),
          prism(7, 0.5),
          stone(12, 0.8, 0.7, 3),
          stone(20, 1, 1, 4),
          stone(16, 0.9, 0.05, 5),
          stone(16, 0.06, 0.9, 6)};
}

struct Placed {
  const PolyhedronData &a, &b;
  Pose X;
  Real size() const { return a.radius + b.radius; }
};
// Anywhere from deep inside to well apart.
inline Placed random_pair(std::mt19937& rng, const std::vector<PolyhedronData>& shapes) {
  const PolyhedronData &a = shapes[rng() % shapes.size()], &b = shapes[rng() % shapes.size()];
  Pose X{random_rotation(rng), {0, 0, 0}};
  X.p = a.centre - X.R * b.centre + uniform(rng, 0, 1.05) * (a.radius + b.radius) * random_unit(rng);
  return {a, b, X};
}

struct Answer {
  LinkStatus status;
  Link link;
};
inline Answer solve(const PolyhedronData& a, const PolyhedronData& b, const Pose& X, const LinkOptions& options,
                    LinkCache& cache, LinkCounters& counters) {
  Answer answer;
  answer.status = find_link(a.view(), b.view(), X, options, cache, answer.link, counters);
  return answer;
}
inline Answer solve(const PolyhedronData& a, const PolyhedronData& b, const Pose& X,
                    LinkMethod method = LinkMethod::kShortestLink) {
  LinkOptions options;
  options.method = method;
  LinkCache cache;
  LinkCounters counters;
  return solve(a, b, X, options, cache, counters);
}
// The pair moved along its normal until the gap is the one asked for: exact for gaps > 0 and for small overlaps of
// features that stay the same.
inline Pose with_gap(const Placed& pair, Real gap) {
  const Link link = solve(pair.a, pair.b, pair.X).link;
  Pose X = pair.X;
  X.p += (gap - link.gap) * link.n;
  return X;
}

// Largest signed distance from the planes of the faces: how far x is outside, at least.
inline Real outside(const PolyhedronData& p, const Vec3& x) {
  Real most = -1e300;
  for (std::size_t f = 0; f < p.normals.size(); ++f) most = std::max(most, dot(p.normals[f], x) - p.offsets[f]);
  return most;
}

}  // namespace scree::testing::space
