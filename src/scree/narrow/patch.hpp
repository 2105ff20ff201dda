// The patch where two overlapping convex bodies press against each other, as the contact laws need it.
//
// Seen along the contact normal the overlap has a thickness delta(x), linear over each face. The laws do not see delta
// but its generalised mean over the area, with the power 4, and its derivatives (docs/polyhedra-in-motion.md says why
// 4: an elastic half space under a flat punch, a cone and a ball is then met to 20 %).
#pragma once
#include "scree/narrow/link.hpp"
#include "scree/shape/polyhedron.hpp"

namespace scree {

// All lengths in m, all vectors in A's frame.
template <class R>
struct PatchT {
  R j4 = 0;                     // integral of delta^4 over the area
  R j3 = 0;                     // integral of delta^3: d j4 / d depth = 4 j3
  Vec3T<R> centre = {0, 0, 0};  // of pressure: integral of x delta^3 / j3, at the height of the common plane
  // Across n; g1 g1^T + g2 g2^T is the second moment of delta^3 about the centre, over j3. Only that sum has a meaning:
  // each of the two depends on the choice of axes.
  Vec3T<R> g1 = {0, 0, 0}, g2 = {0, 0, 0};
  R depth = 0;  // largest delta
};
using Patch = PatchT<Real>;

}  // namespace scree
