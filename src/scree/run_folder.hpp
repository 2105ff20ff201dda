// What a run's folder holds, apart from the formats in output/.
#pragma once
#include <cstdint>
#include <string>

#include "scree/scene/scene.hpp"

namespace scree::run_folder {

// InputError unless a fresh run may be written to `dir`.
void refuse_if_used(const std::string& dir);
// Removes what a run writes and nothing else: files of the user's own stay.
void clear(const std::string& dir);
// The folder itself, scene.toml and overrides.txt. RunError if it cannot be written.
void write_scene(const std::string& dir, const Scene& scene);
// Frames and VTK files with a number above `last`: a resumed run makes them again.
void remove_frames_after(const std::string& dir, std::uint64_t last);
std::string read_text(const std::string& path);  // empty if there is none

}  // namespace scree::run_folder
