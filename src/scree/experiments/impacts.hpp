// Höhner et al. 2011 study impacts of a sphere and of an ellipsoid on a wall, as perfect bodies, as clusters of balls
// and as polyhedra, with the contact points put together in several ways (docs/multi-contact.md).
#pragma once
#include <functional>
#include <string>

namespace scree::bench {

struct ImpactStudy {
  std::string folder;  // where the CSV files go
  bool quick = false;  // few orientations and angles: for tests
};
void impact_study(const ImpactStudy& study, const std::function<void(const std::string&)>& say);

}  // namespace scree::bench
