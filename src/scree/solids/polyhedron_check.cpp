#include "scree/solids/polyhedron_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>

#include "scree/error.hpp"
#include "scree/parallel.hpp"
#include "scree/shape/support_tree.hpp"
#include "scree/solids/weld.hpp"

namespace scree {
namespace {
constexpr Real kTie = Real(1e-9);  // the first of equally bad vertices is named, whatever the last bit says

// Finds the farthest vertex along a direction, among few vertices by looking at all.
class FarVertices {
 public:
  explicit FarVertices(const PolyhedronView& s) : s_(s) {
    if (s.n_vertices > kFew) tree_.emplace(std::span(s.vertices.at_scale_1, std::size_t(s.n_vertices)));
  }
  // It answers as SupportTree does.
  Real farthest(const Vec3& n, Real beyond) const {
    return tree_ ? tree_->farthest(n, beyond) : std::max(beyond, scan(s_, n).value);
  }

 private:
  static constexpr int kFew = 64;
  const PolyhedronView& s_;
  std::optional<SupportTree> tree_;
};
}  // namespace

Real half_extent(std::span<const Vec3> points) {
  if (points.empty()) return 0;
  Vec3 lo = points[0], hi = points[0];
  for (const Vec3& p : points)
    for (int k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], p[k]);
      hi[k] = std::max(hi[k], p[k]);
    }
  return norm(hi - lo) / 2;
}

Real rounding_of(std::span<const Vec3> points) {
  Real largest = 0;
  for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  return 16 * std::numeric_limits<Real>::epsilon() * largest;
}

void check_finite(std::span<const Vec3> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(points[i][k]))
        throw InputError(fmt::format("vertex {}: {} = {} is not a finite number", i, "xyz"[k], points[i][k]));
      else if (std::abs(points[i][k]) > kLargestCoordinate)
        throw InputError(fmt::format("vertex {}: {} = {:.3g} m is too large", i, "xyz"[k], points[i][k]));
}

void check_loops(std::size_t n_vertices, const FaceLoops& faces) {
  if (n_vertices < 4 || faces.size() < 4)
    throw InputError(fmt::format("{} vertices and {} faces; a body has at least 4 of each", n_vertices, faces.size()));
  std::vector<std::size_t> seen(n_vertices, faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (faces[f].size() < 3)
      throw InputError(fmt::format("face {} has {} vertices; must be at least 3", f, faces[f].size()));
    for (const int v : faces[f]) {
      if (v < 0 || std::size_t(v) >= n_vertices)
        throw InputError(fmt::format("face {}: there is no vertex {}; they run from 0 to {}", f, v, n_vertices - 1));
      if (seen[std::size_t(v)] == f) throw InputError(fmt::format("face {}: vertex {} is named twice", f, v));
      seen[std::size_t(v)] = f;
    }
  }
}

void check_distinct(std::span<const Vec3> vertices, Real tolerance) {
  const Welded welded = weld(vertices, tolerance);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const int same = welded.first[std::size_t(welded.place[i])];
    if (same != int(i))
      throw InputError(fmt::format("vertices {} and {} are the same point, {:.2g} m apart", same, i,
                                   norm(vertices[i] - vertices[std::size_t(same)])));
  }
}

void check_outward(const PolyhedronView& s, Real tolerance) {
  Real six_volumes = 0, twice_area = 0;
  const Vec3 origin = s.vertices[0];
  for (int f = 0; f < s.n_faces; ++f) {
    const Vec3 a = s.vertices[s.loop[s.face_start[f]]] - origin;
    for (int h = s.face_start[f] + 1; h + 1 < s.face_start[f + 1]; ++h) {
      const Vec3 b = s.vertices[s.loop[h]] - origin, c = s.vertices[s.loop[h + 1]] - origin;
      six_volumes += dot(a, cross(b, c));
      twice_area += norm(cross(b - a, c - a));
    }
  }
  // The radius of the largest ball inside is between 1 and 3 times volume / area.
  if (std::abs(six_volumes) <= tolerance * twice_area)
    throw InputError(fmt::format("the body has no volume ({:.2g} m3): all vertices lie in one plane", six_volumes / 6));
  if (six_volumes < 0)
    throw InputError(
        "every face is turned inside out; list the vertices of a face counter-clockwise as seen from outside");
}

void check_plane_faces(const PolyhedronView& s, Real tolerance) {
  for (int f = 0; f < s.n_faces; ++f) {
    int worst = 0;
    Real off = 0;
    for (int h = s.face_start[f]; h < s.face_start[f + 1]; ++h) {
      const Real d = std::abs(dot(s.normals[f], s.vertices[s.loop[h]]) - s.offsets[f]);
      if (d > off * (1 + kTie)) off = d, worst = s.loop[h];
    }
    if (off > tolerance)
      throw InputError(fmt::format("face {} is not plane: vertex {} lies {:.2g} m off it", f, worst, off));
  }
}

NotConvex::NotConvex(int v, int f, Real d)
    : InputError(fmt::format("vertex {} lies {:.2g} m outside face {}, not convex", v, d, f)),
      vertex(v),
      face(f),
      by(d) {}

void check_convex(const PolyhedronView& s, const Outlines& outlines, Real tolerance) {
  const FarVertices far(s);
  const auto limit = [](Real most) { return most * (1 + kTie); };
  std::vector<char> beyond(outlines.loops.size(), 0);
  for_each_index(beyond.size(), [&](std::size_t k) {
    const FacePlane plane = plane_of(s, outlines.loops[k]);
    beyond[k] = far.farthest(plane.n, plane.offset + tolerance / 2) - plane.offset > limit(tolerance);
  });
  int vertex = -1, face = -1;
  Real most = tolerance;
  for (std::size_t k = 0; k < outlines.loops.size(); ++k) {
    if (!beyond[k]) continue;
    const FacePlane plane = plane_of(s, outlines.loops[k]);
    if (far.farthest(plane.n, plane.offset + most / 2) - plane.offset <= limit(most)) continue;
    for (int v = 0; v < s.n_vertices; ++v) {
      const Real out = dot(plane.n, s.vertices[v]) - plane.offset;
      if (out > limit(most)) most = out, vertex = v, face = outlines.face[k];
    }
  }
  if (vertex >= 0) throw NotConvex(vertex, face, most);
}

bool is_convex(const PolyhedronView& s, Real tolerance) {
  const FarVertices far(s);
  std::atomic<bool> convex = true;
  for_each_index(std::size_t(s.n_faces), [&](std::size_t f) {
    if (!convex.load(std::memory_order_relaxed)) return;
    if (far.farthest(s.normals[f], s.offsets[int(f)] + tolerance / 2) - s.offsets[int(f)] > tolerance) convex = false;
  });
  return convex;
}

}  // namespace scree
