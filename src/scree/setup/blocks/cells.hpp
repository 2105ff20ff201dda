// A region is cut into convex cells that share their corners.
//
// All points go through one list, where points closer than rounding are one: cells that touch name the same point, so
// their corners coincide to the last bit, however each of them came about.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "scree/math/vec3.hpp"

namespace scree::blocks {

struct CutPlane {
  Vec3d n;        // of length 1
  double offset;  // m: n . x = offset
};

struct Cell {
  std::vector<std::vector<int>> faces;  // loops of points, counter-clockwise seen from outside
};

class Cells {
 public:
  // `size` (m) is that of the region: points closer than kSame of it are one, and points so close to a plane lie in it.
  explicit Cells(double size);
  static constexpr double kSame = 1e-10;

  int point(const Vec3d& x);  // returns an old one, if it is there
  const Vec3d& at(int p) const { return points_[std::size_t(p)]; }
  const std::vector<Vec3d>& points() const { return points_; }
  double tolerance() const { return tolerance_; }

  // Corner i of a box has the bits of i for x, y, z; the same holds for the hexahedron.
  void add_box(const Vec3d& lo, const Vec3d& hi);
  void add_hexahedron(const Vec3d (&corners)[8]);
  void add_tetrahedron(const Vec3d (&corners)[4]);  // corners either way round
  void add(const Cells& other);                     // copies of its cells

  void cut(const CutPlane& plane);         // makes two of every cell that lies on both sides
  void keep_below(const CutPlane& plane);  // keeps n . x <= offset

  double volume() const;
  double volume(const Cell& cell) const;

  std::vector<Cell> cells;

 private:
  std::vector<Vec3d> points_;
  double tolerance_, mesh_;
  std::unordered_map<std::uint64_t, std::vector<int>> near_;  // points by a mesh much wider than the tolerance
};

std::vector<int> corners_of(const Cell& cell);  // lists each once, in the order in which the faces name them

}  // namespace scree::blocks
