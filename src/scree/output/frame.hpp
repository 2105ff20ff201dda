// Frames: what one looks at. DIR/model.h5 has shapes, materials and walls once; DIR/frames/NNNNNN.h5 the poses and
// fields.
#pragma once
#include <string>
#include <vector>

#include "scree/body/state.hpp"

namespace scree::output {

// A frame read back: bodies with their frame fields, contacts with positions and forces, walls.
struct Frame {
  double time = 0;
  std::uint64_t step = 0;
  Bodies bodies;                            // fields marked `frame` in fields.def; the others empty
  std::vector<std::uint32_t> coordination;  // touching contacts of each body, walls included
  struct ContactLine {
    std::uint64_t id_a, id_b;  // id_b: kWallBit (as bit 63) + wall for walls
    Vec3d x_a, x_b;            // centres (walls: contact point)
    Vec3d p;                   // contact point
    Vec3 n, f;                 // normal from A to B; force on A
    Real gap;
    std::uint8_t feature_a, feature_b;  // what touches: vertex 0, edge 1, face 2, curved surface 3
  };
  std::vector<ContactLine> contacts;
  struct JointRow {
    std::uint64_t id_a, id_b;
    JointMode mode;               // intact 0, torn 1, sheared off 2, a block is gone 3
    double broken_at;             // s; < 0: not broken
    Vec3d p;                      // middle of the interface, on the side of B
    Vec3 n;                       // normal from A to B
    Real area;                    // m2
    Real normal, tension, shear;  // Pa, elastic: mean normal stress (> 0: tension), largest tension and shear stress
  };
  std::vector<JointRow> joints;  // in the order of Model::joints; empty where there are none
  std::vector<WallState> walls;
  std::vector<std::string> type_names;  // from the frame's own copy: a frame can be read alone
};

void write_model(const std::string& dir, const Model& model);
void write_frame(const std::string& path, const Model& model, const State& s, bool contacts);
Frame read_frame(const std::string& path);
Frame frame_of(const Model& model, const State& s, bool contacts);
std::string frame_path(const std::string& dir, std::uint64_t number);
std::vector<std::string> list_frames(const std::string& dir);

}  // namespace scree::output
