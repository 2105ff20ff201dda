#include "scree/setup/blocks/cells.hpp"

#include <algorithm>
#include <cmath>

#include "scree/math/elementary.hpp"
#include "scree/math/whole.hpp"

namespace scree::blocks {
namespace {

using Loop = std::vector<int>;

std::uint64_t key_of(std::int64_t x, std::int64_t y, std::int64_t z) {
  return std::uint64_t(x) * 0x9e3779b97f4a7c15ull ^ std::uint64_t(y) * 0xc2b2ae3d27d4eb4full ^
         std::uint64_t(z) * 0x165667b19e3779f9ull;
}

// Holds the cells on either side of a plane; a side without faces is empty.
struct Halves {
  Cell below, above;
};

// Orders points of a plane as a convex polygon, counter-clockwise seen from the tip of n.
Loop round(const Cells& cells, Loop points, const Vec3d& n) {
  Vec3d middle = {0, 0, 0};
  for (const int p : points) middle += cells.at(p) / double(points.size());
  const Vec3d x = Vec3d(any_perpendicular(Vec3(n))), y = cross(n, x);
  const auto angle = [&](int p) { return scree::atan2(dot(cells.at(p) - middle, y), dot(cells.at(p) - middle, x)); };
  std::sort(points.begin(), points.end(), [&](int p, int q) {
    const double a = angle(p), b = angle(q);
    return a != b ? a < b : p < q;
  });
  return points;
}

class Cutter {
 public:
  Cutter(Cells& cells, const CutPlane& plane) : cells_(cells), plane_(plane) {}

  Halves operator()(const Cell& cell) {
    bool any_below = false, any_above = false;
    for (const Loop& face : cell.faces)  // visiting corners more than once is cheaper than comparing them
      for (const int p : face) {
        const int s = side(p);
        any_below |= s<0, any_above |= s> 0;
      }
    if (!any_above) return {cell, {}};
    if (!any_below) return {{}, cell};
    Halves halves;
    Loop cap;
    for (const Loop& face : cell.faces) cut_face(face, halves, cap);
    std::sort(cap.begin(), cap.end());
    cap.erase(std::unique(cap.begin(), cap.end()), cap.end());
    if (cap.size() < 3) return {cell, {}};  // a touch within rounding
    Loop lid = round(cells_, cap, plane_.n);
    halves.below.faces.push_back(lid);
    std::reverse(lid.begin(), lid.end());
    halves.above.faces.push_back(lid);
    return halves;
  }

 private:
  double height(int p) const { return dot(plane_.n, cells_.at(p)) - plane_.offset; }
  int side(int p) const {
    const double h = height(p);
    return std::abs(h) <= cells_.tolerance() ? 0 : h < 0 ? -1 : 1;
  }
  int crossing(int p, int q) {
    if (p > q) std::swap(p, q);  // gives the same point from both sides of the edge
    const double a = height(p), b = height(q), t = a / (a - b);
    return cells_.point(cells_.at(p) + t * (cells_.at(q) - cells_.at(p)));
  }
  static void keep(Cell& cell, const Loop& loop) {
    if (loop.size() >= 3) cell.faces.push_back(loop);
  }
  static void append(Loop& loop, int p) {
    if (loop.empty() || (loop.back() != p && loop.front() != p)) loop.push_back(p);
  }
  void cut_face(const Loop& face, Halves& halves, Loop& cap) {
    Loop below, above;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const int p = face[k], q = face[(k + 1) % face.size()], s = side(p);
      if (s <= 0) append(below, p);
      if (s >= 0) append(above, p);
      if (s == 0) cap.push_back(p);
      if (s * side(q) >= 0) continue;
      const int x = crossing(p, q);
      append(below, x);
      append(above, x);
      cap.push_back(x);
    }
    keep(halves.below, below);
    keep(halves.above, above);
  }

  Cells& cells_;
  const CutPlane& plane_;
};

}  // namespace

std::vector<int> corners_of(const Cell& cell) {
  std::vector<int> corners;
  for (const Loop& face : cell.faces)
    for (const int p : face)
      if (std::find(corners.begin(), corners.end(), p) == corners.end()) corners.push_back(p);
  return corners;
}

Cells::Cells(double size) : tolerance_(kSame * size), mesh_(1e-6 * size) {}

int Cells::point(const Vec3d& x) {
  const auto cell = [&](double v) { return whole_floor<std::int64_t>(v / mesh_); };
  // A point near a border of the mesh may have an equal one beyond it.
  const auto range = [&](double v) { return std::pair(cell(v - tolerance_), cell(v + tolerance_)); };
  const auto [x0, x1] = range(x.x);
  const auto [y0, y1] = range(x.y);
  const auto [z0, z1] = range(x.z);
  for (std::int64_t i = x0; i <= x1; ++i)
    for (std::int64_t j = y0; j <= y1; ++j)
      for (std::int64_t k = z0; k <= z1; ++k) {
        const auto it = near_.find(key_of(i, j, k));
        if (it == near_.end()) continue;
        for (const int p : it->second)
          if (norm(at(p) - x) <= tolerance_) return p;
      }
  const int p = int(points_.size());
  points_.push_back(x);
  near_[key_of(cell(x.x), cell(x.y), cell(x.z))].push_back(p);
  return p;
}

void Cells::add_hexahedron(const Vec3d (&corners)[8]) {
  constexpr int kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  Cell cell;
  for (const auto& face : kFaces) {
    cell.faces.emplace_back();
    for (const int i : face) cell.faces.back().push_back(point(corners[i]));
  }
  cells.push_back(std::move(cell));
}

void Cells::add_box(const Vec3d& lo, const Vec3d& hi) {
  Vec3d corners[8];
  for (int i = 0; i < 8; ++i) corners[i] = {i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z};
  add_hexahedron(corners);
}

void Cells::add_tetrahedron(const Vec3d (&c)[4]) {
  const bool turned = dot(cross(c[1] - c[0], c[2] - c[0]), c[3] - c[0]) < 0;
  int p[4];
  for (int i = 0; i < 4; ++i) p[i] = point(c[i]);
  if (turned) std::swap(p[2], p[3]);
  cells.push_back({{{p[0], p[2], p[1]}, {p[0], p[1], p[3]}, {p[1], p[2], p[3]}, {p[2], p[0], p[3]}}});
}

void Cells::add(const Cells& other) {
  for (Cell cell : other.cells) {
    for (Loop& face : cell.faces)
      for (int& p : face) p = point(other.at(p));
    cells.push_back(std::move(cell));
  }
}

void Cells::cut(const CutPlane& plane) {
  std::vector<Cell> after;
  Cutter halves_of(*this, plane);
  after.reserve(cells.size() + cells.size() / 2);
  for (const Cell& cell : cells) {
    Halves halves = halves_of(cell);
    for (Cell* half : {&halves.below, &halves.above})
      if (!half->faces.empty()) after.push_back(std::move(*half));
  }
  cells = std::move(after);
}

void Cells::keep_below(const CutPlane& plane) {
  std::vector<Cell> after;
  Cutter halves_of(*this, plane);
  for (const Cell& cell : cells)
    if (Halves halves = halves_of(cell); !halves.below.faces.empty()) after.push_back(std::move(halves.below));
  cells = std::move(after);
}

double Cells::volume(const Cell& cell) const {
  const Vec3d& origin = at(cell.faces.front().front());
  double six = 0;
  for (const Loop& face : cell.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      six += dot(at(face[0]) - origin, cross(at(face[k]) - origin, at(face[k + 1]) - origin));
  return six / 6;
}

double Cells::volume() const {
  double sum = 0;
  for (const Cell& cell : cells) sum += volume(cell);
  return sum;
}

}  // namespace scree::blocks
