// Cells become bodies, with one type for all blocks of one shape.
#pragma once
#include "scree/model/model.hpp"
#include "scree/setup/blocks/cells.hpp"

namespace scree::blocks {

struct PlacedBlock {
  std::uint32_t type = 0;
  Real scale = 0;
  Vec3d x;  // centre of mass
  Quat q;   // body to world
};

// Adds what types are needed to the model, named NAME.K after the first block K of each. Blocks that are copies of an
// earlier one, shifted and rotated, share its type. Throws InputError with the number of a block that is no sound
// polyhedron.
std::vector<PlacedBlock> make_blocks(Model& model, const std::string& name, std::uint32_t material, Real density,
                                     const Cells& cells);

}  // namespace scree::blocks
