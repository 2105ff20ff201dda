#include "scree/shape/shrunken_shape.hpp"

#include <algorithm>
#include <limits>

namespace scree {

ShrunkenShape shrunken(const PolyhedronData& p, Real part) {
  const PolyhedronView view = p.view();
  ShrunkenShape s;
  s.points.reserve(p.loop.size());
  s.inset = std::numeric_limits<Real>::max();
  for (int f = 0; f < view.n_faces; ++f) {
    Vec3 centre{0, 0, 0};
    for (int h = view.face_start[f]; h < view.face_start[f + 1]; ++h) centre += view.vertices[view.loop[h]];
    centre = centre / Real(n_sides(view, f));
    for (int h = view.face_start[f]; h < view.face_start[f + 1]; ++h) {
      const Vec3 v = view.vertices[view.loop[h]], along = view.vertices[loop_next(view, f, h)] - v;
      s.points.push_back(v + part * (centre - v));
      s.inset = std::min(s.inset, part * norm(cross(along, centre - v)) / norm(along));
      s.lag = std::max(s.lag, part * norm(centre - v));
    }
  }
  return s;
}

}  // namespace scree
