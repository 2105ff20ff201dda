// The examples are eight blocks whose vertices coincide, and the shrunken points and edges of a hexahedron: Wang et al.
// 2015, Figs. 1 and 2, as JSON.
#pragma once
#include <string>

namespace scree::bench {

// "shrunken" has one loop of points a face, moved by `part` of the way; "drawn" moves them ten times as far, to be
// seen.
std::string shrunken_example();

}  // namespace scree::bench
