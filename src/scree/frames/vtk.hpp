// ParaView reads VTK XML: bodies are points with fields, polyhedra also surfaces, contacts lines and walls surfaces,
// with one .pvd each over time.
#pragma once
#include <string>

#include "scree/frames/frame.hpp"

namespace scree::output {

// Writes DIR/vtk/bodies_NNNNNN.vtp, contacts_NNNNNN.vtp, walls_NNNNNN.vtp; shapes_NNNNNN.vtp where there is more than
// balls in space.
void write_vtk_frame(const std::string& dir, std::uint64_t number, const Model& model, const Frame& frame);
// (Re)writes DIR/vtk/bodies.pvd, shapes.pvd, contacts.pvd, walls.pvd over all frames there are, with their times.
void write_pvd(const std::string& dir);

}  // namespace scree::output
