#include "scree/narrow/pair_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scree/narrow/cluster_batch.hpp"
#include "scree/narrow/link_methods.hpp"
#include "scree/narrow/polyhedron_batch.hpp"
#include "scree/narrow/sphere_plane.hpp"
#include "scree/narrow/sphere_sphere.hpp"
#include "scree/narrow/sphere_surface.hpp"
#include "scree/narrow/superellipsoid_batch.hpp"
#include "scree/state/separation.hpp"

namespace scree::narrow {
namespace {

using enum ShapeKind;

void append_point(const ContactPoint& c, std::uint32_t pair, std::uint32_t feature_base, const Vec3& offset_a,
                  Points& out) {
  out.pair.push_back(pair);
  out.feature.push_back(feature_base + c.feature);
  out.n.push_back(c.n);
  out.p.push_back(offset_a + c.p);
  out.gap.push_back(c.gap);
}
void append(const Manifold& m, std::uint32_t pair, std::uint32_t feature_base, const Vec3& offset_a, Points& out) {
  for (int k = 0; k < m.n_points; ++k) append_point(m.points[k], pair, feature_base, offset_a, out);
}

// Centre of a part, from the centre of its body, in world axes.
Vec3 part_offset(const Bodies& b, std::size_t i, const Part& part) {
  const Vec3 p = b.scale[i] * part.pose.p;
  return norm2(p) > 0 ? rotate(b.q[i], p) : p;
}

template <PairCollider C>
void run_body_pairs(const BatchArgs& args) {
  static_assert(!C::kTurns, "shapes that turn need the relative rotation in X_ab");
  const Bodies& bodies = args.s.bodies;
  typename C::Cache cache;
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
    const Vec3 between = separation(bodies, a, b);
    const auto& parts_a = args.model.body_types[bodies.type[a]].parts;
    const auto& parts_b = args.model.body_types[bodies.type[b]].parts;
    for (std::size_t k_a = 0; k_a < parts_a.size(); ++k_a) {
      const Vec3 offset_a = part_offset(bodies, a, parts_a[k_a]);
      for (std::size_t k_b = 0; k_b < parts_b.size(); ++k_b) {
        const Pose X_ab{Mat3::identity(), between + part_offset(bodies, b, parts_b[k_b]) - offset_a};
        Manifold m;
        C::collide({bodies.scale[a] * parts_a[k_a].size}, {bodies.scale[b] * parts_b[k_b].size}, X_ab, args.margin,
                   cache, m);
        append(m, std::uint32_t(p), feature_base(k_a, k_b), offset_a, args.out);
      }
    }
  }
}

// Spheres alone in their bodies need no more than the list of those that touch.
bool spheres_are_single(const Model& model) {
  return std::all_of(model.body_types.begin(), model.body_types.end(),
                     [](const BodyType& t) { return t.parts[0].kind != kSphere || t.is_single_sphere(); });
}
void run_spheres(const BatchArgs& args) {
  if (args.whole || !spheres_are_single(args.model)) return run_body_pairs<SphereSphere>(args);
  args.out.on_centre_line = true;
  touching_spheres(args.s, args.pairs, args.begin, args.end, args.margin, args.out.pair);
}

template <class Shape>
Shape wall_shape(const Wall& w) {
  if constexpr (std::is_same_v<Shape, PlateView>) return {w.vertices.data(), int(w.vertices.size())};
  if constexpr (std::is_same_v<Shape, Frustum>) return w.frustum;
  if constexpr (std::is_same_v<Shape, Plane>) return {};
}

template <PairCollider C>
void run_wall_pairs(const BatchArgs& args) {
  const Bodies& bodies = args.s.bodies;
  typename C::Cache cache;
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    if (!args.s.walls[w].present) continue;
    const auto& parts = args.model.body_types[bodies.type[a]].parts;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Vec3 offset = part_offset(bodies, a, parts[k]);
      const Pose X_ab{args.wall_pose[w].R, separation(bodies, a, args.s.walls[w]) - offset};
      Manifold m;
      C::collide({bodies.scale[a] * parts[k].size}, wall_shape<typename C::ShapeB>(args.model.walls[w]), X_ab,
                 args.margin, cache, m);
      append(m, std::uint32_t(p), feature_base(k, 0), offset, args.out);
    }
  }
}

// Of single spheres, which are many on the floor of a bed: no parts to go through.
void run_sphere_planes(const BatchArgs& args) {
  if (!spheres_are_single(args.model)) return run_wall_pairs<SpherePlane>(args);
  const Bodies& bodies = args.s.bodies;
  SpherePlane::Cache cache;
  for (std::size_t p = args.begin; p < args.end; ++p) {
    const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
    if (!args.s.walls[w].present) continue;
    Manifold m;
    SpherePlane::collide({bodies.radius[a]}, {}, {args.wall_pose[w].R, separation(bodies, a, args.s.walls[w])},
                         args.margin, cache, m);
    if (m.n_points == 1) append_point(m.points[0], std::uint32_t(p), feature_base(0, 0), {0, 0, 0}, args.out);
  }
}

constexpr PairAlgorithm kPairAlgorithms[] = {
    // A       B          name        host                           after
    {kSphere, kSphere, "analytic", run_spheres, "line of centres, Höhner 2011 Eq. 9"},
    {kSphere, kPolyhedron, "walk", run_sphere_polyhedron, "nearest point of the faces, Nezami 2006 Sec. 3"},
    {kPolyhedron, kSphere, "walk", run_polyhedron_sphere, "the same, sides exchanged"},
    {kPolyhedron, kPolyhedron, "shortest_link", run_polyhedra, "Nezami 2006; narrow_phase.polyhedron_polyhedron"},
    {kPolyhedron, kPlane, "patch", run_polyhedron_plane, "faces below the plane; points: Höhner 2011 Sec. 3.2"},
    {kPolyhedron, kPlate, "shortest_link", run_polyhedron_plate, "two faces back to back"},
    {kPolyhedron, kCylinder, "patch", run_polyhedron_frustum, "inside: vertices; outside: a prism of many sides"},
    {kPolyhedron, kCone, "patch", run_polyhedron_frustum, "inside: vertices; outside: a prism of many sides"},
    {kSuperellipsoid, kSuperellipsoid, "support_gap", run_smooth_bodies,
     "Wellmann 2008; narrow_phase.superellipsoid_superellipsoid"},
    {kSphere, kSuperellipsoid, "support_gap", run_smooth_bodies, "a sphere is a superellipsoid"},
    {kSuperellipsoid, kSphere, "support_gap", run_smooth_bodies, "the same, sides exchanged"},
    {kSuperellipsoid, kPlane, "analytic", run_superellipsoid_plane, "support point, Wellmann 2008 Eq. 4"},
    {kSuperellipsoid, kPolyhedron, "support_gap", run_superellipsoid_polyhedron,
     "a walk over faces, edges and vertices"},
    {kPolyhedron, kSuperellipsoid, "support_gap", run_polyhedron_superellipsoid, "the same, sides exchanged"},
    {kSuperellipsoid, kPlate, "support_gap", run_superellipsoid_plate, "two faces back to back"},
    {kSuperellipsoid, kCylinder, "support_gap", run_superellipsoid_frustum,
     "inside and rims: the surface; outside: a prism of many sides"},
    {kSuperellipsoid, kCone, "support_gap", run_superellipsoid_frustum,
     "inside and rims: the surface; outside: a prism of many sides"},
    {kCluster, kCluster, "analytic", run_cluster_balls, "ball by ball along the line of centres, Höhner 2011 Eq. 9"},
    {kSphere, kCluster, "analytic", run_cluster_balls, "the same with one ball"},
    {kCluster, kSphere, "analytic", run_cluster_balls, "the same, sides exchanged"},
    {kCluster, kPolyhedron, "walk", run_cluster_polyhedron, "nearest point of the faces for every ball"},
    {kPolyhedron, kCluster, "walk", run_polyhedron_cluster, "the same, sides exchanged"},
    {kCluster, kSuperellipsoid, "support_gap", run_smooth_bodies, "every ball is a superellipsoid"},
    {kSuperellipsoid, kCluster, "support_gap", run_smooth_bodies, "the same, sides exchanged"},
    {kCluster, kPlane, "analytic", run_cluster_plane, "signed distance of every ball, Höhner 2011 Sec. 3.2"},
    {kCluster, kPlate, "analytic", run_cluster_plate, "nearest point of a convex polygon for every ball"},
    {kCluster, kCylinder, "analytic", run_cluster_frustum, "nearest point of a surface of revolution for every ball"},
    {kCluster, kCone, "analytic", run_cluster_frustum, "nearest point of a surface of revolution for every ball"},
    {kSphere, kPlane, "analytic", run_sphere_planes, "signed distance, Höhner 2011 Sec. 3.2"},
    {kSphere, kPlate, "analytic", run_wall_pairs<SpherePlate>, "nearest point of a convex polygon"},
    {kSphere, kCylinder, "analytic", run_wall_pairs<SphereFrustum>, "nearest point of a surface of revolution"},
    {kSphere, kCone, "analytic", run_wall_pairs<SphereFrustum>, "nearest point of a surface of revolution"},
};

}  // namespace

std::span<const PairAlgorithm> pair_algorithms() { return kPairAlgorithms; }

const PairAlgorithm* default_algorithm(ShapeKind a, ShapeKind b) {
  for (const PairAlgorithm& row : kPairAlgorithms)
    if (row.a == a && row.b == b) return &row;
  return nullptr;
}

std::string pair_table_markdown() {
  std::string out = "| shape | meets | algorithm | how |\n|---|---|---|---|\n";
  for (const PairAlgorithm& row : kPairAlgorithms)
    out += fmt::format("| {} | {} | `{}` | {} |\n", name_of(row.a), name_of(row.b), row.name, row.after);
  out += "| polyhedron | wall of balls | `walk` | fixed or driven spheres |\n";
  out += "| superellipsoid | wall of balls | `support_gap` | fixed or driven spheres |\n";
  out += "| cluster | wall of balls | `analytic` | fixed or driven spheres, ball by ball |\n";
  out += "| sphere | wall of balls | `analytic` | fixed or driven spheres, line of centres |\n";
  out += "\n| `scree pairs` | algorithm | what it does | source |\n|---|---|---|---|\n";
  for (const LinkMethodRow& row : kLinkMethodTable)
    out += fmt::format("| polyhedra, polygons | `{}` | {} | {} |\n", name_of(row.method), row.what, row.source);
  out +=
      "| polyhedra | `shrunken_edge` | edges shrunk into their faces: touching or not, and the type of contact | Wang "
      "2015 |\n";
  out += fmt::format("| superellipsoids | `{}` | {} | {} |\n", name_of(NormalMethod::kSupportGap),
                     "the widest slab between the bodies, by Newton's method on its direction", "support functions");
  out += fmt::format("| superellipsoids | `{}` | {} | {} |\n", name_of(NormalMethod::kCommonNormal),
                     "the least distance of points with opposite normals, by Newton's method on two angles",
                     "Wellmann 2008");
  return out;
}

}  // namespace scree::narrow
