// A convex polyhedron has a volume, centroid, inertia, bounding sphere and largest ball inside.
#pragma once
#include "scree/shape/polyhedron.hpp"

namespace scree {

struct MassProperties {
  Real volume = 0;
  Real area = 0;  // surface area
  Vec3 centroid = {0, 0, 0};
  Mat3 inertia = {};          // about the centroid, for density 1: kg m2 where the density is 1 kg/m3
  Vec3 moments = {0, 0, 0};   // principal, ascending
  Pose principal;             // from the principal frame to the coordinates of the shape; right-handed
  Real circumradius = 0;      // largest distance of a vertex from the centroid
  Real inradius = 0;          // radius of the largest ball inside,
  Vec3 incentre = {0, 0, 0};  // which lies here
};

// Integrates exactly over tetrahedra from a point inside, so that a body far from the origin loses no digits.
MassProperties mass_properties(const PolyhedronView& s);
// Does the same for any closed surface, convex or not, without the ball inside.
MassProperties mass_of_surface(const PolyhedronView& s);

// Returns the principal axes of an inertia tensor, one choice for each body: moments ascend, and the largest component
// of the first and second axis is positive. Moments that are equal to 1e-9 leave axes open: the axes nearest to those
// of the shape are taken, so the frame of a cube is that of the shape.
Mat3 principal_axes(const Mat3& inertia, Vec3& moments);

}  // namespace scree
