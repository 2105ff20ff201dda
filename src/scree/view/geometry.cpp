#include "scree/view/geometry.hpp"

#include <cmath>

#include "scree/frames/body_parts.hpp"
#include "scree/view/bytes.hpp"

namespace scree::view {

namespace {

using Vec3f = Vec3T<float>;

bool is_flat(const Model& model) { return model.settings.dimension == 2; }

// Newell's normal also serves polygons with points that coincide.
Vec3d normal_of(const output::Polygon& polygon) {
  Vec3d twice_area = {0, 0, 0};
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    twice_area += cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  return norm2(twice_area) > 0 ? normalized(twice_area) : Vec3d{0, 0, 1};
}

// Adds a convex polygon with corners of its own; returns the place of the first.
std::uint32_t add_polygon(Mesh& mesh, const output::Polygon& polygon, const Vec3d& normal) {
  const auto first = std::uint32_t(mesh.positions.size()), n = std::uint32_t(polygon.size());
  for (const Vec3d& p : polygon) {
    mesh.positions.emplace_back(p);
    mesh.normals.emplace_back(normal);
  }
  for (std::uint32_t k = 1; k + 1 < n; ++k)
    mesh.triangles.insert(mesh.triangles.end(), {first, first + k, first + k + 1});
  return first;
}

void add_outline(Mesh& mesh, std::uint32_t first, std::size_t n) {
  for (std::uint32_t k = 0; k < n; ++k)
    mesh.edges.insert(mesh.edges.end(), {first + k, first + std::uint32_t((k + 1) % n)});
}

// ---------------------------------------------------------------------------------------------------- bodies

// Returns a part of a type whose bounding sphere has radius 1.
output::BodyPart unit_part(const Model& model, const BodyType& type, const Part& part) {
  const Real scale = 1 / type.bounding_radius;
  output::BodyPart unit;
  unit.shape = part.kind == ShapeKind::kPolyhedron ? &model.polyhedra[part.polyhedron] : nullptr;
  unit.smooth = part.kind == ShapeKind::kSuperellipsoid ? &model.superellipsoids[part.superellipsoid].shape : nullptr;
  unit.centre = Vec3d(scale * part.pose.p);
  unit.size = scale * part.size;
  unit.R = part.pose.R;
  unit.material = part.material;
  return unit;
}

void add_polyhedron(Mesh& mesh, const output::BodyPart& part) {
  const PolyhedronData& shape = *part.shape;
  const auto first = std::uint32_t(mesh.positions.size());
  for (int f = 0; f < shape.n_faces(); ++f) {
    const output::Polygon polygon = part.polygon(f);
    add_polygon(mesh, polygon, normal_of(polygon));
  }
  // Corner h of the loops is now vertex first + h. Each edge is there twice, once in either direction.
  for (int f = 0; f < shape.n_faces(); ++f)
    for (int h = shape.face_start[std::size_t(f)]; h < shape.face_start[std::size_t(f) + 1]; ++h) {
      const int next = h + 1 < shape.face_start[std::size_t(f) + 1] ? h + 1 : shape.face_start[std::size_t(f)];
      if (shape.loop[std::size_t(h)] < shape.loop[std::size_t(next)])
        mesh.edges.insert(mesh.edges.end(), {first + std::uint32_t(h), first + std::uint32_t(next)});
    }
}

void add_superellipsoid(Mesh& mesh, const output::BodyPart& part, int squares) {
  const auto first = std::uint32_t(mesh.positions.size());
  const SurfaceMesh surface = triangulate(*part.smooth, squares);
  for (const Vec3& v : surface.vertices) {
    mesh.positions.emplace_back(part.centre + Vec3d(part.R * (part.size * v)));
    mesh.normals.emplace_back(part.R * normal_at(*part.smooth, v));
  }
  for (const int v : surface.triangles) mesh.triangles.push_back(first + std::uint32_t(v));
  mesh.smooth = true;
}

Mesh mesh_of(const Model& model, const BodyType& type, int squares) {
  Mesh mesh;
  for (const Part& p : type.parts) {
    const output::BodyPart part = unit_part(model, type, p);
    if (is_flat(model)) {
      const output::Polygon polygon = flat_polygon(part);
      add_outline(mesh, add_polygon(mesh, polygon, {0, 0, 1}), polygon.size());
      mesh.sheet = true;
    } else if (part.smooth) {
      add_superellipsoid(mesh, part, squares);
    } else if (part.shape) {
      add_polyhedron(mesh, part);
    }
  }
  return mesh;
}

std::vector<UnitBall> balls_of(const Model& model, const BodyType& type) {
  std::vector<UnitBall> balls;
  for (const Part& p : type.parts) {
    const output::BodyPart part = unit_part(model, type, p);
    balls.push_back({Vec3f(part.centre), float(part.size)});
  }
  return balls;
}

// ---------------------------------------------------------------------------------------------------- walls

// Returns the normal of the surface that the line from (r0, z0) to (r1, z1) makes when it rotates, at a point of it
// that is not on the axis.
Vec3d round_normal(const Frustum& f, const Vec3d& p, const Vec3d& otherwise) {
  const double r = std::hypot(p.x, p.y), dr = double(f.r1 - f.r0), dz = double(f.z1 - f.z0);
  if (!(r > 0) || !(std::hypot(dr, dz) > 0)) return otherwise;
  return normalized(Vec3d{dz * p.x / r, dz * p.y / r, -dr});
}

// Tells whether two corners lie on one rim.
bool is_rim(const Vec3d& p, const Vec3d& q) {
  const double r_p = std::hypot(p.x, p.y), r_q = std::hypot(q.x, q.y);
  return p.z == q.z && std::abs(r_p - r_q) <= 1e-9 * r_p;
}

void add_round_polygon(Mesh& mesh, const Wall& wall, const output::Polygon& polygon) {
  const Vec3d flat = normal_of(polygon);
  const std::uint32_t first = add_polygon(mesh, polygon, flat);
  for (std::uint32_t k = 0; k < polygon.size(); ++k) {
    mesh.normals[first + k] = Vec3f(round_normal(wall.frustum, polygon[k], flat));
    const auto next = std::uint32_t((k + 1) % polygon.size());
    if (is_rim(polygon[k], polygon[next])) mesh.edges.insert(mesh.edges.end(), {first + k, first + next});
  }
}

// Returns the signed distance of a point from the surface of a plane, > 0 in front of it.
double distance(const WallState& plane, const Vec3d& p) {
  return dot(p - plane.x, Vec3d(rotate(plane.q, Vec3{0, 0, 1})));
}

// Is all of the box in front of the plane, but for a narrow margin?
bool bounds(const WallState& plane, const output::Box& box) {
  const double margin = 0.03 * norm(box.hi - box.lo);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3d p = {corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                     corner & 4 ? box.hi.z : box.lo.z};
    if (distance(plane, p) < -margin) return false;
  }
  return true;
}

// Planes that shut in a box end where they meet. A plane inside the box cuts nothing off, because it may be a gate that
// opens.
output::Polygon plane_polygon(const Model& model, const std::vector<WallState>& walls, std::size_t w,
                              const output::Box& box) {
  if (box.empty()) return {};
  const std::vector<output::Polygon> whole = output::wall_surface(model.walls[w], walls[w], box);
  if (whole.empty()) return {};
  output::Polygon polygon = whole.front();
  for (std::size_t other = 0; other < walls.size(); ++other) {
    if (other == w || model.walls[other].kind != WallKind::kPlane || !bounds(walls[other], box)) continue;
    const output::Polygon rest = output::clipped(polygon, [&](const Vec3d& p) { return -distance(walls[other], p); });
    if (rest.size() >= 3) polygon = rest;
  }
  for (Vec3d& p : polygon) p = Vec3d(rotate(conjugate(walls[w].q), Vec3(p - walls[w].x)));  // into its own frame
  return polygon;
}

Mesh mesh_of_wall(const Model& model, const std::vector<WallState>& walls, std::size_t w, const output::Box& box) {
  const Wall& wall = model.walls[w];
  Mesh mesh;
  mesh.sheet = true;
  mesh.smooth = wall.kind == WallKind::kCylinder || wall.kind == WallKind::kCone;
  std::vector<output::Polygon> polygons;
  if (wall.kind == WallKind::kPlane) {
    polygons.push_back(plane_polygon(model, walls, w, box));
  } else {
    polygons = output::wall_surface(wall, WallState{}, box);
  }
  for (const output::Polygon& polygon : polygons) {
    if (mesh.smooth) {
      add_round_polygon(mesh, wall, polygon);
    } else if (polygon.size() >= 3) {
      add_outline(mesh, add_polygon(mesh, polygon, normal_of(polygon)), polygon.size());
    }
  }
  return mesh;
}

int add(std::vector<Mesh>& meshes, Mesh mesh) {
  if (mesh.positions.empty()) return -1;
  meshes.push_back(std::move(mesh));
  return int(meshes.size()) - 1;
}

}  // namespace

const char* shape_name(const Model& model, const BodyType& type) {
  const ShapeKind kind = type.parts.front().kind;
  if (kind == ShapeKind::kSphere) return is_flat(model) ? "disc" : "sphere";
  if (kind == ShapeKind::kPolyhedron && type.parts.size() > 1) return "compound";
  if (kind == ShapeKind::kPolyhedron) return is_flat(model) ? "polygon" : "polyhedron";
  return name_of(kind);
}

Geometry make_geometry(const Model& model, const std::vector<WallState>& walls, const output::Box& box, int squares) {
  Geometry g;
  for (const BodyType& type : model.body_types) {
    const ShapeKind kind = type.parts.front().kind;
    const bool cluster = kind == ShapeKind::kCluster && !is_flat(model);
    g.mesh_of_type.push_back(is_ball(kind) && !is_flat(model) ? -1 : add(g.meshes, mesh_of(model, type, squares)));
    g.balls_of_type.push_back(cluster ? int(g.ball_lists.size()) : -1);
    if (cluster) g.ball_lists.push_back(balls_of(model, type));
  }
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    const bool balls = model.walls[w].kind == WallKind::kBalls;
    g.mesh_of_wall.push_back(balls ? -1 : add(g.meshes, mesh_of_wall(model, walls, w, box)));
  }
  return g;
}

std::string pack_geometry(const Geometry& geometry) {
  Bytes head, data;
  const std::size_t n_head = 16 + 32 * geometry.meshes.size() + 8 * geometry.ball_lists.size();
  const auto here = [&] { return std::uint32_t(n_head + data.size()); };
  head.put_text("SCRG");
  head.put_all<std::uint32_t>({1u, std::uint32_t(geometry.meshes.size()), std::uint32_t(geometry.ball_lists.size())});
  for (const Mesh& mesh : geometry.meshes) {
    head.put_all<std::uint32_t>({std::uint32_t(mesh.positions.size()), std::uint32_t(mesh.triangles.size() / 3),
                                 std::uint32_t(mesh.edges.size() / 2),
                                 (mesh.smooth ? 1u : 0u) | (mesh.sheet ? 2u : 0u)});
    head.put(here());
    for (const Vec3f& p : mesh.positions) data.put_vec3(p);
    head.put(here());
    for (const Vec3f& n : mesh.normals) data.put_vec3(n);
    head.put(here());
    for (const std::uint32_t v : mesh.triangles) data.put(v);
    head.put(here());
    for (const std::uint32_t v : mesh.edges) data.put(v);
  }
  for (const std::vector<UnitBall>& balls : geometry.ball_lists) {
    head.put_all<std::uint32_t>({std::uint32_t(balls.size()), here()});
    for (const UnitBall& ball : balls) {
      data.put_vec3(ball.x);
      data.put(ball.r);
    }
  }
  return head.take() + data.take();
}

}  // namespace scree::view
