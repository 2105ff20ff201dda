// Walls are read here, each in its own frame.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "scree/math/elementary.hpp"
#include "scree/memory.hpp"
#include "scree/scene/ball_wall.hpp"
#include "scree/scene/draft.hpp"

namespace scree::scene {

namespace {

// Returns the rotation that takes z to the unit vector n.
Quat rotation_from_z(const Vec3d& n) {
  if (n.z < -1 + 1e-12) return {0, 1, 0, 0};
  return normalized(Quat{Real(1 + n.z), Real(-n.y), Real(n.x), 0});
}

// Reads a plate in its own frame: the origin is in the middle of its corners, and z along the normal of a
// counter-clockwise polygon. Corners may be off the plane by 1e-6 of the size, as decimal digits are.
void read_plate(const Table& t, Wall& wall) {
  const std::vector<Vec3d> points = t.points("vertices");
  if (points.empty()) {
    if (t.has("vertices") && t.ref("vertices").node->items.empty()) t.problem("vertices", "must be at least 3 points");
    return;
  }
  if (points.size() < 3) return t.problem("vertices", "must be at least 3 points");
  Vec3d centre = {0, 0, 0}, area = {0, 0, 0};
  for (const Vec3d& p : points) centre += p / double(points.size());
  double size = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d a = points[i] - centre, b = points[(i + 1) % points.size()] - centre;
    area += cross(a, b) / 2;
    size = std::max(size, norm(a));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t k = (i + 1) % points.size();
    if (norm(points[k] - points[i]) <= 1e-9 * size)
      return t.problem("vertices", fmt::format("corners {} and {} are the same point", i, k));
  }
  if (!(norm(area) > 1e-9 * size * size)) return t.problem("vertices", "the corners lie on a line");
  const Vec3d n = normalized(area);
  wall.x = centre;
  wall.q = rotation_from_z(n);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double off = dot(points[i] - centre, n);
    if (std::abs(off) > 1e-6 * size)
      return t.problem("vertices",
                       fmt::format("corner {} lies {:.3g} m off the plane of the others", i, std::abs(off)));
    Vec3 v = rotate(conjugate(wall.q), Vec3(points[i] - centre));
    v.z = 0;
    wall.vertices.push_back(v);
  }
  double turned = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t n_points = points.size();
    const Vec3 a = wall.vertices[i], b = wall.vertices[(i + 1) % n_points], c = wall.vertices[(i + 2) % n_points];
    const double turn = scree::atan2(double(cross(b - a, c - b).z), double(dot(b - a, c - b)));
    if (turn < -1e-6) return t.problem("vertices", fmt::format("not convex at corner {}", (i + 1) % n_points));
    turned += turn;
  }
  if (turned > 7) t.problem("vertices", "not convex: the outline winds round more than once");
}

// In 2-D a line is the rectangle over it, here from z = -1 to 1.
void read_line(const Table& t, Wall& wall) {
  const std::vector<Vec3d> ends = t.points("vertices");
  if (!t.has("vertices") || (ends.empty() && !t.ref("vertices").node->items.empty())) return;
  if (ends.size() != 2) return t.problem("vertices", "dimension = 2: must be 2 points, the ends of a straight line");
  const Vec3d half = (ends[1] - ends[0]) / 2;
  if (!(norm(half) >= info(Dim::kLength).least)) return t.problem("vertices", "the ends are the same point");
  wall.x = (ends[0] + ends[1]) / 2;
  wall.q = rotation_from_z(normalized(cross(half, Vec3d{0, 0, 1})));
  const Vec3 a = rotate(conjugate(wall.q), Vec3(half)), z = rotate(conjugate(wall.q), {0, 0, 1});
  wall.vertices = {-a - z, a - z, a + z, -a + z};
  for (Vec3& v : wall.vertices) v.z = 0;
}

// In 2-D a circle is a cylinder along z, here from z = -1 to 1.
void read_circle(const Table& t, Wall& wall) {
  wall.x = t.vector("centre");
  const Real r = Real(t.number("radius"));
  wall.frustum = {r, -1, r, 1};
}

void read_axis(const Table& t, Wall& wall, double& height) {
  wall.x = t.vector("base");
  const Vec3d axis = t.vector("axis");
  height = norm(axis);
  if (height < info(Dim::kLength).least) t.problem("axis", "must have a length");
  if (height > 0) wall.q = rotation_from_z(axis / height);
}

void read_cylinder(const Table& t, Wall& wall) {
  double height = 0;
  read_axis(t, wall, height);
  const Real r = Real(t.number("radius"));
  wall.frustum = {r, 0, r, Real(height)};
}

void read_cone(const Table& t, Wall& wall) {
  double height = 0;
  read_axis(t, wall, height);
  wall.frustum = {Real(t.number("radius_base")), 0, Real(t.number("radius_top")), Real(height)};
  if (wall.frustum.r0 == wall.frustum.r1)
    t.problem("radius_top", "must differ from radius_base; else it is a cylinder");
}

void read_surface(const Table& t, const Table& surface, Wall& wall) {
  int n = 0;
  for (const char* key : {"plate", "cylinder", "cone"}) n += surface.has(key);
  if (n != 1) return surface.problem("must be just one of plate, cylinder and cone");
  if (surface.has("plate")) read_plate(surface.table("plate"), wall);
  if (surface.has("cylinder")) read_cylinder(surface.table("cylinder"), wall);
  if (surface.has("cone")) read_cone(surface.table("cone"), wall);
  const SizeDistribution radius = read_size(t, "ball_radius");
  const Real spacing = Real(t.number("spacing"));
  const std::uint64_t seed = std::uint64_t(t.integer("seed"));
  if (!t.problems().empty()) return;
  const double n_balls = surface.has("plate") ? estimated_balls(wall.vertices, radius, spacing)
                                              : estimated_balls(wall.frustum, radius, spacing);
  constexpr double kMost = 1e8;
  if (!(n_balls <= kMost))
    return t.problem("ball_radius",
                     fmt::format("about {:.3g} balls would cover the surface; at most {:.3g} can", n_balls, kMost));
  if (const auto much = too_much_memory(n_balls * kBytesOfABody))
    return t.problem("ball_radius", fmt::format("about {:.3g} balls would cover the surface: {}", n_balls, *much));
  wall.balls = surface.has("plate") ? balls_below(wall.vertices, radius, spacing, seed)
                                    : balls_around(wall.frustum, radius, spacing, seed);
  if (wall.balls.empty()) t.problem("ball_radius", "no ball fits the surface");
}

void read_balls(Draft& d, const Table& t, Wall& wall) {
  if (t.has("file") == t.has("surface")) return t.problem("needs just one of surface and file");
  const MaterialUse& use = d.use[wall.material];
  if (!use.has_density) t.problem("material", "this material needs a density, because the balls are bodies");
  if (t.has("surface")) {
    const Table surface = t.table("surface");
    if (surface.given()) read_surface(t, surface, wall);
  } else {
    const std::filesystem::path file = t.text("file");
    std::vector<std::string> problems;
    wall.balls = balls_from_file((d.folder / file).string(), 1, problems);
    for (const std::string& p : problems) t.problem("file", p);
  }
  if (!wall.balls.empty()) d.notes.push_back(fmt::format("wall \"{}\": {} balls", wall.name, wall.balls.size()));
}

// The types follow the order of the key's choices; -1 stands for a problem.
enum WallType { kPlane, kPlate, kCylinder, kCone, kBalls, kCircle };
int read_wall_type(const Table& t) {
  const int type = t.choice("type");
  const bool of_2d = type == kPlane || type == kPlate || type == kCircle, of_3d = type != kCircle;
  if (type < 0 || (t.flat() ? of_2d : of_3d)) return type;
  t.problem("type", t.flat() ? "dimension = 2: must be \"plane\", \"plate\" or \"circle\""
                             : "needs dimension = 2; in 3-D it must be \"cylinder\"");
  return -1;
}

void read_plane(const Table& t, Wall& wall) {
  wall.x = t.vector("point");
  if (const auto n = t.direction("normal")) wall.q = rotation_from_z(*n);
}

void read_wall_of(Draft& d, const Table& t, int type, Wall& wall) {
  wall.kind = type == kCircle ? WallKind::kCylinder : WallKind(type);
  if (type == kPlane) read_plane(t, wall);
  if (type == kPlate) t.flat() ? read_line(t, wall) : read_plate(t, wall);
  if (type == kCylinder) read_cylinder(t, wall);
  if (type == kCircle) read_circle(t, wall);
  if (type == kCone) read_cone(t, wall);
  if (type == kBalls) read_balls(d, t, wall);
  t.refuse_unused(fmt::format("type \"{}\"", t.text("type")));
}

}  // namespace

void read_walls(Draft& d, const Table& root) {
  for (const Table& t : root.tables("wall")) {
    Wall wall;
    wall.name = read_name(t, names_of(d.model.walls), "wall");
    const auto material = find_name(t, "material", names_of(d.model.materials), "material");
    wall.material = material.value_or(0);
    if (material) d.use[*material].walls = true;
    const int type = read_wall_type(t);
    const bool balls = type == kBalls;
    if (type >= 0 && (material || !balls)) read_wall_of(d, t, type, wall);
    std::uint32_t ball_type = 0;
    if (balls) wall.kind = WallKind::kBalls;
    if (balls && material) {
      ball_type = std::uint32_t(d.model.body_types.size());
      d.model.body_types.push_back(sphere_type(wall.name, wall.material, d.model.materials[wall.material].density));
    }
    d.ball_types.push_back(ball_type);
    d.model.walls.push_back(std::move(wall));
  }
}

}  // namespace scree::scene
