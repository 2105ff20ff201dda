// A portal is a tetrahedron of points of C = A - B round the origin, to start a polytope from: the difference of the
// centres, deep inside, and a triangle that the ray from there through the origin crosses (Snethen's portal,
// XenoCollide, 2008).
#pragma once
#include "scree/narrow/polyhedron/difference.hpp"

namespace scree::polyhedron {

// Holds the inner point first, then the triangle.
struct Portal {
  const Pair& pair;
  LinkCounters& counters;
  DifferencePoint v[4];

  SCREE_HD DifferencePoint support(const Vec3& d) {
    ++counters.plane_evaluations;
    return farthest(pair, d, v[1]);
  }
};

// Finds three points of the border so that the ray lies between the planes through the inner point and two of them.
SCREE_HD inline bool discover_portal(Portal& portal) {
  auto& v = portal.v;
  const Real tiny = Real(1e-13) * portal.pair.size();
  v[0] = v[1] = centre_of_difference(portal.pair);
  if (norm(v[0].c) < tiny)
    v[0].c = {Real(1e-3) * portal.pair.a.radius, 0, 0};  // still inside; the ray needs a direction
  v[1] = portal.support(-v[0].c);
  if (dot(v[1].c, -v[0].c) <= 0) return false;
  Vec3 d = cross(v[1].c, v[0].c);
  if (norm2(d) <= tiny * tiny * norm2(v[0].c)) d = any_perpendicular(normalized(-v[0].c));  // the ray hits v[1] itself
  v[2] = portal.support(d);
  d = cross(v[1].c - v[0].c, v[2].c - v[0].c);
  if (dot(d, v[0].c) > 0) {
    const DifferencePoint t = v[1];
    v[1] = v[2], v[2] = t, d = -d;
  }
  for (int k = 0; k < 50; ++k) {
    v[3] = portal.support(d);
    if (dot(cross(v[1].c, v[3].c), v[0].c) < 0)
      v[2] = v[3];
    else if (dot(cross(v[3].c, v[2].c), v[0].c) < 0)
      v[1] = v[3];
    else
      break;
    d = cross(v[1].c - v[0].c, v[2].c - v[0].c);
  }
  return true;
}

// The triangle from w to a side of the portal that the ray goes through takes its place.
SCREE_HD inline void narrow_portal(DifferencePoint (&v)[4], const DifferencePoint& w) {
  const Vec3 x = cross(w.c, v[0].c);
  const bool right_of_1 = dot(v[1].c, x) > 0;
  const int goes = right_of_1 ? (dot(v[2].c, x) > 0 ? 1 : 3) : (dot(v[3].c, x) > 0 ? 2 : 1);
  v[goes] = w;
}

// Moves the triangle outwards until the origin is on its inner side; false if it never gets there.
SCREE_HD inline bool find_portal(const Pair& pair, DifferencePoint (&v)[4], LinkCounters& counters) {
  Portal portal{pair, counters, {}};
  if (!discover_portal(portal)) return false;
  const Real tiny = Real(1e-13) * pair.size();
  for (int k = 0; k < 50; ++k) {
    const DifferencePoint(&t)[4] = portal.v;
    Vec3 m = cross(t[2].c - t[1].c, t[3].c - t[1].c);
    if (!to_unit(m, tiny * tiny) || dot(m, t[1].c - t[0].c) < 0) return false;
    if (dot(m, t[1].c) >= 0) {
      for (int i = 0; i < 4; ++i) v[i] = t[i];
      return true;
    }
    const DifferencePoint w = portal.support(m);
    if (dot(m, w.c) < 0 || dot(m, w.c - t[1].c) <= tiny) return false;
    narrow_portal(portal.v, w);
  }
  return false;
}

}  // namespace scree::polyhedron
