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

#include "scree/body/material.hpp"

namespace scree::force {

struct PatchOverlap {
  Real xi;    // m
  Real rate;  // d xi / d depth
};

SCREE_HD inline PatchOverlap patch_overlap(NormalLaw normal, Real j4, Real j3, Real gap, Real r_star,
                                           bool round = false) {
  constexpr Real pi = std::numbers::pi_v<Real>;
  if (!(j4 > 0) || (round && normal == NormalLaw::kLinear)) return {-gap, 1};
  switch (normal) {
    case NormalLaw::kLinear: {
      const Real xi = std::sqrt(std::sqrt(j4 / (pi * r_star * r_star)));
      return {xi, xi * j3 / j4};
    }
    case NormalLaw::kHertz: {
      // 8/15 E* sqrt(R*) xi^(5/2) = E* sqrt(J4 / pi)
      const Real xi = std::pow((round ? Real(5) / 2 : Real(225) / 64) * j4 / (pi * r_star), Real(0.2));
      return {xi, Real(0.8) * xi * j3 / j4};
    }
    default:
      return {-gap, 1};
  }
}

}  // namespace scree::force
