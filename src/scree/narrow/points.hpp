// Contact points of a block of pairs, in the order of pairs, as the narrow phase finds them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "scree/body/state.hpp"
#include "scree/math/pose.hpp"

namespace scree::narrow {

struct Points {
  std::vector<std::uint32_t> pair, feature;
  std::vector<Vec3> n;    // from A to B
  std::vector<Vec3> p;    // from the centre of A
  std::vector<Real> gap;  // positive: apart
  // Single spheres: everything follows from the two centres, and only `pair` is filled.
  bool on_centre_line = false;

  std::size_t size() const { return pair.size(); }
  // Repeats the last point until there is a multiple of k.
  void pad(std::size_t k) {
    while (pair.size() % k != 0) {
      pair.push_back(pair.back());
      if (on_centre_line) continue;
      n.push_back(n.back()), p.push_back(p.back()), gap.push_back(gap.back());
    }
  }
  void clear() { pair.clear(), feature.clear(), n.clear(), p.clear(), gap.clear(), on_centre_line = false; }
};

// Rotations of the walls, for find_points.
std::vector<Pose> wall_poses(const State& s);

// The points of pairs [begin, end) of a bucket that are up to `margin` apart.
void find_points(const Model& model, const State& s, std::span<const Pose> wall_pose, const Bucket& bucket,
                 std::size_t begin, std::size_t end, Real margin, Points& out);

// The pairs of single spheres in [begin, end) that are up to `margin` apart, appended to `out`.
void touching_spheres(const Bodies& bodies, const Pairs& pairs, std::size_t begin, std::size_t end, Real margin,
                      std::vector<std::uint32_t>& out);

// One contact, whole, for those who look at them: frames, tests.
struct ContactRow {
  std::uint32_t a, b, feature;  // b: or kWallBit + wall
  Vec3 n, p;                    // from A to B; from the centre of A
  Real gap;
  Vec3 f;           // on A
  Vec3 xi_t, xi_r;  // springs
  Real xi_s;
  // What touches on either side: vertex 0, edge 1, face 2, curved surface 3.
  std::uint8_t feature_a = 3, feature_b = 3;
};
// All contacts, in the order of places. Normals and points are worked out anew.
std::vector<ContactRow> contact_rows(const Model& model, const State& s);

}  // namespace scree::narrow
