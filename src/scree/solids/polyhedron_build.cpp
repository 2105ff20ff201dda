#include "scree/solids/polyhedron_build.hpp"

#include <algorithm>
#include <optional>

#include "scree/error.hpp"
#include "scree/solids/flatten_faces.hpp"
#include "scree/solids/polyhedron_check.hpp"
#include "scree/solids/weld.hpp"

namespace scree {
namespace {

// Says how plane and convex a finished body is, relative to its radius; the pair algorithms prove their answers to
// 1e-10.
constexpr Real kExact = Real(1e-12);

PolyhedronData without_unused(const PolyhedronData& surface, Outlines outlines) {
  std::vector<Vec3> vertices = keep_used(surface.vertices, outlines.loops);
  PolyhedronData p = linked(std::move(vertices), outlines.loops);
  p.n_dropped = int(surface.vertices.size() - p.vertices.size());
  return p;
}

bool is_exact(const PolyhedronView& s, Real exact) {
  for (int f = 0; f < s.n_faces; ++f)
    if (n_sides(s, f) != 3) return false;
  return is_convex(s, 10 * exact);
}

// Returns the body but for what measure() adds, or nothing if it cannot be made exact by moving vertices within the
// tolerance.
std::optional<PolyhedronData> assemble(PolyhedronData surface, Real tolerance, Real exact, FaceOrder order) {
  Outlines outlines = merge_coplanar(surface.view(), tolerance);
  const bool unchanged = outlines.loops.size() == surface.normals.size() && outlines.n_corners() == surface.loop.size();
  // Most large meshes have nothing to merge and are convex to the last digits, and then do not need the tolerance.
  // Faces of a hull are also in order before they are merged.
  if (unchanged && is_exact(surface.view(), exact)) return surface;
  if (order == FaceOrder::kByVertices) put_in_order(outlines);
  check_convex(surface.view(), outlines, tolerance);
  PolyhedronData p = without_unused(surface, std::move(outlines));
  if (!flatten_faces(p, exact, 10 * tolerance) || !is_convex(p.view(), 10 * exact)) return std::nullopt;
  return p;
}

struct Tolerances {
  Real coarse, exact;
};
Tolerances tolerances_of(std::span<const Vec3> vertices, Real tolerance) {
  const Real size = half_extent(vertices), rounding = rounding_of(vertices);
  return {std::max(tolerance * size, rounding), std::max(kExact * size, rounding)};
}

// Checks all but what only merged faces show.
PolyhedronData surface_of(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>& faces, Real coarse) {
  check_distinct(vertices, coarse);
  PolyhedronData surface = linked(vertices, faces);
  check_outward(surface.view(), coarse);
  check_plane_faces(surface.view(), coarse);
  return surface;
}

}  // namespace

std::optional<PolyhedronData> polyhedron_within(const std::vector<Vec3>& vertices,
                                                const std::vector<std::vector<int>>& faces, Real tolerance,
                                                FaceOrder order) {
  check_finite(vertices);
  check_loops(vertices.size(), faces);
  const Tolerances t = tolerances_of(vertices, tolerance);
  std::optional<PolyhedronData> p = assemble(surface_of(vertices, faces, t.coarse), t.coarse, t.exact, order);
  if (p) measure(*p);
  return p;
}

PolyhedronData polyhedron_from_faces(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>& faces,
                                     Real tolerance, FaceOrder order) {
  if (auto p = polyhedron_within(vertices, faces, tolerance, order)) return std::move(*p);
  // If faces meet at angles near the tolerance, the surface is taken as it is, or not at all.
  const Tolerances t = tolerances_of(vertices, tolerance);
  const PolyhedronData surface = surface_of(vertices, faces, t.coarse);
  check_plane_faces(surface.view(), 10 * t.exact);
  if (auto p = assemble(surface, t.exact, t.exact, order)) {
    measure(*p);
    return std::move(*p);
  }
  throw InputError("faces meet at angles too small to tell whether they are one plane or two");
}

PolyhedronData moved(PolyhedronData p, const Pose& X, Real scale) {
  for (Vec3& v : p.vertices) v = X * (scale * v);
  measure(p);
  return p;
}

}  // namespace scree
