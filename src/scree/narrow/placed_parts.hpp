// The parts of the bodies of a pair, where they are.
#pragma once
#include "scree/narrow/pair_table.hpp"
#include "scree/state/separation.hpp"

namespace scree::narrow {

// The pose of a second frame in that of a first one; `between` leads from the first origin to the second.
inline Pose relative(const Mat3& R_a, const Mat3& R_b, const Vec3& between) {
  const Mat3 to_a = transpose(R_a);
  return {to_a * R_b, to_a * between};
}

// A part of a body where it is: its rotation, and its centre seen from that of the body, both in world axes.
struct Placed {
  const Mat3& R;
  Vec3 offset;
};
inline Mat3 rotation_of(const BatchArgs& args, std::size_t i, const Part& part) { return args.turn[i] * part.pose.R; }
inline Vec3 offset_of(const BatchArgs& args, std::size_t i, const Part& part) {
  return args.turn[i] * (args.s.bodies.scale[i] * part.pose.p);
}
inline const std::vector<Part>& parts_of(const BatchArgs& args, std::size_t i) {
  return args.model.body_types[args.s.bodies.type[i]].parts;
}
inline PolyhedronView view_of(const BatchArgs& args, std::size_t i, const Part& part) {
  return args.model.polyhedra[part.polyhedron].view(args.s.bodies.scale[i] * part.size);
}
// The frame of the one part is that of the body.
inline bool is_single(const std::vector<Part>& parts) { return parts.size() == 1; }

// Calls f(k_a, k_b, placed a, placed b, from the centre of the one part to that of the other, memory).
template <class F>
void for_each_part_pair(const BatchArgs& args, std::size_t p, F&& f) {
  const std::size_t a = args.pairs.a[p], b = args.pairs.b[p];
  const std::vector<Part>&parts_a = parts_of(args, a), &parts_b = parts_of(args, b);
  const Vec3 between = separation(args.s.bodies, a, b);
  LinkMemo* memo = args.memory.cache + args.memory.first[p];
  for (std::size_t k_a = 0; k_a < parts_a.size(); ++k_a) {
    const Mat3 R_a = rotation_of(args, a, parts_a[k_a]);
    const Placed at_a{R_a, offset_of(args, a, parts_a[k_a])};
    for (std::size_t k_b = 0; k_b < parts_b.size(); ++k_b) {
      const Mat3 R_b = rotation_of(args, b, parts_b[k_b]);
      const Placed at_b{R_b, offset_of(args, b, parts_b[k_b])};
      f(k_a, k_b, at_a, at_b, between + at_b.offset - at_a.offset, *memo++);
    }
  }
}

// Calls f(k, placed part, from its centre to the origin of the wall) for the parts of A.
template <class F>
void for_each_part(const BatchArgs& args, std::size_t p, F&& f) {
  const std::size_t a = args.pairs.a[p], w = args.pairs.b[p] & ~kWallBit;
  if (!args.s.walls[w].present) return;
  const std::vector<Part>& parts = parts_of(args, a);
  const Vec3 between = separation(args.s.bodies, a, args.s.walls[w]);
  if (is_single(parts)) return f(0, Placed{args.turn[a], {0, 0, 0}}, between);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Mat3 R = rotation_of(args, a, parts[k]);
    const Placed at{R, offset_of(args, a, parts[k])};
    f(k, at, between - at.offset);
  }
}

}  // namespace scree::narrow
