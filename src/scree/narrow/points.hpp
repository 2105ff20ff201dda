// Contact points of a batch of pairs, in the order of pairs, as the narrow phase finds them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "scree/math/pose.hpp"
#include "scree/state/link_counters.hpp"
#include "scree/state/normal_counters.hpp"
#include "scree/state/state.hpp"

namespace scree::narrow {

struct Points {
  std::vector<std::uint32_t> pair, feature;
  std::vector<Vec3> n;    // from A to B
  std::vector<Vec3> p;    // from the centre of A
  std::vector<Real> gap;  // positive: apart
  // Of polyhedra, the patch of each point (patch.hpp): all four, or none of them.
  std::vector<Real> j4, j3;
  std::vector<Vec3> g1, g2;
  // Of superellipsoids, where the law asks for it: 1/R* by the curvatures there.
  std::vector<Real> inv_radius;
  // What meets at each point, a FeatureKind or kCurved; only for those who look at contacts.
  std::vector<std::uint8_t> kind_a, kind_b;
  // Not points, but room for those who look for them: of each pair, whether a remembered plane still parts it.
  std::vector<std::uint8_t> parted;
  // Single spheres: everything follows from the two centres, and only `pair` is filled.
  bool on_centre_line = false;

  std::size_t size() const { return pair.size(); }
  // Repeats the last point until there is a multiple of k.
  void pad(std::size_t k) {
    while (pair.size() % k != 0) {
      pair.push_back(pair.back());
      if (on_centre_line) continue;
      n.push_back(n.back()), p.push_back(p.back()), gap.push_back(gap.back());
      if (!inv_radius.empty()) inv_radius.push_back(inv_radius.back());
      if (has_patches())
        j4.push_back(j4.back()), j3.push_back(j3.back()), g1.push_back(g1.back()), g2.push_back(g2.back());
    }
  }
  bool has_patches() const { return !j4.empty(); }
  void clear() {
    pair.clear(), feature.clear(), n.clear(), p.clear(), gap.clear(), kind_a.clear(), kind_b.clear();
    j4.clear(), j3.clear(), g1.clear(), g2.clear(), inv_radius.clear(), on_centre_line = false;
  }
};
inline constexpr std::uint8_t kCurved = 3;  // beside the FeatureKinds: a sphere or a curved wall

// Memory of the pairs that are looked at, and what is counted on the way.
struct LinkMemory {
  LinkMemo* cache = nullptr;  // of Links
  const std::uint32_t* first = nullptr;
  LinkCounters* counters = nullptr;
  NormalCounters* normals = nullptr;
};

// Rotations of the walls, for find_points.
std::vector<Pose> wall_poses(const State& s);

// Rotations of the bodies, which all but spheres need; for these alone none are made.
void update_rotations(const Model& model, State& s);

// The points of pairs [begin, end) of a bucket that are up to `margin` apart.
void find_points(const Model& model, const State& s, std::span<const Pose> wall_pose, const Bucket& bucket,
                 std::size_t begin, std::size_t end, Real margin, const LinkMemory& memory, Points& out);

// The pairs of single spheres in [begin, end) that are up to `margin` apart, appended to `out`.
void touching_spheres(const State& s, const Pairs& pairs, std::size_t begin, std::size_t end, Real margin,
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
  std::uint8_t feature_a = kCurved, feature_b = kCurved;
};
// All contacts, in the order of places. Normals and points are worked out anew.
std::vector<ContactRow> contact_rows(const Model& model, const State& s);

}  // namespace scree::narrow
