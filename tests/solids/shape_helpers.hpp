// Random bodies and rigid motions for tests of shapes.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>

#include "scree/error.hpp"
#include "scree/solids/mass_properties.hpp"
#include "scree/solids/polyhedron_build.hpp"
#include "scree/solids/shape_library.hpp"

namespace scree::test {

inline Pose random_pose(std::mt19937& rng, Real shift) {
  std::normal_distribution<Real> g;
  std::uniform_real_distribution<Real> u(-shift, shift);
  const Quat q = normalized(Quat{g(rng), g(rng), g(rng), g(rng)});
  return {to_matrix(q), {u(rng), u(rng), u(rng)}};
}

inline PolyhedronData random_rock(std::mt19937& rng) {
  std::uniform_int_distribution<int> n(4, 60);
  std::uniform_real_distribution<Real> ratio(Real(0.2), 1);
  return rock({n(rng), ratio(rng), ratio(rng), rng()});
}

// What an InputError says, or nothing.
inline std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

// How far the vertices stick out of the planes of faces: 0 for a convex body.
inline Real not_convex_by(const PolyhedronView& s) {
  Real worst = 0;
  for (int f = 0; f < s.n_faces; ++f) worst = std::max(worst, scan(s, s.normals[f]).value - s.offsets[f]);
  return worst;
}
inline Real not_plane_by(const PolyhedronView& s) {
  Real worst = 0;
  for (int f = 0; f < s.n_faces; ++f)
    for (int h = s.face_start[f]; h < s.face_start[f + 1]; ++h)
      worst = std::max(worst, std::abs(dot(s.normals[f], s.vertices[s.loop[h]]) - s.offsets[f]));
  return worst;
}
inline int euler(const PolyhedronData& p) { return int(p.vertices.size()) - int(p.edges.size()) + p.n_faces(); }

// Loops of the faces, each from its lowest vertex on, sorted.
inline std::vector<std::vector<int>> faces_of(const PolyhedronData& p) {
  std::vector<std::vector<int>> faces;
  for (std::size_t f = 0; f + 1 < p.face_start.size(); ++f) {
    std::vector<int> loop(p.loop.begin() + p.face_start[f], p.loop.begin() + p.face_start[f + 1]);
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
    faces.push_back(loop);
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

}  // namespace scree::test
