// The levers say what contacts all over the surface of a body can do to its rotation, for the time step
// (docs/time-step.md).
#pragma once
#include "scree/model/model.hpp"

namespace scree::integrate {

// The model has six contacts, spread evenly over the surface. One at p with the normal n has the lever |(e_k x p) . n|
// about the body axis k for forces along n, and the rest of e_k x p for forces across it. The values are their squares,
// averaged over the surface, times six, over the radius of gyration squared, for the largest of the three axes. On a
// ball they are 0 and 4 r^2 / (I/m). In 2-D there are four contacts on the sides, about z.
struct SurfaceLevers {
  double rock = 0, slip = 0;
  double face_area = 0;  // m2, area of the largest face
};
// Treats one part of a body at scale 1, a polyhedron or a superellipsoid. Faces that lie against another part touch
// nothing.
SurfaceLevers surface_levers(const Model& model, const BodyType& type, const Part& part);
// Treats a whole cluster, by points on its balls that lie in no other one.
SurfaceLevers cluster_levers(const BodyType& type, bool flat);

}  // namespace scree::integrate
