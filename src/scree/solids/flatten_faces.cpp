// Planes are fitted to the vertices, then each vertex goes the shortest way to all its planes, and so on. One round
// suffices if three faces meet in a vertex.
#include "scree/solids/flatten_faces.hpp"

#include <algorithm>

#include "scree/math/symmetric_eigen.hpp"

namespace scree {
namespace {

constexpr int kRounds = 500;
// Planes that meet at less than about 1e-3 rad say nothing about where on their line a vertex lies.
constexpr Real kRank = Real(1e-6);

Real off_plane(const PolyhedronView& s) {
  Real worst = 0;
  for (int f = 0; f < s.n_faces; ++f) {
    if (n_sides(s, f) == 3) continue;
    for (int h = s.face_start[f]; h < s.face_start[f + 1]; ++h)
      worst = std::max(worst, std::abs(dot(s.normals[f], s.vertices[s.loop[h]]) - s.offsets[f]));
  }
  return worst;
}

// Returns the least move of vertex v onto the planes of its faces, except triangles, which follow their corners.
Vec3 move_of(const PolyhedronView& s, int v) {
  Mat3 gram{};  // sum of n n^T
  Vec3 pull{0, 0, 0};
  for (int k = s.fan_start[v]; k < s.fan_start[v + 1]; ++k) {
    const int f = s.fan_face[k];
    if (n_sides(s, f) == 3) continue;
    const Vec3 n = s.normals[f];
    gram.row0 += n.x * n;
    gram.row1 += n.y * n;
    gram.row2 += n.z * n;
    pull += (s.offsets[f] - dot(n, s.vertices[v])) * n;
  }
  const SymmetricEigen eigen = symmetric_eigen(gram);
  Vec3 move{0, 0, 0};
  const Vec3 axes[3] = {eigen.vectors.row0, eigen.vectors.row1, eigen.vectors.row2};
  for (int k = 0; k < 3; ++k)
    if (eigen.values[k] > kRank) move += (dot(axes[k], pull) / eigen.values[k]) * axes[k];
  return move;
}

// Vertices of triangles alone stay where they are.
std::vector<int> corners_of_polygons(const PolyhedronView& s) {
  std::vector<int> vertices;
  for (int v = 0; v < s.n_vertices; ++v) {
    bool any = false;
    for (int k = s.fan_start[v]; k < s.fan_start[v + 1]; ++k) any |= n_sides(s, s.fan_face[k]) > 3;
    if (any) vertices.push_back(v);
  }
  return vertices;
}

}  // namespace

bool flatten_faces(PolyhedronData& p, Real exact, Real most) {
  if (off_plane(p.view()) <= exact) return true;
  const std::vector<Vec3> given = p.vertices;
  const std::vector<int> movable = corners_of_polygons(p.view());
  std::vector<Vec3> vertices = p.vertices;
  for (int round = 0; round < kRounds; ++round) {
    for (const int i : movable) {
      const std::size_t v = std::size_t(i);
      vertices[v] = p.vertices[v] + move_of(p.view(), i);
      if (!(norm(vertices[v] - given[v]) <= most)) return false;
    }
    p.vertices = vertices;
    measure_planes(p);
    if (off_plane(p.view()) <= exact) return true;
  }
  return false;
}

}  // namespace scree
