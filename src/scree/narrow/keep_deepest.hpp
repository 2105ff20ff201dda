// Contact points of which there may be more than there is room for.
#pragma once
#include "scree/narrow/manifold.hpp"

namespace scree {

// Adds a point; a full list gives up its shallowest one, or the new one if that is shallower still. False if a point
// was given up.
SCREE_HD inline bool keep_deepest(ContactPoint* points, int& n, int max, const ContactPoint& c) {
  if (n < max) {
    points[n++] = c;
    return true;
  }
  int shallowest = 0;
  for (int k = 1; k < n; ++k)
    if (points[k].gap > points[shallowest].gap) shallowest = k;
  if (n > 0 && c.gap < points[shallowest].gap) points[shallowest] = c;
  return false;
}
SCREE_HD inline bool keep_deepest(Manifold& m, const ContactPoint& c) {
  return keep_deepest(m.points, m.n_points, Manifold::kMaxPoints, c);
}

}  // namespace scree
