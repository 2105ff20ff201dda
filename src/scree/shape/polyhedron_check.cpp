#include "scree/shape/polyhedron_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scree/error.hpp"
#include "scree/shape/weld.hpp"

namespace scree {
namespace {
constexpr Real kTie = Real(1e-9);  // of equally bad vertices the first is named, whatever the last bit says
}

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
  // The largest ball inside has a radius between 1 and 3 times volume / area.
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

void check_convex(const PolyhedronView& s, const Outlines& outlines, Real tolerance) {
  int vertex = -1, face = -1;
  Real most = tolerance;
  for (std::size_t k = 0; k < outlines.loops.size(); ++k) {
    const FacePlane plane = plane_of(s, outlines.loops[k]);
    for (int v = 0; v < s.n_vertices; ++v) {
      const Real out = dot(plane.n, s.vertices[v]) - plane.offset;
      if (out > most * (1 + kTie)) most = out, vertex = v, face = outlines.face[k];
    }
  }
  if (vertex >= 0)
    throw InputError(fmt::format("vertex {} lies {:.2g} m outside face {}, not convex", vertex, most, face));
}

}  // namespace scree
