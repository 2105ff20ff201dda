// A frame goes to the page in few bytes a body (docs/viewer.md has the layout).
#pragma once
#include <string>

#include "scree/frames/frame.hpp"

namespace scree::view {

inline constexpr std::size_t kFrameHead = 128, kFrameWall = 64, kFrameBody = 38;

inline constexpr std::size_t kMostContacts = 200000;  // only the strongest are sent; more lines say nothing to an eye

// Tells what read_frame must read for pack_frame; pack_contacts and body_json need all.
bool wanted_for_frame(std::string_view dataset);
bool wanted_beside_contacts(std::string_view dataset);  // without net forces

// Returns the page's words: "none", "other", "vertex_vertex", ...
const std::vector<std::string>& contact_type_names();

// Throws InputError where frame and model do not fit together: a type, a wall or a body that is not there.
// Without contacts (the run has not stored them) the force of a body is the net one.
std::string pack_frame(const Model& model, const output::Frame& frame, const output::ContactForces* contacts,
                       std::uint64_t number);
std::string pack_contacts(const Model& model, const output::Frame& frame, std::uint64_t number);

// Returns one body with all its digits; empty if the frame does not have it.
std::string body_json(const Model& model, const output::Frame& frame, std::uint64_t id);

}  // namespace scree::view
