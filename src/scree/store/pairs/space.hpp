// This is what differs between space and plane, so that everything else about pairs is written once, for polyhedra and
// for polygons: types, poses from the numbers of a file, and what a body reaches.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "scree/math/elementary.hpp"
#include "scree/narrow/find_link.hpp"
#include "scree/narrow/polygon/ladder.hpp"
#include "scree/shape/polyhedron_data.hpp"
#include "scree/solids/polygon_data.hpp"

namespace scree::pairs {

using Loops = std::vector<std::vector<int>>;

struct Space {
  static constexpr int kDim = 3, kTurnNumbers = 4;
  static constexpr const char* kBody = "polyhedron";
  using Vec = Vec3;
  using Pose = scree::Pose;
  using View = PolyhedronView;
  using Data = PolyhedronData;
  using Link = scree::Link;
  using Cache = LinkCache;

  static Data build(std::vector<Vec> vertices, const Loops& loops) { return with_topology(std::move(vertices), loops); }

  // q is w x y z, of any length but zero. The matrix is made of products over |q|^2, without a square root, so that the
  // small whole numbers of the reference files give each element with one rounding.
  static Pose pose(const Real* q, const Vec& t) {
    const Real w = q[0], x = q[1], y = q[2], z = q[3], n = w * w + x * x + y * y + z * z;
    return {{{(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n},
             {2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n},
             {2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n}},
            t};
  }
  // Rotates by the rotation vector `angle`, rad.
  static Pose rotation(const Vec3& angle) { return {to_matrix(rotation_by(angle)), {0, 0, 0}}; }
  static Vec turn(const Pose& X, const Vec& v) { return X.R * v; }
  static Vec turn_back(const Pose& X, const Vec& v) { return transpose(X.R) * v; }
  // Returns the pose of B in A's frame. The difference of positions comes first: far from the origin it is exact.
  static Pose relative(const Pose& a, const Pose& b) {
    const Mat3 Rt = transpose(a.R);
    return {Rt * b.R, Rt * (b.p - a.p)};
  }

  static bool plane_parts(const View& a, const Pose& X_a, const View& b, const Pose& X_b, Cache& cache) {
    return plane_still_parts(a, X_a.R, b, X_b.R, X_b.p - X_a.p, 0, cache);
  }

  static Vec vec(const Real* x) { return {x[0], x[1], x[2]}; }
  static std::array<Real, 3> numbers(const Vec& v) { return {v.x, v.y, v.z}; }
  static std::vector<Real> turn_matrix(const Pose& X) {
    const Mat3& R = X.R;
    return {R.row0.x, R.row0.y, R.row0.z, R.row1.x, R.row1.y, R.row1.z, R.row2.x, R.row2.y, R.row2.z};
  }
  static constexpr int kMatrixNumbers = 9;
  static Pose from_matrix(const Real* m, const Vec& t) {
    return {{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}, t};
  }

  // Returns how far p lies outside the planes of the faces, negative inside.
  static Real outside(const View& s, const Vec& p) {
    Real most = -s.radius;
    for (int f = 0; f < s.n_faces; ++f) most = std::max(most, dot(s.normals[f], p) - s.offsets[f]);
    return most;
  }
  static Real reach(const View& s, const Vec& d) { return scan(s, d).value; }
};

struct Plane2 {
  static constexpr int kDim = 2, kTurnNumbers = 2;
  static constexpr const char* kBody = "polygon";
  using Vec = Vec2;
  using Pose = Pose2;
  using View = PolygonView;
  using Data = PolygonData;
  using Link = Link2;
  using Cache = LinkCache2;

  static Data build(std::vector<Vec> vertices, const Loops&) { return make_polygon(std::move(vertices)); }

  // q is w z; the angle is 2 atan2(z, w).
  static Pose pose(const Real* q, const Vec& t) {
    const Real w = q[0], z = q[1], n = w * w + z * z;
    return {(w * w - z * z) / n, 2 * w * z / n, t};
  }
  static Pose rotation(const Vec3& angle) { return {scree::cos(angle.z), scree::sin(angle.z), {0, 0}}; }
  static Vec turn(const Pose& X, const Vec& v) { return turned(X, v); }
  static Vec turn_back(const Pose& X, const Vec& v) { return turned_back(X, v); }
  static Pose relative(const Pose& a, const Pose& b) {
    return {a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c, turned_back(a, b.p - a.p)};
  }

  static bool plane_parts(const View& a, const Pose& X_a, const View& b, const Pose& X_b, Cache& cache) {
    return plane_still_parts(a, X_a, b, X_b, 0, cache);
  }

  static Vec vec(const Real* x) { return {x[0], x[1]}; }
  static std::array<Real, 2> numbers(const Vec& v) { return {v.x, v.y}; }
  static std::vector<Real> turn_matrix(const Pose& X) { return {X.c, X.s}; }
  static constexpr int kMatrixNumbers = 2;
  static Pose from_matrix(const Real* m, const Vec& t) { return {m[0], m[1], t}; }

  static Real outside(const View& s, const Vec& p) {
    Real most = -s.radius;
    for (int i = 0; i < s.n_vertices; ++i) most = std::max(most, dot(s.normals[i], p - s.vertices[i]));
    return most;
  }
  static Real reach(const View& s, const Vec& d) {
    Real most = dot(d, s.vertices[0]);
    for (int i = 1; i < s.n_vertices; ++i) most = std::max(most, dot(d, s.vertices[i]));
    return most;
  }
};

}  // namespace scree::pairs
