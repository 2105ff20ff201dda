// From the area where polyhedra press against each other to the overlap that a contact law sees.
//
// The law gets the generalised overlap xi, a mean of the depth delta over the area with the power 4, so that its
// potential is W = k/2 sqrt(J4 / A_ref), J4 = integral of delta^4 dA, A_ref = pi R*^2, for a linear spring and
// W = E* sqrt(J4 / pi) for a Hertz contact. The latter is a flat punch on an elastic half space exactly, a cone to 22 %
// and a ball to 19 %; the former has the same dependence on the shape with k_n for a face of area A_ref. Cohesive laws
// act across a gap, too: they get the depth itself.
//
// A polyhedron that stands for a smooth body shall feel what that body feels: k_n times the depth, and with Hertz' law
// W = 8/15 E* sqrt(5 J4 / 2 pi), which is the ball exactly, whatever its radius.
#pragma once
#include <cmath>
#include <numbers>

#include "scree/math/elementary_pack.hpp"
#include "scree/math/pack.hpp"
#include "scree/model/material.hpp"

namespace scree::force {

template <class R>
struct PatchOverlapT {
  R xi;    // m
  R rate;  // d xi / d depth
};
using PatchOverlap = PatchOverlapT<Real>;

template <class R>
SCREE_HD PatchOverlapT<R> patch_overlap(NormalLaw normal, R j4, std::type_identity_t<R> j3, std::type_identity_t<R> gap,
                                        std::type_identity_t<R> r_star, MaskOf<R> round = {}) {
  using std::sqrt;
  constexpr Real pi = std::numbers::pi_v<Real>;
  if (normal == NormalLaw::kLinear) {
    const R xi = sqrt(sqrt(j4 / (pi * r_star * r_star)));
    const MaskOf<R> over_area = (j4 > 0) & !round;
    return {select(over_area, xi, -gap), select(over_area, xi * j3 / j4, R(1))};
  }
  if (normal == NormalLaw::kHertz) {
    // 8/15 E* sqrt(R*) xi^(5/2) = E* sqrt(J4 / pi)
    const R xi = scree::pow(select(round, R(Real(5) / 2), R(Real(225) / 64)) * j4 / (pi * r_star), Real(0.2));
    return {select(j4 > 0, xi, -gap), select(j4 > 0, Real(0.8) * xi * j3 / j4, R(1))};
  }
  return {-gap, R(1)};
}

}  // namespace scree::force
