// Moves vertices so that faces of more than three sides are plane to rounding.
#pragma once
#include "scree/shape/polyhedron_data.hpp"

namespace scree {

// `exact` says how plane faces must be, `most` how far a vertex may be moved (both in m). A body that is plane enough
// stays as it is, bit for bit. Only the planes of the measured data are rebuilt. Returns false if it cannot be done;
// `p` is then spoilt.
bool flatten_faces(PolyhedronData& p, Real exact, Real most);

}  // namespace scree
