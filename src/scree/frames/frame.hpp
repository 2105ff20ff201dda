// Frames are what one looks at. DIR/model.h5 has shapes, materials and walls once; DIR/frames/NNNNNN.h5 has the poses
// and fields.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scree/state/state.hpp"

namespace scree::output {

// Holds a frame read back: bodies with their frame fields, contacts with positions and forces, walls.
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
// Reads what one needs to draw a run, from DIR/model.h5 alone: title, dt, gravity, dimension, materials by name, body
// types, polyhedra, superellipsoids, walls, and motions by name with their walls. Throws InputError if it is missing or
// damaged.
Model read_model(const std::string& dir);
void write_frame(const std::string& path, const Model& model, const State& s, bool contacts);
// `wanted` says of a dataset ("bodies/x") whether it is read; fields of others stay empty, columns zero. If it is null,
// all are read.
using Wanted = bool (*)(std::string_view name);
Frame read_frame(const std::string& path, Wanted wanted = nullptr);
// Reads only the numbers of its head, which is fast for any size of frame.
struct FrameHead {
  double time = 0;
  std::uint64_t step = 0, n_bodies = 0;
  bool contacts = false;
};
FrameHead read_frame_head(const std::string& path);
// Holds who presses on whom, as columns: a large frame has millions of contacts, and a reader who wants no more of them
// should not wait for the rest. It is empty if the frame has none.
struct ContactForces {
  std::vector<std::uint64_t> id_a, id_b;
  std::vector<Vec3> f;
  std::vector<std::uint8_t> feature_a, feature_b;
  std::size_t size() const { return id_a.size(); }
};
ContactForces read_contact_forces(const std::string& path);
ContactForces contact_forces(const Frame& frame);
Frame frame_of(const Model& model, const State& s, bool contacts);
std::string frame_path(const std::string& dir, std::uint64_t number);
std::vector<std::string> list_frames(const std::string& dir);
std::uint64_t frame_number(const std::string& path);  // number of one of these

}  // namespace scree::output
