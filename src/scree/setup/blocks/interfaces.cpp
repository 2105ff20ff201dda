#include "scree/setup/blocks/interfaces.hpp"

#include <algorithm>
#include <cmath>

#include "scree/broad/broad_phase.hpp"
#include "scree/broad/estimate_pairs.hpp"
#include "scree/math/elementary.hpp"
#include "scree/parallel.hpp"

namespace scree::blocks {
namespace {

using Polygon2 = std::vector<Vec2>;

struct Face {
  Vec3d n, middle;
  double area = 0;
};

Face face_of(const Cells& cells, const std::vector<int>& loop) {
  Face face{{0, 0, 0}, {0, 0, 0}, 0};
  const Vec3d& origin = cells.at(loop[0]);
  for (std::size_t k = 1; k + 1 < loop.size(); ++k)
    face.n += 0.5 * cross(cells.at(loop[k]) - origin, cells.at(loop[k + 1]) - origin);
  for (const int p : loop) face.middle += cells.at(p) / double(loop.size());
  face.area = norm(face.n);
  face.n = face.n / face.area;
  return face;
}

// Returns the part of a convex polygon to the left of the line from p to q (Sutherland & Hodgman 1974).
Polygon2 left_of(const Polygon2& polygon, const Vec2& p, const Vec2& q) {
  const Vec2 along = q - p;
  const auto height = [&](const Vec2& x) { return cross(along, x - p); };
  Polygon2 kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 &x = polygon[k], &y = polygon[(k + 1) % polygon.size()];
    const double a = height(x), b = height(y);
    if (a >= 0) kept.push_back(x);
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) kept.push_back(x + a / (a - b) * (y - x));
  }
  return kept;
}

Polygon2 without_doubles(const Polygon2& polygon, double tolerance) {
  Polygon2 kept;
  for (const Vec2& x : polygon)
    if (kept.empty() || (norm(x - kept.back()) > tolerance && norm(x - kept.front()) > tolerance)) kept.push_back(x);
  return kept;
}

// Holds axes in a plane across n.
struct PlaneAxes {
  Vec3d origin, x, y;
  Polygon2 flat(const Cells& cells, const std::vector<int>& loop, bool backwards) const {
    Polygon2 polygon;
    for (const int p : loop) polygon.push_back({dot(x, cells.at(p) - origin), dot(y, cells.at(p) - origin)});
    if (backwards) std::reverse(polygon.begin(), polygon.end());
    return polygon;
  }
};

Quat frame_of(const Vec3d& x, const Vec3d& n) { return to_quat(transpose(Mat3{Vec3(x), Vec3(cross(n, x)), Vec3(n)})); }

// Puts the polygon about its centroid, along its principal axes.
Interface put_in_frame(const Polygon2& polygon, const AreaMoments& m, const PlaneAxes& axes, const Vec3d& n) {
  Interface r;
  const double angle =
      scree::hypot(2 * m.xy, m.xx - m.yy) > 1e-9 * (m.xx + m.yy) ? scree::atan2(2 * m.xy, m.xx - m.yy) / 2 : 0;
  const double c = scree::cos(angle), s = scree::sin(angle);
  r.area = m.area;
  r.i_y = c * c * m.xx + 2 * s * c * m.xy + s * s * m.yy;
  r.i_x = s * s * m.xx - 2 * s * c * m.xy + c * c * m.yy;
  r.centre = axes.origin + m.centre.x * axes.x + m.centre.y * axes.y;
  r.frame = frame_of(c * axes.x + s * axes.y, n);
  for (const Vec2& p : polygon) {
    const Vec2 d = p - m.centre;
    r.corners.push_back({c * d.x + s * d.y, c * d.y - s * d.x});
  }
  return r;
}

bool lie_flat(const Cells& cells, const Face& a, const Face& b, const std::vector<int>& loop_b) {
  if (dot(a.n, b.n) > -1 + 1e-9) return false;
  return std::all_of(loop_b.begin(), loop_b.end(),
                     [&](int p) { return std::abs(dot(a.n, cells.at(p) - a.middle)) <= 10 * cells.tolerance(); });
}

bool find_interface(const Cells& cells, const std::vector<std::vector<Face>>& faces, int a, int b, Interface& found) {
  const Cell &cell_a = cells.cells[std::size_t(a)], &cell_b = cells.cells[std::size_t(b)];
  for (std::size_t f = 0; f < cell_a.faces.size(); ++f)
    for (std::size_t g = 0; g < cell_b.faces.size(); ++g) {
      const Face &face_a = faces[std::size_t(a)][f], &face_b = faces[std::size_t(b)][g];
      if (!lie_flat(cells, face_a, face_b, cell_b.faces[g])) continue;
      const Vec3d x = Vec3d(any_perpendicular(Vec3(face_a.n)));
      const PlaneAxes axes{face_a.middle, x, cross(face_a.n, x)};
      Polygon2 common = axes.flat(cells, cell_a.faces[f], false);
      const Polygon2 other = axes.flat(cells, cell_b.faces[g], true);
      for (std::size_t k = 0; k < other.size() && !common.empty(); ++k)
        common = left_of(common, other[k], other[(k + 1) % other.size()]);
      common = without_doubles(common, 10 * cells.tolerance());
      if (common.size() < 3) continue;
      const AreaMoments m = area_moments(common);
      if (!(m.area > kLeastPart * std::min(face_a.area, face_b.area))) continue;
      found = put_in_frame(common, m, axes, face_a.n);
      found.a = a, found.b = b;
      return true;
    }
  return false;
}

// Holds the bounding spheres of cells.
struct Balls {
  std::vector<Vec3d> x;
  std::vector<Real> r;
  std::vector<std::int32_t> owner;
  broad::Cloud cloud() const { return {x.size(), x.data(), r.data(), owner.data()}; }
};

Balls balls_round(const Cells& cells) {
  Balls balls;
  for (const Cell& cell : cells.cells) {
    const std::vector<int> corners = corners_of(cell);
    Vec3d lo = cells.at(corners[0]), hi = lo;
    for (const int p : corners)
      for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], cells.at(p)[k]), hi[k] = std::max(hi[k], cells.at(p)[k]);
    balls.x.push_back(0.5 * (lo + hi));
    balls.r.push_back(Real(norm(hi - lo) / 2));
  }
  balls.owner.assign(balls.x.size(), kDynamic);
  return balls;
}

broad::PairList near_cells(const Cells& cells) {
  const Balls balls = balls_round(cells);
  broad::PairList pairs;
  broad::sorted_cells(balls.cloud(), Real(cells.tolerance()), pairs);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

AreaMoments area_moments(const std::vector<Vec2>& polygon) {
  AreaMoments m;
  const Vec2 origin = polygon[0];
  double x = 0, y = 0;
  for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
    const Vec2 p = polygon[k] - origin, q = polygon[k + 1] - origin;
    const double twice = cross(p, q);
    m.area += twice / 2;
    x += twice * (p.x + q.x) / 6, y += twice * (p.y + q.y) / 6;
    m.xx += twice * (p.x * p.x + p.x * q.x + q.x * q.x) / 12;
    m.yy += twice * (p.y * p.y + p.y * q.y + q.y * q.y) / 12;
    m.xy += twice * (2 * p.x * p.y + p.x * q.y + q.x * p.y + 2 * q.x * q.y) / 24;
  }
  x /= m.area, y /= m.area;
  m.xx -= m.area * x * x, m.yy -= m.area * y * y, m.xy -= m.area * x * y;
  m.centre = origin + Vec2{x, y};
  return m;
}

double estimate_near_pairs(const Cells& cells) {
  return broad::estimate_pairs(balls_round(cells).cloud(), Real(cells.tolerance()));
}

std::vector<Interface> find_interfaces(const Cells& cells) {
  std::vector<std::vector<Face>> faces(cells.cells.size());
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (const std::vector<int>& loop : cells.cells[i].faces) faces[i].push_back(face_of(cells, loop));
  const broad::PairList pairs = near_cells(cells);
  std::vector<Interface> candidates(pairs.size()), found;
  std::vector<std::uint8_t> is(pairs.size(), 0);
  for_each_index(pairs.size(), [&](std::size_t k) {
    is[k] = find_interface(cells, faces, int(pairs[k].i), int(pairs[k].j), candidates[k]);
  });
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (is[k]) found.push_back(std::move(candidates[k]));
  return found;
}

}  // namespace scree::blocks
