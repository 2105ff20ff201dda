#include "scree/store/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "scree/store/checkpoint.hpp"
#include "scree/store/files.hpp"

namespace scree::output {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "step_", kSuffix = ".h5";

std::string folder_in(const std::string& dir) { return (fs::path(dir) / "checkpoints").string(); }

std::optional<std::uint64_t> step_of(std::string_view name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(kSuffix.size());
  std::uint64_t step = 0;
  const auto [end, error] = std::from_chars(name.begin(), name.end(), step);
  if (error != std::errc() || end != name.end()) return std::nullopt;
  return step;
}

}  // namespace

std::vector<NamedCheckpoint> checkpoints_in(const std::string& folder) {
  std::vector<NamedCheckpoint> found;
  std::error_code error;  // no folder: no checkpoints
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (const auto step = step_of(entry.path().filename().string())) found.push_back({*step, entry.path().string()});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.step > b.step; });
  return found;
}

std::string checkpoint_path(const std::string& dir, std::uint64_t step) {
  return (fs::path(folder_in(dir)) / fmt::format("{}{:012}{}", kPrefix, step, kSuffix)).string();
}

std::optional<std::string> newest_checkpoint(const std::string& dir) {
  const std::vector<NamedCheckpoint> all = checkpoints_in(folder_in(dir));
  if (all.empty()) return std::nullopt;
  return all.front().path;
}

void prune_checkpoints(const std::string& dir, int keep) {
  std::error_code ignored;  // a file that cannot be deleted does no harm
  const std::vector<NamedCheckpoint> all = checkpoints_in(folder_in(dir));
  for (std::size_t i = std::size_t(std::max(keep, 1)); i < all.size(); ++i) fs::remove(all[i].path, ignored);
  // A process that was killed in the middle of a write has left these.
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_in(dir), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kPrefix) && name.ends_with(kTemporarySuffix)) fs::remove(entry.path(), ignored);
  }
}

}  // namespace scree::output
