#include "scree/shape/polyhedron_build.hpp"

#include <algorithm>
#include <optional>

#include "scree/error.hpp"
#include "scree/shape/flatten_faces.hpp"
#include "scree/shape/polyhedron_check.hpp"
#include "scree/shape/weld.hpp"

namespace scree {
namespace {

// How plane and convex a finished body is, in parts of its radius; the pair algorithms prove their answers to 1e-10.
constexpr Real kExact = Real(1e-12);

PolyhedronData without_unused(const PolyhedronData& surface, Outlines outlines) {
  std::vector<Vec3> vertices = keep_used(surface.vertices, outlines.loops);
  PolyhedronData p = with_topology(std::move(vertices), outlines.loops);
  p.n_dropped = int(surface.vertices.size() - p.vertices.size());
  return p;
}

bool is_convex(const PolyhedronView& s, Real tolerance) {
  for (int f = 0; f < s.n_faces; ++f)
    if (scan(s, s.normals[f]).value - s.offsets[f] > tolerance) return false;
  return true;
}

// The finished body, or nothing if it cannot be made exact by moving vertices within the tolerance.
std::optional<PolyhedronData> assemble(const PolyhedronData& surface, Real tolerance, Real exact, FaceOrder order) {
  Outlines outlines = merge_coplanar(surface.view(), tolerance);
  if (order == FaceOrder::kByVertices) put_in_order(outlines);
  check_convex(surface.view(), outlines, tolerance);
  PolyhedronData p = without_unused(surface, outlines);
  if (!flatten_faces(p, exact, 10 * tolerance) || !is_convex(p.view(), 10 * exact)) return std::nullopt;
  return p;
}

}  // namespace

PolyhedronData polyhedron_from_faces(std::vector<Vec3> vertices, std::vector<std::vector<int>> faces, Real tolerance,
                                     FaceOrder order) {
  check_finite(vertices);
  check_loops(vertices.size(), faces);
  const Real size = half_extent(vertices), rounding = rounding_of(vertices);
  const Real coarse = std::max(tolerance * size, rounding), exact = std::max(kExact * size, rounding);
  check_distinct(vertices, coarse);
  const PolyhedronData surface = with_topology(std::move(vertices), faces);
  check_outward(surface.view(), coarse);
  check_plane_faces(surface.view(), coarse);
  if (auto p = assemble(surface, coarse, exact, order)) return *p;
  // Faces that meet at angles near the tolerance: take the surface as it is, or not at all.
  check_plane_faces(surface.view(), 10 * exact);
  if (auto p = assemble(surface, exact, exact, order)) return *p;
  throw InputError("faces meet at angles too small to tell whether they are one plane or two");
}

PolyhedronData moved(const PolyhedronData& p, const Pose& X, Real scale) {
  PolyhedronData q = p;
  for (Vec3& v : q.vertices) v = X * (scale * v);
  measure(q);
  return q;
}

}  // namespace scree
