// `scree bench figure13` prints the nine pairs of polygons beside the numbers of the paper.
#pragma once
#include <functional>
#include <string>

#include "scree/experiments/figure13.hpp"

namespace scree::bench {

// These are speed-ups over Cundall's common plane as printed in Nezami et al. 2006, Fig. 13. Its pairs are not given,
// so ours differ and only the range can be compared.
inline constexpr double kPaperShortestLink[9] = {5.7, 9.6, 16.4, 5.0, 11.3, 11.8, 15.9, 9.8, 10.5};
inline constexpr double kPaperFastCommonPlane[9] = {2.3, 3.1, 4.6, 2.6, 3.3, 3.0, 3.6, 1.3, 3.7};

std::string table_of(const std::vector<Figure13Row>& rows);
// Writes one row a pair and method, with what is needed to draw it: plane, link, and the corners of both polygons.
std::string csv_of(const std::vector<Figure13Row>& rows, const std::vector<PolygonPair>& pairs);

}  // namespace scree::bench
