// Checkpoints are named DIR/checkpoints/step_000000012000.h5.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace scree::output {

struct NamedCheckpoint {
  std::uint64_t step;
  std::string path;
};
// Lists those in the folder itself, newest first. Temporaries and other names are left out.
std::vector<NamedCheckpoint> checkpoints_in(const std::string& folder);

}  // namespace scree::output
