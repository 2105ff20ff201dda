// Volume, centroid, inertia and the balls round and inside a convex polyhedron.
#pragma once
#include "scree/shape/polyhedron.hpp"

namespace scree {

struct MassProperties {
  Real volume = 0;
  Real area = 0;  // of the surface
  Vec3 centroid = {0, 0, 0};
  Mat3 inertia = {};          // about the centroid, for density 1: kg m2 where the density is 1 kg/m3
  Vec3 moments = {0, 0, 0};   // principal, ascending
  Pose principal;             // from the principal frame to the coordinates of the shape; right-handed
  Real circumradius = 0;      // largest distance of a vertex from the centroid
  Real inradius = 0;          // of the largest ball inside,
  Vec3 incentre = {0, 0, 0};  // which lies here
};

// Exact integrals over tetrahedra from a point inside, so that a body far from the origin loses no digits.
MassProperties mass_properties(const PolyhedronView& s);
// The same of any closed surface, convex or not, without the ball inside.
MassProperties mass_of_surface(const PolyhedronView& s);

// The principal axes of an inertia tensor, one choice for each body: moments ascending; the largest component of the
// first and second axis positive. Moments that are equal to 1e-9 leave axes open: those nearest to the axes of the
// shape are taken, so the frame of a cube is that of the shape.
Mat3 principal_axes(const Mat3& inertia, Vec3& moments);

}  // namespace scree
