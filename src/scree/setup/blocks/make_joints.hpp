// Joints of a group of blocks are made from its interfaces.
#pragma once
#include <optional>

#include "scree/setup/blocks/interfaces.hpp"
#include "scree/state/state.hpp"

namespace scree::blocks {

// Strengths may be infinite. A value that is not given follows from the contact law of the blocks.
struct JointOptions {
  std::optional<double> k_n, k_s;             // Pa/m
  double tensile_strength = 0, cohesion = 0;  // Pa
  std::optional<double> friction_angle;       // rad
};

// Holds the stiffness (N/m) of a contact of two faces over an area, by the law and R* of its bodies.
struct FaceStiffness {
  double normal = 0, shear = 0;
};
FaceStiffness face_stiffness(const LawParams& law, ContactModel model, double area, double r_star);

// Appends to model.joints and s.joints. Bodies of the group are those with ids from `first_id` on; laws are resolved.
// The frame of the interfaces is the world at t = 0.
void make_joints(Model& model, State& s, std::uint64_t first_id, const std::vector<Interface>& interfaces,
                 const JointOptions& options);

}  // namespace scree::blocks
