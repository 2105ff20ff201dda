// Joints: interfaces of two blocks that hold them together until they break (docs/blocks.md).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scree/math/quat.hpp"
#include "scree/math/vec2.hpp"

namespace scree {

// Fixed by the scene. A is the body with the lower id. The frame of a joint has its origin in the middle of the
// interface, z along the normal from A to B, and x and y along the principal axes of its area.
struct Joint {
  std::uint64_t id_a = 0, id_b = 0;
  Vec3 p_a = {0, 0, 0}, p_b = {0, 0, 0};    // m, origin of the frame from the centres, in the axes of the bodies
  Quat q_a, q_b;                            // frame of the joint to the axes of the bodies
  Real area = 0;                            // m2
  Real i_x = 0, i_y = 0;                    // m4, second moments of the area about the axes: integrals of y^2 and x^2
  Real k_n = 0, k_s = 0;                    // Pa/m, springs by area
  Real eta_n = 0, eta_s = 0;                // Pa s/m, dashpots by area
  Real tensile_strength = 0, cohesion = 0;  // Pa; may be infinite
  Real tan_phi = 0;
  std::vector<Vec2> corners;  // m, of the interface, in the frame, counter-clockwise seen from B
};

enum class JointMode : std::uint8_t {
  kIntact,
  kTension,  // torn
  kShear,    // sheared off
  kGone,     // one of its blocks was taken away
};

struct JointState {
  std::uint32_t a = 0, b = 0;  // bodies
  JointMode mode = JointMode::kIntact;
  std::uint64_t broken_step = 0;
};

// The blocks of one [[blocks]]: their ids follow each other.
struct BlockGroup {
  std::string name;
  std::uint64_t first_id = 0, count = 0;
};

}  // namespace scree
