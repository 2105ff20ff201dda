#include "scree/experiments/loose_stack.hpp"

#include <algorithm>

namespace scree::bench {

namespace {

struct Extent {
  Vec3d lo, hi;  // measured from the centre of the body
};

Extent extent_of(const Model& model, const Bodies& b, std::size_t i) {
  Extent e{{0, 0, 0}, {0, 0, 0}};
  if (const Part& part = model.body_types[b.type[i]].parts.front(); part.kind == ShapeKind::kSuperellipsoid) {
    const Superellipsoid shape = scaled(model.superellipsoids[part.superellipsoid].shape, b.scale[i] * part.size);
    const Vec3d half(half_extents(shape, to_matrix(b.q[i])));
    return {-half, half};
  }
  const auto take = [&](const Vec3d& x, double r) {
    for (int axis = 0; axis < 3; ++axis) {
      e.lo[axis] = std::min(e.lo[axis], x[axis] - r);
      e.hi[axis] = std::max(e.hi[axis], x[axis] + r);
    }
  };
  for (const Part& part : model.body_types[b.type[i]].parts) {
    if (is_ball(part.kind)) {
      take(Vec3d(rotate(b.q[i], b.scale[i] * part.pose.p)), double(b.scale[i] * part.size));
      continue;
    }
    const PolyhedronView view = model.polyhedra[part.polyhedron].view(b.scale[i] * part.size);
    for (int v = 0; v < view.n_vertices; ++v)
      take(Vec3d(rotate(b.q[i], b.scale[i] * part.pose.p + part.pose.R * view.vertices[v])), 0);
  }
  return e;
}

}  // namespace

double stack_loosely(const Model& model, Bodies& b, double lx, double ly) {
  double widest = 0;
  for (const Real r : b.radius) widest = std::max(widest, 2 * double(r));
  const double between = 0.01 * widest;
  Vec3d at = {between, between, between};
  double depth = 0, height = 0;  // depth of the row, height of the layer
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Extent e = extent_of(model, b, i);
    const Vec3d size = e.hi - e.lo;
    if (at.x + size.x + between > lx) at = {between, at.y + depth + between, at.z}, depth = 0;
    if (at.y + widest > ly) at = {between, between, at.z + height + between}, depth = height = 0;
    b.x[i] = at - e.lo;
    at.x += size.x + between;
    depth = std::max(depth, size.y);
    height = std::max(height, size.z);
  }
  return at.z + height;
}

}  // namespace scree::bench
