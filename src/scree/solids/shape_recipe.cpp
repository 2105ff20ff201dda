#include "scree/solids/shape_recipe.hpp"

#include <fmt/format.h>

#include "scree/error.hpp"
#include "scree/solids/ball_cluster.hpp"
#include "scree/solids/hull_approximation.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree {

TrueShape true_shape(const Superellipsoid& s) {
  TrueShape shape;
  shape.smooth = s;
  const Vec3 r = s.r();
  if (shape.is_sphere())
    shape.name = fmt::format("sphere of radius {:.6g} m", r.x);
  else if (shape.is_ellipsoid())
    shape.name = fmt::format("ellipsoid of semi-axes {:.6g}, {:.6g}, {:.6g} m", r.x, r.y, r.z);
  else
    shape.name = fmt::format("superellipsoid of semi-axes {:.6g}, {:.6g}, {:.6g} m and squareness {:.4g}, {:.4g}", r.x,
                             r.y, r.z, s.eps1(), s.eps2());
  return shape;
}

TrueShape true_shape(PolyhedronData surface, bool convex, std::string name) {
  TrueShape shape;
  shape.name = std::move(name);
  shape.surface = std::move(surface);
  shape.convex = convex;
  return shape;
}

TrueShape scaled(TrueShape shape, Real factor) {
  if (shape.smooth) return true_shape(scaled(*shape.smooth, factor));
  shape.surface = moved(shape.surface, {}, factor);
  return shape;
}

std::unique_ptr<Solid> solid_of(const TrueShape& shape) {
  return shape.smooth ? solid_of(*shape.smooth) : solid_of(shape.surface);
}

Real circumradius(const TrueShape& shape) {
  return shape.smooth ? shape.smooth->radius : mass_of_surface(shape.surface.view()).circumradius;
}

const char* name_of(ClusterMethod m) {
  constexpr const char* kNames[] = {"auto", "lattice", "axis", "fill"};
  return kNames[int(m)];
}

ClusterMethod method_for(const TrueShape& shape, ClusterMethod asked) {
  if (asked != ClusterMethod::kAuto) return asked;
  if (shape.is_sphere()) return ClusterMethod::kLattice;
  return shape.is_ellipsoid() ? ClusterMethod::kAxis : ClusterMethod::kFill;
}

BallFill make_cluster(const TrueShape& shape, const Solid& solid, const ClusterRecipe& recipe) {
  const ClusterMethod method = method_for(shape, recipe.method);
  if (method == ClusterMethod::kLattice) {
    if (!shape.is_sphere()) throw InputError("method \"lattice\" is for spheres");
    return {sphere_cluster(shape.smooth->r().x, recipe.n, recipe.rho), true};
  }
  if (method == ClusterMethod::kAxis) {
    if (!shape.is_ellipsoid()) throw InputError("method \"axis\" is for ellipsoids");
    return {axis_cluster(shape.smooth->r(), recipe.n), true};
  }
  return fill_with_balls(solid,
                         {recipe.volume_error, recipe.surface_error, recipe.n, recipe.n_candidates, recipe.progress});
}

PolyhedronData make_hull(const TrueShape& shape, int n_vertices) {
  if (shape.smooth) return inscribed_hull(*shape.smooth, n_vertices);
  return decimated_hull(shape.convex ? shape.surface : hull_of(shape.surface.vertices), n_vertices);
}

}  // namespace scree
