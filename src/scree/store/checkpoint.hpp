// A checkpoint is a whole State in one HDF5 file, written beside and renamed, so that a kill leaves the old one whole.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "scree/state/state.hpp"

namespace scree::output {

void write_checkpoint(const std::string& path, const Model& model, const State& s);
// Throws InputError if the file is truncated, not a scree checkpoint, of another version, or of another model. If it is
// broken the text names the one before it. `note` gets what a user who goes on from it should know, or nothing.
State read_checkpoint(const std::string& path, const Model& model, std::string* note = nullptr);
// Returns DIR/checkpoints/*.h5 with the most steps; nullopt if there is none.
std::optional<std::string> newest_checkpoint(const std::string& dir);
std::string checkpoint_path(const std::string& dir, std::uint64_t step);
// Deletes all but the newest `keep`.
void prune_checkpoints(const std::string& dir, int keep);
// The fingerprint hashes what must not change between a checkpoint and its continuation: materials, laws, types, walls,
// dt, integrator, skin, the names of motions, inlets, flow planes and events, and what the State took over at t = 0:
// gravity, the start of motions, start and end of inlets. Their other settings, the end time, the output settings and
// the alarms may change.
std::uint64_t model_fingerprint(const Model& model);

}  // namespace scree::output
