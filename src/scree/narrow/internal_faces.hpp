// Ways out of an overlap that lead into a neighbour: compounds are convex parts side by side, and the faces between
// them are no surface.
//
// A body that slides over two parts which lie level sinks into the second by a trifle from the side, and the least
// depth is then sideways, out of a face that the first part covers. So a way out through a covered face is replaced by
// the least deep of the part's own faces that are not covered.
#pragma once
#include <cstdint>
#include <vector>

#include "scree/narrow/polyhedron/patch.hpp"

namespace scree {

// One byte a face; empty: none is covered.
using CoveredFaces = std::vector<std::uint8_t>;

// Is the face at the feature that looks most along `out` a covered one?
inline bool faces_seam(const PolyhedronView& s, const CoveredFaces& covered, const Feature& f, const Vec3& out) {
  if (covered.empty()) return false;
  int best = -1;
  polyhedron::for_faces_at(s, f, [&](int face) {
    if (best < 0 || dot(s.normals[face], out) > dot(s.normals[best], out)) best = face;
  });
  return covered[std::size_t(best)] != 0;
}

// Does the way out along link.n lead through a covered face of either body?
inline bool leads_into_seam(const polyhedron::Pair& pair, const CoveredFaces& covered_a, const CoveredFaces& covered_b,
                            const Link& link) {
  return faces_seam(pair.a, covered_a, link.a, link.n) ||
         faces_seam(pair.b, covered_b, link.b, -pair.turn_to_b(link.n));
}

// Puts the least deep open face of the parts that have covered ones in place of link's way out. False if there is none:
// a part inside its body touches nothing.
inline bool leave_by_open_face(const polyhedron::Pair& pair, const CoveredFaces& covered_a,
                               const CoveredFaces& covered_b, Link& link) {
  using namespace polyhedron;
  Real best = -1;
  Slab best_slab{};
  Vec3 best_n{};
  const auto offer = [&](const Vec3& n) {
    const Slab across = slab_by_scan(pair, n);
    if (best < 0 || -across.gap < best) best = -across.gap, best_slab = across, best_n = n;
  };
  for (int f = 0; f < pair.a.n_faces && !covered_a.empty(); ++f)
    if (!covered_a[std::size_t(f)]) offer(pair.a.normals[f]);
  for (int f = 0; f < pair.b.n_faces && !covered_b.empty(); ++f)
    if (!covered_b[std::size_t(f)]) offer(-(pair.X.R * pair.b.normals[f]));
  if (best < 0) return false;
  link.n = best_n, link.gap = best_slab.gap;
  name_features(pair, best_n, best_slab, link);
  const Witness w = contact_middle(pair, best_n, link.a, link.b, link.gap);
  link.p_a = w.p_a, link.p_b = w.p_b;
  return true;
}

}  // namespace scree
