#include "scree/frames/solid_fraction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/math/whole.hpp"

namespace scree::output {
namespace {

bool is_inside(const Model& model, const Part& part, Real scale, const Vec3& x) {
  const Real size = scale * part.size;
  if (is_ball(part.kind)) return norm2(x) <= size * size;
  if (part.kind == ShapeKind::kSuperellipsoid)
    return norm_value(model.superellipsoids[part.superellipsoid].shape.gauge, x) <= size;
  const PolyhedronView p = model.polyhedra[part.polyhedron].view(size);
  for (int f = 0; f < p.n_faces; ++f)
    if (dot(p.normals[f], x) > p.offsets[f]) return false;
  return true;
}

// Describes one axis of the box: cells of equal width, known by their middles.
struct Axis {
  double lo, width;
  int n;
  double middle(int k) const { return lo + (k + 0.5) * width; }
  int first(double x) const { return std::clamp(whole_ceil<int>((x - lo) / width - 0.5), 0, n); }
  int end(double x) const { return std::clamp(whole<int>(std::floor((x - lo) / width - 0.5) + 1), 0, n); }
};

class Sample {
 public:
  Sample(const Model& model, const Vec3d& lo, const Vec3d& hi) : model_(model) {
    const bool flat = model.settings.dimension == 2;
    for (int k = 0; k < 3; ++k) {
      const int n = flat ? (k == 2 ? 1 : 512) : 64;
      axis_[k] = flat && k == 2 ? Axis{-0.5, 1, 1} : Axis{lo[k], (hi[k] - lo[k]) / n, n};
    }
    filled_.resize(std::size_t(axis_[0].n) * std::size_t(axis_[1].n) * std::size_t(axis_[2].n), 0);
  }
  void add(const Part& part, Real scale, const Vec3d& centre, const Mat3& R) {
    const double r = scale * part.size;
    const Mat3 to_part = transpose(R);
    for (int i = axis_[0].first(centre.x - r); i < axis_[0].end(centre.x + r); ++i)
      for (int j = axis_[1].first(centre.y - r); j < axis_[1].end(centre.y + r); ++j)
        for (int k = axis_[2].first(centre.z - r); k < axis_[2].end(centre.z + r); ++k) {
          std::uint8_t& filled =
              filled_[(std::size_t(i) * std::size_t(axis_[1].n) + std::size_t(j)) * std::size_t(axis_[2].n) +
                      std::size_t(k)];
          const Vec3d x{axis_[0].middle(i), axis_[1].middle(j), axis_[2].middle(k)};
          if (!filled) filled = is_inside(model_, part, scale, to_part * Vec3(x - centre));
        }
  }
  double fraction() const {
    return double(std::count(filled_.begin(), filled_.end(), std::uint8_t(1))) / double(filled_.size());
  }

 private:
  const Model& model_;
  Axis axis_[3];
  std::vector<std::uint8_t> filled_;
};

}  // namespace

double solid_fraction(const Model& model, const State& s, const Vec3d& lo, const Vec3d& hi) {
  const bool flat = model.settings.dimension == 2;
  if (!(hi.x > lo.x && hi.y > lo.y && (flat || hi.z > lo.z))) return std::numeric_limits<double>::quiet_NaN();
  Sample sample(model, lo, hi);
  const Bodies& b = s.bodies;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b.owner[i] != kDynamic) continue;
    const Mat3 R = to_matrix(b.q[i]);
    for (const Part& part : model.body_types[b.type[i]].parts)
      sample.add(part, b.scale[i], b.x[i] + Vec3d(R * (b.scale[i] * part.pose.p)), R * part.pose.R);
  }
  return sample.fraction();
}

}  // namespace scree::output
