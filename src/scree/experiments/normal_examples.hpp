// These are pairs of superellipsoids to look at, after the sketches of Wellmann et al. 2008, Figs. 2 to 4: the contact
// points of a pair, a pair that a tangent plane parts after some iterations, and a local minimum of |d|^2 that is no
// contact.
//
// Both bodies have their centres in one plane and an axis across it, so that everything lies in that plane and can be
// drawn: a cut is |y / r1|^(2 / eps) + |z / r2|^(2 / eps) = 1.
#pragma once
#include <string>

namespace scree::bench {

// The JSON has the shapes, where the second lies, and every direction that common_normal went through from its start.
std::string normal_examples(unsigned long long seed);

}  // namespace scree::bench
