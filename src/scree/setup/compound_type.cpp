#include "scree/setup/compound_type.hpp"

#include <algorithm>
#include <cmath>

#include "scree/solids/mass_properties.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree {
namespace {

Mat3 outer(const Vec3& a, const Vec3& b) { return {a.x * b, a.y * b, a.z * b}; }
Mat3 operator+(const Mat3& a, const Mat3& b) { return {a.row0 + b.row0, a.row1 + b.row1, a.row2 + b.row2}; }
Mat3 operator*(Real s, const Mat3& m) { return {s * m.row0, s * m.row1, s * m.row2}; }
Mat3 diagonal(const Vec3& d) { return {{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}; }

struct Sum {
  Real mass = 0, volume = 0;
  Vec3 centre = {0, 0, 0};
  Mat3 inertia = {};  // about the centre
};

Sum mass_of(const Model& model, std::span<const PlacedPart> parts) {
  Sum sum;
  const auto volume = [&](const PlacedPart& p) {
    return model.body_types[p.type].volume * p.scale * p.scale * p.scale;
  };
  for (const PlacedPart& p : parts) {
    sum.volume += volume(p);
    sum.mass += p.density * volume(p);
    sum.centre += p.density * volume(p) * p.pose.p;
  }
  sum.centre = sum.centre / sum.mass;
  for (const PlacedPart& p : parts) {
    const Real m = p.density * volume(p);
    const Vec3 d = p.pose.p - sum.centre;
    const Mat3 own = diagonal(m * p.scale * p.scale * model.body_types[p.type].gyration2);
    const Mat3 steiner = m * (diagonal({norm2(d), norm2(d), norm2(d)}) + Real(-1) * outer(d, d));
    sum.inertia = sum.inertia + p.pose.R * own * transpose(p.pose.R) + steiner;
  }
  return sum;
}

// Holds a part in the frame of its body at scale 1.
struct Solid {
  const PolyhedronData* shape;
  Real size;
  Pose pose;
  Vec3 vertex(int i) const { return pose * (size * shape->vertices[std::size_t(i)]); }
  std::vector<Vec3> face(int f) const {
    std::vector<Vec3> corners;
    for (int h = shape->face_start[std::size_t(f)]; h < shape->face_start[std::size_t(f) + 1]; ++h)
      corners.push_back(vertex(shape->loop[std::size_t(h)]));
    return corners;
  }
};

Vec3 area_of(const std::vector<Vec3>& polygon) {
  Vec3 twice = {0, 0, 0};
  for (std::size_t i = 2; i < polygon.size(); ++i) twice += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  return twice / 2;
}

// Returns what of the polygon lies on the side of the plane through `point` that `inward` points to (Sutherland &
// Hodgman 1974).
std::vector<Vec3> clipped(const std::vector<Vec3>& polygon, const Vec3& point, const Vec3& inward) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const Real in_a = dot(inward, a - point), in_b = dot(inward, b - point);
    if (in_a >= 0) kept.push_back(a);
    if ((in_a > 0 && in_b < 0) || (in_a < 0 && in_b > 0)) kept.push_back(a + in_a / (in_a - in_b) * (b - a));
  }
  return kept;
}

// Returns the area that two faces share, 0 unless they lie against each other: in one plane, looking at each other.
Real shared_area(std::vector<Vec3> face, const std::vector<Vec3>& other) {
  const Vec3 n = normalized(area_of(other));
  if (dot(n, normalized(area_of(face))) > -1 + kShapeTolerance) return 0;
  for (const Vec3& v : face)
    if (std::abs(dot(n, v - other[0])) > 2 * kShapeTolerance) return 0;
  for (std::size_t i = 0; i < other.size() && face.size() > 2; ++i)
    face = clipped(face, other[i], cross(n, other[(i + 1) % other.size()] - other[i]));
  return face.size() > 2 ? norm(area_of(face)) : 0;
}

// Lists the solids whose bounding spheres meet that of each, found by a sweep along x: no others have faces against its
// own.
std::vector<std::vector<std::size_t>> neighbours_of(const std::vector<Solid>& solids) {
  constexpr Real kMargin = 4 * kShapeTolerance;
  std::vector<Vec3> x;
  std::vector<Real> r;
  std::vector<std::size_t> order;
  for (const Solid& s : solids) {
    order.push_back(order.size());
    x.push_back(s.pose * (s.size * s.shape->centre));
    r.push_back(s.size * s.shape->radius + kMargin);
  }
  const auto left = [&](std::size_t i) { return x[i].x - r[i]; };
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return left(i) < left(j); });
  std::vector<std::vector<std::size_t>> near(solids.size());
  for (std::size_t a = 0; a < order.size(); ++a)
    for (std::size_t b = a + 1; b < order.size(); ++b) {
      const std::size_t i = order[a], j = order[b];
      if (left(j) > x[i].x + r[i]) break;
      if (norm(x[i] - x[j]) > r[i] + r[j]) continue;
      near[i].push_back(j), near[j].push_back(i);
    }
  for (auto& list : near) std::sort(list.begin(), list.end());  // sums go in the order of the parts
  return near;
}

std::vector<std::uint8_t> covered_faces(const std::vector<Solid>& solids, std::size_t k,
                                        const std::vector<std::size_t>& near) {
  std::vector<std::uint8_t> covered;
  for (int f = 0; f < solids[k].shape->n_faces(); ++f) {
    const std::vector<Vec3> face = solids[k].face(f);
    Real shared = 0;
    for (const std::size_t j : near)
      for (int g = 0; g < solids[j].shape->n_faces(); ++g) shared += shared_area(face, solids[j].face(g));
    covered.push_back(shared > norm(area_of(face)) / 2);
  }
  return covered;
}

}  // namespace

Compound compound_type(const Model& model, std::string name, std::span<const PlacedPart> parts) {
  const Sum sum = mass_of(model, parts);
  const auto shape_of = [&](const PlacedPart& p) {
    return &model.polyhedra[model.body_types[p.type].parts[0].polyhedron];
  };
  Compound c;
  for (const PlacedPart& p : parts)
    for (const Vec3& v : shape_of(p)->vertices)
      c.circumradius = std::max(c.circumradius, norm(p.pose * (p.scale * v) - sum.centre));

  Vec3 moments;
  const Mat3 axes = principal_axes(sum.inertia, moments), into_frame = transpose(axes);
  const Real r = c.circumradius;
  std::vector<Solid> solids;
  for (const PlacedPart& p : parts)
    solids.push_back({shape_of(p), p.scale / r, {into_frame * p.pose.R, into_frame * ((p.pose.p - sum.centre) / r)}});

  const std::vector<std::vector<std::size_t>> near = neighbours_of(solids);
  BodyType& type = c.type;
  type.name = std::move(name);
  type.density = sum.mass / sum.volume;
  type.volume = sum.volume / (r * r * r);
  type.gyration2 = moments / (sum.mass * r * r);
  type.bounding_radius = 1;
  type.as_given = to_quat(axes);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Part& own = model.body_types[parts[k].type].parts[0];
    type.parts.push_back({ShapeKind::kPolyhedron, solids[k].size, solids[k].pose, parts[k].material, own.polyhedron, 0,
                          0, covered_faces(solids, k, near[k])});
  }
  return c;
}

}  // namespace scree
