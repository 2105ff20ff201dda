#include "scree/setup/blocks/block_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scree/error.hpp"
#include "scree/setup/polyhedron_type.hpp"
#include "scree/solids/polyhedron_build.hpp"

namespace scree::blocks {
namespace {

using Loops = std::vector<std::vector<int>>;

// Holds a cell with corners of its own, from its first one.
struct Shape {
  Vec3d origin;
  std::vector<Vec3> corners;
  Loops faces;
};

Shape shape_of(const Cells& cells, const Cell& cell) {
  Shape shape;
  const std::vector<int> corners = corners_of(cell);
  shape.origin = cells.at(corners[0]);
  for (const int p : corners) shape.corners.push_back(Vec3(cells.at(p) - shape.origin));
  for (const std::vector<int>& loop : cell.faces) {
    shape.faces.emplace_back();
    for (const int p : loop)
      shape.faces.back().push_back(int(std::find(corners.begin(), corners.end(), p) - corners.begin()));
  }
  return shape;
}

// Holds a type and the shape it was made from.
struct Known {
  std::uint32_t type;
  Real scale;
  Quat q;                     // rotation of the block it was made from
  std::vector<Vec3> corners;  // corners of that block, from its centroid
};

// Returns axes along the first side of the first face, and in its plane.
Mat3 axes_of(const std::vector<Vec3>& corners, const std::vector<int>& face) {
  const auto at = [&](int k) { return corners[std::size_t(face[std::size_t(k)])]; };
  const Vec3 x = normalized(at(1) - at(0)), z = normalized(cross(x, at(2) - at(1)));
  return transpose(Mat3{x, cross(z, x), z});
}

// Tells whether the block is a copy of a known one rotated by R, to `tolerance` (m).
bool is_copy(const Shape& shape, const Known& known, const Mat3& R, double tolerance, Vec3& centroid) {
  centroid = {0, 0, 0};
  for (std::size_t k = 0; k < shape.corners.size(); ++k)
    centroid += (shape.corners[k] - R * known.corners[k]) / Real(shape.corners.size());
  for (std::size_t k = 0; k < shape.corners.size(); ++k)
    if (norm(centroid + R * known.corners[k] - shape.corners[k]) > tolerance) return false;
  return true;
}

class Types {
 public:
  Types(Model& model, const std::string& name, std::uint32_t material, Real density, double rounding)
      : model_(model), name_(name), material_(material), density_(density), rounding_(rounding) {}

  PlacedBlock place(const Shape& shape, double volume, std::size_t number) {
    // Volumes of copies are equal to rounding.
    const double step = 1e-9 * volume;
    std::map<double, std::vector<Known>>& alike = by_faces_[shape.faces];
    for (auto it = alike.lower_bound(volume - step); it != alike.end() && it->first <= volume + step; ++it)
      for (const Known& known : it->second)
        if (PlacedBlock block; as_copy(shape, known, block)) return block;
    return make(shape, number, alike[volume]);
  }

 private:
  bool as_copy(const Shape& shape, const Known& known, PlacedBlock& block) const {
    Vec3 centroid;
    Quat turn;
    if (!is_copy(shape, known, Mat3::identity(), rounding_, centroid)) {
      const Mat3 R = axes_of(shape.corners, shape.faces[0]) * transpose(axes_of(known.corners, shape.faces[0]));
      turn = to_quat(R);
      if (!is_copy(shape, known, to_matrix(turn), rounding_, centroid)) return false;
    }
    block = {known.type, known.scale, shape.origin + Vec3d(centroid), normalized(turn * known.q)};
    return true;
  }

  PlacedBlock make(const Shape& shape, std::size_t number, std::vector<Known>& list) {
    const PolyhedronData p = polyhedron_from_faces(shape.corners, shape.faces);
    const MassProperties m = mass_properties(p.view());
    const auto type = std::uint32_t(model_.body_types.size());
    model_.body_types.push_back(
        polyhedron_type(model_, fmt::format("{}.{}", name_, number), material_, density_, p, m));
    Known known{type, m.circumradius, model_.body_types[type].as_given, {}};
    for (const Vec3& v : shape.corners) known.corners.push_back(v - m.centroid);
    const PlacedBlock block{type, known.scale, shape.origin + Vec3d(m.centroid), known.q};
    list.push_back(std::move(known));
    return block;
  }

  Model& model_;
  const std::string& name_;
  std::uint32_t material_;
  Real density_;
  double rounding_;
  std::map<Loops, std::map<double, std::vector<Known>>> by_faces_;  // then by volume
};

}  // namespace

std::vector<PlacedBlock> make_blocks(Model& model, const std::string& name, std::uint32_t material, Real density,
                                     const Cells& cells) {
  double largest = 0;
  for (const Vec3d& x : cells.points()) largest = std::max(largest, norm(x));
  Types types(model, name, material, density, 3e-14 * largest);
  std::vector<PlacedBlock> blocks;
  for (const Cell& cell : cells.cells) {
    const std::size_t number = blocks.size();
    try {
      blocks.push_back(types.place(shape_of(cells, cell), cells.volume(cell), number));
    } catch (const InputError& e) {
      throw InputError(fmt::format("block {} is too thin or has an edge that is too short: {}", number, e.what()));
    }
  }
  return blocks;
}

}  // namespace scree::blocks
