// A recipe describes a true shape, and how balls or a polyhedron of few vertices are put in its place; scenes and
// `scree shape` share it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scree/shape/polyhedron_data.hpp"
#include "scree/solids/fill_with_balls.hpp"
#include "scree/solids/solid.hpp"

namespace scree {

struct TrueShape {
  std::string name;                      // for people: "sphere of radius 0.025 m"
  std::optional<Superellipsoid> smooth;  // the superellipsoid, or else the surface is used
  PolyhedronData surface;
  bool convex = true;  // the surface is convex

  bool is_ellipsoid() const { return smooth && smooth->eps1() == 1 && smooth->eps2() == 1; }
  bool is_sphere() const { return is_ellipsoid() && smooth->r().x == smooth->r().y && smooth->r().y == smooth->r().z; }
};
TrueShape true_shape(const Superellipsoid& s);
TrueShape true_shape(PolyhedronData surface, bool convex, std::string name);
TrueShape scaled(TrueShape shape, Real factor);
std::unique_ptr<Solid> solid_of(const TrueShape& shape);
Real circumradius(const TrueShape& shape);  // about the centre of mass

enum class ClusterMethod {
  kAuto,     // lattice for a sphere, axis for an ellipsoid, fill for all others
  kLattice,  // sphere_cluster
  kAxis,     // axis_cluster
  kFill,     // fill_with_balls
};
struct ClusterRecipe {
  ClusterMethod method = ClusterMethod::kAuto;
  int n = 100;                               // number of balls; kFill: at most
  Real rho = Real(0.5);                      // kLattice
  Real volume_error = 0, surface_error = 0;  // kFill: targets; 0: none
  int n_candidates = 4000;                   // kFill
  FillProgress progress = nullptr;           // fill
};
const char* name_of(ClusterMethod m);
ClusterMethod method_for(const TrueShape& shape, ClusterMethod asked);

// Throws InputError where the method is not for this shape.
BallFill make_cluster(const TrueShape& shape, const Solid& solid, const ClusterRecipe& recipe);
// The polyhedron lies inside the hull of the shape.
PolyhedronData make_hull(const TrueShape& shape, int n_vertices);

}  // namespace scree
